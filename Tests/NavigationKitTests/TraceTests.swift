@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Traces of the responder chain") struct TraceTests {
    struct Save: Action {}
    struct Saved: Action {}
    struct Lose: Action {}
    struct Lost: Action {}
    struct Torn: Error {}

    enum Place: Route { case inner }

    final class Outer: FlowController<Place> {
        let inner: Inner
        init(_ inner: Inner) {
            self.inner = inner
            super.init(root: .inner)
        }
        override class var actions: [Handler] { [.on(saved), .on(save)] }
        func saved(_ action: Saved) {}
        func save(_ action: Save) {}
        override func destination(for route: Place) throws -> ViewController { inner }
    }

    /// Sends an action that its container performs, or one without a handler; then optionally forwards one or throws.
    final class Inner: ViewController {
        var passes = false
        var passesLost = false
        var tears = false
        override class var actions: [Handler] { [.on(save), .on(lose)] }
        func save(_ action: Save) async throws {
            try await send(Saved())
            if passesLost { return try await forward(Lost()) }
            if passes { try await forward(action) }
        }
        func lose(_ action: Lose) async throws {
            try await send(Lost())
            if passes { try await forward(action) }
            if tears { throw Torn() }
        }
        @ViewBuilder override var view: any View {
            Button("Save", action: Save())
            Button("Lose", action: Lose())
        }
    }

    private func visit(_ change: (Inner) -> Void = { _ in }) throws -> Visit<Stage> {
        let inner = Inner()
        change(inner)
        return try Visit(Stage(Outer(inner)))
    }

    @Test func `a handler that sends another action is traced as handled`()
        async throws
    {
        let visit = try visit()
        #expect(try await visit.click("Save") == ["Inner;handled", "Inner;none", "Outer;handled"])
    }

    @Test func `a handler that sends another action and forwards its own is traced as passed`() async throws {
        let visit = try visit { $0.passes = true }
        #expect(
            try await visit.click("Save") == ["Inner;passed", "Inner;none", "Outer;handled", "Outer;handled"])
    }

    @Test func `a handler that forwards a different action is traced as passed`() async throws {
        let visit = try visit { ($0.passes, $0.passesLost) = (true, true) }
        #expect(
            try await visit.click("Save") == [
                "Inner;passed", "Inner;none", "Outer;handled", "Outer;none", "Window;none", "Stage;none",
            ])
    }

    private let lost = Diagnostic.unhandled("lost", last: "Stage", chain: "Inner → Outer → Window → Stage")

    @Test func `an unhandled action is traced and reported with the last responder`() async throws {
        let visit = try visit()
        #expect(
            try await visit.click("Lose") == [
                "Inner;handled", "Inner;none", "Outer;none", "Window;none", "Stage;unhandled",
            ])
        #expect(visit.issues.isEmpty)
        _ = try await visit.screen
        #expect(visit.issues == [lost])
        #expect(lost.description.hasPrefix("Unhandled action: lost, last responder: Stage."))
        // Each issue is reported only once.
        _ = try await visit.screen
        #expect(visit.issues == [lost])
    }

    @Test func `an unhandled action is reported to the caller, even if the handler throws`() async throws {
        for isTraced in [true, false] {
            for tears in [true, false] {
                let visit = try visit { $0.tears = tears }
                let offers = try await visit.see().offers
                var told: [Diagnostic] = []
                do {
                    _ = try await visit.app.perform(
                        FormSubmission(token: "lose"), offers: offers, isTraced: isTraced, report: { told.append($0) })
                    #expect(!tears)
                } catch {
                    #expect(tears && error is Torn)
                }
                #expect(told == [lost])
            }
        }
    }

    @Test func `a forwarded action without another handler counts as handled and causes no issue`() async throws {
        let visit = try Visit(Stage(Passer()))
        #expect(try await visit.click("Lose") == ["Passer;passed", "Window;none", "Stage;none"])
        _ = try await visit.screen
        #expect(visit.issues.isEmpty)
    }

    final class Passer: ViewController {
        override class var actions: [Handler] { [.on(lose)] }
        func lose(_ action: Lose) async throws { try await forward(action) }
        @ViewBuilder override var view: any View { Button("Lose", action: Lose()) }
    }

    @Test func `send returns false without a performer, and a chain without a window reports no issue`() async throws {
        #expect(try await Inner().send(Lost()) == false)
        let app = Stage(Inner())
        try app.start()
        #expect(try await app.send(Lost()) == false)
        var told: [Diagnostic] = []
        app.window?.reportDiagnostics { told.append($0) }
        #expect(told == [.unhandled("lost", last: "Stage", chain: "Stage")])
    }
}

@Suite("Names of responders in traces and graphs") struct NamesakeTests {
    struct Sheet: View { var body: some View { Text("A sheet.") } }
    struct Pile<Content: View>: View { var body: some View { Text("A pile.") } }
    final class `Größe & Gewicht`: ViewController {}
    final class OwnHost: HostingController<Sheet> {}
    final class AnyHost<Content: View>: HostingController<Content> {}
    final class _Hidden: ViewController {}
    final class `3D`: ViewController {}

    @Test func `a hosting controller is named after its view, and a subclass has its own name`() {
        #expect(HostingController(rootView: Sheet()).chainDescription == "Sheet")
        #expect(HostingController(rootView: Pile<Text>()).chainDescription == "Pile")
        #expect(OwnHost(rootView: Sheet()).chainDescription == "OwnHost")
        #expect(AnyHost(rootView: Sheet()).chainDescription == "AnyHost")
        #expect(HandlerTable.table(of: HostingController<Text>.self).typeName == "Text")
    }

    @Test func `RFC 8941 §3.3.4: every name is a valid token`() {
        #expect(`Größe & Gewicht`().chainDescription == "*Gr~f6~dfe~a0~26~a0Gewicht")
        #expect(_Hidden().chainDescription == "*_Hidden")
        #expect(`3D`().chainDescription == "*3D")
    }
}
