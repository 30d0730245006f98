public import NavigationKit
import Synchronization

/// An app as a server hosts it: its name, and how one is made for a session.
public final class HostedApplication: Sendable {
    /// The path segment and cookie suffix it is known by, as `letters`.
    public let name: String
    /// What people call it.
    public let title: String
    /// One sentence about it.
    public let summary: String
    package let coder = ActionCoder()
    /// What may be typed into a field, by its name, where somebody tries the app out.
    package let examples: [String: String]
    let once = NonceSource()
    let draftRoom = DraftRoom()
    /// The hosts that it may send visitors to.
    package let outsideHosts: [String]
    /// Whether what it shows depends on a request's language, width and thrift.
    package let readsTraits: Bool
    /// How many actions its sessions have performed: each may have changed what they share.
    let generation = Atomic<Int>(0)
    private let make: @Sendable () -> Application
    private let reported = Mutex<Set<Misuse>>([])
    private let log = Mutex<@Sendable (Misuse) -> Void>({ _ in })

    /// - Parameters:
    ///   - name: lower-case letters, digits and `-`; it becomes part of the URL and of the cookie's name.
    ///   - title: what people call it.
    ///   - summary: one sentence about it.
    ///   - outsideHosts: the hosts that ``Application/open(_:)`` may send visitors to, in lower case.
    ///   - readsTraits: whether what it shows depends on the ``TraitCollection`` of a request.
    ///   - examples: texts that fit the fields of these names, for who tries the app out, as ``Walk`` does.
    ///   - make: makes the application of one session; what it captures is shared by all.
    public init(
        _ name: String, title: String, summary: String = "", outsideHosts: [String] = [], readsTraits: Bool = false,
        examples: [String: String] = [:],
        make: @escaping @Sendable () -> Application
    ) {
        self.name = name
        self.title = title
        self.summary = summary
        self.outsideHosts = outsideHosts
        self.readsTraits = readsTraits
        self.examples = examples
        self.make = make
    }

    /// Where issues are told, each once.
    package func reportIssues(to log: @escaping @Sendable (Misuse) -> Void) { self.log.withLock { $0 = log } }

    /// The most issues that are remembered as told; a program with more has told enough.
    private static let reportedAtMost = 1_000

    package func report(_ issue: Misuse) {
        let isNew = reported.withLock { $0.count < Self.reportedAtMost && $0.insert(issue).inserted }
        if isNew { log.withLock(\.self)(issue) }
    }

    func makeApplication(
        state: WindowState? = nil, saved: SavedValues? = nil, limits: SessionLimits = SessionLimits()
    ) throws -> Application {
        let application = make()
        application.generation = generation.load(ordering: .relaxed)
        if !outsideHosts.isEmpty { application.outsideHosts = outsideHosts }
        try application.start(state: state, saved: saved, stackDepth: limits.stackDepth)
        return application
    }

    /// Builds the first state once and reports what is wrong with the tables of its classes.
    package func check() async throws {
        let application = try makeApplication()
        try await application.load()
        _ = try inspect(application, report: report)
    }

    /// Looks at what is visible, once it is loaded, and reports what is wrong with it.
    func inspect(_ application: Application, report: @escaping (Misuse) -> Void) throws -> Inspection {
        let screen = try application.inspect(coder: coder, report: report)
        for (segment, route) in application.ambiguousSegments { report(.ambiguousSegment(segment, route: route)) }
        for table in application.tables(around: screen) {
            for action in table.duplicates { report(.repeatedHandler(action, type: table.typeName)) }
        }
        return screen
    }
}

/// Numbers used once that nobody can guess: who could would be given the answer to another visitor's first click.
final class NonceSource: Sendable {
    private let last = Atomic<UInt64>(0)
    private let key = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    /// Thirteen characters of 64 bits; short enough to need no memory of their own.
    func nonce() -> String {
        // SipHash under a secret: asking the system for each would cost a page a quarter of a microsecond.
        var hasher = Hasher()
        hasher.combine(key.0)
        hasher.combine(key.1)
        hasher.combine(last.wrappingAdd(1, ordering: .relaxed).newValue)
        let bits = UInt64(truncatingIfNeeded: hasher.finalize())
        return String(unsafeUninitializedCapacity: 13) { bytes in
            for position in 0..<13 {
                let digit = UInt8(truncatingIfNeeded: bits >> UInt64(position * 5) & 31)
                bytes[position] = digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10
            }
            return 13
        }
    }
}
