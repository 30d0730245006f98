@testable import NavigationKit
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

    /// Returns a snapshot as earlier releases wrote it, with a checksum.
    private func earlier(_ snapshot: [UInt8]) -> [UInt8] {
        let content = [1] + snapshot.dropFirst()
        var writer = ByteWriter()
        writer.write(plain: content)
        writer.write(fixed: content.checksum)
        return writer.bytes
    }

    @Test func `a snapshot of an earlier release is read, and its checksum detects every truncation`() throws {
        let bytes = earlier(try sample())
        for count in bytes.indices { #expect(throws: SnapshotError.damaged) { try read(Array(bytes.prefix(count))) } }
        #expect(try read(bytes).count == 2)
    }

    @Test func `the checksum of a snapshot of an earlier release detects every flipped bit`() throws {
        var bytes = earlier(try sample())
        for index in bytes.indices.dropFirst() {
            for bit in 0..<8 {
                bytes[index] ^= 1 << bit
                #expect(throws: SnapshotError.damaged) { try read(bytes) }
                bytes[index] ^= 1 << bit
            }
        }
    }

    @Test func `a snapshot of another format is refused with its number`() throws {
        #expect(throws: SnapshotError.unknownFormat(3)) { try read([3]) }
        #expect(throws: SnapshotError.damaged) { try read([]) }
    }

    @Test func `every truncation throws`() throws {
        let content = try sample()
        for count in content.indices.dropFirst() {
            #expect(throws: SnapshotError.self) { try read(Array(content.prefix(count))) }
        }
        #expect(throws: SnapshotError.self) { try read(content + [0]) }
    }

    @Test func `every changed byte throws or gives a state that can be shown`() throws {
        let content = try sample()
        var readable = 0
        for index in content.indices.dropFirst() {
            for byte in UInt8.min...UInt8.max where byte != content[index] {
                var changed = content
                changed[index] = byte
                guard let states = try? read(changed) else { continue }
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
            for state in (try? read([2] + bytes)) ?? [] { try show(state) }
        }
    }

    @Test func `a wrong count in a snapshot is refused before it causes an allocation`() {
        let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
        for start: [UInt8] in [[2, 2 | 8], [2, 3], [2, 2 | 128], [2, 1, 0]] {
            #expect(throws: SnapshotError.malformed("a count exceeds the remaining bytes")) {
                try read(start + huge + [0, 0])
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
