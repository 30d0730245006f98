import CairnTesting
import Testing

@testable import Gallery

extension Transport {
    /// A visitor of a gallery of its own.
    func gallery(_ body: (Visitor) async throws -> Void) async throws {
        try await serve(Gallery.apps()) { try await body(Visitor($0)) }
    }

    /// A visitor who has said who they are.
    func letters(as name: String = "Tove", _ body: (Visitor) async throws -> Void) async throws {
        try await gallery { visitor in
            try await visitor.visit("/letters")
            try await visitor.signIn(as: name)
            try await body(visitor)
        }
    }
}

extension Visitor {
    /// Goes through the two screens that ask who one is.
    func signIn(as name: String) async throws {
        try fill("What are you called?", with: name)
        try await pressEnter()
        try await submit("Open my letters")
    }

    /// The `Cairn-Chain` and `Cairn-Operation` of the last action.
    var chain: String? { replies.first?["Cairn-Chain"] }
    var operation: String? { replies.first?["Cairn-Operation"] }
}

extension RenderedPage.Row {
    /// All that it says.
    var line: String { [title, subtitle, badge].compactMap(\.self).joined(separator: " | ") }
}
