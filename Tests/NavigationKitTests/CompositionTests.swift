@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Containers as coordinators") struct CompositionTests {
    /// The title and elements of a screen, without the bars of its containers.
    private func content(of visit: Visit<some Application>) async throws -> [String] {
        let screen = try await visit.screen
        return [screen.title] + screen.elements.map { "\($0)" }
    }

    @Test func `on the visible path each container is the parent of the next controller`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7")
        let path = try visit.path
        #expect(path.map { "\(type(of: $0))" } == ["AppFlow", "Tabs", "Letters", "Letter"])
        for (above, below) in zip(path, path.dropFirst()) { #expect(below.parent === above) }
        #expect(path.first === visit.app.window?.rootViewController)
    }

    @Test func `a stack alone shows the same screens as in a tab bar`() async throws {
        for steps in ["", "/friend:7"] {
            let alone = try Visit(Stage(Friends()), at: steps)
            let composed = try PostOffice.visit(at: "/friends" + steps)
            #expect(try await content(of: alone) == content(of: composed))
        }
    }

    @Test func `each tab keeps its own stack`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7")
        try await visit.click("Friends")
        #expect(try visit.location == "/friends")
        try await visit.click("Friend 2")
        try await visit.click("Letters")
        #expect(try visit.location == "/letters/letter:7")
        try await visit.click("Friends")
        #expect(try visit.location == "/friends/friend:2")
        #expect(visit.app.operation == .select)
    }

    @Test func `one screen class has different titles in different containers`() async throws {
        #expect(try await PostOffice.visit(at: "/friends").screen.title == "Friends")
        #expect(try await PostOffice.visit(at: "/letters/~compose:4/recipient").screen.title == "To whom?")
    }

    @Test func `the tab bar sets the tab items`() async throws {
        let tabs = try await PostOffice.visit(at: "/friends").screen.tabs
        #expect(tabs.map(\.title) == ["Letters", "Friends"])
        #expect(tabs.map(\.badge) == ["2", nil])
        #expect(tabs.map(\.isSelected) == [false, true])
    }

    @Test func `the container decides what an action of the same screen does`() async throws {
        let opening = try PostOffice.visit(at: "/friends")
        try await opening.click("Friend 2")
        #expect(try opening.location == "/friends/friend:2")

        let picking = try PostOffice.visit(at: "/letters/~compose:4/recipient")
        try await picking.click("Friend 2")
        #expect(try picking.location == "/letters/~compose:4")
    }

    @Test func `the same screen pushes details in one flow and selects a recipient in another`() async throws {
        let visit = try PostOffice.visit(at: "/letters/~compose:4/recipient")
        #expect(try await visit.click("Friend 3") == ["FriendList;none", "Composing;handled"])
        #expect(try visit.visible(Composing.self).recipient == 3)
    }

    @Test func `a container without a destination throws an error with the missing route`() throws {
        final class Bare: NavigationController<FriendRoute> {}
        #expect(throws: ContainerError.noDestination(route: "friend(3)", container: "Bare")) {
            let bare = Bare(root: .friend(3))
            _ = try bare.visibleChild()
        }
    }
}
