import Cairn
import CairnTesting
import Testing

@Suite("A clock for tests that advances only on command") struct ManualTimeTests {
    @Test func `a session ends when its lifetime of 30 days has passed on the clock`() async throws {
        let time = ManualTime()
        try await Transport.memory.serve([restaurant], time: time) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/restaurant")
            try await visitor.click("Settings")
            #expect(try await visitor.click("Deutsch").heading == "Einstellungen")
            time.advance(by: .seconds(29 * 86_400))
            #expect(try await visitor.reload().heading == "Einstellungen")
            time.advance(by: .seconds(2 * 86_400))
            let later = try await visitor.reload()
            #expect(later.heading == "Settings" && later.notice != nil)
        }
    }

    struct LookAtClock: Action {}
    final class Clock: ViewController {
        @Saved var seen: Int64 = 0
        override class var actions: [Handler] { [.on(look)] }
        func look(_ action: LookAtClock) { seen = wallClock.components.seconds }
        @ViewBuilder override var view: any View {
            Text("It is \(wallClock.components.seconds), seen at \(seen)")
            Button("Look", action: LookAtClock())
        }
    }
    final class ClockApp: Application {
        override func makeRootViewController() -> ViewController { Clock().titled("Clock") }
    }

    @Test func `screens and handlers see the clock of the server`() async throws {
        let time = ManualTime(wallClock: 1_000_000_000_000)
        let clock = HostedApplication("clock", title: "Clock") { ClockApp() }
        try await Transport.memory.serve([clock], time: time) { wire in
            let visitor = Visitor(wire)
            let first = try await visitor.visit("/clock")
            #expect(first.texts.contains("It is 1000, seen at 0"))
            time.advance(by: .seconds(60))
            let second = try await visitor.click("Look")
            #expect(second.texts.contains("It is 1060, seen at 1060"))
        }
    }

    @Test func `a route without a session sees the clock of the server`() async throws {
        let time = ManualTime(wallClock: 1_000_000_000_000)
        let clock = HostedApplication("clock", title: "Clock") { ClockApp() }
            .get("now.txt", behind: nil) { (clock: ClockApp, _) in .text("\(clock.wallClock.components.seconds)") }
        try await Transport.memory.serve([clock], time: time) { wire in
            let reply = try await Visitor(wire).send(Call("GET", "/clock/now.txt"))
            #expect(reply.text == "1000")
        }
    }

    @Test func `a sleep ends when the clock has advanced far enough, or when its task is cancelled`() async throws {
        let time = ManualTime()
        let sleeper = Task { try await time.sleep(for: .seconds(10)) }
        let cancelled = Task { try await time.sleep(for: .seconds(10)) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        // The sleep can begin after an advance, so advance until it ends.
        let advancing = Task {
            while !Task.isCancelled {
                time.advance(by: .seconds(10))
                await Task.yield()
            }
        }
        try await sleeper.value
        advancing.cancel()
        try await time.sleep(for: .zero)
        try await time.sleep(for: .seconds(-1))
    }

    @Test func `extreme durations stop at the ends of the range`() {
        let time = ManualTime(wallClock: 5)
        time.advance(by: .seconds(-5))
        #expect(time.now == 1 && time.wallClock == 5)
        time.advance(by: .nanoseconds(7))
        #expect(time.now == 8 && time.wallClock == 12)
        time.advance(by: .seconds(Int64.max))
        #expect(time.now == .max && time.wallClock == .max)
    }
}
