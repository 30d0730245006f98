import CairnTesting
import Testing

@testable import Cairn

@Suite("The limits of background tasks", .timeLimit(.minutes(3))) struct BackgroundTaskLimitTests {
    @Test func `a session has a few tasks, an app runs a few, and the others wait in order`() async throws {
        let gate = Planning.Gate()
        let app = Planning.app(BackgroundTaskLimits(running: 1, perSession: 2, waiting: 10)) { _ in
            try await gate.pass()
            return nil
        }
        try await Transport.memory.serve([app]) { wire in
            let (ada, bob) = (Visitor(wire), Visitor(wire))
            try await ada.visit("/planner")
            try await ada.click("Start")
            var page = try await ada.click("Start")
            #expect(page.texts.filter { $0 == "Waiting" }.count == 1)
            page = try await ada.click("Start")
            while page.alert == nil { page = try await ada.waitForChange() }
            #expect(page.alert?.title == "Too much is in progress")
            #expect(app.tasks.counts == (1, 1))
            try await bob.visit("/planner")
            try await bob.click("Start")
            #expect(app.tasks.counts == (1, 2))
            gate.open()
            try await Planning.settle(app)
        }
    }

    @Test func `a client with many sessions has no more tasks than its network may have`() async throws {
        let gate = Planning.Gate()
        let app = Planning.app(BackgroundTaskLimits(running: 1, perSession: 2, perNetwork: 3, waiting: 10)) { _ in
            try await gate.pass()
            return nil
        }
        try await Transport.socket.serve([app]) { wire in
            for _ in 1...6 {
                let visitor = Visitor(wire)
                try await visitor.visit("/planner")
                try await visitor.click("Start")
            }
            #expect(app.tasks.counts == (1, 2))
            gate.open()
            try await Planning.settle(app)
        }
    }

    @Test func `a search that was cancelled for another one does not end it`() async throws {
        let gate = Planning.Gate()
        let app = Planning.app { _ in
            try? await gate.pass()
            return Planning.Plan(text: "late")
        }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            for _ in 1...3 {
                try await ada.click("Start")
                try await ada.click("Stop")
            }
            try await ada.click("Start")
            gate.open()
            _ = try await Planning.wait(for: "Plan: late", on: ada)
            try await Planning.settle(app)
        }
    }
}
