import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import Cairn

@Suite("Background tasks", .timeLimit(.minutes(3))) struct BackgroundTaskTests {
    @Test(arguments: Transport.allCases)
    func `work goes on after the response, shows its progress, and ends with an action`(transport: Transport)
        async throws
    {
        let (half, end) = (Planning.Gate(), Planning.Gate())
        let app = Planning.app { progress in
            try await half.pass()
            progress.update(1, of: 2, detail: "Streets")
            try await end.pass()
            return Planning.Plan(text: "by the river")
        }
        try await transport.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            let page = try await ada.click("Start")
            #expect(page.texts.contains(": unknown") || page.texts.contains("Waiting"))
            half.open()
            _ = try await Planning.wait(for: "Streets: 50 %", on: ada)
            end.open()
            _ = try await Planning.wait(for: "Plan: by the river", on: ada)
            #expect(app.tasks.counts == (0, 0))
        }
    }

    @Test func `the last action can show another screen, on the page that is open`() async throws {
        try await Transport.memory.serve([Planning.app { _ in Planning.PlanElsewhere() }]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            var page = try await ada.click("Start")
            let url = page.url
            while page.heading != "Elsewhere" { page = try await ada.waitForChange() }
            #expect(page.url == url && page.texts.contains("Planned elsewhere") && page.notice == nil)
            page = try await ada.click("Back")
            #expect(page.heading == "Desk")
            // The visitor has acted: the URL shows its own version again.
            #expect(try await ada.visit(url).heading == "Desk")
        }
    }

    @Test func `work does not begin if the handler throws an error`() async throws {
        let begun = Mutex(false)
        let app = Planning.app { _ in
            begun.withLock { $0 = true }
            return nil
        }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            let page = try await ada.click("Start and fail")
            #expect(page.alert != nil && !page.texts.contains("Waiting"))
            try await ada.click("OK")
            #expect(app.tasks.counts == (0, 0) && !begun.withLock(\.self))
        }
    }

    @Test func `an error of the work is an alert on the page`() async throws {
        let app = Planning.app { _ in throw TooManyTasksError() }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            var page = try await ada.click("Start")
            while page.alert == nil { page = try await ada.waitForChange() }
            #expect(page.alert?.title == "Too much is in progress")
            page = try await ada.click("OK")
            #expect(page.alert == nil && page.texts.contains("Ended"))
        }
    }

    @Test func `a handler cancels work, whose action is not performed`() async throws {
        let (gate, cancelled) = (Planning.Gate(), Planning.Gate())
        let app = Planning.app { _ in
            try? await gate.pass()
            if Task.isCancelled { cancelled.open() }
            return Planning.Plan(text: "too late")
        }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            try await ada.click("Start")
            let page = try await ada.click("Stop")
            #expect(page.texts.contains("Plan: none") && !page.texts.contains("Ended"))
            try await cancelled.pass()
            #expect(try await ada.reload().texts.contains("Plan: none"))
        }
    }

    @Test func `a logout cancels the work of the session, but not work that outlives it`() async throws {
        let (gate, cancelled, ended) = (Planning.Gate(), Planning.Gate(), Planning.Gate())
        let app = Planning.app { _ in
            do {
                try await gate.pass()
                ended.open()
            } catch {
                cancelled.open()
            }
            return Planning.Plan(text: "of another")
        }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            try await ada.click("Log in")
            try await ada.click("Start")
            try await ada.click("Start without a session")
            #expect(app.tasks.counts == (2, 0))
            try await ada.click("Log out")
            try await cancelled.pass()
            #expect(app.tasks.counts.running >= 1)
            gate.open()
            try await ended.pass()
            #expect(try await ada.visit("/planner").texts.contains("Plan: none"))
        }
    }

    @Test func `work follows its session through a login`() async throws {
        let gate = Planning.Gate()
        let app = Planning.app { _ in
            try await gate.pass()
            return Planning.Plan(text: "for Ida")
        }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            try await ada.click("Start")
            try await ada.click("Log in")
            gate.open()
            _ = try await Planning.wait(for: "Plan: for Ida", on: ada)
        }
    }

    @Test func `the end of an idle session cancels its work`() async throws {
        let time = ManualTime()
        let (gate, cancelled) = (Planning.Gate(), Planning.Gate())
        let app = Planning.app { _ in
            do { try await gate.pass() } catch { cancelled.open() }
            return nil
        }
        try await Transport.memory.serve([app], time: time) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            try await ada.click("Start")
            let site = try #require(wire.site)
            for _ in 1...4 {
                time.advance(by: .seconds(600))
                site.reap()
            }
            try await cancelled.pass()
        }
    }

    @Test func `the results of two tasks are both on the page that is open`() async throws {
        let number = Mutex(0)
        let (first, second) = (Planning.Gate(), Planning.Gate())
        let app = Planning.app { _ in
            let isFirst = number.withLock { number in
                number += 1
                return number == 1
            }
            try await (isFirst ? first : second).pass()
            return isFirst ? Planning.PlanElsewhere() as any Action : Planning.Plan(text: "twice")
        }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            try await ada.click("Start")
            var page = try await ada.click("Start")
            first.open()
            while page.heading != "Elsewhere" { page = try await ada.waitForChange() }
            second.open()
            try await Planning.settle(app)
            page = try await ada.reload()
            #expect(page.heading == "Elsewhere" && page.notice == nil)
            #expect(try await ada.click("Back").texts.contains("Plan: twice"))
        }
    }

    @Test func `the last action cannot log in, because the visitor would not get the new session`() async throws {
        try await Transport.memory.serve([Planning.app { _ in Planning.LogIn() }]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            var page = try await ada.click("Start")
            while page.alert == nil { page = try await ada.waitForChange() }
            #expect(page.alert?.title == "That did not work")
            #expect(try await ada.click("OK").buttons.contains { $0.label == "Log in" })
        }
    }

    @Test func `the result is stored with the session, and a task of an ended process has ended`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = Transport.configuration
        configuration.stateFolder = folder.path
        let planning = Planning.app { _ in Planning.Plan(text: "kept") }
        let gate = Planning.Gate()
        let waiting = Planning.app { _ in
            try await gate.pass()
            return nil
        }
        var last: Visitor?
        try await Transport.socket.serve([planning], configuration: configuration) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            try await ada.click("Start")
            _ = try await Planning.wait(for: "Plan: kept", on: ada)
            last = ada
        }
        for text in ["Plan: kept", "Ended"] {
            try await Transport.socket.serve([waiting], configuration: configuration) { wire in
                let ada = Visitor(wire)
                if let last { ada.shareCookies(of: last) }
                let page = try await ada.visit("/planner")
                #expect(page.texts.contains(text))
                if text == "Plan: kept" { try await ada.click("Start") }
                last = ada
            }
        }
    }
}
