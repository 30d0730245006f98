import Glibc
import Synchronization
import Testing

@testable import Gallery

@Suite("The event log of shared data") struct EventLogTests {
    @Test func `changes survive a restart, also after the file was rewritten`() async throws {
        let state = TemporaryFolder()
        for round in 0..<3 {
            let words = try Shared(Words(), as: "words", in: state.shared())
            #expect(words.all == ["a", "b"].prefix(round).flatMap { [$0, $0 + $0] })
            guard round < 2 else { break }
            let word = ["a", "b"][round]
            try await words.add(word)
            try await words.add(word + word)
        }
    }

    @Test func `a refused or empty change writes nothing`() async throws {
        let state = TemporaryFolder()
        let words = try Shared(Words(), as: "words", in: state.shared())
        try await words.add("a")
        let before = state.bytes("words")
        await #expect(throws: Words.Refused.self) { try await words.add("refused") }
        try await words.change { _ in [] }
        #expect(state.bytes("words") == before && words.all == ["a"])
    }

    @Test func `a record that a crash truncated is removed, wherever it ends`() async throws {
        let state = TemporaryFolder()
        do {
            let words = try Shared(Words(), as: "words", in: state.shared())
            for word in ["first", "last"] { try await words.add(word) }
        }
        let whole = state.bytes("words")
        let contents = EventFormat.contents(of: whole)
        let start = whole.count - EventFormat.headerCount - (contents.records.last?.count ?? 0)
        for end in start + 1..<whole.count {
            try state.write(Array(whole[..<end]), to: "words")
            let reports = Mutex<[String]>([])
            let words = try Shared(
                Words(), as: "words", in: state.shared { line in reports.withLock { $0.append(line) } })
            #expect(words.all == ["first"], "\(end)")
            #expect(reports.withLock(\.self).isEmpty)
            try await words.add("next")
        }
        // A file that was extended before its bytes were written loses no acknowledged record either.
        try state.write(whole + [UInt8](repeating: 0, count: 40), to: "words")
        #expect(try Shared(Words(), as: "words", in: state.shared()).all == ["first", "last"])
    }

    @Test(arguments: [0, 20, 30])
    func `a damaged file is reported and set aside, and its readable records are kept`(at place: Int) async throws {
        let state = TemporaryFolder()
        do {
            let words = try Shared(Words(), as: "words", in: state.shared())
            for word in ["first", "second", "third"] { try await words.add(word) }
        }
        var bytes = state.bytes("words")
        bytes[place] ^= 1
        try state.write(bytes, to: "words")
        let reports = Mutex<[String]>([])
        let words = try Shared(Words(), as: "words", in: state.shared { line in reports.withLock { $0.append(line) } })
        #expect(words.all == (place == 0 ? [] : ["second", "third"]))
        #expect(reports.withLock(\.self).count == 1 && reports.withLock(\.first)?.contains(".damaged-") == true)
        let aside = try #require(state.names.first { $0.hasPrefix("words.events.damaged-") })
        #expect(state.bytes(named: aside) == bytes)
        try await words.add("next")
        #expect(words.all.last == "next")
    }

    @Test(arguments: [FullDisk.Failure.write, .part, .synchronize])
    func `with a full disk a change fails completely, and it works again when there is space`(
        failure: FullDisk.Failure
    ) async throws {
        let state = TemporaryFolder()
        let disk = FullDisk()
        let reports = Mutex<[String]>([])
        do {
            let folder = try state.shared { line in reports.withLock { $0.append(line) } }
            let words = try Shared(Words(), as: "words", in: folder, disk: disk.calls)
            try await words.add("before")
            let bytes = state.bytes("words")
            disk.fail(failure)
            await #expect(throws: CannotKeep.self) { try await words.add("lost") }
            #expect(words.all == ["before"] && state.bytes("words") == bytes)
            #expect(reports.withLock(\.first)?.contains("No space left") == true)
            disk.fail(nil)
            try await words.add("after")
        }
        #expect(try Shared(Words(), as: "words", in: state.shared()).all == ["before", "after"])
    }

    @Test func `a change is visible only after it is on the disk`() async throws {
        let state = TemporaryFolder()
        let seen = Mutex<[[String]]>([])
        let holder = Mutex<Shared<Words>?>(nil)
        var disk = EventLog.Disk()
        disk.synchronize = { descriptor in
            if let words = holder.withLock(\.self) { seen.withLock { $0.append(words.all) } }
            return Int(fdatasync(descriptor))
        }
        let words = try Shared(Words(), as: "words", in: state.shared(), disk: disk)
        holder.withLock { $0 = words }
        for word in ["a", "b"] { try await words.add(word) }
        #expect(seen.withLock(\.self) == [[], ["a"]] && words.all == ["a", "b"])
        holder.withLock { $0 = nil }
    }

    @Test func `concurrent changes that check the shared data run one after another`() async throws {
        let state = TemporaryFolder()
        let words = try Shared(Words(), as: "words", in: state.shared())
        let added = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 { group.addTask { (try? await words.add("same", isOnce: true)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(words.all == ["same"] && added == 1)
    }

    @Test func `the file is compacted, so it does not grow without limit`() async throws {
        let state = TemporaryFolder()
        let words = try Shared(Words(capacity: 2), as: "words", in: state.shared())
        let long = String(repeating: "x", count: 60_000)
        for number in 0..<60 { try await words.add("\(number)" + long) }
        #expect(state.bytes("words").count < 1_500_000)
        #expect(words.all.map { $0.prefix(2) } == ["58", "59"])
    }

    @Test func `one process at a time locks the folder, and only its user can read it`() async throws {
        let state = TemporaryFolder()
        let folder = try state.shared()
        let words = try Shared(Words(), as: "words", in: folder)
        try await words.add("a")
        #expect(throws: FileError.self) { try state.shared() }
        #expect(state.mode(of: "") == 0o700)
        #expect(state.mode(of: "/words.events") == 0o600 && state.mode(of: "/lock") == 0o600)
    }
}

/// A list that keeps only the newest words.
private struct Words: EventSourced {
    enum Event: Codable, Sendable { case added(String) }
    struct Refused: Error {}

    var all: [String] = []
    var capacity = 10

    mutating func apply(_ event: Event) {
        switch event {
        case .added(let word): all = (all + [word]).suffix(capacity)
        }
    }

    var history: [Event] { all.map { .added($0) } }
}

extension Shared<Words> {
    fileprivate var all: [String] { read(\.all) }

    fileprivate func add(_ word: String, isOnce: Bool = false) async throws {
        try await change { words in
            guard word != "refused", !isOnce || !words.all.contains(word) else { throw Words.Refused() }
            return [.added(word)]
        }
    }
}

/// A disk that fails on request.
final class FullDisk: Sendable {
    enum Failure: Sendable { case write, part, synchronize }

    private let failure = Mutex<Failure?>(nil)

    func fail(_ failure: Failure?) { self.failure.withLock { $0 = failure } }

    var calls: EventLog.Disk {
        let usual = EventLog.Disk()
        return EventLog.Disk(
            write: { descriptor, bytes, offset in
                switch self.failure.withLock(\.self) {
                case .part where bytes.count > 4:
                    return usual.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<4]), offset)
                case .write, .part: return Self.noSpace
                default: return usual.write(descriptor, bytes, offset)
                }
            },
            synchronize: { self.failure.withLock(\.self) == .synchronize ? Self.noSpace : usual.synchronize($0) })
    }

    private static var noSpace: Int {
        errno = ENOSPC
        return -1
    }
}
