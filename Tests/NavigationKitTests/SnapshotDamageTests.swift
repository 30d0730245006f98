@testable import Navigation
@testable import NavigationKit
@testable import Responders
@testable import Views
@testable import Snapshots
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
        var writer = ByteWriter()
        writer.write(plain: bytes)
        writer.write(fixed: bytes.checksum)
        return writer.bytes
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
        #expect(throws: SnapshotError.unknownFormat(2)) { try read(sealed([2])) }
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

    @Test func `every changed byte with a valid checksum throws or gives a state that can be shown`() throws {
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
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<40, using: &generator)
            // Small numbers are kinds, counts and references, so the reader gets further.
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) & 0x3F }
            for state in (try? read(sealed([1] + bytes))) ?? [] { try show(state) }
        }
    }

    @Test func `a wrong count in a snapshot is refused before it causes an allocation`() {
        let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
        for start: [UInt8] in [[1, 2 | 8], [1, 3], [1, 2 | 128], [1, 1, 0]] {
            #expect(throws: SnapshotError.malformed("a count exceeds the remaining bytes")) {
                try read(sealed(start + huge + [0, 0]))
            }
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
