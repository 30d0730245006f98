import Cairn
import CairnTesting
import Testing

@testable import Gallery
@testable import Navigation
@testable import Responders
@testable import Views

@Suite("Restarts with stored sessions and shared data") struct RestartTests {
    @Test func `Passport: a form of a page from before the restart works after it`() async throws {
        let state = TemporaryFolder()
        var (before, click): (Visitor?, Call?)
        try await Transport.socket.gallery(in: state) { visitor in
            try await visitor.visit("/passport")
            try await visitor.chooseAccount()
            try visitor.fillInDetails()
            try await visitor.submit("Get my passport")
            try await visitor.click("Get a stamp")
            try await visitor.click("I")
            try await visitor.click("Italy")
            let page = try await visitor.click("Get a stamp")
            (before, click) = (visitor, try visitor.call(for: try page.button("J")))
        }
        try await Transport.socket.gallery(in: state) { visitor in
            visitor.shareCookies(of: try #require(before))
            let reply = try await visitor.send(try #require(click))
            #expect(reply.status == 303)
            #expect(try await visitor.visit(try #require(reply["Location"])).heading == "Countries: J")
            let stamped = try await visitor.click("Japan")
            #expect(stamped.heading == "Passport" && stamped.details["Holder"] == "Ada Lovelace")
            #expect(stamped.tables.first?.rows == [["Italy", "1"], ["Japan", "2"]])
            try await visitor.click("Log out")
            #expect(try await visitor.openPassport("ada@example.org", password: "another one").heading == "Passport")
        }
    }

    @Test func `Atlas: a route that a deploy removed leads to the nearest page, with a notice`() async throws {
        let state = TemporaryFolder()
        var configuration = Transport.configuration
        configuration.stateFolder = state.path
        var (before, click): (Visitor?, Call?)
        let earlier = HostedApplication("atlas", title: "Atlas") { EarlierAtlas() }
        try await Transport.socket.serve([earlier], configuration: configuration) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/atlas")
            try await visitor.click("Cities")
            #expect(try await visitor.click("Legend").url == "/atlas/cities/legend:cities")
            try visitor.fill("City or country", with: "Genoa")
            (before, click) = (visitor, try visitor.call(for: try visitor.page.button("Cities")))
        }
        try await Transport.socket.gallery(in: state) { visitor in
            visitor.shareCookies(of: try #require(before))
            let page = try await visitor.visit("/atlas/cities/legend:cities")
            #expect(page.status == 200 && page.heading == "All Cities" && page.notice == Notice.changed)
            #expect(page.rows.first?.title == "Abidjan")
            var stale = try #require(click)
            stale.fields.append(("Accept", "text/html"))
            let reply = try await visitor.send(stale)
            #expect(reply.status == 409 && reply.text.contains("This app has changed since your last visit."))
            #expect(reply.text.contains("value=\"Genoa\""))
            let onward = try await visitor.click("Next page")
            #expect(visitor.replies.map(\.status) == [200] && onward.url == "/atlas/cities?page=2")
            #expect(onward.heading == "All Cities" && onward.notice == nil)
        }
    }

    @Test func `Letters: sent, read and deleted letters stay so after a restart`() async throws {
        let state = TemporaryFolder()
        var before: Visitor?
        try await Transport.socket.gallery(in: state) { visitor in
            before = visitor
            try await visitor.visit("/letters")
            try await visitor.signIn(as: "Tove")
            try await visitor.click("Messages")
            try await visitor.click("Ada & Byron")
            try await visitor.click("Back")
            try await visitor.click("Delete", in: "Bo <the Baker>")
            try await visitor.click("New")
            try await visitor.click("Eve O'Malley")
            try visitor.fill("Message", with: "Is it cold?")
            try await visitor.submit("Send")
        }
        try await Transport.socket.gallery(in: state) { visitor in
            visitor.shareCookies(of: try #require(before))
            let messages = try await visitor.visit("/letters/messages")
            #expect(messages.rows.map(\.title) == ["Eve O'Malley", "Chloé d'Arc", "Ada & Byron"])
            #expect(messages.rows.map(\.isUnread) == [false, true, false])
            #expect(messages.tabs.last?.badge == "1 new")
        }
    }

    @Test func `Shop: a sold piece is not there after a restart either`() async throws {
        let state = TemporaryFolder()
        try await Transport.socket.gallery(in: state) { visitor in
            try await visitor.visit("/shop")
            try await visitor.enterShop()
            try await visitor.buy("The Night Atlas")
            try await visitor.goToPayment()
            #expect(try await visitor.pay("71.50 EUR").heading == "Receipt 1")
        }
        let warehouse = Warehouse()
        var configuration = Transport.configuration
        configuration.stateFolder = state.path
        try await Transport.socket.serve(Gallery.apps(warehouse: warehouse), configuration: configuration) { _ in
            #expect(Product.all.map { warehouse.pieces(of: $0.id) }.reduce(0, +) == 200 * Product.all.count - 1)
        }
    }

    /// Simulates a server that stops after the passport is stored and before the session is.
    @Test func `a repeated submission opens the issued passport and shows an alert`() async throws {
        let passport = try await Passport.started()
        try await passport.visible(PassportLoginFlow.self).send(ApplyForPassport())
        let signUp = try passport.visible(PassportSignUpFlow.self)
        try await signUp.send(
            ChooseAccount(account: PassportAccount(email: "ada@example.org", password: "engine No 1")))
        try await passport.settle()
        let made = PassportRecord(
            email: signUp.email, number: signUp.number, passwordLength: 11, details: PassportDetails(name: "Ada"))
        try await passport.office.issue(made)
        try await signUp.send(EnterAccountDetails(details: PassportDetails(name: "Ada Lovelace"), acceptsTerms: true))
        try await passport.settle()
        #expect(try passport.visible(PassportFlow.self).activeFlow == .main)
        #expect(passport.window?.alert?.title == "Your passport was made already")
        #expect(passport.office.record(of: made.id)?.details.name == "Ada Lovelace")
    }

    @Test func `the same e-mail and password open the issued passport without the session too`() async throws {
        try await Transport.memory.passportHolder { visitor in
            visitor.forgetCookies()
            for password in ["another length", "engine No 1"] {
                #expect(try await visitor.visit("/passport/login/~sign-up/details").heading == "Account Details")
                try visitor.fillInDetails()
                try visitor.fill("E-mail", with: "ada@example.org")
                try visitor.fill("Password", with: password)
                let isRight = password == "engine No 1"
                let title = isRight ? "Your passport was made already" : "There is one already"
                #expect(try await visitor.submit("Get my passport").alert?.title == title)
                let page = try await visitor.click("OK")
                #expect(page.heading == (isRight ? "Passport" : "Account Details"))
                visitor.forgetCookies()
            }
        }
    }

    @Test func `with a full disk no passport is issued, and the input is kept until there is space`() async throws {
        let disk = FullDisk()
        let office = PassportOffice()
        try await office.register.open(in: disk)
        let app = HostedApplication("passport", title: "Passport") { Passport(office: office) }
        try await Transport.memory.serve([app]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/passport")
            try await visitor.chooseAccount()
            try visitor.fillInDetails()
            disk.isFull = true
            let refused = try await visitor.submit("Get my passport")
            #expect(refused.alert?.title == "This cannot be kept now" && refused.heading == "Account Details")
            #expect(office.record(of: "ada@example.org") == nil)
            disk.isFull = false
            #expect(try await visitor.click("OK").field("Name").value == "Ada Lovelace")
            #expect(try await visitor.submit("Get my passport").heading == "Passport")
        }
    }

    @Test func `Passport: after an expired session the second step keeps its input, and one submission completes it`()
        async throws
    {
        try await Transport.memory.passport { visitor in
            try await visitor.chooseAccount()
            try visitor.fillInDetails()
            // Simulate an expired session: the client no longer sends its cookie.
            visitor.forgetCookies()
            let page = try await visitor.submit("Get my passport")
            #expect(page.status == 409 && page.heading == "Account Details")
            #expect(try page.field("Name").value == "Ada Lovelace")
            #expect(try page.field("Telephone").value == "+44 20 7946 0000")
            #expect(try page.field("Remarks").value == "Counts & weaves")
            try visitor.fill("E-mail", with: "ada@example.org")
            try visitor.fill("Password", with: "engine No 1")
            let cover = try await visitor.submit("Get my passport")
            #expect(cover.heading == "Passport" && cover.details["Holder"] == "Ada Lovelace")
        }
    }
}

/// The atlas of an earlier program version: its list of cities had a legend.
private final class EarlierAtlas: Application {
    enum Place: Route { case world, cities, legend(of: String) }
    struct OpenLegend: Action {}

    final class World: NavigationController<Place> {
        init() { super.init(root: .world) }
        override class var actions: [Handler] {
            [
                .show { (_: OpenCityList) in Place.cities }, .show { (_: OpenLegend) in Place.legend(of: "cities") },
            ]
        }
        override func destination(for route: Place) throws -> ViewController { Sheet().titled("Earlier") }
    }

    final class Sheet: ViewController {
        @ViewBuilder override var view: any View {
            TextField("City or country", name: "query")
            Button("Cities", action: OpenCityList())
            Button("Legend", action: OpenLegend())
        }
    }

    override func makeRootViewController() -> ViewController { World() }
}

extension Transport {
    /// Runs `body` with a visitor of a gallery that stores its sessions and shared data in a folder.
    fileprivate func gallery(in state: TemporaryFolder, _ body: (Visitor) async throws -> Void) async throws {
        var configuration = Transport.configuration
        configuration.stateFolder = state.path
        try await serve(Gallery.apps(), configuration: configuration) { wire in
            try await body(Visitor(wire))
        }
    }
}
