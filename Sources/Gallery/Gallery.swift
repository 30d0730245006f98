import Cairn
import CairnTesting
import Glibc

/// The executable `cairn`: serves the library's example apps and runs the command-line tools.
@main
struct Gallery {
    static func main() async {
        // Opens closed standard descriptors on `/dev/null`. Otherwise the first socket would get such a number and
        // receive the log lines.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
        var defaults = Configuration()
        // A server started from a terminal shows diagnostics to clients on this machine, and to no others.
        defaults.exposesDiagnosticsToLoopback = isatty(STDERR_FILENO) == 1
        do {
            let command = try Configuration.command(
                arguments: Array(CommandLine.arguments.dropFirst()), environment: environment, defaults: defaults)
            switch command {
            case .print(let text): print(text, terminator: "")
            case .healthcheck(let configuration): exit(Healthcheck.isWell(configuration) ? 0 : 1)
            case .check(let names, let isStrict):
                exit(await Check.run(try apps().named(names), isStrict: isStrict) { print($0) })
            case .graph(let name, let format, let includesKit):
                let exploration = await AppExploration(through: try apps().only(name))
                print(FlowGraph(of: exploration, includesKit: includesKit).text(as: format), terminator: "")
            case .crawl(let url, let depth, let states, let seconds, let examples):
                var limits = Crawl.Limits()
                (limits.depth, limits.states, limits.seconds) = (depth, states, seconds)
                exit(await crawl(url, limits, examples))
            case .serve(let configuration): try await serve(configuration)
            }
        } catch {
            Log().write("cairn: \(error)")
            exit(2)
        }
    }

    /// Creates the apps, with their shared data in a folder.
    ///
    /// - Parameter state: the folder of the sessions. The data that sessions share is stored beside them.
    /// - Throws: ``FileError`` if the folder cannot be used.
    static func apps(keptIn state: String, report: @escaping @Sendable (String) -> Void) throws -> [HostedApplication] {
        let folder = try SharedFolder(in: state, report: report)
        return apps(post: try PostOffice(in: folder), office: try PassportOffice(in: folder))
    }

    /// Creates the apps, each with the data that its sessions share; by default in memory only.
    static func apps(
        post: PostOffice = PostOffice(), office: PassportOffice = PassportOffice()
    ) -> [HostedApplication] {
        let gazetteer = Gazetteer()
        let shop = ShopDependencies(gazetteer: gazetteer)
        return [
            HostedApplication(
                "letters", title: "Letters", summary: "Friends, and the messages between you and them.",
                // No example for `name`: visitors with the same name share a mailbox, so each simulated visitor needs
                // its own.
                examples: ["text": "How are you?"]
            ) { Letters(post: post) },
            HostedApplication(
                "planets", title: "Planets", summary: "The eight planets and their larger moons, side by side.",
                outsideHosts: ["science.nasa.gov"], readsTraits: true
            ) { Planets() },
            HostedApplication(
                "atlas", title: "Atlas", summary: "The cities of the world, and journeys of a hundred pages.",
                examples: ["name": "Ida", "query": "tokyo"]
            ) { Atlas(gazetteer: gazetteer) },
            HostedApplication(
                "shop", title: "Shop", summary: "Books and maps that do not exist, and a basket to put them into.",
                readsTraits: true,
                examples: [
                    "name": "Ida", "password": "open sesame", "words": "atlas", "postcode": "1050", "holder": "Ida",
                    "code": "123", "agrees": "true",
                ]
            ) { Shop(dependencies: shop) },
            HostedApplication(
                "passport", title: "Passport", summary: "A login or a sign-up, and a passport with stamps.",
                examples: [
                    "email": PassportRecord.specimen.email, "password": "12345678", "account.password": "12345678",
                    "details.name": "Ada Lovelace", "acceptsTerms": "true",
                ]
            ) { Passport(office: office) },
        ]
    }

    private static func crawl(
        _ url: String, _ limits: Crawl.Limits, _ examples: [String: String]
    ) async -> Int32 {
        var progress: ((String) -> Void)?
        if isatty(STDERR_FILENO) == 1 {
            progress = { line in
                // Overwrite the previous progress line, which only a terminal can do.
                let text = "\r\u{1B}[K" + line
                _ = write(STDERR_FILENO, text, text.utf8.count)
            }
        }
        return await CrawlCommand.run(
            url, limits: limits, examples: examples, print: { print($0) }, progress: progress)
    }

    private static func serve(_ configuration: Configuration) async throws {
        let log = Log()
        let apps = try configuration.stateFolder.map { try Self.apps(keptIn: $0) { log.write($0) } } ?? Self.apps()
        try await Server(configuration, apps: apps, log: log).run(handlesSignals: true)
    }

    private static var environment: [String: String] {
        var all: [String: String] = [:]
        var entry = environ
        while let pointer = entry.pointee {
            let parts = String(cString: pointer).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return all
    }
}
