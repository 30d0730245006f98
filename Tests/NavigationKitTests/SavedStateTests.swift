@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Sharing and restoring of versions") struct SavedStateTests {
    private func entries(of visit: Visit<PostOffice>) throws -> [StackEntry] {
        var entries: [StackEntry] = []
        var entry = try visit.app.state.root?.top?.state?.tabs.first?.state?.top
        while let current = entry {
            entries.append(current)
            entry = current.below
        }
        return entries.reversed()
    }

    @Test func `pushes and pops share the stack entries below`() throws {
        let visit = try PostOffice.visit(at: "/letters")
        let letters = try visit.visible(Letters.self)
        for number in 1...3 {
            letters.push(.letter(number))
            try visit.visible(Letter.self).note = "seen \(number)"
        }
        let before = try entries(of: visit)
        letters.push(.letter(4))
        let pushed = try entries(of: visit)
        #expect(pushed.count == 5)
        for (old, new) in zip(before, pushed) { #expect(old === new) }
        letters.pop()
        let popped = try entries(of: visit)
        #expect(popped.count == 4)
        for (old, new) in zip(before, popped) { #expect(old === new) }
    }

    @Test func `an unchanged state that is read twice is the same object`() throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7")
        let first = try visit.app.state.root
        #expect(try visit.app.state.root === first)
        #expect(first != nil)
        try visit.visible(Letter.self).note = "changed"
        #expect(try visit.app.state.root !== first)
    }

    @Test func `a version that changes one tab shares the stack entries of the others`() throws {
        let visit = try PostOffice.visit(at: "/friends/friend:7")
        let tabs = try visit.visible(Tabs.self)
        tabs.select(.letters)
        let before = try visit.app.state.root?.top?.state?.tabs
        try visit.visible(Letters.self).push(.letter(3))
        let after = try visit.app.state.root?.top?.state?.tabs
        #expect(before?[1] === after?[1])
        #expect(before?[0] !== after?[0])
    }

    @Test func `popping from depth 73 to 18 keeps the controllers below`() throws {
        let letters = Letters()
        var screens: [ViewController] = []
        for number in 1...73 {
            letters.push(.letter(number))
            screens.append(try #require(try letters.visibleChild()))
        }
        letters.pop(to: .letter(18))
        #expect(letters.depth == 19)
        for number in stride(from: 18, through: 1, by: -1) {
            #expect(try letters.visibleChild() === screens[number - 1])
            letters.pop()
        }
    }

    @Test func `a restored stack builds only the visible controllers, with their saved values`() throws {
        let first = try PostOffice.visit(at: "/letters")
        let letters = try first.visible(Letters.self)
        for number in 1...73 {
            letters.push(.letter(number))
            if number == 18 { try first.visible(Letter.self).note = "eighteen" }
        }
        let second = try PostOffice.visit(state: try first.app.state)
        let restored = try second.visible(Letters.self)
        #expect(restored.depth == 74)
        restored.pop(to: .letter(18))
        #expect(try second.visible(Letter.self).note == "eighteen")
        #expect(second.app.diary.built == ["Letter 73", "Letter 18"])
    }

    @Test func `saved values are restored in presented, covered and visible screens`() throws {
        let first = try PostOffice.visit(at: "/letters/letter:1/letter:2/~compose:4/picture:a/~another/recipient")
        try first.visible(FriendList.self).note = "on top"
        try first.visible(FriendList.self).stars = 5
        let letters = try #require(try first.path.first { $0 is Letters } as? Letters)
        try #require(try letters.visibleChild() as? Letter).note = "covered"
        let second = try PostOffice.visit(state: try first.app.state)
        #expect(try second.location == first.location)
        #expect(try second.visible(FriendList.self).note == "on top")
        #expect(try second.visible(FriendList.self).stars == 5)
        let again = try #require(try second.path.first { $0 is Letters } as? Letters)
        again.dismiss()
        #expect(try second.visible(Letter.self).note == "covered")
        again.pop()
        #expect(try second.visible(Letter.self).note == "")
    }

    @Test func `a recorded version does not change afterwards`() throws {
        let visit = try PostOffice.visit(at: "/letters/letter:1")
        let letter = try visit.visible(Letter.self)
        letter.note = "first"
        let version = try visit.app.state
        letter.note = "second"
        try visit.visible(Letters.self).push(.letter(2))
        _ = try visit.app.state
        let restored = try PostOffice.visit(state: version)
        #expect(try restored.location == "/letters/letter:1")
        #expect(try restored.visible(Letter.self).note == "first")
    }

    @Test func `a value that changes after its screen was covered is in the next version`() throws {
        let visit = try PostOffice.visit(at: "/letters/letter:1")
        let letter = try visit.visible(Letter.self)
        let letters = try visit.visible(Letters.self)
        letters.push(.letter(2))
        letter.note = "late"
        letters.push(.letter(3))
        let restored = try PostOffice.visit(state: try visit.app.state)
        try restored.visible(Letters.self).pop(to: .letter(1))
        #expect(try restored.visible(Letter.self).note == "late")
    }

    @Test(arguments: [true, false])
    func `a saved value is restored although the container sets or reads it first`(fills: Bool) throws {
        final class Prefilling: NavigationController<LetterRoute> {
            var fills = true
            override func destination(for route: LetterRoute) throws -> ViewController {
                let page = Page("Prefilled")
                if fills { page.note = "Dear Ada," } else { page.title = page.note }
                return page
            }
        }
        let first = Prefilling(root: .inbox)
        first.fills = fills
        try #require(try first.visibleChild() as? Page).note = "Dear Bea,"
        let second = Prefilling(root: .inbox)
        second.fills = fills
        try second.restore(first.state)
        #expect(try (second.visibleChild() as? Page)?.note == "Dear Bea,")
    }

    @Test func `the saved values of the application are not part of a version`() throws {
        let visit = try PostOffice.visit()
        let version = try visit.app.state
        visit.app.visitor = "Bea"
        let again = try PostOffice.visit(state: version)
        #expect(again.app.visitor == "Ada")
    }

    @Test func `an alert is part of a version`() async throws {
        let visit = try PostOffice.visit()
        visit.app.window?.present(Alert(title: "Hello", message: "World"))
        let again = try PostOffice.visit(state: try visit.app.state)
        #expect(try await again.screen.alert?.alert.title == "Hello")
    }

    @Test func `a state with unknown routes is restored as far as its routes are known`() throws {
        enum Other: Route { case parcels }
        let parcels = ControllerState(.tabs([StackEntry(Other.parcels), StackEntry(Tab.friends)], selected: 0))
        let tabs = Tabs()
        try tabs.restore(parcels)
        #expect(tabs.selectedRoute == .letters)
        _ = try tabs.visibleChild()
        tabs.select(.friends)
        #expect(try tabs.visibleChild() is Friends)
    }
}
