@testable import Navigation
@testable import Responders
@testable import Views
@testable import Snapshots
import NavigationKit
import Testing

@Suite("Damaged snapshots") struct SnapshotDamageTests {
    private func sample() throws -> [UInt8] {
        let visit = try PostOffice.visit(at: "/letters/letter:1/letter:2/~compose:4/picture:a/~another/recipient")
        try visit.visible(FriendList.self).note = "on top"
        try visit.visible(FriendList.self).stars = 5
        try visit.visible(FriendList.self).keep(NavigationKit.Draft(values: [.init(name: "name", text: "Ada")]))
        let first = try visit.app.state
        try visit.visible(Composing.self).push(.draft)
        try visit.visible(Tabs.self).select(.friends)
        try visit.visible(Friends.self).push(.album)
        try visit.visible(Album.self).show(.photo(1))
        visit.app.window?.present(Alert(title: "Hello", message: "World"))
        return [first, try visit.app.state].snapshot
    }

    private func read(_ bytes: [UInt8]) throws -> [WindowState] {
        var reader = try SnapshotReader(bytes)
        let states = [try reader.readState(), try reader.readState()]
        try reader.finish()
        return states
    }

    /// Returns the bytes with a valid checksum, as if a program had written them.
    private func sealed(_ bytes: some Collection<UInt8>) -> [UInt8] {
        Array(bytes) + withUnsafeBytes(of: bytes.checksum.littleEndian, Array.init)
    }

    @Test func `the checksum of a snapshot detects every truncation`() throws {
        let bytes = try sample()
        for count in bytes.indices { #expect(throws: SnapshotError.damaged) { try read(Array(bytes.prefix(count))) } }
        #expect(try read(bytes).count == 2)
    }

    @Test func `the checksum of a snapshot detects every flipped bit`() throws {
        var bytes = try sample()
        for index in bytes.indices {
            for bit in 0..<8 {
                bytes[index] ^= 1 << bit
                #expect(throws: SnapshotError.damaged) { try read(bytes) }
                bytes[index] ^= 1 << bit
            }
        }
    }

    @Test func `a snapshot of another format is refused with its number`() throws {
        for version: UInt8 in [0, 1, 3, 0xFF] {
            #expect(throws: SnapshotError.unknownFormat(version)) { try read(sealed([version, 0, 0])) }
        }
        #expect("\(SnapshotError.unknownFormat(1))" == "The snapshot has format 1; this program reads format 2.")
        #expect(throws: SnapshotError.damaged) { try read([]) }
        #expect(throws: SnapshotError.damaged) { try read(sealed([])) }
    }

    @Test func `every truncation with a valid checksum throws`() throws {
        let content = try sample().dropLast(8)
        for count in content.indices.dropFirst() {
            #expect(throws: SnapshotError.self) { try read(sealed(content.prefix(count))) }
        }
        #expect(throws: SnapshotError.self) { try read(sealed(content + [0])) }
    }

    @Test func `every changed byte with a valid checksum throws or gives a state whose use does not trap`() throws {
        let content = Array(try sample().dropLast(8))
        var readable = 0
        for index in content.indices.dropFirst() {
            for byte in UInt8.min...UInt8.max where byte != content[index] {
                var changed = content
                changed[index] = byte
                guard let states = try? read(sealed(changed)) else { continue }
                readable += 1
                guard byte % 16 == 0 else { continue }
                for state in states { try show(state) }
            }
        }
        #expect(readable > 1_000)
    }

    @Test func `random bytes give a state or throw`() throws {
        var generator = SeededGenerator(state: 64)
        var readable = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<40, using: &generator)
            // Half of the inputs have only bytes from 0 to 7. In CBOR these are small integers, which the format uses
            // for heads and references, so the reader gets further.
            let mask: UInt8 = Bool.random(using: &generator) ? 0xFF : 0x07
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) & mask }
            guard let states = try? read(sealed([2] + bytes)) else { continue }
            readable += states.isEmpty ? 0 : 1
            for state in states { try show(state) }
        }
        #expect(readable > 0)
    }

    @Test func `a wrong count in a snapshot is refused before it causes an allocation`() {
        // Tabs, saved values, a draft and a text, each with a 32-bit count.
        for start: [UInt8] in [[2 | 8, 0x9A], [0xBA], [0x18, 2 | 64, 0xBA], [1, 0x7A]] {
            #expect(throws: SnapshotError.malformed("a count exceeds the remaining bytes")) {
                try read(sealed([2] + start + [0x7F, 0xFF, 0xFF, 0xFF, 0, 0]))
            }
        }
    }

    @Test func `a chain of objects that is too long to be freed recursively is refused`() throws {
        /// A chain of `count` states: each has the previous entry at its top, and is the state of the next entry.
        func chain(_ count: Int) -> [UInt8] {
            [2, 1, 0x60] + (0..<count).flatMap { _ in [2 | 4, 0, 1 | 8, 0, 0] as [UInt8] } + [2 | 4, 0, 4, 0]
        }
        #expect(try read(sealed(chain(8_191))).last?.root == nil)
        #expect(throws: SnapshotError.malformed("it is nested too deeply")) { try read(sealed(chain(8_192))) }
    }

    @Test func `a state whose tree repeats its parts too often is refused`() throws {
        /// A chain of `count` splits: each has the previous entry as list and as detail, and is the state of the next
        /// entry.
        func splits(_ count: Int) -> [UInt8] {
            let split: [UInt8] = [2 | 8, 0x83, 0x1A, 0xFF, 0xFF, 0xFF, 0xFE, 0, 0, 1 | 8, 0, 0]
            var bytes: [UInt8] = [2, 1, 0x60]
            for _ in 0..<count { bytes += split }
            return bytes + [2 | 4, 0, 4, 0]
        }
        #expect(try read(sealed(splits(10))).first?.root != nil)
        #expect(throws: SnapshotError.malformed("a state repeats its parts too often")) {
            try read(sealed(splits(40)))
        }
    }

    @Test func `a snapshot with an unknown kind, an unknown part or no selected tab is refused`() {
        let contents: [([UInt8], String)] = [
            ([3], "an object has an unknown kind"), ([0x20], "an object has an unknown kind"),
            ([1 | 16, 0x60], "an object has unknown parts"), ([0x19, 2, 0], "an object has unknown parts"),
            ([0x18, 80, 0x60, 0, 0, 0], "a list of actions has 0 entries"),
            ([0x18, 80, 0x60, 0, 0, 9], "a list of actions has 9 entries"),
            ([0x18, 80, 0x60, 0, 0, 1, 0, 0], "an action has an unknown role"),
            ([2 | 8, 0x80, 0], "the selected tab is invalid"), ([2 | 8, 0x81, 0x20], "the selected tab is invalid"),
            ([4], "a reference is invalid"), ([8, 0], "a reference is invalid"),
        ]
        for (content, problem) in contents {
            #expect(throws: SnapshotError.malformed(problem)) { try read(sealed([2] + content)) }
        }
    }

    private func show(_ state: WindowState) throws {
        // A container can refuse any part of the state. The test only requires that the program does not trap.
        guard let visit = try? PostOffice.visit(state: state) else { return }
        _ = try? visit.app.isLoaded
        let path = (try? visit.path) ?? []
        for controller in path { _ = (controller as? Page)?.note }
        for controller in path { _ = (controller as? Page)?.stars }
        _ = try? visit.location
        _ = [state, try visit.app.state].snapshot
    }
}
