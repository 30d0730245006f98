import HTTPProtocol
import NavigationKit
import Sessions
import Synchronization

/// The events of one open page (WHATWG HTML §9.2, server-sent events). An event says that the page would look
/// different now, never how: the client requests the page.
///
/// | event | the client |
/// |---|---|
/// | `change` | requests the page |
/// | `gone` | the same, but a script knows by it that the session has ended; `change` follows |
/// | `bye` | closes: the session has opened newer pages |
///
/// The first id is the digest of what was shown when the stream was opened; after a change it is `-`. A client that connects
/// again sends it, and gets `change` at once if the page looks different now, or may. So nothing is missed between a page and its
/// stream, during a pause, or on another node, and nothing is stored.
final class EventStream: PushedContent, TopicWatcher {
    private let center: TopicCenter
    private let topics: Set<Topic>
    /// ``TopicCenter/changes`` before the page was rendered.
    private let seenChanges: UInt64
    private let shown: String
    private let isChanged: Bool
    private let budget: StreamBudget
    private let session: SessionID?
    /// True while the session of the page exists.
    private let isSessionAlive: @Sendable () -> Bool
    private let state: Mutex<State>

    private struct State {
        /// `nil` after the end.
        var interest: TopicInterest?
        /// `nil` after the end.
        var reservation: StreamBudget.Reservation?
        var wake: (@Sendable () -> Void)?
        var hasChanged = false
        var isSuperseded = false
        /// True if the session has certainly ended.
        var isGone = false
        /// Follows the session in the store; `nil` after the end.
        var following: (any Sendable)?
        var hasEnded = false
    }

    /// - Parameters:
    ///   - interest: made before the page was rendered.
    ///   - seenChanges: ``TopicCenter/changes`` before the page was rendered.
    ///   - shown: the digest of the page now, see ``ResponseBuilder/live(_:)``.
    ///   - reservation: made before the page was rendered.
    ///   - known: the digest of the page that the client shows; `nil` if it shows none.
    ///   - following: follows changes of the session by other processes while it exists.
    init(
        _ topics: Set<Topic>, for interest: TopicInterest, since seenChanges: UInt64, shown: String, known: String?,
        reservation: StreamBudget.Reservation, session: SessionID?, following: (any Sendable)? = nil,
        isSessionAlive: @escaping @Sendable () -> Bool
    ) {
        self.topics = topics
        center = interest.center
        self.seenChanges = seenChanges
        self.shown = shown
        isChanged = known.map { $0 != shown } ?? false
        budget = reservation.budget
        self.session = session
        self.isSessionAlive = isSessionAlive
        state = Mutex(State(interest: interest, reservation: reservation, following: following))
    }

    func begin(wake: @escaping @Sendable () -> Void) -> [UInt8] {
        state.withLock { $0.wake = wake }
        if let session { for oldest in budget.add(self, of: session) { oldest.supersede() } }
        // Add before comparing, so that each change is either counted here or reported to the watcher.
        let isMissed = center.add(self, to: topics) != seenChanges
        if isMissed { topicDidChange() }
        let delay = center.edition == nil ? Int.random(in: 1_000...3_000) : Self.delayInDevelopment
        return Array("retry: \(delay)\nid: \(shown)\n\n\(isChanged ? Self.change : "")".utf8)
    }

    /// The time in milliseconds after which a client connects again to a program that is being developed.
    private static let delayInDevelopment = 50

    private static let change = "event: change\ndata:\n\n"
    /// Its id equals no digest, so that a client that connects again with it requests the page: the digest of the page that
    /// it requests now is not known here, and the page can even become again what it was when the stream was opened.
    private static let laterChange = "event: change\nid: -\ndata:\n\n"
    private static let gone = (octets: Array("event: gone\ndata:\n\n\(change)".utf8), isLast: true)

    func topicDidChange() {
        let wake = state.withLock { state in
            state.hasChanged = true
            return state.wake
        }
        wake?()
    }

    /// Ends the stream, because its session has opened as many newer ones as it can have.
    private func supersede() {
        let wake = state.withLock { state in
            state.isSuperseded = true
            return state.wake
        }
        wake?()
    }

    /// Ends the stream, because its session has ended.
    func endSession() {
        let wake = state.withLock { state in
            state.isGone = true
            return state.wake
        }
        wake?()
    }

    func take() -> (octets: [UInt8], isLast: Bool) {
        let (hasChanged, isSuperseded, isGone) = state.withLock { state in
            defer { state.hasChanged = false }
            return (state.hasChanged, state.isSuperseded, state.isGone)
        }
        if isGone { return Self.gone }
        if isSuperseded { return (Array("event: bye\ndata:\n\n".utf8), true) }
        guard isSessionAlive() else { return Self.gone }
        return hasChanged ? (Array(Self.laterChange.utf8), false) : ([], false)
    }

    func takeHeartbeat() -> (octets: [UInt8], isLast: Bool) {
        guard isSessionAlive() else { return Self.gone }
        return (Array(":\n\n".utf8), false)
    }

    /// The client connects again after a random time: the server stops, or the stream has been open for long.
    func takeFarewell() -> [UInt8] {
        let delay = center.edition == nil ? Int.random(in: 500...5_000) : Self.delayInDevelopment
        return Array("retry: \(delay)\n\n".utf8)
    }

    func end() {
        let isFirst = state.withLock { state in
            defer {
                (state.hasEnded, state.wake) = (true, nil)
                (state.interest, state.reservation, state.following) = (nil, nil, nil)
            }
            return !state.hasEnded
        }
        guard isFirst else { return }
        center.remove(self, from: topics)
        if let session { budget.remove(self, of: session) }
    }
}
