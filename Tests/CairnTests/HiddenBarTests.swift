import Cairn
import CairnTesting
import Testing

@Suite("A screen can hide the bars around it, and an app can have its own window") struct HiddenBarTests {
    enum Tab: Route, CaseIterable { case photos, albums }
    enum Place: Route {
        case list, photo, info
        var transition: Transition { self == .info ? .modal : .push }
    }
    struct Open: Action {}
    struct Inform: Action {}
    struct Panic: Action {}
    struct Forget: Action {}

    final class Album: Application {
        override func makeRootViewController() -> ViewController { Tabs(root: .photos) }
        override func makeWindow(rootViewController: ViewController) -> Window {
            AlbumWindow(rootViewController: rootViewController)
        }
    }

    /// Handles an action and the errors of all controllers.
    final class AlbumWindow: Window {
        override class var actions: [Handler] { [.on(forget)] }
        func forget(_ action: Forget) { present(Alert(title: "Forgotten", message: "")) }
        override func handle(_ error: any Error) { present(Alert(title: "The album is stuck", message: "")) }
    }

    final class Tabs: TabBarController<Tab> {
        override func tabBarItem(for route: Tab) -> TabBarItem {
            TabBarItem(title: route == .photos ? "Photos" : "Albums")
        }
        override func destination(for route: Tab) -> ViewController { Stack(root: .list) }
    }

    final class Stack: NavigationController<Place> {
        @Saved var dismissals = 0
        override class var actions: [Handler] { [.on(open), .on(inform)] }
        func open(_ action: Open) { show(.photo) }
        func inform(_ action: Inform) { show(.info) }

        override func dismiss() {
            dismissals += 1
            super.dismiss()
        }

        override func destination(for route: Place) -> ViewController {
            switch route {
            case .list: return Photos().titled("Photos")
            case .photo:
                let photo = Photo().titled("Lighthouse")
                photo.navigationItem.animation = .scale
                return photo
            case .info: return HostingController(rootView: Text("1/250 s")).titled("Info")
            }
        }
    }

    struct Failure: Error {}

    final class Photos: ViewController {
        override class var actions: [Handler] { [.on(panic)] }
        func panic(_ action: Panic) throws { throw Failure() }

        @ViewBuilder override var view: any View {
            Text("Dismissed \(nearest(Stack.self)?.dismissals ?? 0) times")
            Button("Open", action: Open())
            Button("Inform", action: Inform())
            Button("Panic", action: Panic())
            Button("Forget", action: Forget())
        }
    }

    final class Photo: ViewController {
        override init() {
            super.init()
            navigationItem.isBarHidden = true
            navigationItem.hidesTabsWhenPushed = true
            navigationItem.rightBarButtonItems = [BarButtonItem("Inform", action: Inform())]
        }

        @ViewBuilder override var view: any View {
            Text("A lighthouse")
            Button("Close", action: Back())
        }
    }

    private func visit(_ body: (Visitor) async throws -> Void) async throws {
        let hosted = HostedApplication("album", title: "Album") { Album() }
        try await Visitor.each(apps: { [hosted] }) { visitor in
            try await visitor.visit("/album")
            try await body(visitor)
        }
    }

    @Test func `a pushed screen without bars shows its content alone, and its title to screen readers`() async throws {
        try await visit { visitor in
            #expect(try visitor.page.tabs.map(\.title) == ["Photos", "Albums"])
            let photo = try await visitor.click("Open")
            #expect(photo.heading == "Lighthouse" && photo.tabs.isEmpty)
            #expect(photo.buttons.map(\.label) == ["Close"])
            #expect(photo.source.contains("<header class=\"bar hidden\">"))
            #expect(photo.source.contains("<body class=\"screen after-push appears-scale\">"))
            let list = try await visitor.click("Close")
            #expect(list.tabs.count == 2 && !list.source.contains("appears-"))
        }
    }

    @Test func `an override of dismiss is called when the visitor cancels`() async throws {
        try await visit { visitor in
            try await visitor.click("Inform")
            let page = try await visitor.click("Cancel")
            #expect(page.texts.contains("Dismissed 1 times"))
        }
    }

    @Test func `a window of the app's own handles actions and errors of all controllers`() async throws {
        try await visit { visitor in
            #expect(try await visitor.click("Forget").alert?.title == "Forgotten")
            try await visitor.click("OK")
            #expect(try await visitor.click("Panic").alert?.title == "The album is stuck")
        }
    }
}
