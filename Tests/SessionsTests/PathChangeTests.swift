import Snapshots
import Testing

@testable import Sessions

@Suite("Long paths in the log of a session") struct PathChangeTests {
    private static let towns = (0..<40).map { "town:\($0)" }

    private static func path(_ segments: some Sequence<String>) -> String {
        "/people/!_/" + segments.joined(separator: "/")
    }

    @Test(arguments: [
        // A push and a pop, also of a path that is cut in the middle, where they move the other segments.
        (path(towns[0..<20]), path(towns[0..<21])), (path(towns[0..<21]), path(towns[0..<20])),
        (path(towns[0..<20]), path(towns[1..<21])), (path(towns[3..<23]), path(towns[0..<20])),
    ]) func `a push and a pop are stored as a few octets`(old: String, new: String) throws {
        let change = try #require(PathChange(from: old, to: new))
        #expect(change.inserted.utf8.count + change.appended.utf8.count <= 24)
        #expect(try change.applied(to: old) == new)
    }

    @Test func `a path that has little in common with the one before it is stored whole`() {
        #expect(PathChange(from: Self.path(Self.towns[0..<20]), to: Self.path(Self.towns[20..<40])) == nil)
        #expect(PathChange(from: "/people/friends", to: "/people/friends/friend:1") == nil)
        #expect(PathChange(from: "", to: Self.path(Self.towns)) == nil)
    }

    @Test(arguments: 1...20) func `each path is restored from any other one`(seed: UInt64) throws {
        var generator = SeededGenerator(state: seed)
        let segments = Self.towns.prefix(5) + ["räume", "rätsel", "部屋", "部品", "", "/"]
        func random() -> String {
            let count = Int.random(in: 0..<30, using: &generator)
            return (0..<count).map { _ in segments.randomElement(using: &generator) ?? "" }.joined(separator: "/")
        }
        for _ in 0..<200 {
            let (old, new) = (random(), random())
            let other = new + random()
            for (old, new) in [(old, new), (new, other), (other, new)] {
                guard let change = PathChange(from: old, to: new) else { continue }
                #expect(Array(try change.applied(to: old).utf8) == Array(new.utf8))
            }
        }
    }

    @Test(arguments: [
        (-1, 0, 0), (11, 0, 0), (0, -1, 0), (0, 11, 0), (0, 0, -1), (0, 0, 11), (5, 5, 1), (5, .max, 1), (5, 1, .max),
        (.max, .max, .max), (.min, .min, .min),
    ]) func `a difference that does not fit the path is refused`(prefix: Int, skipped: Int, kept: Int) {
        let change = PathChange(prefix: prefix, inserted: "a", skipped: skipped, kept: kept, appended: "b")
        #expect(throws: SnapshotError.self) { try change.applied(to: "0123456789") }
    }
}
