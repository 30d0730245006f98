@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Lifecycle callbacks of controllers") struct LifecycleTests {
    @Test func `rendering a screen only loads it`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7")
        _ = try await visit.screen
        _ = try await visit.screen
        _ = try visit.location
        _ = try visit.app.state
        #expect(visit.app.diary.lines == ["Letter 7 didLoad"])
    }

    @Test func `a route deferred by a guard triggers no callbacks of its controllers`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7", signedIn: false)
        _ = try await visit.screen
        #expect(visit.app.diary.lines == ["Login didLoad"])
    }

    @Test func `a push calls the callbacks of the old and the new screen in UIKit's order`() async throws {
        let visit = try PostOffice.visit(at: "/letters")
        try await visit.click("Archive all")
        visit.app.diary.lines = []
        try await visit.click("Letter 2")
        let appearing = ["Inbox willDisappear", "Letter 2 willAppear", "Inbox didDisappear", "Letter 2 didAppear"]
        #expect(visit.app.diary.lines.count == 7)
        expect(visit.app.diary.lines, toHold: ["Letter 2 willMove", "Letter 2 didMove"] + appearing)
        expect(visit.app.diary.lines, toHold: ["Letter 2 didLoad"] + appearing)
    }

    @Test func `a pop calls the callbacks of the screen that leaves and the one that reappears`() async throws {
        let visit = try PostOffice.visit(at: "/letters")
        try await visit.click("Letter 2")
        visit.app.diary.lines = []
        try await visit.click("Back")
        #expect(
            Set(visit.app.diary.lines) == [
                "Letter 2 willLeave", "Letter 2 didLeave", "Letter 2 willDisappear", "Inbox willAppear",
                "Letter 2 didDisappear",
                "Inbox didAppear",
            ])
        #expect(visit.app.diary.lines.count == 6)
        expect(visit.app.diary.lines, toHold: ["Letter 2 willLeave", "Letter 2 didLeave"])
        expect(
            visit.app.diary.lines,
            toHold: ["Letter 2 willDisappear", "Inbox willAppear", "Letter 2 didDisappear", "Inbox didAppear"])
    }

    @Test func `the visible screen appears before the first action of a visit is performed`() async throws {
        let visit = try PostOffice.visit(at: "/letters")
        try await visit.click("Archive 1")
        expect(
            visit.app.diary.lines,
            toHold: ["Inbox willMove", "Inbox didMove", "Inbox willAppear", "Inbox didAppear", "row 1 archived 1"])
    }

    @Test func `presenting makes the screen below disappear, and dismissing makes it reappear`() async throws {
        let visit = try PostOffice.visit(at: "/letters")
        try await visit.click("Write")
        expect(
            visit.app.diary.lines,
            toHold: ["Draft didLoad", "Inbox willDisappear", "Draft willAppear", "Draft didAppear"])
        visit.app.diary.lines = []
        try await visit.click("Cancel")
        expect(visit.app.diary.lines, toHold: ["Draft willDisappear", "Inbox willAppear", "Draft didDisappear"])
        #expect(!visit.app.diary.lines.contains("Inbox didLoad"))
    }

    @Test func `the appearances and disappearances of each screen alternate`() async throws {
        let visit = try PostOffice.visit(at: "/letters")
        for title in [
            "Letter 1", "Back", "Letter 1", "Friends", "Friend 2", "Letters", "Back", "Write", "Choose", "Back",
            "Cancel",
        ] {
            try await visit.click(title)
        }
        for name in Set(visit.app.diary.lines.compactMap { $0.split(separator: " ").dropLast().joined(separator: " ") })
        {
            let events = visit.app.diary.lines.filter { $0.hasPrefix(name + " ") && $0.hasSuffix("ppear") }
                .map { String($0.dropFirst(name.count + 1)) }
            let cycle = ["willAppear", "didAppear", "willDisappear", "didDisappear"]
            for (index, event) in events.enumerated() { #expect(event == cycle[index % 4], "\(name)") }
        }
    }

    struct Down: Error {}

    @Test func `a screen whose load failed is loaded again the next time`() async throws {
        final class Flaky: ViewController {
            var attempts = 0
            override func viewDidLoad() async throws {
                attempts += 1
                if attempts == 1 { throw Down() }
            }
        }
        let flaky = Flaky()
        let visit = try Visit(Stage(flaky))
        await #expect(throws: Down.self) { try await visit.screen }
        _ = try await visit.screen
        _ = try await visit.screen
        #expect(flaky.attempts == 2)
    }

    /// Expects that `lines` contain `events` in this order, with or without others between them.
    private func expect(
        _ lines: [String], toHold events: [String], at location: SourceLocation = #_sourceLocation
    ) {
        var rest = lines[...]
        for event in events {
            guard let index = rest.firstIndex(of: event) else {
                Issue.record("\(event) is missing or too early in \(lines)", sourceLocation: location)
                return
            }
            rest = rest[(index + 1)...]
        }
    }
}

/// A screen that pops the stack while it is being removed.
private final class Restless: ViewController {
    override func willMove(toParent parent: ViewController?) {
        guard parent == nil, let stack = self.parent as? RestlessStack else { return }
        stack.goesBack += 1
        stack.pop()
    }
}

private enum Step: Route, CaseIterable { case first, second, third, fourth }

private final class RestlessStack: NavigationController<Step> {
    var goesBack = 0

    override func destination(for route: Step) -> ViewController { Restless() }
}

@Suite("A controller that navigates while it is removed") struct ReentrancyTests {
    @Test func `removed controllers get their callbacks after the stack is consistent`() async throws {
        let stack = RestlessStack(root: .first)
        let visit = try Visit(Stage(stack))
        for step in [Step.second, .third, .fourth] {
            stack.push(step)
            try await visit.app.settle()
        }
        stack.pop(to: .second)
        try await visit.app.settle()
        #expect(stack.goesBack > 0)
        #expect(stack.routes == [.first])
        stack.push(.third)
        try await visit.app.settle()
        #expect(stack.routes == [.first, .third])
        #expect(try visit.location == "/third")
    }
}
