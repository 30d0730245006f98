import NavigationKit
import SessionStores
import Testing

@testable import Sessions

@Suite("Loading the data of a page", .timeLimit(.minutes(3))) struct LoadTests {
    private let stand = Stand()

    @Test func `each page loads once, also from cached controllers, at each address`() async throws {
        let id = try await stand.session()
        for (number, news) in ["Sun", "Snow", "Fog"].enumerated() {
            stand.press.set { $0.news = news }
            let before = stand.loads
            #expect(try await stand.page(version: 2, for: id).texts == [news])
            #expect(try await stand.page(for: id).texts == [news])
            #expect(try await stand.page(version: 1, for: id).texts == [news])
            #expect(try await stand.page(for: nil).texts == [news])
            #expect(stand.loads == before + 4, "\(number)")
        }
    }

    @Test func `an action loads once, before its offers, also with a precondition`() async throws {
        let id = try await stand.session()
        let before = stand.loads
        #expect(try await stand.act("subscribe", .version(2), typing: "Bo", for: id).done?.version == 3)
        #expect(stand.loads == before + 1)
        let outcome = try await stand.act("subscribe", typing: "Cy", if: { $0.texts == ["Rain"] }, for: id)
        #expect(outcome.done?.version == 4)
        #expect(stand.loads == before + 2)
    }

    @Test func `another tab reads while an action waits for its data`() async throws {
        let id = try await stand.session()
        let gate = Gate()
        stand.press.set { $0.gate = gate }
        async let outcome = stand.act("open-article", .version(2), for: id)
        await gate.untilReached()
        #expect(stand.table.place(of: id)?.session?.isBusy == true)
        #expect(try await stand.page(version: 2, for: id).texts == ["Rain"])
        #expect(try await stand.page(for: id).texts == ["Rain"])
        gate.open()
        #expect(try await outcome.done?.version == 3)
    }

    @Test func `another tab acts while a page waits for its data`() async throws {
        let id = try await stand.session()
        let gate = Gate()
        stand.press.set { $0.gate = gate }
        async let page = stand.page(version: 2, for: id)
        await gate.untilReached()
        #expect(try await stand.act("open-article", .version(2), for: id).done?.version == 3)
        gate.open()
        #expect(try await page.texts == ["Rain"])
    }

    // MARK: - Time

    @Test func `a page that exceeds the time limit throws an error that names the class`() async throws {
        let id = try await stand.session()
        stand.press.set { $0.delay = .seconds(60) }
        for visitor in [id, nil] {
            let page = Task { try await stand.page(for: visitor) }
            await stand.clock.untilSleeping(2)
            stand.clock.advance(by: 9_999_999_999)
            await stand.clock.untilSleeping(2)
            stand.clock.advance(by: 1)
            await #expect(throws: LoadError.tookTooLong(["FrontPage"])) { try await page.value }
        }
        stand.press.set { $0.delay = .zero }
        #expect(try await stand.page(for: id).texts == ["Rain"])
    }

    @Test func `the time limit counts from the beginning of a load that computes before it suspends`() async throws {
        let id = try await stand.session()
        stand.press.set { ($0.computing, $0.delay) = (9_000_000_000, .seconds(60)) }
        let page = Task { try await stand.page(for: id) }
        await stand.clock.untilSleeping(2)
        stand.clock.advance(by: 1_000_000_000)
        await #expect(throws: LoadError.tookTooLong(["FrontPage"])) { try await page.value }
    }

    @Test func `an action whose page exceeds the time limit is not performed and keeps the text`() async throws {
        let id = try await stand.session()
        stand.press.set { $0.delay = .seconds(60) }
        let outcome = Task { try await stand.act("subscribe", .version(2), typing: "Bo", for: id) }
        await stand.clock.untilSleeping(2)
        stand.clock.advance(by: 10_000_000_000)
        await #expect(throws: LoadError.tookTooLong(["FrontPage"])) { try await outcome.value }
        #expect(stand.performed == 1)
        stand.press.set { $0.delay = .zero }
        #expect(try await stand.page(version: 2, for: id).typed["name"] == "Bo")
    }

    @Test func `a request that is cancelled cancels its load, and the session stays usable`() async throws {
        let id = try await stand.session()
        stand.press.set { $0.delay = .seconds(60) }
        let tasks = [
            Task { _ = try await stand.act("subscribe", .version(2), typing: "Bo", for: id) },
            Task { _ = try await stand.page(for: id) },
        ]
        await stand.clock.untilSleeping(4)
        for task in tasks {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        stand.press.set { $0.delay = .zero }
        #expect(stand.performed == 1)
        #expect(try await stand.act("subscribe", .version(2), typing: "Cy", for: id).done?.version == 3)
    }

    // MARK: - Errors

    private func failure(of body: () async throws -> some Any) async -> any Error {
        do {
            _ = try await body()
            return CancellationError()
        } catch {
            return error
        }
    }

    @Test(arguments: [Offline() as any Error, OutOfPrint(), NavigationError.notFound])
    func `an action whose page does not load is not performed, and its text is kept`(error: any Error) async throws {
        let id = try await stand.session()
        stand.fail("front", with: error)
        let failures = [
            await failure { try await stand.act("subscribe", .version(2), typing: "Bo", for: id) },
            await failure { try await stand.page(version: 2, for: id) },
        ]
        #expect(failures.map { "\($0)" } == ["\(error)", "\(error)"])
        #expect(stand.performed == 1)
        stand.fail("front", with: nil)
        #expect(try await stand.page(version: 2, for: id).typed["name"] == "Bo")
        #expect(try await stand.act("subscribe", .version(2), typing: "Bo", for: id).done?.version == 3)
        #expect(stand.performed == 2)
    }

    @Test func `an action whose next page does not load is committed, and a repeat does not perform it again`()
        async throws
    {
        let id = try await stand.session()
        stand.fail("article", with: Offline())
        for _ in 1...2 {
            let done = try await stand.act("open-article", .version(2), nonce: "1", for: id).done
            #expect(done?.version == 3 && done?.failure == nil && done?.location.path == "/article")
        }
        #expect(stand.performed == 2)
        await #expect(throws: Offline.self) { try await stand.page("/article", version: 3, for: id) }
        stand.fail("article", with: nil)
        #expect(try await stand.page("/article", version: 3, for: id).texts == ["All about: Rain"])
    }

    @Test func `the error of a handler is shown although the page cannot be loaded again`() async throws {
        let id = try await stand.session()
        stand.press.set { $0.failureAfterAction = Offline() }
        let done = try await stand.act("stop-press", .version(2), typing: "Bo", for: id).done
        #expect(done?.failure is OutOfPrint && done?.version == 3)
        #expect(stand.performed == 2)
        stand.fail("front", with: nil)
        let page = try await stand.page(version: 3, for: id)
        #expect(page.screen.alert?.alert.title == "Out of print")
        #expect(page.typed["name"] == "Bo")
    }
}
