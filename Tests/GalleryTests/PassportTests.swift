import CairnTesting
import Sessions
import Testing

@testable import Gallery
@testable import Navigation
@testable import Responders
@testable import Views

@Suite("Passport: flows connected by the responder chain") struct PassportTests {
    @Test(arguments: Transport.allCases)
    func `a new holder signs up and collects stamps, which are there after the next login`(
        transport: Transport
    ) async throws {
        try await transport.passport { visitor in
            let login = try visitor.page
            #expect(login.heading == "Open Your Passport")
            let details = try await visitor.chooseAccount()
            #expect(details.heading == "Account Details")
            #expect(details.texts.first == "For ada@example.org, with a password of 11 characters.")
            try visitor.fillInDetails()
            let cover = try await visitor.submit("Get my passport")
            #expect(cover.heading == "Passport")
            #expect(cover.details == ["Holder": "Ada Lovelace", "Country": "United Kingdom"])
            #expect(cover.texts == ["No stamps yet.", "0 of 32"])
            for (initial, country) in [("I", "Italy"), ("T", "Türkiye")] {
                try await visitor.click("Get a stamp")
                try await visitor.click(initial)
                try await visitor.click(country)
            }
            #expect(try visitor.page.tables.first?.rows == [["Italy", "1"], ["Türkiye", "2"]])
            let page = try await visitor.click("Show the data page")
            let expected = [
                "Name": "Ada Lovelace", "Date of birth": "10 December 1815", "Country": "United Kingdom",
                "Height": "168 cm",
                "Kind": "Diplomatic", "Cover": "#0f6b66", "Visited before": "3", "E-mail": "ada@example.org",
                "Password": "11 characters", "To be collected on": "1 December 2026 09:30",
                "Telephone": "+44 20 7946 0000", "Remarks": "Counts & weaves",
            ]
            #expect(page.details == expected)
            #expect(page.links.contains { $0.target == "https://example.org/ada" })
            try await visitor.click("Done")
            try await visitor.click("Log out")
            #expect(try await visitor.openPassport("ADA@example.org", password: "engine").status == 422)
            #expect(try visitor.page.field("Password").error != nil)
            let again = try await visitor.openPassport("ADA@example.org", password: "another one")
            #expect(again.tables.first?.rows.count == 2)
        }
    }

    @Test(arguments: Transport.allCases)
    func `the sign-up's e-mail is discarded when the sign-up is cancelled or completed`(
        transport: Transport
    ) async throws {
        try await transport.passport { visitor in
            try await visitor.chooseAccount()
            let account = try await visitor.click("Back")
            #expect(try account.field("E-mail").value == "ada@example.org")
            try await visitor.click("Cancel")
            #expect(visitor.operation == "dismiss")
            #expect(try visitor.page.source.contains("ada@") == false)
            #expect(try await visitor.click("Apply for a passport").field("E-mail").value == "")
            try await visitor.click("Cancel")
            try await visitor.chooseAccount()
            try visitor.fillInDetails()
            try await visitor.submit("Get my passport")
            let login = try await visitor.click("Log out")
            #expect(try login.field("E-mail").value == "")
            #expect(try await visitor.click("Apply for a passport").field("E-mail").value == "")
        }
    }

    @Test(arguments: [true, false])
    func `the sign-up flow and its data are freed when it ends`(isFinished: Bool) async throws {
        let passport = try await Passport.started()
        try await passport.visible(PassportLoginFlow.self).send(ApplyForPassport())
        let account = PassportAccount(email: "ada@example.org", password: "engine No 1")
        weak let signUp = try passport.visible(PassportSignUpFlow.self)
        try await signUp?.send(ChooseAccount(account: account))
        try await passport.settle()
        #expect(signUp?.email == "ada@example.org")
        #expect(try passport.stored.contains("ada@example.org"))
        #expect(try passport.stored.contains("engine") == false)
        if isFinished {
            try await signUp?.send(EnterAccountDetails(details: PassportDetails(name: "Ada"), acceptsTerms: true))
        } else {
            try await signUp?.send(Dismiss())
        }
        try await passport.settle()
        #expect(signUp == nil)
        #expect(try passport.stored.contains("ada@example.org") == false)
        #expect(passport.office.record(of: "ada@example.org")?.details.name == (isFinished ? "Ada" : nil))
    }

    @Test func `logging in frees the login flow, and logging out frees the main flow`() async throws {
        let passport = try await Passport.started()
        weak let login = try passport.visible(PassportLoginFlow.self)
        let specimen = PassportRecord.specimen
        #expect(login != nil)
        try await login?.send(OpenPassport(email: specimen.email, password: "12345678"))
        try await passport.settle()
        #expect(login == nil)
        #expect(try passport.visible(PassportFlow.self).activeFlow == .main)
        weak let main = try passport.visible(PassportMainFlow.self)
        try await main?.send(ClosePassport())
        try await passport.settle()
        #expect(main == nil)
        #expect(try passport.visible(PassportFlow.self).activeFlow == .login)
    }

    @Test(arguments: Transport.allCases)
    func `logging in switches forward and logging out switches back`(
        transport: Transport
    ) async throws {
        try await transport.passport { visitor in
            try await visitor.openPassport(PassportRecord.specimen.email, password: "12345678")
            #expect(visitor.operation == "switch")
            #expect(try await visitor.click("Log out").heading == "Open Your Passport")
            #expect(visitor.operation == "back")
        }
    }

    @Test(arguments: Transport.allCases)
    func `Siren and the chain show the active flow, and a switch adds one version`(
        transport: Transport
    ) async throws {
        try await transport.passport { visitor in
            try await visitor.click("Apply for a passport")
            let before = try #require(try await visitor.click("Cancel").versionNumber)
            #expect(try await visitor.flow == "login")
            let cookies = visitor.cookies
            let main = try await visitor.openPassport(PassportRecord.specimen.email, password: "12345678")
            // The login flow handles the action and sends a new one, which starts its climb at the login flow.
            let login = "PassportLoginScreen;none, PassportLoginFlow;handled, PassportLoginFlow;none"
            #expect(visitor.chain == login + ", PassportFlow;handled")
            #expect(visitor.operation == "switch")
            #expect(main.versionNumber == before + 1)
            #expect(visitor.cookies != cookies)
            #expect(try await visitor.flow == "main")
            let after = try await visitor.click("Log out")
            #expect(visitor.chain == "CoverView;none, PassportMainFlow;none, PassportFlow;handled")
            #expect(after.versionNumber == before + 2)
            #expect(try await visitor.flow == "login")
        }
    }

    @Test func `at the root, the documents for scripts do not need the login`() async throws {
        let passport = Gallery.apps().filter { $0.name == "passport" }
        try await Transport.memory.serve(passport, mountsAtRoot: true) { wire in
            let visitor = Visitor(wire)
            #expect(try await visitor.visit("/data").heading == "Open Your Passport")
            for path in ["/cairn/rels/tab", "/cairn/apps/", "/cairn/problems/not-found"] {
                let reply = try await visitor.get(path)
                #expect(reply.status == 200 && !reply.text.contains("Open Your Passport"), "\(path)")
            }
        }
    }
}
