import Cairn
import CairnTesting
import Foundation
import Testing

@Suite("Changes of stacks in sessions on disk and in parallel") struct StackStoreTests {
    /// Runs the bodies one after another, each with a new server; folder and cookies stay.
    private func restarting(_ bodies: [(Visitor) async throws -> Void]) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = Transport.configuration
        configuration.stateFolder = folder.path
        var last: Visitor?
        for body in bodies {
            try await Transport.socket.serve([Books.hosted()], configuration: configuration) { wire in
                let visitor = Visitor(wire)
                if let last { visitor.shareCookies(of: last) }
                try await body(visitor)
                last = visitor
            }
        }
    }

    @Test func `changes survive a restart, with the versions before them`() async throws {
        let routes = ["list"] + (1...100).map { "book:\($0)" }
        var deep = ""
        try await restarting([
            { visitor in
                let reply = try await visitor.put("/books/shelf/~stack", stackBody(routes))
                deep = try #require(reply["Location"])
                #expect(deep.hasSuffix("/~stack?at=2"))
            },
            { visitor in
                #expect(try await visitor.routes(deep) == routes)
                let reply = try await visitor.delete(deep.replacing("?", with: "/19-?"))
                #expect(reply.status == 303)
            },
            { visitor in
                let url = "/books/shelf" + routes[1..<18].map { "/" + $0 }.joined()
                try await #expect(visitor.routes(url + "/~stack") == Array(routes.prefix(18)))
                try await #expect(visitor.visit(url + "?at=3").heading == "Book 17")
                try await #expect(visitor.delete(url + "/~stack/2-?at=3")["Location"] == "/books/shelf/~stack")
            },
            { visitor in
                let page = try await visitor.siren("/books/shelf?at=4")
                #expect(page.title == "Books" && page.properties?.notice == nil)
            },
        ])
    }

    @Test func `parallel changes of one version make branches, which do not disturb each other`() async throws {
        try await Transport.socket.serve([Books.hosted()]) { wire in
            let visitor = Visitor(wire)
            _ = try await visitor.put("/books/shelf/~stack", stackBody(["list", "book:1"]))
            _ = try await visitor.post("/books/shelf/book:1", "action=take-book&book=2")
            let url = "/books/shelf/book:1/book:2/~stack"
            let cookie = ("Cookie", visitor.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
            let tag = try #require(try await visitor.get(url)["ETag"])
            let fields = [cookie, ("If-Match", tag)]
            let locations = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 1...8 {
                    group.addTask {
                        let body = stackBody(["list", "book:1\(number)"])
                        return try await Visitor(wire).put(url, body, fields)["Location"]
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(locations) == Set((1...8).map { "/books/shelf/book:1\($0)/~stack" }))
            #expect(try await visitor.siren("/books/shelf/book:1/book:2?at=3").properties?.notice == nil)
            for number in 1...8 {
                #expect(try await visitor.visit("/books/shelf/book:1\(number)").heading == "Book 1\(number)")
            }
        }
    }

    @Test func `a change waits for an action of the session, and GET does not`() async throws {
        let gate = Gate()
        try await Transport.memory.serve([Desk.hosted(gate: gate)]) { wire in
            let visitor = Visitor(wire)
            _ = try await visitor.post("/desk", "action=increment")
            let cookie = ("Cookie", visitor.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
            async let waiting = Visitor(wire).post("/desk", "action=wait-at-gate", [cookie])
            await gate.untilReached()
            // No error may leave the test before the gate is open.
            let shown = try? await visitor.routes("/desk/~stack")
            async let changed = Visitor(wire).put("/desk/~stack", stackBody(["top", "drawer:1"]), [cookie])
            gate.open()
            #expect(try await waiting.status == 303)
            #expect(shown == ["top"])
            #expect(try await changed["Location"] == "/desk/drawer:1/~stack")
            #expect(try await visitor.siren("/desk/drawer:1?at=4").properties?.notice == nil)
        }
    }

    @Test func `a login while the stack changes gives a new session`() async throws {
        try await Visitor.ofBooks { visitor in
            _ = try await visitor.put("/books/shelf/~stack", stackBody(["list", "login"]))
            let before = visitor.cookies["cairn-books"]
            #expect(try await visitor.post("/books/shelf/login", "action=log-in-as-ada").status == 303)
            #expect(visitor.cookies["cairn-books"] != before)
            let reply = try await visitor.put("/books/shelf/vault/~stack", stackBody(["list", "vault", "book:1"]))
            #expect(reply["Location"] == "/books/shelf/vault/book:1/~stack")
        }
    }
}
