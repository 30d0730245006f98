@testable import Navigation
@testable import Responders
@testable import Views
import Testing

private enum Section: Route, CaseIterable { case news, maps, music, mail, photos, games, settings }
private enum Small: Route, CaseIterable { case one, two, three, four, five }
private enum Odd: Route, CaseIterable { case more, a, b, c, d, e }

private final class Sections<R: Route & CaseIterable>: TabBarController<R> {
    var isGuarded = false

    override func tabBarItem(for route: R) -> TabBarItem {
        var item = super.tabBarItem(for: route)
        if route.segment == "games" { item.badge = "3" }
        return item
    }
    override func guardResult(for route: R) -> GuardResult {
        isGuarded && route.segment == "settings" ? .redirect(to: root) : .allowed
    }
    override func destination(for route: R) -> ViewController {
        Page(route.segment.text).titled(route.segment.text)
    }
}

@Suite("Tabs beyond the fifth are listed under More") struct MoreTests {
    private let sections = Sections<Section>(root: .news)

    private func tabs(_ screen: Screen) -> [String] { screen.tabs.map { ($0.isSelected ? "*" : "") + $0.title } }
    private func rows(_ screen: Screen) -> [String] { screen.rows.map { $0.title + ($0.badge ?? "") } }

    @Test func `five tabs are shown without More`() async throws {
        let visit = try Visit(Stage(Sections<Small>(root: .one)))
        #expect(tabs(try await visit.screen) == ["*One", "Two", "Three", "Four", "Five"])
        #expect(throws: LocationError.self) { try Visit(Stage(Sections<Small>(root: .one)), at: "/more") }
        let small = Sections<Small>(root: .one)
        small.selectMore()
        #expect(!small.isMoreShown)
    }

    private enum Halls: Route, CaseIterable { case east, west }
    private final class House: TabBarController<Halls> {
        override func destination(for route: Halls) -> ViewController { Letters() }
    }

    @Test func `selecting a tab again pops to its root, and selecting another restores its state`() async throws {
        let visit = try Visit(Stage(House(root: .east)), at: "/east/letter:1/letter:2")
        try await visit.click("West")
        #expect(try visit.location == "/west")
        try await visit.click("East")
        #expect(try visit.location == "/east/letter:1/letter:2")
        try await visit.click("East")
        #expect(try visit.location == "/east")
        #expect(visit.app.operation == .pop)
        try await visit.click("East")
        #expect(try visit.location == "/east")
        #expect(visit.app.operation == nil)
    }

    @Test func `with more than five tabs, four are shown and the others are listed under More`() async throws {
        let visit = try Visit(Stage(sections))
        #expect(tabs(try await visit.screen) == ["*News", "Maps", "Music", "Mail", "More"])
        #expect(try await visit.click("More") == ["Page;none", "Sections;handled"])
        let screen = try await visit.screen
        #expect(tabs(screen) == ["News", "Maps", "Music", "Mail", "*More"])
        #expect(screen.title == "More")
        #expect(rows(screen) == ["Photos", "Games3", "Settings"])
        #expect(try visit.location == "/more")
        #expect(visit.app.operation == .select)
        #expect(visit.issues.isEmpty)
    }

    @Test func `a tab under More has its own location and selects More`() async throws {
        let visit = try Visit(Stage(sections))
        try await visit.click("More")
        #expect(try await visit.click("Games") == ["MoreViewController;none", "Sections;handled"])
        #expect(try visit.location == "/games")
        #expect(tabs(try await visit.screen) == ["News", "Maps", "Music", "Mail", "*More"])
        let opened = try Visit(Stage(Sections<Section>(root: .news)), at: "/games")
        #expect(tabs(try await opened.screen) == ["News", "Maps", "Music", "Mail", "*More"])
        try await opened.click("Maps")
        #expect(tabs(try await opened.screen) == ["News", "*Maps", "Music", "Mail", "More"])
    }

    @Test func `the More list opens at its location, is restored, and is left by another tab`()
        async throws
    {
        let visit = try Visit(Stage(sections), at: "/more")
        #expect(rows(try await visit.screen).count == 3)
        let again = Sections<Section>(root: .news)
        let restored = try Visit(Stage(again), state: try visit.app.state.storedAndRead())
        #expect(try restored.location == "/more")
        #expect(!restored.app.hasLostPlaces)
        #expect(try visit.app.state.looksLike(try restored.app.state))
        try await restored.click("News")
        #expect(try restored.location == "/news")
        #expect(!again.isMoreShown)
    }

    @Test func `only a tab on the current page can be selected`() async throws {
        let visit = try Visit(Stage(sections))
        await #expect(throws: ActionError.self) { try await visit.submit("select-tab?tab=games") }
        try await visit.click("More")
        try await visit.submit("select-tab?tab=games")
        #expect(sections.selectedRoute == .games)
    }

    @Test func `the guard of a tab applies under More too`() async throws {
        let visit = try Visit(Stage(sections))
        sections.isGuarded = true
        try await visit.click("More")
        #expect(try await !visit.screen.offeredTitles.contains("Settings"), "a refused tab is not offered")
        sections.select(.settings)
        #expect(try visit.location == "/news")
    }

    @Test func `a tab named more keeps its location`() async throws {
        let visit = try Visit(Stage(Sections<Odd>(root: .a)))
        try await visit.submit("select-tab?tab=more")
        #expect(try visit.location == "/more")
        #expect(try await visit.screen.title == "more")
        try await visit.submit("select-tab?tab=!m")
        #expect(try visit.location == "/!m")
        let opened = try Visit(Stage(Sections<Odd>(root: .a)), at: "/!m")
        #expect(rows(try await opened.screen) == ["D", "E"])
    }
}
