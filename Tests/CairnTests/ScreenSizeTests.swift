import Cairn
import CairnTesting
import Synchronization
import Testing

@Suite("RFC 9110 §15.6.1: a screen that is too large") struct ScreenSizeTests {
    private final class Wide: Application {
        let size: Int

        init(size: Int) {
            self.size = size
            super.init()
        }

        override func makeRootViewController() -> ViewController {
            WidePage(String(repeating: "w", count: size)).titled("Wide")
        }
    }

    private final class WidePage: ViewController {
        let text: String

        init(_ text: String) {
            self.text = text
            super.init()
        }

        @ViewBuilder override var view: any View { Text(text) }
    }

    private struct Widen: Action {}

    /// An app whose page becomes too large by an action.
    private final class Growing: Application {
        @Saved var isWide = false

        override func makeRootViewController() -> ViewController { GrowingPage().titled("Growing") }

        override class var actions: [Handler] { [.on(widen)] }

        func widen(_ action: Widen) { isWide = true }
    }

    private final class GrowingPage: ViewController {
        @ViewBuilder override var view: any View {
            Text(String(repeating: "w", count: nearest(Growing.self)?.isWide == true ? 1 << 20 : 1))
            Button("Widen", action: Widen())
        }
    }

    private func get(size: Int, as type: String) async throws -> (reply: Reply, lines: [String]) {
        var replies: [Reply] = []
        let lines = Mutex<[String]>([])
        let log = Log { bytes, _ in lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } }
        let app = HostedApplication("wide", title: "Wide") { Wide(size: size) }
        try await Transport.memory.serve([app], log: log) { wire in
            replies.append(try await Visitor(wire).get("/wide?secret=1", accept: type))
        }
        return (try #require(replies.first), lines.withLock(\.self))
    }

    @Test(arguments: ["text/html", "application/vnd.siren+json"])
    func `a screen above 1 MiB gets 500 and a log line, a smaller one is shown`(type: String) async throws {
        let (page, silence) = try await get(size: 1_000_000, as: type)
        #expect(page.status == 200)
        #expect(silence.isEmpty)
        let (refusal, lines) = try await get(size: 1 << 20, as: type)
        #expect(refusal.status == 500)
        #expect(refusal.body.count < 10_000)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("GET /wide: the screen has 10") == true)
    }

    @Test(arguments: ["text/html", "application/json"])
    func `RFC 7240 §4.2: a performed action whose page is too large is reported as performed`(type: String) async throws
    {
        let app = HostedApplication("growing", title: "Growing") { Growing() }
        try await Transport.memory.serve([app]) { wire in
            let visitor = Visitor(wire)
            let reply = try await visitor.post(
                "/growing", "action=widen", accept: type, [("Prefer", "return=representation")])
            #expect(reply.status == 500)
            #expect(reply.text.contains("Your action was performed"))
            #expect(!reply.text.contains("Nothing was changed"))
            // The visitor has the cookie of the session in which the action was performed.
            let again = try await visitor.get("/growing", accept: type)
            #expect(again.status == 500)
            #expect(again.text.contains("Nothing was changed"))
        }
    }
}
