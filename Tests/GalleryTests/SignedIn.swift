import CairnTesting
import Testing

@testable import Gallery

extension Transport {
    /// Runs `body` with a visitor of a separate gallery.
    func gallery(effort: Duration = .seconds(3), _ body: (Visitor) async throws -> Void) async throws {
        try await serve(Gallery.apps(effort: effort)) { try await body(Visitor($0)) }
    }

    /// Runs `body` with a visitor who is signed in to Letters.
    func letters(as name: String = "Tove", _ body: (Visitor) async throws -> Void) async throws {
        try await gallery { visitor in
            try await visitor.visit("/letters")
            try await visitor.signIn(as: name)
            try await body(visitor)
        }
    }
}

extension Visitor {
    /// Returns the response to a GET. The visitor stays on the present page.
    ///
    /// - Parameter accept: the media type that the client prefers; `nil` for none.
    func get(_ path: String, _ fields: [(String, String)] = [], accept: String? = nil) async throws -> Reply {
        try await send(Call("GET", path, fields: fields + (accept.map { [("Accept", $0)] } ?? [])))
    }

    /// Completes the two login screens.
    func signIn(as name: String) async throws {
        try fill("What are you called?", with: name)
        try await pressEnter()
        try await submit("Open my letters")
    }

    /// The `Cairn-Chain` field of the last action's response.
    var chain: String? { replies.first?["Cairn-Chain"] }
    var operation: String? { replies.first?["Cairn-Operation"] }
}

extension RenderedPage.Row {
    /// The texts of the row in one line.
    var line: String { [title, subtitle, badge].compactMap(\.self).joined(separator: " | ") }
}
