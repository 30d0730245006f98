@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Presenting and dismissing") struct PresentationTests {
    @Test func `a presented stack pushes and pops within itself`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7")
        try await visit.app.window?.visiblePath().last?.send(WriteTo(friend: 4))
        #expect(try visit.location == "/letters/letter:7/~compose:4")
        #expect(try await visit.click("Choose") == ["Draft;none", "Composing;handled"])
        #expect(try visit.location == "/letters/letter:7/~compose:4/recipient")
        let screen = try await visit.screen
        #expect(screen.leadingItems.map(\.title) == ["Back"])
        #expect(screen.trailingItems.map(\.title) == ["Cancel"])
        try await visit.click("Back")
        #expect(try visit.location == "/letters/letter:7/~compose:4")
        try await visit.click("Cancel")
        #expect(try visit.location == "/letters/letter:7")
    }

    @Test(arguments: [
        ("/letters/~compose:4", Transition.modal), ("/friends/~writing:4", .fullScreen), ("/letters", nil),
    ])
    func `a screen has the transition of its presentation`(location: String, presentation: Transition?) async throws {
        let screen = try await PostOffice.visit(at: location).screen
        #expect(screen.presentation == presentation)
        #expect(screen.tabs.isEmpty == (presentation != nil))
        #expect(screen.flow == "main")
    }

    private static let threeLevels = "/letters/~compose:4/~another/recipient/~another/recipient"

    @Test func `three modal levels are in the location and in the responder chain`() throws {
        let visit = try PostOffice.visit(at: PresentationTests.threeLevels)
        #expect(try visit.location == PresentationTests.threeLevels)
        #expect(
            try visit.visible(FriendList.self).chainDescription
                == "FriendList → Composing → Composing → Composing → Letters → Tabs → AppFlow → Window → PostOffice")
    }

    @Test func `dismissing from the lowest level closes and frees the two above it`() throws {
        let visit = try PostOffice.visit(at: PresentationTests.threeLevels)
        let lowest = try #require(try visit.path.first { $0 is Composing } as? Composing)
        weak let middle = try lowest.presentedChild()
        weak let upper = try (middle as? Composing)?.presentedChild()
        #expect(upper != nil)
        lowest.dismiss()
        #expect(try visit.location == "/letters/~compose:4")
        #expect(middle == nil)
        #expect(upper == nil)
    }

    @Test func `dismissing from the presenting stack closes all three levels`() async throws {
        let visit = try PostOffice.visit(at: PresentationTests.threeLevels)
        try #require(try visit.path.first { $0 is Letters } as? Letters).dismiss()
        #expect(try visit.location == "/letters")
    }

    @Test func `Cancel dismisses only the topmost level`() async throws {
        let visit = try PostOffice.visit(at: PresentationTests.threeLevels)
        for left in ["/letters/~compose:4/~another/recipient", "/letters/~compose:4", "/letters"] {
            try await visit.click("Cancel")
            #expect(try visit.location == left)
        }
    }

    @Test func `the responder chain of a presented controller continues with the presenting container`() throws {
        let visit = try PostOffice.visit(at: "/letters/~compose:4")
        let composing = try visit.visible(Composing.self)
        #expect(composing.parent == nil)
        #expect(composing.presentingViewController is Letters)
        #expect(composing.next is Letters)
        #expect(composing.chainDescription == "Composing → Letters → Tabs → AppFlow → Window → PostOffice")
    }

    @Test func `a Dismiss action from a grandchild is performed by the presenter`() async throws {
        let visit = try PostOffice.visit(at: "/letters/~compose:4/recipient")
        #expect(try await visit.click("Cancel") == ["FriendList;none", "Composing;none", "Letters;handled"])
        #expect(visit.app.operation == .dismiss)
    }

    @Test(arguments: ["/letters/~compose:4/recipient", "/letters/~compose:4"])
    func `dismissing from a screen or its container removes only the presented stack`(location: String) throws {
        let asked = try PostOffice.visit(at: location)
        try asked.path.last?.dismissSelf()
        #expect(try asked.location == "/letters")
        let container = try PostOffice.visit(at: location)
        try container.visible(Composing.self).dismiss()
        #expect(try container.location == "/letters")
        try container.path.last?.dismissSelf()
        #expect(try container.location == "/letters")
    }

    @Test func `without a presented controller, Dismiss cannot be performed`() async throws {
        let visit = try PostOffice.visit(at: "/letters")
        #expect(try visit.visible(Letters.self).canPerform(Dismiss.self) == false)
        await #expect(throws: ActionError.self) { try await visit.submit("dismiss") }
    }

    @Test func `presenting another route replaces the presented one`() throws {
        let visit = try PostOffice.visit(at: "/letters/~compose:4/recipient")
        let letters = try #require(try visit.path.first { $0 is Letters } as? Letters)
        weak let first = try letters.presentedChild()
        letters.present(.compose(to: 5))
        #expect(try visit.location == "/letters/~compose:5")
        #expect(first == nil)
    }

    @Test func `endless presenting is refused before the responder chain exceeds its limit`() throws {
        let visit = try PostOffice.visit(at: "/letters/~compose:4")
        var longest = 0
        for _ in 0..<600 {
            guard let composing = try? visit.visible(Composing.self) else { break }
            composing.show(.another)
            longest = max(longest, (try? visit.path.count) ?? 0)
        }
        #expect(longest > 16)
        #expect(longest < Responder.maxChainLength / 2)
    }

    @Test func `present and push override the route's own transition`() throws {
        let visit = try PostOffice.visit(at: "/letters")
        let letters = try visit.visible(Letters.self)
        letters.push(.compose(to: nil))
        #expect(try visit.location == "/letters/compose:!n")
        letters.present(.letter(3))
        #expect(try visit.location == "/letters/compose:!n/~letter:3")
        #expect(letters.presentedRoute == .letter(3))
    }
}
