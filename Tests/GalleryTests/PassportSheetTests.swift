import CairnTesting
import Testing

@testable import Gallery
@testable import Navigation
@testable import Responders
@testable import Views

@Suite("Passport: forms and sheets") struct PassportSheetTests {
    @Test func `pages are built without arguments and read their flow from the environment`()
        async throws
    {
        let passport = try await Passport.started()
        #expect(HostingController(rootView: CoverView()).environment.passportPages == nil)
        #expect(try passport.visible(PassportLoginScreen.self).environment.passportPages == nil)
        try await passport.visible(PassportLoginFlow.self).send(PassportOpened(passport: PassportRecord.specimen.id))
        try await passport.settle()
        let main = try passport.visible(PassportMainFlow.self)
        #expect(try passport.visible(HostingController<CoverView>.self).environment.passportPages === main)
        main.showDataPage(ShowDataPage())
        #expect(try passport.visible(HostingController<DataPageView>.self).environment.passportPages === main)
    }

    @Test(arguments: Transport.allCases)
    func `a hosted view reads its environment and presents a sheet, and Done closes it`(
        transport: Transport
    ) async throws {
        try await transport.passportHolder { visitor in
            let before = try visitor.page
            #expect(before.details["Holder"] == "Ada Lovelace")
            let sheet = try await visitor.click("Show the data page")
            #expect(visitor.chain == "CoverView;none, PassportMainFlow;handled")
            #expect(visitor.operation == "present")
            #expect(sheet.details["Name"] == "Ada Lovelace")
            #expect(!sheet.buttons.contains { $0.label == "Cancel" })
            let cover = try await visitor.click("Done")
            #expect(visitor.chain == "DataPageView;none, PassportMainFlow;handled")
            #expect(visitor.operation == "dismiss")
            #expect(cover.heading == "Passport")
        }
    }

    @Test(arguments: [
        ("Show the data page", "screen modal medium", "[\"medium\",\"large\"]"),
        ("Correct it", "screen modal", "[\"large\"]"), ("Get a stamp", "screen modal", "[\"large\"]"),
    ])
    func `a sheet has the detents of its route, in HTML and in Siren`(
        button: String, classes: String, detents: String
    ) async throws {
        try await Transport.memory.passportHolder { visitor in
            let sheet = try await visitor.click(button)
            #expect(sheet.source.contains("<body class=\"\(classes) after-present\">"))
            let siren = [("Accept", "application/vnd.siren+json")].map { (name: $0.0, value: $0.1) }
            let reply = try await visitor.send(Call("GET", sheet.versionURL, fields: siren))
            #expect(try reply.siren.class == ["screen", "modal"])
            #expect(reply.text.contains("\"detents\":\(detents)"))
        }
        try await Transport.memory.passport { visitor in
            let signUp = try await visitor.click("Apply for a passport")
            #expect(signUp.source.contains("<body class=\"screen full-screen after-present\">"))
        }
    }

    @Test(arguments: Transport.allCases)
    func `leaving unsaved corrections needs the visitor's confirmation`(
        transport: Transport
    ) async throws {
        try await transport.passportHolder { visitor in
            try await visitor.click("Correct it")
            #expect(try await visitor.click("Cancel").heading == "Passport")
            try await visitor.click("Correct it")
            try visitor.fill("Name", with: "Ada King")
            let asked = try await visitor.click("Cancel")
            #expect(asked.alert?.title == "Discard what you typed?")
            #expect(asked.buttons.map(\.label) == ["Keep editing", "Discard"])
            #expect(try await visitor.click("Keep editing").field("Name").value == "Ada King")
            try await visitor.click("Cancel")
            #expect(try await visitor.click("Discard").details["Holder"] == "Ada Lovelace")
            let sheet = try await visitor.click("Correct it")
            #expect(try sheet.field("Name").value == "Ada Lovelace")
            try visitor.fill("Name", with: "Ada King")
            let saved = try await visitor.submit("Save")
            #expect(visitor.chain == "PassportCorrections;handled" && visitor.operation == "dismiss")
            #expect(saved.alert == nil && saved.details["Holder"] == "Ada King")
            let page = try await visitor.click("Show the data page")
            #expect(page.details["Kind"] == "Diplomatic" && page.details["Height"] == "168 cm")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a refused form keeps its input except for the password`(
        transport: Transport
    ) async throws {
        try await transport.passport { visitor in
            let account = try await visitor.chooseAccount("ada", password: "engine No 1")
            #expect(account.status == 422)
            #expect(try account.field("E-mail").value == "ada")
            #expect(try account.field("E-mail").error?.contains("an e-mail address") == true)
            #expect(try account.field("Password").value == "")
            #expect(!account.source.contains("engine"))
            try visitor.fill("E-mail", with: "ada@example.org")
            try visitor.fill("Password", with: "engine")
            let short = try await visitor.submit("Continue")
            #expect(try short.field("Password").error?.contains("at least 8") == true)
            #expect(try short.field("E-mail").value == "ada@example.org")
            try visitor.fill("Password", with: "engine No 1")
            try await visitor.submit("Continue")
            try visitor.fillInDetails()
            try visitor.fill("Date of birth", with: "9999-01-01")
            try visitor.fill("Telephone", with: "at home")
            let refused = try await visitor.submit("Get my passport")
            #expect(refused.status == 422)
            #expect(refused.fields.filter { $0.error != nil }.map(\.label) == ["Date of birth", "Telephone"])
            let kept = [
                "Ada Lovelace", "9999-01-01", "GB", "168", "diplomatic", "#0f6b66", "3", "2026-12-01T09:30",
                "Counts & weaves", "at home",
                "https://example.org/ada", "true",
            ]
            #expect(refused.fields.map(\.value) == kept)
            #expect(refused.fields.filter(\.isSent).count == kept.count)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a date of birth is typed in parts, and a script sends one text`(transport: Transport) async throws {
        try await transport.passport { visitor in
            try await visitor.chooseAccount()
            try visitor.fillInDetails()
            #expect(try visitor.page.field("Date of birth").parts.count == 3)
            try visitor.fill("Date of birth", with: "1990-02-31")
            let refused = try await visitor.submit("Get my passport")
            let field = try refused.field("Date of birth")
            #expect(refused.status == 422 && field.value == "1990-02-31")
            #expect(field.error == "The day of “Date of birth” must be a number from 1 to 28 in that month.")
            try visitor.fill("Date of birth", with: "1990-02-03")
            let call = try visitor.call(for: try visitor.page.button("Get my passport"))
            let sent = String(decoding: call.body, as: UTF8.self)
            #expect(sent.contains("_day.details.birthday=3&_month.details.birthday=2&_year.details.birthday=1990"))
            var script = call
            script.body = Array(
                sent.split(separator: "&").filter { !$0.hasPrefix("_day.") && !$0.hasPrefix("_month.") }
                    .map { $0.hasPrefix("_year.") ? "details.birthday=1815-12-10" : String($0) }
                    .joined(separator: "&").utf8)
            let reply = try await visitor.send(script)
            #expect(reply.status == 303)
        }
    }

    @Test(arguments: Transport.allCases)
    func `the picker returns a country to its presenter, and nothing when it is cancelled`(
        transport: Transport
    ) async throws {
        try await transport.passportHolder { visitor in
            try await visitor.click("Get a stamp")
            let countries = try await visitor.click("J")
            #expect(countries.rows.map(\.title) == ["Jamaica", "Japan", "Jordan"])
            #expect(try await visitor.click("Cancel").tables.isEmpty)
            try await visitor.click("Get a stamp")
            try await visitor.click("J")
            let stamped = try await visitor.click("Japan")
            #expect(visitor.chain == "CountryList;none, CountryPicker;handled, PassportMainFlow;handled")
            #expect(visitor.operation == "dismiss")
            #expect(stamped.heading == "Passport")
            #expect(stamped.tables.first?.rows == [["Japan", "1"]])
        }
    }

    @Test func `a passport page holds one stamp, and the specimen's passport holds none`() async throws {
        let office = PassportOffice()
        let country = try Country.coded("JP")
        let ada = PassportRecord(email: "ada@example.org", passwordLength: 8, details: PassportDetails())
        try await office.issue(ada)
        for _ in 0..<PassportOffice.pageCount { try await office.stamp(country, into: ada.id) }
        await #expect(throws: PassportFull.self) { try await office.stamp(country, into: ada.id) }
        #expect(office.record(of: "ada@example.org")?.stamps.map(\.page) == Array(1...PassportOffice.pageCount))
        let specimen = PassportRecord.specimen
        await #expect(throws: PassportIsSpecimen.self) { try await office.stamp(country, into: specimen.id) }
        await #expect(throws: PassportExists.self) { try await office.issue(specimen) }
        await #expect(throws: PassportGone.self) {
            try await office.stamp(country, into: PassportID(email: "nobody@example.org", number: 1))
        }
        #expect(office.record(of: specimen.email) == specimen)
    }

    @Test func `only the newest passports are kept, and the holder of an evicted one sees the login`() async throws {
        let office = PassportOffice(capacity: 2)
        let emails = ["a@example.org", "b@example.org", "c@example.org"]
        for email in emails {
            try await office.issue(PassportRecord(email: email, passwordLength: 8, details: PassportDetails()))
        }
        #expect(emails.map { office.record(of: $0) != nil } == [false, true, true])
        #expect(office.record(of: PassportRecord.specimen.email) != nil)
        let passport = Passport(office: office)
        let b = try #require(office.record(of: "b@example.org"))
        try passport.start()
        try await passport.visible(PassportFlow.self).send(PassportOpened(passport: b.id))
        try await passport.settle()
        #expect(try passport.visible(PassportFlow.self).activeFlow == .main)
        try await office.issue(PassportRecord(email: "d@example.org", passwordLength: 8, details: PassportDetails()))
        try await passport.settle()
        #expect(try passport.visible(PassportFlow.self).activeFlow == .login)
    }
}
