import Synchronization

/// Tells the open pages of an app that topics have changed.
///
/// ```swift
/// let center = TopicCenter()
/// let app = HostedApplication("shop", title: "Shop", topicCenter: center) { Shop(stock) }
///
/// await stock.take(3, of: product)
/// center.changed(.stock(of: product))
/// ```
///
/// Changes of a `SharedLog` arrive by themselves on all nodes, see `SharedState.topics(changedBy:)`; a center alone knows
/// the changes of its own process. An app without a center of its own has one, for its handlers, see
/// `Responder.changed(_:)`.
public final class TopicCenter: Sendable {
    private struct State {
        var watchers: [Topic: [ObjectIdentifier: any TopicWatcher]] = [:]
        var observers: [@Sendable () -> Void] = []
        var edition: Topic?
    }

    private let state = Mutex(State())
    fileprivate let interestCount = Atomic(0)
    private let changeCount = Atomic<UInt64>(0)
    private let hasEdition = Atomic(false)

    /// Creates a center without pages.
    public init() {}

    /// Says that topics have changed. The open pages that watch one of them are rendered again, soon and once, however
    /// often this is called. Call it after the change is visible to readers, from any task or thread.
    public func changed(_ topics: Topic...) { changed(topics) }

    /// Says that topics have changed, like ``changed(_:)-(Topic...)``.
    public func changed(_ topics: some Collection<Topic>) {
        guard !topics.isEmpty else { return }
        let (watchers, observers) = state.withLock { state in
            // Within the lock, so that a watcher is either among these or sees the new count.
            changeCount.wrappingAdd(1, ordering: .relaxed)
            return (topics.compactMap { state.watchers[$0] }, state.observers)
        }
        for observe in observers { observe() }
        for watcher in watchers.lazy.flatMap(\.values) { watcher.topicDidChange() }
    }

    /// Tells the pages of a topic that it has changed. Unlike ``changed(_:)``, this says nothing about the app's data, so
    /// cached controllers stay.
    package func announce(_ topic: Topic) {
        let watchers = state.withLock { state in
            changeCount.wrappingAdd(1, ordering: .relaxed)
            return state.watchers[topic]
        }
        if let watchers { for watcher in watchers.values { watcher.topicDidChange() } }
    }

    /// Says that any topic can have changed, such as after events were lost.
    package func allChanged() {
        let (watchers, observers) = state.withLock { state in
            changeCount.wrappingAdd(1, ordering: .relaxed)
            return (state.watchers.values.map(\.self), state.observers)
        }
        for observe in observers { observe() }
        for watcher in watchers.lazy.flatMap(\.values) { watcher.topicDidChange() }
    }

    /// False if there is no ``TopicInterest``. Check it before computing topics.
    package var isWatched: Bool { interestCount.load(ordering: .acquiring) != 0 }

    /// The number of changes and announcements so far. A page that was rendered after reading it with an interest, and whose
    /// watcher was added before it has grown, has missed nothing.
    package var changes: UInt64 { changeCount.load(ordering: .acquiring) }

    /// The edition of the program, which every page watches while the program is being developed; otherwise `nil`.
    package var edition: Topic? {
        // Without the lock, because each rendering of a page reads it.
        hasEdition.load(ordering: .relaxed) ? state.withLock(\.edition) : nil
    }

    /// Makes every page watch this edition of the program, and changes those that watch the one before.
    package func setEdition(_ text: String) {
        let edition = Topic(edition: text)
        let before = state.withLock { state in
            defer { state.edition = edition }
            return state.edition
        }
        hasEdition.store(true, ordering: .releasing)
        changed([before, edition].compactMap(\.self))
    }

    /// Calls `observe` at each change, before the watchers.
    package func observe(_ observe: @escaping @Sendable () -> Void) { state.withLock { $0.observers.append(observe) } }

    /// Adds a watcher of topics.
    ///
    /// - Returns: ``changes`` at this moment.
    package func add(_ watcher: any TopicWatcher, to topics: Set<Topic>) -> UInt64 {
        state.withLock { state in
            for topic in topics { state.watchers[topic, default: [:]][ObjectIdentifier(watcher)] = watcher }
            return changeCount.load(ordering: .relaxed)
        }
    }

    /// Removes a watcher that was added to the same topics.
    package func remove(_ watcher: any TopicWatcher, from topics: Set<Topic>) {
        state.withLock { state in
            for topic in topics {
                state.watchers[topic]?[ObjectIdentifier(watcher)] = nil
                if state.watchers[topic]?.isEmpty ?? false { state.watchers[topic] = nil }
            }
        }
    }

    /// The number of watched topics and of interests.
    package var counts: (topics: Int, interests: Int) {
        (state.withLock { $0.watchers.count }, interestCount.load(ordering: .relaxed))
    }
}

/// Exists while a page is rendered that will be watched, and then while its stream is open. Without any,
/// ``TopicCenter/isWatched`` is false.
package final class TopicInterest: Sendable {
    package let center: TopicCenter

    package init(in center: TopicCenter) {
        self.center = center
        center.interestCount.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }

    deinit { center.interestCount.wrappingSubtract(1, ordering: .relaxed) }
}

/// Learns that a topic has changed.
package protocol TopicWatcher: AnyObject, Sendable {
    /// Called on any thread, also several times for one change. It must return at once.
    func topicDidChange()
}
