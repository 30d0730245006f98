import CairnTesting
import Testing

@testable import Gallery
@testable import Navigation
@testable import Responders
@testable import Views

extension Transport {
    /// Runs `body` with a visitor on the login page of Passport.
    func passport(_ body: (Visitor) async throws -> Void) async throws {
        try await gallery { visitor in
            try await visitor.visit("/passport")
            try await body(visitor)
        }
    }

    /// Runs `body` with a visitor who has a new passport.
    func passportHolder(_ body: (Visitor) async throws -> Void) async throws {
        try await passport { visitor in
            try await visitor.chooseAccount()
            try visitor.fillInDetails()
            try await visitor.submit("Get my passport")
            try await body(visitor)
        }
    }
}

extension Visitor {
    /// Opens the sign-up and submits its first step.
    @discardableResult
    func chooseAccount(_ email: String = "ada@example.org", password: String = "engine No 1") async throws
        -> RenderedPage
    {
        try await click("Apply for a passport")
        try fill("E-mail", with: email)
        try fill("Password", with: password)
        return try await submit("Continue")
    }

    /// Fills in the second step of the sign-up.
    func fillInDetails() throws {
        try fill("Name", with: "Ada Lovelace")
        try fill("Date of birth", with: "1815-12-10")
        try select("United Kingdom", in: "Country")
        try fill("Height", with: "168")
        try select("Diplomatic", in: "Kind")
        try fill("Cover", with: "#0f6b66")
        try fill("Countries visited so far", with: "3")
        try fill("Collect it on", with: "2026-12-01T09:30")
        try fill("Remarks", with: "Counts & weaves")
        try fill("Telephone", with: "+44 20 7946 0000")
        try fill("Website", with: "https://example.org/ada")
        try check("I have read the terms")
    }

    @discardableResult
    func openPassport(_ email: String, password: String) async throws -> RenderedPage {
        try fill("E-mail", with: email)
        try fill("Password", with: password)
        return try await submit("Open my passport")
    }

    /// The `flow` property in the Siren representation of the current page's version.
    var flow: String? {
        get async throws { try await siren(try page.versionURL).properties?.flow }
    }
}

extension RenderedPage {
    /// The version number of the page.
    var versionNumber: Int? { source.firstMatch(of: /name="_at" value="(\d+)/).flatMap { Int($0.1) } }

    /// The URL of exactly this version; without a version number, the path.
    var versionURL: String {
        let path = url.prefix { $0 != "?" }
        return versionNumber.map { "\(path)?at=\($0)" } ?? String(path)
    }
}

extension Passport {
    /// Returns an app without a server, with its first screen loaded.
    static func started() async throws -> Passport {
        let passport = Passport(office: PassportOffice())
        try passport.start()
        try await passport.settle()
        return passport
    }

    func visible<Controller>(_ type: Controller.Type) throws -> Controller {
        try #require(try window?.visiblePath().lazy.compactMap { $0 as? Controller }.first)
    }

    /// The snapshot of the window's state, decoded as UTF-8.
    var stored: String {
        get throws {
            var writer = SnapshotWriter()
            writer.write(try state)
            return String(decoding: writer.finish(), as: UTF8.self)
        }
    }
}
