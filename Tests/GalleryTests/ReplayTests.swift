import Cairn
import Foundation
import Synchronization
import Testing

@testable import CairnCommands
@testable import Gallery
@testable import Navigation
@testable import Responders
@testable import Sessions
@testable import SharedLogs
@testable import Views

@Suite("The command replay") struct ReplayTests {
    /// Performs random actions of the gallery, from random versions. Returns the number of replayed actions.
    private func walk(_ name: String, seed: UInt64, count: Int, replayEvery interval: Int) async throws -> Int {
        var generator = Dice.Generator(state: seed)
        let recording = try await Recording(of: name, in: Gallery.apps(recordsActions: true))
        var actions = 0
        for number in 1...count {
            let offers = try await recording.offers(of: try recording.randomVersion(using: &generator))
            guard let choice = offers.randomElement(using: &generator) else { continue }
            _ = try? await recording.press(choice, nonce: "press \(number)")
            guard number.isMultiple(of: interval) else { continue }
            let (status, lines) = try await recording.replay(
                Gallery.apps(), "--password", "password=open sesame", "--password", "code=123", "--password",
                "account.password=12345678")
            #expect(status != 1, "seed \(seed), after \(number): \(lines)")
            #expect(lines.allSatisfy { !$0.contains("no longer stored") })
            actions += lines.last?.split(separator: " ").dropFirst(2).first.flatMap { Int($0) } ?? 0
        }
        await recording.close()
        return actions
    }

    @Test(arguments: ["letters", "planets", "atlas", "shop", "passport"], [1, 2])
    func `random actions of the gallery are equal when they are replayed`(name: String, seed: Int) async throws {
        let actions = try await walk(name, seed: UInt64(seed), count: 135, replayEvery: 15)
        #expect(actions >= 60, "\(actions) actions were replayed")
    }

    @Test func `time, random numbers and the idempotency key are recorded and used again`() async throws {
        let recording = try await Recording(of: "dice", in: [Dice.hosted()])
        for number in 1...5 { try await recording.press("roll", nonce: "press \(number)") }
        let (status, lines) = try await recording.replay([Dice.hosted()])
        #expect(status == 0 && lines.count == 1)
        #expect(lines[0].hasPrefix("dice ") && lines[0].hasSuffix("…: 4 actions, 4 versions: all equal"), "\(lines)")
        await recording.close()
    }

    @Test func `the first version that differs is printed with the path and both values`() async throws {
        let recording = try await Recording(of: "dice", in: [Dice.hosted(isLucky: true)])
        try await recording.press("roll")
        try await recording.press("roll")
        let newest = try recording.newest
        let (status, lines) = try await recording.replay([Dice.hosted(isLucky: true)])
        #expect(status == 1 && lines.count == 2, "\(lines)")
        #expect(lines[0].contains("…: version \(newest.number) differs after roll, performed at "), "\(lines)")
        #expect(lines[1].firstMatch(of: /: saved\.luck: recorded [0-9]+, replayed [0-9]+$/) != nil, "\(lines)")
        await recording.close()
    }

    @Test func `an action that the app no longer offers differs in its outcome`() async throws {
        let recording = try await Recording(of: "dice", in: [Dice.hosted()])
        try await recording.press("roll")
        try await recording.press("roll")
        let (status, lines) = try await recording.replay([Dice.hosted(isClosed: true)])
        #expect(status == 1 && lines.count == 2, "\(lines)")
        #expect(
            lines[1].hasSuffix("outcome: recorded version 3, replayed refused: the version does not offer the action"))
        await recording.close()
    }

    @Test func `passwords and the content of files are in no file of the folder`() async throws {
        let recording = try await Recording(of: "dice", in: [Dice.hosted()])
        try await recording.press("roll")
        let content = recording.folder.path + "-upload"
        try Data("the content".utf8).write(to: URL(fileURLWithPath: content))
        let file = UploadedFile(
            id: String(repeating: "0", count: 32), name: "a.txt", contentType: nil, byteCount: 11, path: content)
        try await recording.press("enter", ["name": "Ada", "secret": "open sesame", "file": file.token], [file])
        try await recording.press("enter?secret=open+sesame&name=Eve", [:])
        try await recording.press("enter", ["name": "Bo", "secret": "open sesame"])
        let bytes = try recording.bytes()
        for text in ["Ada", "Bo", "roll", "secret"] { #expect(bytes.contains(text), "\(text)") }
        for text in ["open sesame", "open+sesame", "the content"] { #expect(!bytes.contains(text), "\(text)") }
        let (status, lines) = try await recording.replay([Dice.hosted()], "--password=secret=open sesame")
        #expect(status == 0 && lines.count == 2, "\(lines)")
        #expect(lines[0].contains("enter was sent with a file, file, which is not recorded"), "\(lines)")
        #expect(lines[1].hasSuffix(": 1 actions, 1 versions: all equal, 1 not compared"), "\(lines)")
        let (other, without) = try await recording.replay([Dice.hosted()])
        #expect(other == 2 && without.count == 4, "\(without)")
        #expect(without[0].contains("file, which is not recorded") && without[1].contains("add --password secret=TEXT"))
        #expect(without[2].hasSuffix(": nothing is compared, 2 versions are left out"))
        #expect(without[3] == "No action could be performed again; the lines above give the reasons.")
        let (wrong, differing) = try await recording.replay([Dice.hosted()], "--password=secret=wrong")
        #expect(wrong == 1 && differing.last?.contains("saved.length: recorded 11, replayed 5") == true, "\(differing)")
        await recording.close()
        try FileManager.default.removeItem(atPath: content)
    }

    @Test func `a damaged log cannot be replayed, and other sessions are`() async throws {
        let recording = try await Recording(of: "dice", in: [Dice.hosted()])
        try await recording.press("roll")
        try await recording.press("roll")
        let damaged = try #require(try recording.files().first)
        recording.id = nil
        try await recording.press("roll")
        try await recording.press("roll")
        await recording.close()
        var bytes = try Data(contentsOf: damaged)
        bytes[bytes.count / 2] ^= 1
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: damaged)
        let (status, lines) = try await recording.replay([Dice.hosted()])
        #expect(status == 2 && lines.count == 2)
        let title = "dice \(damaged.lastPathComponent.prefix(8))…: "
        #expect(
            lines.contains { $0.hasPrefix(title + "cannot be replayed: load ") && $0.contains("checksum") }, "\(lines)")
        #expect(lines.contains { $0.hasSuffix("1 actions, 1 versions: all equal") }, "\(lines)")
    }

    @Test func `one session can be named by the beginning of its file's name, or by its id`() async throws {
        let recording = try await Recording(of: "dice", in: [Dice.hosted()])
        for _ in 1...2 {
            recording.id = nil
            try await recording.press("roll")
            try await recording.press("roll")
        }
        let name = try #require(try recording.files().first).lastPathComponent
        #expect(try await recording.replay([Dice.hosted()]).lines.count == 2)
        #expect(try await recording.replay([Dice.hosted()], "\(name.prefix(8))…").lines.count == 1)
        #expect(try await recording.replay([Dice.hosted()], "\(try #require(recording.id))").lines.count == 1)
        let (status, lines) = try await recording.replay([Dice.hosted()], "ffffffffff")
        #expect(status == 2 && lines == ["There is no session ffffffffff in \(recording.folder.path)."])
        await recording.close()
    }

    @Test func `the status is 2 if no action is recorded`() async throws {
        let recording = try await Recording(of: "dice", in: [Dice.hosted(records: false)])
        try await recording.press("roll")
        try await recording.press("roll")
        let (status, lines) = try await recording.replay([Dice.hosted()])
        #expect(status == 2 && lines.count == 2, "\(lines)")
        #expect(lines[0].hasSuffix("…: no action is recorded since its last checkpoint"))
        #expect(lines[1].hasPrefix("No action is recorded since the last checkpoints."))
        await recording.close()
    }

    @Test func `unknown apps and missing folders are errors`() async throws {
        let recording = try await Recording(of: "dice", in: [Dice.hosted()])
        await recording.close()
        await #expect(throws: ConfigurationError.self) { try await recording.replay([Dice.hosted()], "--app=cards") }
        let missing = try ReplayCommand(["--state", recording.folder.path + "/missing", "--app", "dice"])
        await #expect(throws: StoreError.self) { try await missing.run([Dice.hosted()]) { _ in } }
    }

    @Test func `a replay gets the shared data of the recorded action, and changes none`() async throws {
        let recording = try await Recording(of: "dice", in: [Dice.hosted(shared: SharedLog("rolls", Rolls()))])
        for _ in 1...6 { try await recording.press("roll") }
        let before = try recording.bytes()
        let (status, lines) = try await recording.replay([Dice.hosted(shared: SharedLog("rolls", Rolls()))])
        #expect(status == 0 && lines.last?.contains("5 actions") == true, "\(lines)")
        #expect(try recording.bytes() == before)
        await recording.close()
    }
}

/// A folder, and one session in it that presses buttons.
private final class Recording {
    let folder = TemporaryFolder()
    let hosted: HostedApplication
    var id: SessionID?
    private let table: SessionTable
    private let store: DirectoryStore
    private let events: FileEventStore

    init(of name: String, in apps: [HostedApplication]) async throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        hosted = try apps.only(name)
        store = try DirectoryStore(at: "\(folder.path)/\(name)") { $0() }
        events = try FileEventStore(at: folder.path + "/shared") { $0() }
        for log in hosted.sharedLogs { try await log.open(in: events) }
        table = SessionTable(hosted, time: SystemTime(), store: store)
    }

    func close() async {
        for log in hosted.sharedLogs { await log.close() }
        await events.close()
        await store.close()
    }

    private var session: Session? { id.flatMap { table.place(of: $0)?.session } }

    var newest: Version {
        get throws { try session?.newest ?? Session(hosted, limits: SessionLimits(), time: SystemTime()).newest }
    }

    func randomVersion(using generator: inout some RandomNumberGenerator) throws -> Version {
        let newest = try newest
        guard let session, Int.random(in: 0..<4, using: &generator) == 0 else { return newest }
        return session.history.withLock(\.kept).filter { $0.version.number > 0 }.randomElement(using: &generator)?
            .version
            ?? newest
    }

    struct Choice {
        let version: Version
        let submission: FormSubmission
    }

    func offers(of version: Version) async throws -> [Choice] {
        let application = try session?.derivedTree(of: .version(version)) ?? hosted.makeApplication()
        try await application.load()
        let inspection = try hosted.inspect(application) { _ in }
        return try inspection.offers.map {
            Choice(version: version, submission: try hosted.exampleSubmission(of: $0, on: inspection.screen))
        }
    }

    func press(_ choice: Choice, nonce: String? = nil) async throws {
        let number = choice.version.number
        let outcome = try await table.act(
            ActionRequest(
                location: choice.version.location, at: number > 0 ? .version(number) : .path,
                submission: choice.submission, nonce: nonce), for: id)
        if case .done(let done) = outcome { id = done.newID ?? id }
    }

    func press(
        _ token: String, _ values: [String: String] = [:], _ files: [UploadedFile] = [], nonce: String? = nil
    ) async throws {
        let submission = try FormSubmission(
            token: token, values: values.map { FormSubmission.Value(name: $0.key, text: $0.value) },
            files: Dictionary(uniqueKeysWithValues: files.map { ($0.token, $0) }))
        let before = try newest.number
        try await press(Choice(version: try newest, submission: submission), nonce: nonce)
        if !token.contains("=") { #expect(try newest.number > before || before == 0) }
    }

    func replay(_ apps: [HostedApplication], _ arguments: String...) async throws -> (status: Int32, lines: [String]) {
        var lines: [String] = []
        let command = try ReplayCommand(["--state", folder.path] + arguments)
        let status = try await command.run(apps) { lines.append($0) }
        return (status, lines)
    }

    /// The files of the app's sessions.
    func files() throws -> [URL] {
        let root = URL(fileURLWithPath: "\(folder.path)/\(hosted.name)")
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).map { root.appending(path: $0) }
            .filter { $0.lastPathComponent.count == 64 }
    }

    /// All files of the folder, as text.
    func bytes() throws -> String {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().reduce(into: "") { text, path in
            guard let data = FileManager.default.contents(atPath: "\(folder.path)/\(path)") else { return }
            text += String(decoding: data, as: UTF8.self)
        }
    }
}

private struct Roll: Action {}
private struct Enter: Action {
    var name = ""
    var secret = ""
    var file: UploadedFile?
}

private struct Rolls: SharedState, Codable {
    enum Event: Codable, Sendable { case rolled }

    var count = 0

    mutating func apply(_ event: Event) { count += 1 }
}

/// An app whose state depends on the time, on random numbers, on its idempotency key and on shared data.
private final class Dice: Application {
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var number = state
            number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
            number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
            return number ^ number >> 31
        }
    }

    let isLucky: Bool
    let isClosed: Bool
    let shared: SharedLog<Rolls>?

    /// - Parameters:
    ///   - isLucky: true to use random numbers that are not recorded.
    ///   - isClosed: true to offer nothing.
    static func hosted(
        records: Bool = true, isLucky: Bool = false, isClosed: Bool = false, shared: SharedLog<Rolls>? = nil
    ) -> HostedApplication {
        HostedApplication(
            "dice", title: "Dice", sharedLogs: shared.map { [$0] } ?? [], recordsActions: records
        ) { Dice(isLucky: isLucky, isClosed: isClosed, shared: shared) }
    }

    init(isLucky: Bool, isClosed: Bool, shared: SharedLog<Rolls>?) {
        self.isLucky = isLucky
        self.isClosed = isClosed
        self.shared = shared
        super.init()
    }

    override func makeRootViewController() -> ViewController { Table(self) }
}

private final class Table: ViewController {
    @Saved var luck: UInt64 = 0
    @Saved var seconds = 0.0
    @Saved var key: String?
    @Saved var name = ""
    @Saved var length = 0
    @Saved var rolls = 0
    private let dice: Dice.Settings

    init(_ dice: Dice) {
        self.dice = Dice.Settings(isLucky: dice.isLucky, isClosed: dice.isClosed, shared: dice.shared)
        super.init()
    }

    override class var actions: [Handler] { [.on(roll), .on(enter)] }

    func roll(_ action: Roll) async throws {
        var numbers = randomNumbers
        luck = dice.isLucky ? .random(in: 0 ... .max) : numbers.next() ^ numbers.next()
        seconds = wallClock / .seconds(1)
        key = idempotencyKey
        try await dice.shared?.update { _ in [.rolled] }
        rolls = dice.shared?.state.count ?? 0
    }

    func enter(_ action: Enter) { (name, length) = (action.name, action.secret.count) }

    @ViewBuilder override var view: any View {
        if !dice.isClosed { Button("Roll", action: Roll()) }
        TextField("Name", name: "name")
        SecureField("Secret", name: "secret")
        FileField("File", name: "file")
        Button("Enter", action: Enter())
    }
}

extension Dice {
    fileprivate struct Settings {
        let isLucky: Bool
        let isClosed: Bool
        let shared: SharedLog<Rolls>?
    }
}
