import SessionStores
import SharedLogs
import Synchronization
import Testing
import Topics

@Suite("Topics that a shared log has changed") struct TopicTests {
    struct Shelf: SharedState, Codable {
        enum Event: Codable, Sendable { case put(String) }
        var things: [String] = []
        mutating func apply(_ event: Event) {
            if case .put(let thing) = event { things.append(thing) }
        }
        func topics(changedBy event: Event) -> [Topic] {
            switch event {
            case .put(let thing): [Topic("thing", thing), Topic("count", "\(things.count)")]
            }
        }
    }

    /// Counts its calls.
    final class Bell: TopicWatcher {
        let calls = Atomic(0)
        var count: Int { calls.load(ordering: .relaxed) }
        func topicDidChange() { calls.add(1, ordering: .relaxed) }
    }

    private static func bell(for topic: Topic, in center: TopicCenter) -> Bell {
        let bell = Bell()
        _ = center.add(bell, to: [topic])
        return bell
    }

    @Test func `a change reaches the watchers of its topics only, after it is visible`() async throws {
        let (log, center) = (SharedLog("shelf", Shelf()), TopicCenter())
        log.announceChanges(in: center)
        log.announceChanges(in: center)
        let (cup, plate) = (
            Self.bell(for: Topic("thing", "cup"), in: center), Self.bell(for: Topic("thing", "plate"), in: center)
        )
        let second = Self.bell(for: Topic("count", "2"), in: center)
        try await log.update { _ in [.put("cup")] }
        #expect(cup.count == 1 && plate.count == 0 && second.count == 0)
        try await log.update { _ in [.put("plate")] }
        #expect(cup.count == 1 && plate.count == 1 && second.count == 1)
        try await log.update { _ in [] }
        center.remove(cup, from: [Topic("thing", "cup")])
        try await log.update { _ in [.put("cup")] }
        #expect(cup.count == 1 && center.counts.topics == 2)
    }

    @Test func `a change of another node reaches the watchers, and so does a state that was replaced`() async throws {
        let store = MemoryEventStore()
        let (here, there) = (SharedLog("shelf", Shelf()), SharedLog("shelf", Shelf()))
        let center = TopicCenter()
        here.announceChanges(in: center)
        let (cup, plate) = (
            Self.bell(for: Topic("thing", "cup"), in: center), Self.bell(for: Topic("thing", "plate"), in: center)
        )
        try await here.open(in: store)
        // Any topic can have changed when the state was read.
        #expect(cup.count == 1 && plate.count == 1)
        try await there.open(in: store)
        try await there.update { _ in [.put("cup")] }
        try await here.refresh()
        // The log was empty, so all of it was read.
        let (cups, plates) = (cup.count, plate.count)
        #expect(cups > 1 && plates == cups)
        try await there.update { _ in [.put("cup")] }
        try await here.refresh()
        #expect(here.state.things == ["cup", "cup"])
        #expect(cup.count == cups + 1 && plate.count == plates)
        await here.close()
        await there.close()
    }

    @Test func `identifiers are parts of a topic`() {
        #expect(Topic("a", "b", "c") != Topic("a", "b c") && Topic("a", "b", "c") == Topic("a", "b", "c"))
        #expect(Topic("letters", "Ada").description == "7:letters 3:Ada")
        #expect(Topic("a", "b 1:c") != Topic("a", "b", "c") && Topic("session", "1") != Topic.session("1"))
        #expect(Topic.session != Topic("session") && Topic.session("1") != Topic.session)
    }
}
