public import NavigationKit
public import SharedLogs
import Synchronization

/// An app that a server hosts: its name, its settings, and the factory of its ``Application``.
public final class HostedApplication: Sendable {
    /// The cookie suffix of the app and, unless it is mounted at the root, its path segment, such as `letters`.
    public let name: String
    /// The title shown to visitors.
    public let title: String
    /// A one-sentence description of the app.
    public let summary: String
    package let coder = ActionEncoder()
    /// Valid input by field name, for tools that explore the app.
    package let examples: [String: String]
    /// The appearance of the app; `nil` for the kit's.
    package let theme: Theme?
    let nonces = NonceSource()
    let draftRoom = DraftRoom()
    let counters = SessionCounters()
    /// The hosts that the app can redirect visitors to.
    package let outsideHosts: [String]
    /// True if the content depends on the traits of a request: language, width and data saving.
    package let readsTraits: Bool
    /// The languages of the app, the default first; empty for an app in English.
    package let languages: [Localization]
    /// The data that the app's sessions share on all nodes.
    package let sharedLogs: [any AnySharedLog]
    /// Tells the open pages of the app what has changed.
    public let topicCenter: TopicCenter
    /// The background tasks of the app's sessions in this process.
    package let tasks: TaskTable
    /// The number of committed actions of all sessions. An action can change shared data, so cached controllers with
    /// an older number can show outdated data.
    let generation = Generation()
    /// True if the log of a stored session contains its actions.
    package let recordsActions: Bool
    /// Enables notes for the inspector.
    package let inspection = InspectionHook()
    private let make: @Sendable () -> Application
    private let reported = Mutex<Set<Diagnostic>>([])
    private let log = Mutex<@Sendable (Diagnostic) -> Void>({ _ in })
    private let addedRoutes = Mutex<[any HostedRoute]>([])
    private let addedTables = Mutex<[@Sendable () -> HandlerTable]>([])
    private let addedOrigins = Mutex(PageOrigins())

    /// - Parameters:
    ///   - name: lower-case letters, digits and `-`; part of the cookie name, and of the URL except at the root.
    ///   - title: the title shown to visitors.
    ///   - summary: a one-sentence description.
    ///   - theme: the appearance of the app; `nil` for the kit's.
    ///   - outsideHosts: the hosts that ``Application/open(_:)`` can redirect visitors to, in lower case.
    ///   - readsTraits: true if the content depends on the ``TraitCollection`` of a request.
    ///   - languages: the languages that visitors can choose from, the default first; empty for an app in English. The
    ///     language of a request is ``Application/preferredLanguage``, otherwise the first that `Accept-Language` names.
    ///     The title is translated like the texts of the app; the list of apps, outside of them, is in English.
    ///   - examples: valid input by field name, for tools that explore the app.
    ///   - sharedLogs: the data that sessions share on all nodes; the server opens it before the first request. Apps can
    ///     share a log.
    ///   - topicCenter: tells the open pages of the app what has changed; pass one to use it outside of handlers.
    ///   - taskLimits: the limits of background tasks, see `Responder.startTask(outlivesSession:_:)`.
    ///   - recordsActions: true to store each action with the change that it made, so that the command `replay` can
    ///     perform it again. Passwords and files are left out; other input is stored, also if the app itself keeps none.
    ///   - make: creates an application whenever controllers are built; all share the values it captures.
    public init(
        _ name: String, title: String, summary: String = "", theme: Theme? = nil, outsideHosts: [String] = [],
        readsTraits: Bool = false, languages: [Localization] = [], examples: [String: String] = [:],
        sharedLogs: [any AnySharedLog] = [], topicCenter: TopicCenter = TopicCenter(),
        taskLimits: BackgroundTaskLimits = BackgroundTaskLimits(), recordsActions: Bool = false,
        make: @escaping @Sendable () -> Application
    ) {
        self.name = name
        self.title = title
        self.summary = summary
        self.theme = theme
        self.outsideHosts = outsideHosts
        self.readsTraits = readsTraits || !languages.isEmpty
        self.languages = languages
        if !languages.isEmpty { Localization.noteUse() }
        // Makes the table of English now: made by the first request, it would lie between large blocks of the heap, and
        // each page would cost 700 instructions more.
        _ = Localization.current
        self.examples = examples
        self.sharedLogs = sharedLogs
        self.topicCenter = topicCenter
        tasks = TaskTable(taskLimits, topicCenter)
        self.recordsActions = recordsActions
        self.make = make
        for log in sharedLogs { log.announceChanges(in: topicCenter) }
        // Not `[weak self]`: an object with a weak reference costs more at each retain and release, 950 instructions per
        // action.
        topicCenter.observe { [generation] in generation.number.wrappingAdd(1, ordering: .relaxed) }
    }

    /// The routes beside the screens, in the order in which they were added.
    package var routes: [any HostedRoute] { addedRoutes.withLock(\.self) }

    /// Adds a route. A server reads the routes when it is created.
    package func add(_ route: any HostedRoute) { addedRoutes.withLock { $0.append(route) } }

    /// The handler tables of the classes that the app describes beyond its first state.
    var describedTables: [HandlerTable] { addedTables.withLock(\.self).map { $0() } }

    /// Adds handler tables to the description. Each is made on first use, because a table registers the action names of its
    /// class.
    func describe(_ tables: [@Sendable () -> HandlerTable]) { addedTables.withLock { $0 += tables } }

    /// The other origins whose pages can use the screens as Siren. A server reads them when it is created.
    package var pageOrigins: PageOrigins {
        get { addedOrigins.withLock(\.self) }
        set { addedOrigins.withLock { $0 = newValue } }
    }

    /// Sets the log for diagnostics; each diagnostic is logged at most once.
    package func reportIssues(to log: @escaping @Sendable (Diagnostic) -> Void) { self.log.withLock { $0 = log } }

    /// The maximum number of diagnostics that are logged; later ones are dropped.
    private static let reportedAtMost = 1_000

    package func report(_ issue: Diagnostic) {
        let isNew = reported.withLock { $0.count < Self.reportedAtMost && $0.insert(issue).inserted }
        if isNew { log.withLock(\.self)(issue) }
    }

    /// Notes that shared data was changed outside of the sessions of this process, so that no page shows outdated data of cached controllers.
    package func sharedDataDidChange() { generation.number.wrappingAdd(1, ordering: .relaxed) }

    /// Builds an application in its initial state, or in that of a version.
    ///
    /// - Parameters:
    ///   - time: the clock of ``Responder/wallClock``; `nil` for the machine's.
    ///   - tasks: knows the background tasks; `nil` for those of this process.
    package func makeApplication(
        state: WindowState? = nil, saved: SavedValues? = nil, limits: SessionLimits = SessionLimits(),
        time: (any TimeSource)? = nil, tasks: (any BackgroundTaskRunner)? = nil
    ) throws -> Application {
        let application = make()
        application.serve(at: generation.number.load(ordering: .relaxed), by: time, topicCenter, tasks ?? self.tasks)
        if inspection.isEnabled { application.recordsRedirects = true }
        if !outsideHosts.isEmpty { application.outsideHosts = outsideHosts }
        try application.start(state: state, saved: saved, stackDepth: limits.stackDepth)
        return application
    }

    /// Builds the first state once and reports mistakes in its screen, its routes and its handler tables, and in the
    /// routes beside the screens.
    ///
    /// - Returns: the error of a `load()`, if the screen could not be checked because of it: data that is missing now is
    ///   no mistake of the app.
    @discardableResult
    package func check(
        within limits: SessionLimits = SessionLimits(), _ time: any TimeSource = SystemTime()
    ) async throws -> (any Error)? {
        for diagnostic in try routeDiagnostics() { report(diagnostic) }
        let application = try makeApplication(time: time)
        try await application.loadViews()
        do {
            try await application.load(within: limits, time)
        } catch {
            return error
        }
        _ = try inspect(application, report: report)
        return nil
    }

    /// Inspects the visible screen, which must be loaded, and reports mistakes in it, in its routes and in its tables.
    package func inspect(_ application: Application, report: @escaping (Diagnostic) -> Void) throws -> Inspection {
        let screen = try application.inspect(coder: coder, report: report)
        for (segment, route) in application.ambiguousSegments { report(.ambiguousSegment(segment, route: route)) }
        for table in application.tables(around: screen) {
            for action in table.duplicates { report(.repeatedHandler(action, type: table.typeName)) }
        }
        return screen
    }
}

/// The other origins whose pages can use an app's screens (CORS).
package struct PageOrigins: Sendable {
    /// Serialized origins, or `*`.
    package var origins: [String] = []
    /// True if browsers send the cookie of the app with the requests of a listed origin.
    package var sharesSessions = false

    package init(origins: [String] = [], sharesSessions: Bool = false) {
        self.origins = origins
        self.sharesSessions = sharesSessions
    }
}

/// The number of changes of an app's data.
final class Generation: Sendable {
    let number = Atomic<Int>(0)
}

/// Generates unguessable nonces. A predictable nonce would let an attacker replay another visitor's first submission,
/// which has no session id yet.
final class NonceSource: Sendable {
    private let last = Atomic<UInt64>(0)
    private let key = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    /// Returns 64 bits as thirteen characters, short enough for Swift to store them without an allocation.
    func nonce() -> String { String(base32: bits(), count: 13) }

    /// Returns the random bits of a revision.
    func salt() -> UInt32 { UInt32(truncatingIfNeeded: bits()) }

    private func bits() -> UInt64 {
        // SipHash of a counter under a random key: reading the system's random numbers would cost 0.25 µs per page.
        var hasher = Hasher()
        hasher.combine(key.0)
        hasher.combine(key.1)
        hasher.combine(last.wrappingAdd(1, ordering: .relaxed).newValue)
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }
}
