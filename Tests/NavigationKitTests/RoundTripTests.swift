@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Locations and visible states correspond one to one") struct RoundTripTests {
    @Test func `a random state opens again from its location, with tabs and three modal levels`() throws {
        var generator = SeededGenerator(state: 49)
        // Bytes, because canonically equivalent texts are different route values.
        var seen: [String: [UInt8]] = [:]
        var complete = 0
        for _ in 0..<2_000 {
            let visit = try PostOffice.visit(at: "/")
            try visit.wander(using: &generator)
            let location = try visit.app.location
            #expect(location.path.utf8.count <= Location.maxPathLength)
            guard location.isComplete else { continue }
            complete += 1
            let again = try PostOffice.visit(at: location.path)
            let visible = Array(try visit.shape.joined(separator: "\n").utf8)
            #expect(try again.app.location == location)
            #expect(Array(try again.shape.joined(separator: "\n").utf8) == visible)
            #expect(seen.updateValue(visible, forKey: location.path) ?? visible == visible)
        }
        #expect(complete > 1_600)
        #expect(Set(seen.values).count == seen.count)
    }

    @Test func `a restored state has the same location and visible state`() throws {
        var generator = SeededGenerator(state: 50)
        for _ in 0..<500 {
            let visit = try PostOffice.visit(at: "/")
            try visit.wander(using: &generator)
            let state = try visit.app.state
            let again = try PostOffice.visit(state: state)
            #expect(try again.app.location == visit.app.location)
            #expect(try again.shape == visit.shape)
        }
    }

    @Test func `a state restored from its bytes has the same location and visible state`() throws {
        var generator = SeededGenerator(state: 52)
        for _ in 0..<500 {
            let visit = try PostOffice.visit(at: "/")
            try visit.wander(using: &generator)
            let again = try PostOffice.visit(state: try visit.app.state.storedAndRead())
            #expect(try again.app.location == visit.app.location)
            #expect(try again.shape == visit.shape)
            #expect(!again.app.hasLostPlaces)
        }
    }

    @Test func `a random path is refused, or opens a state whose printed location opens the same state`() throws {
        var generator = SeededGenerator(state: 51)
        let parts = [
            "/", "letters", "friends", "~", "compose:4", "another", "!_", "..", "friend:7", ":", "!", "%", "!n", "%2F",
            "~writing:1",
            "/letter:7", "é", "login", "//",
        ]
        var opened = 0
        for _ in 0..<5_000 {
            let path = (0...Int.random(in: 0..<8, using: &generator)).map { _ in
                parts.randomElement(using: &generator) ?? ""
            }.joined()
            guard let visit = try? PostOffice.visit(at: path) else { continue }
            opened += 1
            let location = try visit.app.location
            #expect(try PostOffice.visit(at: location.path).app.location == location, "\(path)")
        }
        #expect(opened > 20)
    }
}
