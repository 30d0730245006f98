import CairnTesting
import Testing

@testable import Gallery

@Suite("Letters: a draft kept during a login") struct WaitingDraftTests {
    private static let letter = "Long, and dear to me"

    /// Runs `body` with a visitor who has a draft and has signed out in another tab.
    private func signedOut(_ body: (Visitor) async throws -> Void) async throws {
        try await Transport.memory.serve(Gallery.apps()) { wire in
            let (visitor, tab) = (Visitor(wire), Visitor(wire))
            try await visitor.visit("/letters")
            try await visitor.signIn(as: "Tove")
            try await visitor.compose(Self.letter)
            tab.shareCookies(of: visitor)
            try await tab.visit("/letters/friends")
            try await tab.submit("Sign out")
            visitor.shareCookies(of: tab)
            let login = try await visitor.submit("Send")
            #expect(login.status == 409 && login.heading == "Welcome to Letters")
            #expect(!login.source.contains(Self.letter))
            try await body(visitor)
        }
    }

    @Test func `a draft is kept for its writer, who signed out in another tab, and is sent once`() async throws {
        try await signedOut { visitor in
            try await visitor.signIn(as: "Tove")
            #expect(try visitor.page.heading == "New Message")
            #expect(try visitor.page.field("Message") == Self.letter)
            let list = try await visitor.submit("Send")
            #expect(list.rows.filter { $0.subtitle == Self.letter }.count == 1)
            // The draft was deleted when it was sent.
            try await visitor.compose("")
            #expect(try visitor.page.field("Message") == "")
        }
    }

    @Test func `a draft is not shown to another person`() async throws {
        try await signedOut { visitor in
            try await visitor.signIn(as: "Bo")
            #expect(try visitor.page.heading == "New Message")
            #expect(try visitor.page.field("Message") == "")
        }
    }

    @Test func `after expiry a draft is restored for its writer, and for no other person`() async throws {
        try await Transport.memory.serve(Gallery.apps()) { wire in
            for (name, text) in [("Tove", Self.letter), ("Bo", "")] {
                let visitor = Visitor(wire)
                try await visitor.visit("/letters")
                try await visitor.signIn(as: "Tove")
                try await visitor.compose(Self.letter)
                visitor.forgetCookies()
                #expect(try await visitor.submit("Send").heading == "Welcome to Letters")
                // The submissions of the login do not replace the waiting draft.
                try await visitor.signIn(as: name)
                #expect(try visitor.page.heading == "New Message")
                #expect(try visitor.page.field("Message") == text)
            }
        }
    }
}

extension Visitor {
    fileprivate func compose(_ text: String) async throws {
        try await visit("/letters/messages")
        try await click("New")
        try await click("Chloé d'Arc")
        try fill("Message", with: text)
    }
}

extension RenderedPage {
    fileprivate func field(_ label: String) -> String? { fields.first { $0.label == label }?.value }
}
