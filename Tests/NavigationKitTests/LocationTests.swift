@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Opening and printing locations") struct LocationTests {
    @Test(arguments: [
        ("", "/letters"), ("/", "/letters"), ("/letters", "/letters"), ("/friends", "/friends"), ("/login", "/login"),
        ("/letters/letter:7/letter:8", "/letters/letter:7/letter:8"),
        ("/letters/search:a!2Fb:2", "/letters/search:a!2Fb:2"), ("/letters/search::!n", "/letters/search::!n"),
        ("/friends/friend:7/~writing:3/picture:..", "/friends/friend:7/~writing:3/picture:.."),
        ("/letters/=letter:4", "/letters/=letter:4"), ("/letters/=letter:4/letter:5", "/letters/=letter:4/letter:5"),
        ("/letters/=letter:4/~compose:5", "/letters/=letter:4/~compose:5"),
        ("/letters/letter%3A7", "/letters/letter:7"), ("/%6Cetters/%7Ecompose:4", "/letters/~compose:4"),
    ])
    func `a location is printed with its tab and without the root of a stack`(path: String, printed: String)
        throws
    {
        #expect(try PostOffice.visit(at: path).location == printed)
    }

    @Test(arguments: [
        ("/nowhere", "/letters"), ("/friends/nowhere", "/friends"),
        ("/friends/friend:7/nowhere/friend:8", "/friends/friend:7"),
        ("/friends/friend:x", "/friends"), ("/letters/letter:7/letter:5000", "/letters/letter:7"),
        ("/letters/~compose:4/~nowhere", "/letters/~compose:4"),
        ("/letters/~compose:4/letter:7", "/letters/~compose:4"),
        ("/letters/~compose:4/~another/~another/x", "/letters/~compose:4/~another/~another"),
        ("/friends/", "/friends"), ("//friends", "/letters"), ("/friends//friend:7", "/friends"),
        ("/friends/..", "/friends"),
        ("/letters/=inbox", "/letters"), ("/letters/=letter:5000", "/letters"), ("/letters/%3Dletter:4", "/letters"),
        ("/letters/letter:1/=letter:2", "/letters/letter:1"), ("/=letters", "/letters"),
        ("/letters/~=compose:4", "/letters"),
        ("/friends/~nobody", "/friends"), ("/friends/friend:07", "/friends"),
    ])
    func `an invalid path is refused with its longest valid prefix`(path: String, prefix: String) throws {
        let error = #expect(throws: LocationError.self) { _ = try PostOffice.visit(at: path) }
        let valid = try #require(error?.longestValidPrefix)
        #expect(error?.path == path)
        #expect(try PostOffice.visit(at: valid.path).location == prefix)
    }

    @Test(arguments: ["friends", "nowhere", "friends/friend:7", "a?b=c", "~compose:4"])
    func `a path that does not begin with a slash is refused`(path: String) {
        #expect(throws: LocationError.self) { _ = try PostOffice.visit(at: path) }
    }

    @Test func `a path longer than the bound is refused without echoing it`() throws {
        let path = "/letters" + String(repeating: "/letter:7", count: 200)
        let error = #expect(throws: LocationError.self) { _ = try PostOffice.visit(at: path) }
        #expect((error?.path.utf8.count ?? .max) < 100)
    }

    @Test func `a modal three levels deep is opened and printed`() throws {
        let path = "/letters/letter:7/~compose:!n/recipient/~another/picture:a/~another/recipient/recipient"
        let visit = try PostOffice.visit(at: path)
        #expect(try visit.location == path)
        #expect(try visit.path.filter { $0 is Composing }.count == 3)
    }

    @Test(arguments: [10, 48, 100, 250])
    func `the location of a deep stack has a truncation marker, stays within the limit and keeps the top`(
        depth: Int
    ) throws {
        let visit = try PostOffice.visit(at: "/letters")
        let letters = try visit.visible(Letters.self)
        for number in 1..<depth { letters.push(.letter(number % 1_000)) }
        letters.present(.compose(to: 4))
        let location = try visit.app.location
        #expect(location.path.utf8.count <= Location.maxPathLength)
        #expect(location.path.split(separator: "/").count <= Location.maxSteps)
        #expect(location.isComplete == (depth < 100))
        #expect(location.path.contains("/!_/") == (depth >= 100))
        #expect(location.path.hasSuffix("/letter:\(depth - 1)/~compose:4"))

        let again = try PostOffice.visit(at: location.path)
        let tree = try #require(try again.path.first { $0 is Letters } as? Letters)
        #expect(tree.topRoute == letters.topRoute)
        #expect(letters.routes.suffix(tree.depth - 1) == tree.routes.dropFirst())
        #expect(try again.app.location != location || location.isComplete)
    }

    @Test func `a page opened by a long location keeps it, although its state prints a shorter one`() throws {
        let path = "/letters" + (1...60).map { "/letter:\($0)" }.joined()
        let visit = try PostOffice.visit(at: path)
        #expect(try visit.visible(Letter.self).name == "Letter 60")
        #expect(try !visit.app.location.isComplete)
        #expect(try visit.app.location(asked: Location(path)).path == path)
    }

    @Test func `a route too long for a step is replaced by a truncation marker`() throws {
        let visit = try PostOffice.visit(at: "/letters")
        try visit.visible(Letters.self).push(.search(text: String(repeating: "x", count: 300), page: 1))
        let location = try visit.app.location
        #expect(location.path == "/letters/!_")
        #expect(!location.isComplete)
    }

    @Test func `the location of any state stays within the limit`() throws {
        let visit = try PostOffice.visit(at: "/letters")
        let letters = try visit.visible(Letters.self)
        for _ in 0..<6 { letters.push(.search(text: String(repeating: "y", count: 240), page: 1)) }
        letters.present(.compose(to: 4))
        for _ in 0..<60 {
            let container = try visit.visible(Composing.self)
            container.push(.picture(String(repeating: "z", count: 200)))
            container.show(.another)
            #expect(try visit.location.utf8.count <= Location.maxPathLength)
        }
        #expect(try visit.app.location.isComplete == false)
    }

    @Test(arguments: [
        ("/letters/compose:4", "/letters"), ("/letters/letter:1/compose:4", "/letters/letter:1"),
        ("/letters/=compose:4", "/letters"), ("/letters/~letter:2", "/letters"), ("/letters/~inbox", "/letters"),
        ("/letters/letter:1/~letter:2", "/letters/letter:1"),
    ]) func `a location with a transition other than the route's own is refused`(path: String, valid: String)
        throws
    {
        let visit = try PostOffice.visit()
        #expect { try visit.app.open(Location(path)) } throws: { error in
            (error as? LocationError)?.longestValidPrefix.path == valid
        }
    }

    @Test func `a route that was pushed against its own transition is found at its printed location`() throws {
        let visit = try PostOffice.visit(at: "/letters")
        try visit.visible(Letters.self).push(.compose(to: 4))
        let location = try visit.location
        #expect(location == "/letters/compose:4")
        #expect(try PostOffice.visit(at: location, state: try visit.app.state).location == location)
    }

    @Test func `opening a location on a saved state shows it and keeps the state that it does not show`() async throws {
        let first = try PostOffice.visit(at: "/letters/letter:1/letter:2/~compose:4")
        let tabs = try #require(try first.path.first { $0 is Tabs } as? Tabs)
        tabs.select(.friends)
        try first.visible(Friends.self).push(.friend(5))
        try first.visible(Friends.self).push(.friend(6))
        let second = try PostOffice.visit(at: "/friends/friend:9", state: try first.app.state)
        #expect(try second.location == "/friends/friend:9")
        try await second.click("Letters")
        #expect(try second.location == "/letters/letter:1/letter:2/~compose:4")

        let third = try PostOffice.visit(at: "/letters/~compose:5", state: try second.app.state)
        #expect(try third.location == "/letters/~compose:5")
    }
}
