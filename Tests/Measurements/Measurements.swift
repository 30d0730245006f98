import Cairn
import Glibc
import HTTPProtocol

/// Measures the performance of Cairn, or serves external tools. `measurements serve` is one of the servers
/// that an external load driver compares.
@main
struct Measurements {
    static func main() async {
        let command = CommandLine.arguments.dropFirst().first
        guard ["serve", "costs", "growth", "target", "misbehave", "mistake"].contains(command) else {
            print(
                """
                measurements costs    microseconds for a request, without its socket
                measurements growth   whether that grows with stacks, histories and sessions
                measurements target   the HTTP layer alone on PORT, for test suites from outside
                measurements misbehave [SETTING …]
                                      an app with handlers that never return and pages that cost too much;
                                      the settings are those of cairn
                measurements mistake [SETTING …]
                                      an app with mistakes that the inspector explains
                measurements serve
                  PORT       port on all addresses [8080]
                  THREADS    event loops [one per core]
                  SESSIONS   sessions made before it listens, each a stack of three screens [10000]
                  DEPTH      screens of each stack [3]
                  STATE      folder in which the sessions are stored [in memory only]
                  REQUESTS   folder for page.tsv and act.tsv: path, cookie and body, one request a line
                """)
            return
        }
        do {
            switch command {
            case "costs": try await Costs().run()
            case "growth": try await Growth().run()
            case "target": try await serveTarget()
            case "misbehave":
                try await serve(HostedApplication("misbehaving", title: "Misbehaving") { Misbehaving() })
            case "mistake":
                let people = MistakenPeople()
                try await serve(HostedApplication("mistaken", title: "Mistaken") { Mistaken(people) })
            default: try await serve()
            }
        } catch {
            Log().write("measurements: \(error)")
            exit(2)
        }
    }

    private static func serve() async throws {
        var configuration = Configuration()
        configuration.port = setting("PORT").flatMap(UInt16.init) ?? 8080
        configuration.threads = setting("THREADS").flatMap(Int.init) ?? 0
        configuration.logsAccess = false
        // All load comes from one address.
        configuration.connectionsPerAddress = configuration.connections
        configuration.stateFolder = setting("STATE")
        let depth = setting("DEPTH").flatMap(Int.init) ?? 3
        configuration.sessions.stackDepth = max(configuration.sessions.stackDepth, depth + 1)
        let count = setting("SESSIONS").flatMap(Int.init) ?? 10_000
        configuration.sessions.count = max(configuration.sessions.count, count)
        if let seconds = setting("UPKEEP").flatMap(Int.init) { configuration.upkeepInterval = .seconds(seconds) }
        let app = HostedApplication("directory", title: "Directory") { Directory() }
        let server = try Server(configuration, apps: [app]) { request in
            guard request.target == "/hello" else { return nil }
            var response = Response(.ok, body: Array("Hello, World!".utf8))
            response.fields.add(.contentType, "text/plain")
            return .now(response)
        }
        if let table = server.site.sessions(of: "directory") {
            try await Sessions(count: count, in: table, depth: depth).write(to: setting("REQUESTS"))
        }
        try await server.run(handlesSignals: true)
    }

    private static func serveTarget() async throws {
        let target = try Target()
        defer { target.remove() }
        var configuration = Configuration()
        configuration.port = setting("PORT").flatMap(UInt16.init) ?? 8080
        configuration.threads = setting("THREADS").flatMap(Int.init) ?? 0
        configuration.logsAccess = false
        // All load comes from one address.
        configuration.connectionsPerAddress = configuration.connections
        configuration.publicFolder = target.folder
        configuration.publicPrefix = "/static"
        try await Server(configuration, apps: [], extra: target.answer).run(handlesSignals: true)
    }

    /// Serves an app with the settings of the command line.
    private static func serve(_ app: HostedApplication) async throws {
        let arguments = Array(CommandLine.arguments.dropFirst(2))
        let configuration = try Configuration(arguments: arguments, environment: [:])
        try await Server(configuration, apps: [app]).run(handlesSignals: true)
    }

    private static func setting(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// Creates sessions, and the requests to them that ``Costs`` or the load driver sends.
struct Sessions {
    private(set) var pages = ""
    private(set) var pushes = ""
    private(set) var pops = ""

    /// - Parameter depth: the number of screens in each stack, at least 3: the places, towns, and the list of people.
    init(count: Int, in table: SessionTable, depth: Int = 3) async throws {
        for number in 0..<count {
            let friend = number % 20
            let id = try await table.makeSession()
            var (list, version) = (Location("/people"), 0)
            func act(_ action: String) async throws {
                // A truncated path identifies its state only together with the version number.
                let request = ActionRequest(
                    location: list, at: list.isComplete ? nil : .version(version),
                    submission: try FormSubmission(token: action))
                guard case .done(let done) = try await table.act(request, for: id) else {
                    throw Refused(action: action)
                }
                (list, version) = (done.location, done.version)
            }
            try await act(depth > 3 ? "travel?towns=\(depth - 2)" : "select-town?town=7")
            try await act("show-people")
            var friendPath = list.path + "/friend:\(friend)"
            if !list.isComplete {
                // Perform the actions to find the path: it depends on how much of the deep stack fits.
                try await act("select-friend?friend=\(friend)")
                friendPath = list.path
                try await act("back")
            }
            let cookie = "theme=dark; cairn-directory=\(id)"
            pages += "/directory\(list)\(list.isComplete ? "" : "?at=\(version)")\t\(cookie)\n"
            pushes += "/directory\(list)\t\(cookie)\taction=select-friend%3Ffriend%3D\(friend)\n"
            pops += "/directory\(friendPath)\t\(cookie)\taction=back\n"
        }
    }

    func write(to folder: String?) throws {
        guard let folder else { return }
        try write(pages, to: folder + "/page.tsv")
        try write(pushes + pops, to: folder + "/act.tsv")
    }

    private func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw Unwritable(path: path) }
        defer { fclose(file) }
        guard fputs(text, file) >= 0 else { throw Unwritable(path: path) }
    }

    struct Refused: Error { let action: String }

    struct Unwritable: Error { let path: String }
}
