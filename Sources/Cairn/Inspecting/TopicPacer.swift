import NavigationKit
import Synchronization

/// Announces changes of a topic at most once a second, and only while a page watches the center.
final class TopicPacer: Sendable {
    private let topic: Topic
    private let center: TopicCenter
    private let time: any TimeSource
    private let phase = Mutex(Phase.idle)

    private enum Phase {
        case idle
        /// The next announcement includes all changes so far.
        case announcing
        /// The last announcement was less than a second ago.
        case pausing
        /// The same, and the topic has changed since.
        case pausingAfterChange
    }

    /// The time between a change and its announcement, in which most of a page's requests arrive.
    private static let delay = Duration.milliseconds(100)
    private static let pause = Duration.milliseconds(900)

    init(_ topic: Topic, in center: TopicCenter, time: any TimeSource) {
        self.topic = topic
        self.center = center
        self.time = time
    }

    /// Notes a change, on any thread.
    func note() {
        guard center.isWatched else { return }
        let isFirst = phase.withLock { phase in
            switch phase {
            case .idle:
                phase = .announcing
                return true
            case .pausing: phase = .pausingAfterChange
            case .announcing, .pausingAfterChange: break
            }
            return false
        }
        if isFirst { Task { await announce() } }
    }

    private func announce() async {
        while true {
            try? await time.sleep(for: Self.delay)
            phase.withLock { $0 = .pausing }
            center.changed(topic)
            try? await time.sleep(for: Self.pause)
            let isDone = phase.withLock { phase in
                phase = phase == .pausingAfterChange ? .announcing : .idle
                return phase == .idle
            }
            if isDone { return }
        }
    }
}
