@testable import Navigation
@testable import Responders
@testable import Views
import NavigationKit
import Testing

@Suite("A list and a detail side by side") struct SplitTests {
    private let album = Album()

    private func visit(at location: String? = nil, state: WindowState? = nil) throws -> Visit<Stage> {
        try Visit(Stage(album), state: state, at: location)
    }

    private func panes(_ screen: Screen) -> [String] { screen.panes.map { "\($0.role): \($0.title)" } }
    private func texts(_ screen: Screen) -> [String] {
        screen.elements.compactMap { if case .text(let text, _) = $0 { text } else { nil } }
    }

    @Test func `a split view without a detail is an ordinary page`() async throws {
        let visit = try visit()
        let screen = try await visit.screen
        #expect(try visit.location == "")
        #expect(screen.title == "Photos")
        #expect(screen.panes.isEmpty)
        #expect(screen.leadingItems.isEmpty)
        #expect(screen.trailingItems.map(\.title) == ["Notes"])
    }

    @Test func `a detail is shown beside the list and has its own location`() async throws {
        let visit = try visit()
        #expect(try await visit.click("Photo 2") == ["PhotoList;none", "Album;handled"])
        #expect(visit.app.operation == .push)
        #expect(try visit.location == "/photo:2")
        let screen = try await visit.screen
        #expect(panes(screen) == ["primary: Photos", "detail: Photo 2"])
        #expect(texts(screen) == ["Found ", "Stars 0"])
        #expect(screen.title == "Photo 2")
        #expect(screen.panes.map { $0.items.map(\.title) } == [["Notes"], []])
        #expect(visit.issues.isEmpty)
    }

    @Test func `a detail's location opens both panes in a new session`() async throws {
        let visit = try visit(at: "/photo:3")
        #expect(panes(try await visit.screen) == ["primary: Photos", "detail: Photo 3"])
        #expect(album.diary.lines == ["Photo 3 didLoad", "Photos didLoad"])
        for wrong in ["/photo:1000", "/photos", "/photo:1/photo:2", "/photo:1/recipient"] {
            #expect(throws: LocationError.self) { try Visit(Stage(Album()), at: wrong) }
        }
    }

    @Test func `selecting another row replaces the detail, and Back removes it`() async throws {
        let visit = try visit(at: "/photo:1")
        try await visit.click("Photo 3")
        #expect(try visit.location == "/photo:3")
        #expect(visit.app.operation == .set)
        #expect(try await visit.screen.leadingItems.map(\.title) == ["Back"])
        #expect(try await visit.screen.leadingItems.map(\.destinationTitle) == ["Photos"])
        #expect(try await visit.click("Back") == ["Photo;none", "Album;handled"])
        #expect(visit.app.operation == .pop)
        #expect(try visit.location == "")
        #expect(try await visit.screen.panes.isEmpty)
    }

    @Test func `each pane's actions start at its own controller and climb through the split`() async throws {
        let visit = try visit(at: "/photo:1")
        let offers = try await visit.see().offers
        let chains = ["Photo 3", "Praise", "Notes", "Back"].map { title in
            offers.first { $0.offered.title == title }?.start.chainDescription
        }
        #expect(
            chains == [
                "PhotoList → Album → Window → Stage", "Photo → Album → Window → Stage",
                "PhotoList → Album → Window → Stage", "Photo → Album → Window → Stage",
            ])
        #expect(try await visit.click("Next") == ["Photo;none", "Album;handled"])
        #expect(try visit.location == "/photo:2")
    }

    @Test func `a new selection replaces only the detail's controller, and each pane is loaded once`() async throws {
        let visit = try visit()
        try await visit.click("Photo 1")
        album.diary.lines = []
        try await visit.click("Photo 2")
        #expect(
            album.diary.lines == [
                "Photo 1 willLeave", "Photo 1 didLeave", "Photo 2 didLoad", "Photo 2 willMove", "Photo 2 didMove",
                "Photo 1 willDisappear", "Photo 2 willAppear", "Photo 1 didDisappear", "Photo 2 didAppear",
            ])
        album.diary.lines = []
        try await visit.click("Back")
        #expect(!album.diary.lines.contains { $0.hasPrefix("Photos ") })
    }

    @Test func `in a collapsed split view the detail covers the list, as on a stack`() async throws {
        album.isNarrow = true
        let visit = try visit()
        try await visit.click("Photo 2")
        let screen = try await visit.screen
        #expect(screen.panes.isEmpty)
        #expect(texts(screen) == ["Stars 0"])
        #expect(screen.leadingItems.map(\.title) == ["Back"])
        #expect(try visit.location == "/photo:2")
        #expect(album.diary.lines.contains("Photos didDisappear"))
        #expect(!screen.offeredTitles.contains("Photo 1"))
    }

    @Test func `guards apply to both panes when links open, actions are performed and the state settles`() async throws
    {
        album.isGuest = true
        let visit = try visit(at: "/photo:13")
        #expect(try visit.location == "/photo:0")
        #expect(panes(try await visit.screen) == ["primary: Guests", "detail: Photo 0"])
        album.isGuest = false
        try await visit.click("Next")
        #expect(panes(try await visit.screen) == ["primary: Photos", "detail: Photo 1"])
        album.showDetail(.photo(13))
        album.isGuest = true
        try await visit.app.settle()
        #expect(try visit.location == "/photo:0")
        album.showDetail(.secret)
        #expect(album.detailRoute == nil)
        #expect(try Visit(Stage(Album()), at: "/secret").location == "")
    }

    @Test func `a stack as the detail has its own location steps and handles Back first`() async throws {
        let visit = try visit()
        try await visit.click("Notes")
        try await visit.click("Choose")
        #expect(try visit.location == "/notes/recipient")
        #expect(try await visit.screen.leadingItems.map(\.title) == ["Back"])
        #expect(try await visit.click("Back") == ["FriendList;none", "Composing;handled"])
        #expect(try await visit.click("Back") == ["Draft;none", "Composing;none", "Album;handled"])
        #expect(album.ended == 1)
        let opened = try Visit(Stage(Album()), at: "/notes/recipient")
        #expect(try opened.location == "/notes/recipient")
        #expect(panes(try await opened.screen) == ["primary: Photos", "detail: To whom?"])
    }

    @Test func `a presented controller covers both panes`() async throws {
        let visit = try visit(at: "/photo:1")
        try await visit.click("Caption")
        #expect(try visit.location == "/photo:1/~caption")
        let screen = try await visit.screen
        #expect(screen.panes.isEmpty)
        #expect(screen.presentation == .modal)
        #expect(screen.trailingItems.isEmpty)
        try await visit.click("Cancel")
        #expect(panes(try await visit.screen).count == 2)
        let opened = try Visit(Stage(Album()), at: "/photo:1/~caption/recipient")
        #expect(try opened.location == "/photo:1/~caption/recipient")
    }

    @Test func `both panes are restored with their saved values, from objects and from bytes`() async throws {
        let visit = try visit(at: "/photo:1")
        try await visit.click("Praise")
        try await visit.click("Find", typing: ["words": "sea"])
        #expect(texts(try await visit.screen) == ["Found sea", "Stars 1"])
        let state = try visit.app.state
        for state in [state, try state.storedAndRead()] {
            let again = try Visit(Stage(Album()), state: state)
            #expect(texts(try await again.screen) == ["Found sea", "Stars 1"])
            #expect(try again.location == "/photo:1")
            #expect(!again.app.hasLostPlaces)
        }
        let other = try Visit(Stage(Album()), state: state)
        #expect(try other.app.state.looksLike(state))
        try await other.click("Find", typing: ["words": "sky"])
        #expect(try !other.app.state.looksLike(state))
    }

    @Test func `text typed in the list pane is kept when the detail changes`() async throws {
        let visit = try visit(at: "/photo:1")
        let typed = NavigationKit.Draft(values: [.init(name: "words", text: "half a w")])
        func search() async throws -> String? {
            try await visit.screen.elements.lazy.compactMap {
                if case .field(let field) = $0 { field.value } else { nil }
            }
            .first
        }
        let submission = try FormSubmission(token: "show-photo?photo=2", values: typed.values)
        let (offers, draft) = try visit.app.offers(for: submission, coder: ActionEncoder()) { _ in }
        #expect(draft == typed)
        _ = try await visit.app.perform(submission, offers: offers, typed: draft)
        try await visit.app.settle()
        #expect(try visit.location == "/photo:2")
        #expect(try await search() == "half a w")
        try await visit.click("Back")
        #expect(try await search() == "half a w")
    }

    @Test func `a stack can be the list, and a controller that it presents covers the detail`() async throws {
        final class Desk: SplitViewController<FriendRoute> {
            override func destination(for route: FriendRoute) -> ViewController {
                route == .list ? Letters() : Page(route.segment.text).titled("Friend")
            }
        }
        let locations = ["/letter:1/friend:7", "/letter:1", "/friend:7", "/letter:1/~compose:3/recipient/friend:7"]
        for location in locations {
            let visit = try Visit(Stage(Desk(root: .list)), at: location)
            #expect(try visit.location == location)
            let again = try Visit(Stage(Desk(root: .list)), state: try visit.app.state.storedAndRead())
            #expect(try again.location == location)
            let screen = try await again.screen
            #expect(screen.panes.count == (location.hasSuffix("1/friend:7") || location == "/friend:7" ? 2 : 0))
            #expect((screen.presentation == .modal) == location.contains("~"))
        }
    }

    @Test func `a split that returns to its root closes the detail and returns a stack that is its list to its root`()
        async throws
    {
        final class Desk: SplitViewController<FriendRoute> {
            override func destination(for route: FriendRoute) -> ViewController {
                route == .list ? Letters() : Page(route.segment.text).titled("Friend")
            }
        }
        for location in ["/letter:1/friend:7", "/letter:1", "/friend:7", ""] {
            let desk = Desk(root: .list)
            let visit = try Visit(Stage(desk), at: location)
            desk.returnToRoot()
            try await visit.app.settle()
            #expect(try visit.location == "")
            #expect(try await visit.screen.title == "Inbox")
        }
    }

    @Test func `split views can be nested`() async throws {
        final class Outer: SplitViewController<Tab> {
            override func destination(for route: Tab) -> ViewController { route == .letters ? Album() : Album() }
        }
        let visit = try Visit(Stage(Outer(root: .letters)), at: "/photo:1/friends/photo:2")
        #expect(try visit.location == "/photo:1/friends/photo:2")
        let screen = try await visit.screen
        #expect(
            panes(screen) == [
                "primary: Photo 1", "primary: Photos", "detail: Photo 1", "detail: Photo 2", "primary: Photos",
                "detail: Photo 2",
            ])
    }
}
