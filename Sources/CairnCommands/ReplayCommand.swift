import Cairn
import HTTPProtocol
import SessionStores
import Sessions
import SharedLogs

/// The command `replay`: performs the recorded actions of sessions again, and compares the states with the stored ones.
struct ReplayCommand {
    /// The folder that `--state` of the server names.
    let folder: String
    /// The name of the app; `nil` for all apps with sessions in the folder.
    let app: String?
    /// The session's id, or the name of its file or the beginning of it; `nil` for all sessions.
    let session: String?
    /// The texts of passwords, which are not recorded, by field name.
    let passwords: [String: String]

    /// - Throws: ``ConfigurationError`` for an unknown or missing argument.
    init(_ arguments: [String]) throws(ConfigurationError) {
        let arguments = try CommandArguments(
            arguments, of: "replay", options: ["--state", "--app"], repeatable: ["--password"], most: 1)
        guard let folder = arguments.values["--state"] else {
            throw ConfigurationError(description: "replay: --state FOLDER is missing; see --help.")
        }
        guard Configuration.isFolder(folder) else {
            throw ConfigurationError(
                description: "replay: only a folder can be replayed; servers and memory cannot. Use --state FOLDER.")
        }
        self.folder = folder
        app = arguments.values["--app"]
        session = arguments.operands.first
        passwords = try arguments.pairs(of: "--password")
    }

    /// Replays the sessions, and prints a line for each and the first difference in it.
    ///
    /// - Returns: the exit status: 1 if a session differs; otherwise 2 if one cannot be read, or if no action is
    ///   recorded; otherwise 0.
    /// - Throws: ``ConfigurationError``, ``StoreError``, or ``SharedLogError``.
    func run(_ all: [HostedApplication], print output: (String) -> Void) async throws -> Int32 {
        // Lines contain what visitors typed, which must not control the terminal, nor look like a line of its own.
        func print(_ line: String) { output(line.escapingControlCharacters) }
        var (actions, recorded, sessions, hasDifference, hasFailure) = (0, 0, 0, false, false)
        for hosted in try all.named(app.map { [$0] } ?? []) {
            let files: SessionFiles
            do {
                files = try SessionFiles(at: "\(folder)/\(hosted.name)")
            } catch {
                guard error.code == .missing, app == nil else { throw error }
                continue
            }
            for name in try names(in: files) {
                sessions += 1
                let title = "\(hosted.name) \(name.prefix(8))…"
                do {
                    let session = try RecordedSession(log: try files.log(of: name))
                    guard !session.actions.isEmpty else {
                        print("\(title): no action is recorded since its last checkpoint")
                        continue
                    }
                    recorded += session.actions.count
                    let replay = try await replay(session, of: hosted)
                    actions += replay.actions
                    hasDifference = hasDifference || replay.difference != nil
                    for note in replay.notes { print("\(title): \(note)") }
                    for line in replay.lines { print("\(title): \(line)") }
                } catch {
                    hasFailure = true
                    print("\(title): cannot be replayed: \(error)")
                }
            }
        }
        if sessions == 0 {
            print(session.map { "There is no session \($0) in \(folder)." } ?? "There is no session in \(folder).")
        } else if recorded == 0, !hasFailure {
            print(
                "No action is recorded since the last checkpoints. If the app does not record, create it with "
                    + "HostedApplication(…, recordsActions: true).")
        } else if actions == 0, !hasFailure {
            print("No action could be performed again; the lines above give the reasons.")
        }
        return hasDifference ? 1 : hasFailure || actions == 0 ? 2 : 0
    }

    private func names(in files: SessionFiles) throws -> [String] {
        let names = try files.names()
        guard let session else { return names }
        let id = SessionID(session).map(SessionFiles.name)
        return names.filter { $0.hasPrefix(session.prefix { $0 != "…" }) || $0 == id }
    }

    /// Replays one session. The actions change copies of the shared data, in memory.
    private func replay(_ session: RecordedSession, of hosted: HostedApplication) async throws -> Replay {
        let logs = hosted.sharedLogs
        let stored = try MemoryEventStore(copying: logs.map(\.name), from: folder + "/shared")
        return try await Replay(of: session, on: hosted, passwords: passwords) { action in
            let (store, isNewer) = stored.copy(upTo: action.shared)
            for log in logs {
                await log.close()
                try await log.open(in: store)
            }
            guard !isNewer.isEmpty else { return nil }
            return "the events of \(isNewer.joined(separator: ", ")) before it are no longer stored one by one, "
                + "so the action gets the present data"
        }
    }
}

extension Replay {
    /// The result: one line if all versions are equal, otherwise two.
    fileprivate var lines: [String] {
        guard let difference else {
            guard versions > 0 else { return ["nothing is compared, \(skipped) versions are left out"] }
            let rest = skipped == 0 ? "" : ", \(skipped) not compared"
            return ["\(actions) actions, \(versions) versions: all equal\(rest)"]
        }
        let time = HTTPDate.bytes(secondsSince1970: Int(clamping: difference.time / 1_000_000_000))
        return [
            "version \(difference.version) differs after \(difference.action), "
                + "performed at \(String(decoding: time, as: UTF8.self))",
            "\(difference.path): recorded \(difference.recorded ?? "nothing"), "
                + "replayed \(difference.replayed ?? "nothing")",
        ]
    }
}

extension Command {
    /// `replay`: performs the recorded actions of sessions again.
    static var replay: Command {
        Command(
            "replay", usage: "--state FOLDER [--app APP] [--password NAME=TEXT …] [SESSION]",
            explanation: """
                perform the recorded actions of the sessions in a folder again, and print the
                first version that differs; exit 1 if one does, 2 if nothing can be replayed
                """
        ) { context in
            let command = try ReplayCommand(context.arguments)
            return try await command.run(try context.makeApps(), print: context.print)
        }
    }
}

extension String {
    /// The text with each control character as its number, such as `\\u{1B}`.
    fileprivate var escapingControlCharacters: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return self }
        return unicodeScalars.map {
            $0.properties.generalCategory == .control ? $0.escaped(asASCII: true) : String($0)
        }.joined()
    }
}
