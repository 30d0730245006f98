public import SessionStores
import Synchronization
public import Topics

/// A value that all sessions of an app share, on all nodes, as a durable, ordered log of events.
///
/// ```swift
/// let guestbook = SharedLog("guestbook", Guestbook())
///
/// guestbook.read(\.names)
/// try await guestbook.update { guestbook in
///     guard !guestbook.names.contains("Ada") else { throw AlreadySigned() }
///     return [.signed("Ada")]
/// }
/// ```
///
/// Pass it to ``HostedApplication``; then the server keeps it where the operator keeps the sessions. With `--state FOLDER`
/// that is a file, and an update returns when its events are on the disk. Without `--state`, or without a server, the value is
/// in memory only.
public final class SharedLog<State: SharedState>: AnySharedLog {
    /// Returns the events that change the state, or none; throws if the change is not allowed. It can run several times,
    /// each time with a newer state, so it must have no other effect. It must not use the log.
    public typealias Decision = @Sendable (State) throws -> [State.Event]

    /// The use of a store, from ``open(in:report:changed:)`` to ``close()``.
    struct Link: Sendable {
        let store: any EventStore
        let report: @Sendable (String) -> Void
        let changed: @Sendable () -> Void
    }

    struct Content: Sendable {
        var state: State
        /// The revision of the last event that was applied; `nil` if the log is empty or there is no store.
        var revision: Revision?
        var link: Link?
        /// The records since the checkpoint, and their size.
        var tail = (records: 0, bytes: 0)
        /// The tail at which this node compacts the log.
        var compaction = (records: minRecords, bytes: minBytes)
        /// The size of the tail at which the log is full, in bytes.
        var maxTail = EventLimits.tail
        /// The changes that are not announced to the open pages yet.
        var news = UnannouncedChanges()
    }

    /// The name of the log in the store.
    public let name: String
    let initial: State
    /// The maximum sizes of a checkpoint and of the records after it, in bytes.
    let limits: (checkpoint: Int, tail: Int)
    let content: Mutex<Content>
    let line = Mutex(Line())
    private let subscription = Mutex<EventSubscription?>(nil)
    private let centers = Mutex<[TopicCenter]>([])
    static var minRecords: Int { 1_024 }
    static var minBytes: Int { 1 << 20 }

    /// - Parameters:
    ///   - name: the name of the log in the store, which no other log of the server has: 1 to 64 lower-case letters,
    ///     digits and `-`.
    ///   - initial: the state before the first event.
    public convenience init(_ name: String, _ initial: State) {
        self.init(name, initial, limits: (EventLimits.checkpoint, EventLimits.tail))
    }

    /// - Parameter limits: the maximum sizes of a checkpoint and of the records after it, in bytes.
    init(_ name: String, _ initial: State, limits: (checkpoint: Int, tail: Int)) {
        self.name = name
        self.initial = initial
        self.limits = limits
        content = Mutex(Content(state: initial, maxTail: limits.tail))
    }

    /// The current state on this node.
    public var state: State { content.withLock(\.state) }

    /// The revision of the last event that was applied; `nil` if the log is empty or there is no store.
    public var revision: Revision? { content.withLock(\.revision) }

    /// Reads the current state on this node without copying it. It contains all updates that were made on this node, and
    /// those of other nodes up to a moment ago.
    ///
    /// - Parameter body: called under a mutex, so it must be short and must not use the log.
    public func read<Result: Sendable, Failure: Error>(
        _ body: (State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try content.withLock { content throws(Failure) in try body(content.state) }
    }

    /// Changes the state. Returns after the change is durable, and visible on this node.
    ///
    /// The events are appended only if no other event came after the state that `decide` has seen; otherwise `decide` runs
    /// again. So what it checks is true when its events are applied, on all nodes.
    ///
    /// - Throws: the error of `decide`, or ``SharedLogError``. Then nothing was changed, except that after the code
    ///   `unconfirmed` the change was made or not.
    public func update(_ decide: @escaping Decision) async throws {
        guard try !updateInMemory(decide) else { return }
        try await withCheckedThrowingContinuation { continuation in
            add(Update(decide: decide, continuation: continuation))
        }
    }

    /// Applies the events that other nodes have appended before this call. Needed only where it matters that a change
    /// which another node has just made is visible: they arrive by themselves within milliseconds.
    ///
    /// - Throws: ``StoreError``, or ``SharedLogError`` with the code `unreadable`.
    public func refresh() async throws {
        guard content.withLock({ $0.link != nil }) else { return }
        try await withCheckedThrowingContinuation { continuation in add(continuation) }
    }

    /// Returns false if there is a store.
    private func updateInMemory(_ decide: Decision) throws -> Bool {
        let isDone = try content.withLock { content in
            guard content.link == nil else { return false }
            for event in try decide(content.state) { content.apply(event) }
            return true
        }
        if isDone { announce() }
        return isDone
    }

    // MARK: - Pages

    /// Tells `center` the topics of each change, see ``SharedState/topics(changedBy:)``.
    public func announceChanges(in center: TopicCenter) {
        let isFirst = centers.withLock { centers in
            if !centers.contains(where: { $0 === center }) { centers.append(center) }
            return centers.count == 1
        }
        if isFirst { content.withLock { $0.news.isWanted = true } }
    }

    /// Tells the centers what has changed since the last call. Call it outside of the mutex.
    func announce() {
        let news = content.withLock { $0.news.take() }
        guard news.hasAny else { return }
        for center in centers.withLock(\.self) {
            if news.isUnknown { center.allChanged() } else { center.changed(news.topics) }
        }
    }

    // MARK: - Opening

    /// Takes the state from the log in `store`, and follows it from then on. The server calls it.
    public func open(
        in store: any EventStore, report: @escaping @Sendable (String) -> Void,
        changed: @escaping @Sendable () -> Void
    ) async throws {
        guard EventLimits.isName(name) else { throw SharedLogError(.invalidName, log: name) }
        // Follow before reading, so that no record is missed in between.
        let following = store.follow(name) { [weak self] last in self?.notice(last ?? .unknown) }
        let link = Link(store: store, report: { [name] in report("\(name): \($0)") }, changed: changed)
        var opened = Content(state: initial, link: link, maxTail: limits.tail)
        do { opened.absorb(try decoded(try await store.read(name, after: nil))) } catch let error as StoreError
            where error.isAbsence
        {
            // The state follows as soon as the store can be read. Until then it cannot be changed either.
            link.report("\(error)")
        }
        content.withLock { content in
            opened.news = content.news
            opened.news.isUnknown = true
            content = opened
        }
        announce()
        subscription.withLock { $0 = following }
        openLine()
    }

    /// Stops using the store, after the updates that wait. The state stays in memory.
    public func close() async {
        let following = subscription.withLock { $0.take() }
        _ = following
        await closeLine()
        content.withLock { $0.link = nil }
    }
}

/// The topics of the events that were applied, until they are announced to the open pages.
struct UnannouncedChanges: Sendable {
    /// True if a center wants to know them.
    var isWanted = false
    /// True if the state was replaced, so that any topic can have changed.
    var isUnknown = false
    private(set) var topics: Set<Topic> = []

    var hasAny: Bool { isWanted && (isUnknown || !topics.isEmpty) }

    mutating func add(_ changed: [Topic]) { topics.formUnion(changed) }

    mutating func take() -> UnannouncedChanges {
        defer { (isUnknown, topics) = (false, []) }
        return self
    }
}

extension Revision {
    /// Equal to no revision of a record: the number 0 does not occur.
    static let unknown = Revision(number: 0, salt: 1)
}
