import Glibc
@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("A stack of routes") struct StackTests {
    @Test(arguments: [1, 2, 100]) func `show, pop, popToRoot and dismiss work at every depth`(depth: Int) throws {
        let letters = Letters()
        while letters.depth < depth { letters.show(.letter(letters.depth)) }
        let before = letters.routes
        #expect(letters.depth == depth)

        letters.show(.letter(500))
        #expect(letters.routes == before + [.letter(500)])
        #expect(try letters.visibleChild() is Letter)
        letters.pop()
        #expect(letters.routes == before)

        letters.show(.compose(to: nil))
        #expect(letters.presentedRoute == .compose(to: nil))
        letters.dismiss()
        #expect(letters.presentedRoute == nil)
        #expect(letters.routes == before)

        letters.popToRoot()
        #expect(letters.routes == [.inbox])
        letters.pop()
        #expect(letters.routes == [.inbox])
        #expect(try letters.visibleChild() is Inbox)
    }

    @Test func `pop to a route stops at its topmost entry, and does nothing without one`() {
        let letters = Letters()
        letters.setRoutes([.inbox, .letter(1), .letter(2), .letter(1), .letter(3)])
        letters.pop(to: .letter(9))
        #expect(letters.depth == 5)
        letters.pop(to: .letter(1))
        #expect(letters.routes == [.inbox, .letter(1), .letter(2), .letter(1)])
        letters.pop(to: .inbox)
        #expect(letters.routes == [.inbox])
    }

    @Test(arguments: [(18, 18), (1, 1), (73, 73), (74, 73), (0, 1), (.min, 1), (.max, 73)])
    func `pop to a depth keeps that many routes, at least the root`(depth: Int, left: Int) {
        let letters = Letters()
        while letters.depth < 73 { letters.push(.letter(letters.depth)) }
        let before = letters.routes
        letters.pop(toDepth: depth)
        #expect(letters.routes == Array(before.prefix(left)))
    }

    @Test func `Back is offered only above the root`() async throws {
        let visit = try PostOffice.visit(at: "/letters")
        #expect(try await visit.screen.leadingItems.isEmpty)
        try await visit.click("Letter 2")
        let items = try await visit.screen.leadingItems
        #expect(items.map(\.title) == ["Back"])
        #expect(items.map(\.role) == [.cancel])
        #expect(items.map(\.destinationTitle) == ["Inbox"])
    }

    @Test func `setRoutes replaces the stack and frees old controllers`() throws {
        let letters = Letters()
        for number in 1...3 {
            letters.push(.letter(number))
            _ = try letters.visibleChild()
        }
        weak let old = try letters.visibleChild()
        letters.setRoutes([.inbox, .letter(1), .search(text: "a", page: 2)])
        #expect(letters.routes == [.inbox, .letter(1), .search(text: "a", page: 2)])
        #expect(old == nil)
        #expect(try letters.visibleChild() is Page)
        letters.setRoutes([])
        #expect(letters.routes == [.inbox])
    }

    @Test func `setRoutes keeps the controllers of unchanged routes, even above a replaced one`() throws {
        let letters = Letters()
        var screens: [ViewController] = [try #require(try letters.visibleChild())]
        for number in 1...5 {
            letters.push(.letter(number))
            screens.append(try #require(try letters.visibleChild()))
        }
        (screens[5] as? Letter)?.note = "kept"
        letters.setRoutes([.inbox, .letter(1), .letter(2), .letter(30), .letter(4), .letter(5)])
        #expect(try letters.visibleChild() === screens[5])
        for depth in [4, 3, 2, 1, 0] {
            letters.pop()
            #expect(try (letters.visibleChild() === screens[depth]) == (depth != 3))
        }
    }

    @Test func `a stack without its declared root has a location that restores it or is incomplete`() throws {
        let visit = try PostOffice.visit(at: "/letters")
        try visit.visible(Letters.self).setRoutes([.letter(4), .letter(5)])
        let location = try visit.app.location
        let again = try PostOffice.visit(at: location.path)
        #expect(try again.visible(Letters.self).routes == [.letter(4), .letter(5)] || !location.isComplete)
    }

    @Test func `a stack at its maximum depth refuses a push with an alert`() async throws {
        let visit = try PostOffice.visit(at: "/letters")
        let letters = try visit.visible(Letters.self)
        letters.setRoutes(Array(repeating: .letter(1), count: 5_000))
        #expect(letters.depth == 256)
        letters.push(.letter(2))
        #expect(letters.depth == 256)
        #expect(letters.topRoute == .letter(1))
        #expect(try await visit.screen.alert?.alert.title == "Too many pages")
        visit.app.window?.maximumStackDepth = 1_000
        letters.push(.letter(2))
        #expect(letters.depth == 257)
    }

    @Test func `freeing a stack of 4,096 routes does not exhaust the call stack`() async {
        await #expect(processExitsWith: .success) {
            var letters: Letters? = Letters()
            var window: Window? = letters.map { Window(rootViewController: $0) }
            window?.maximumStackDepth = 4_096
            letters?.setRoutes(Array(repeating: .letter(1), count: 4_096))
            guard letters?.depth == 4_096 else { exit(1) }
            (letters, window) = (nil, nil)
        }
    }
}
