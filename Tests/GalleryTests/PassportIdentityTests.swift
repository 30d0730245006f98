import Cairn
import CairnTesting
import Testing

@testable import Gallery
@testable import Navigation
@testable import Responders
@testable import Views

@Suite("Passport: a session belongs to one passport, not to an e-mail") struct PassportIdentityTests {
    @Test(arguments: Transport.allCases)
    func `the holder of an evicted passport never sees a stranger's passport for the same e-mail`(
        transport: Transport
    ) async throws {
        let office = PassportOffice(capacity: 1)
        let app = HostedApplication("passport", title: "Passport") { Passport(office: office) }
        try await transport.serve([app]) { wire in
            let (ada, other, stranger) = (Visitor(wire), Visitor(wire), Visitor(wire))
            try await ada.becomeHolder("ada@example.org")
            #expect(try await ada.click("Show the data page").details["E-mail"] == "ada@example.org")
            try await other.becomeHolder("other@example.org")
            try await stranger.becomeHolder("ada@example.org", password: "somebody else's")
            // The guard runs again for each request, also for the page that was shown last.
            #expect(try await ada.reload().heading == "Open Your Passport")
            for path in ["/passport/~corrections", "/passport"] {
                let page = try await ada.visit(path)
                #expect(page.heading == "Open Your Passport", "\(path): \(page.status) \(page.texts)")
                #expect(try ada.page.source.contains("Lovelace") == false)
            }
            #expect(try await stranger.click("Show the data page").details["Password"] == "15 characters")
        }
    }

    @Test func `a session restored with another office does not open a stranger's passport`() async throws {
        let before = try await Passport.started()
        let ada = PassportRecord(email: "ada@example.org", passwordLength: 8, details: PassportDetails())
        try await before.office.issue(ada)
        try await before.visible(PassportFlow.self).send(PassportOpened(passport: ada.id))
        try await before.settle()
        #expect(try before.visible(PassportFlow.self).activeFlow == .main)

        let after = Passport(office: PassportOffice())
        let stranger = PassportRecord(
            email: "ada@example.org", passwordLength: 8, details: PassportDetails(name: "Eve"))
        try await after.office.issue(stranger)
        after.passport = before.passport
        try after.start()
        try await after.settle()
        #expect(try after.visible(PassportFlow.self).activeFlow == .login)
        let country = try Country.coded("JP")
        try? await after.office.stamp(country, into: ada.id)
        #expect(after.office.record(of: stranger.id) == stranger)
        // The specimen is shared and keeps its id.
        #expect(after.office.record(of: PassportRecord.specimen.id) != nil)
    }

    @Test(arguments: ["\u{200D}", "\u{3164}", "Ada\u{202E}"])
    func `a passport needs a visible name`(name: String) async throws {
        try await Transport.memory.passport { visitor in
            try await visitor.chooseAccount()
            try visitor.fillInDetails()
            try visitor.fill("Name", with: name)
            #expect(try await visitor.submit("Get my passport").status == 422)
            #expect(try visitor.page.field("Name").error != nil)
            try visitor.fill("Name", with: "Ada")
            try await visitor.submit("Get my passport")
            try await visitor.click("Correct it")
            try visitor.fill("Name", with: name)
            #expect(try await visitor.submit("Save").status == 422)
            #expect(try visitor.page.field("Name").error != nil)
        }
    }
}

extension Visitor {
    /// Signs up from the start page.
    fileprivate func becomeHolder(_ email: String, password: String = "engine No 1") async throws {
        try await visit("/passport")
        try await chooseAccount(email, password: password)
        try fillInDetails()
        try await submit("Get my passport")
        #expect(try page.heading == "Passport")
    }
}
