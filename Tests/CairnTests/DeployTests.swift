import Cairn
import CairnTesting
import Foundation
import Testing

@Suite("Deployment of a new program version with saved sessions") struct DeployTests {
    struct EnterRoom: Action { var number: Int }
    struct ClimbToAttic: Action {}
    struct Leave: Action { var note = "" }

    private enum OldRoute: Route { case hall, room(Int), attic }
    private enum NewRoute: Route { case hall, room(Int) }

    private final class OldHouse: NavigationController<OldRoute> {
        init() { super.init(root: .hall) }
        override class var actions: [Handler] {
            [
                .show { (action: EnterRoom) in OldRoute.room(action.number) },
                .show { (_: ClimbToAttic) in OldRoute.attic },
            ]
        }
        override func destination(for route: OldRoute) throws -> ViewController {
            switch route {
            case .hall: Room().titled("Hall")
            case .room(let number): Room().titled("Room \(number)")
            case .attic: Room().titled("Attic")
            }
        }
    }

    private final class NewHouse: NavigationController<NewRoute> {
        init() { super.init(root: .hall) }
        override class var actions: [Handler] { [.show { (action: EnterRoom) in NewRoute.room(action.number) }] }
        override func destination(for route: NewRoute) throws -> ViewController {
            switch route {
            case .hall: Room().titled("Hall")
            case .room(let number): Room().titled("Room \(number)")
            }
        }
    }

    private final class Room: ViewController {
        override class var actions: [Handler] { [.on(leave)] }
        func leave(_ action: Leave) { App.left(by: self) }
        @ViewBuilder override var view: any View {
            Text("Left \(nearest(App.self)?.left ?? -1) times")
            TextField("Note", name: "note", maximumLength: 100)
            Button("Leave", action: Leave())
            Button("Room 1", action: EnterRoom(number: 1))
            Button("Attic", action: ClimbToAttic())
        }
    }

    private final class App: Application {
        @Saved var left = 0
        let isOld: Bool
        init(isOld: Bool) {
            self.isOld = isOld
            super.init()
        }
        override func makeRootViewController() -> ViewController { isOld ? OldHouse() : NewHouse() }
        static func left(by room: Room) { room.nearest(App.self)?.left += 1 }
    }

    /// Runs the old program, then the new one, with the same folder of sessions; the visitor keeps the cookies.
    private func deploy(
        before: (Visitor) async throws -> Void, after: (Visitor) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = Transport.configuration
        configuration.stateFolder = folder.path
        var old: Visitor?
        for isOld in [true, false] {
            let app = HostedApplication("house", title: "House") { App(isOld: isOld) }
            try await Transport.socket.serve([app], configuration: configuration) { wire in
                let visitor = Visitor(wire)
                if let old { visitor.shareCookies(of: old) }
                try await (isOld ? before : after)(visitor)
                old = visitor
            }
        }
    }

    @Test func `a removed screen is replaced by its parent with a notice until the next action`() async throws {
        try await deploy { visitor in
            try await visitor.visit("/house")
            try await visitor.click("Room 1")
            #expect(try await visitor.click("Attic").url == "/house/room:1/attic")
        } after: { visitor in
            for url in ["/house/room:1/attic", "/house/room:1/attic?at=3"] {
                let page = try await visitor.visit(url)
                #expect(page.status == 200 && page.heading == "Room 1")
                #expect(page.notice == Notice.changed)
                let own = try await visitor.siren(url)
                #expect(own.links?.first { $0.rel == ["self"] }?.href.hasSuffix("/house/room:1") == true)
            }
            let onward = try await visitor.click("Leave")
            #expect(visitor.replies.map(\.status) == [303, 200])
            #expect(onward.heading == "Room 1" && onward.notice == nil)
            #expect(onward.texts.contains("Left 1 times"))
        }
    }

    @Test func `a form of a removed screen is not acted on, and its input is shown on the parent's page`()
        async throws
    {
        var click: Call?
        try await deploy { visitor in
            try await visitor.visit("/house")
            try await visitor.click("Room 1")
            let attic = try await visitor.click("Attic")
            try visitor.fill("Note", with: "Mind the <beam>")
            click = try visitor.call(for: try attic.button("Leave"))
        } after: { visitor in
            var html = try #require(click)
            html.fields.append(("Accept", "text/html"))
            let reply = try await visitor.send(html)
            #expect(reply.status == 409)
            #expect(reply.text.contains(">Room 1</h1>") && reply.text.contains("This app has changed since"))
            #expect(reply.text.contains("value=\"Mind the &lt;beam&gt;\""))
            #expect(reply.text.contains("Left 0 times"))
            var json = try #require(click)
            json.fields.append(("Accept", "application/json"))
            let problem = try await visitor.send(json)
            #expect(problem.status == 409)
            #expect(try await visitor.visit("/house").texts.contains("Left 0 times"))
        }
    }
}
