import Cairn
import CairnTesting
import HTTPProtocol
import Testing

@Suite("The stack of a location as a resource") struct StackTests {
    private static let origin = "http://cairn.test"

    // MARK: - GET

    @Test(arguments: Transport.allCases)
    func `GET lists the routes with their titles and locations, and makes no session`(
        transport: Transport
    ) async throws {
        try await transport.serve([Books.hosted()]) { wire in
            let visitor = Visitor(wire)
            let reply = try await visitor.get("/books/shelf/book:1/book:2/~stack", accept: "application/json")
            #expect(reply.status == 200 && reply["Content-Type"] == "application/json")
            #expect(reply["Cache-Control"] == "private, no-cache" && reply["Vary"] == "Accept, Cookie")
            let stack = try reply.siren
            #expect(stack.class == ["stack"] && stack.title == "Book 2")
            #expect(stack.properties?.depth == 3 && stack.properties?.limit == 256)
            let entries = stack.entities ?? []
            #expect(entries.map { $0.properties?.index } == [1, 2, 3])
            #expect(entries.map { $0.properties?.route } == ["list", "book:1", "book:2"])
            #expect(entries.map { $0.properties?.title } == ["Books", "Book 1", "Book 2"])
            #expect(entries.map { $0.properties?.unsaved } == [false, false, false])
            let ends = ["", "/book:1", "/book:1/book:2"]
            try #require(entries.count == ends.count)
            #expect(entries.map { $0.links?.map(\.href) } == ends.map { [Self.origin + "/books/shelf" + $0] })
            for (index, end) in ends.enumerated() {
                let page = try await visitor.siren("/books/shelf" + end)
                #expect(page.title == entries[index].properties?.title)
            }
            #expect(visitor.cookies.isEmpty)
        }
    }

    @Test func `the actions of the document name the requests that change the stack`() async throws {
        try await Visitor.ofBooks { visitor in
            let url = "/books/shelf/book:1/book:2/~stack"
            let stack = try await visitor.siren(url)
            #expect(stack.actions?.map(\.name) == ["set-stack"])
            let set = try #require(stack.actions?.first)
            #expect(set.method == "PUT" && set.href == Self.origin + url && set.type == "application/json")
            #expect(set.fields.map(\.name) == ["routes"])
            let returns = (stack.entities ?? []).map { $0.actions?.first }
            try #require(returns.count == 3)
            #expect(returns.map { $0?.method } == ["DELETE", "DELETE", nil])
            #expect(returns.map { $0?.href } == [Self.origin + url + "/2-", Self.origin + url + "/3-", nil])
            let reply = try await visitor.delete(
                try #require(returns[1]?.href.dropFirst(Self.origin.count).description))
            #expect(reply["Location"] == "/books/shelf/book:1/~stack")
        }
    }

    @Test func `the links lead to the screen and back`() async throws {
        try await Visitor.ofBooks { visitor in
            let screen = try await visitor.siren("/books/shelf/book:1")
            let toStack = screen.links?.first { $0.rel == ["urn:cairn:stack"] }?.href
            #expect(toStack == Self.origin + "/books/shelf/book:1/~stack")
            let stack = try await visitor.siren("/books/shelf/book:1/~stack")
            #expect(
                stack.links?.map(\.rel) == [["self"], ["urn:cairn:screen"], ["urn:cairn:app"]])
            #expect(
                stack.links?.map(\.href) == [
                    Self.origin + "/books/shelf/book:1/~stack", Self.origin + "/books/shelf/book:1",
                    Self.origin + "/books",
                ])
        }
    }

    @Test func `a screen on no stack has no link to one, and its stack is 404`() async throws {
        try await Visitor.ofBooks { visitor in
            for path in ["/books/map", "/books/shelf/~note", "/books/shelf/book:1/~note"] {
                let links = try await visitor.siren(path).links ?? []
                #expect(!links.contains { $0.rel == ["urn:cairn:stack"] }, "\(path)")
                for call in [Call("GET", path + "/~stack"), Call("DELETE", path + "/~stack/2-")] {
                    let reply = try await visitor.send(call)
                    #expect(reply.status == 404, "\(path)")
                    #expect(try reply.problem.type == "urn:cairn:problem:no-stack")
                }
            }
        }
    }

    @Test func `of nested stacks the innermost visible one is meant, also in a modal`() async throws {
        try await Visitor.ofBooks { visitor in
            #expect(try await visitor.routes("/books/shelf/book:1/~letter/page:2/~stack") == ["first", "page:2"])
            let reply = try await visitor.put(
                "/books/shelf/book:1/~letter/page:2/~stack", stackBody(["first", "page:7", "page:8"]))
            #expect(reply["Location"] == "/books/shelf/book:1/~letter/page:7/page:8/~stack")
        }
    }

    @Test func `an app at the root has a stack, and so does its first screen`() async throws {
        try await Transport.memory.serve([Desk.hosted()], mountsAtRoot: true) { wire in
            let visitor = Visitor(wire)
            #expect(
                try await visitor.siren("/").links?.contains { $0.href == Self.origin + "/~stack" } == true)
            #expect(try await visitor.routes("/~stack") == ["top"])
            let reply = try await visitor.put("/~stack", stackBody(["top", "drawer:1"]))
            #expect(reply["Location"] == "/drawer:1/~stack")
            #expect(try await visitor.delete("/drawer:1/~stack/2-")["Location"] == "/~stack")
        }
    }

    @Test func `GET of an upper part lists only that part`() async throws {
        try await Visitor.ofBooks { visitor in
            let part = try await visitor.siren("/books/shelf/book:1/book:2/~stack/2-")
            #expect(part.entities?.map { $0.properties?.index } == [2, 3])
            #expect(part.actions?.map(\.method) == ["DELETE"])
            #expect(part.links?.first { $0.rel == ["self"] }?.href.hasSuffix("/~stack/2-") == true)
            let reply = try await visitor.get("/books/shelf/book:1/~stack/3-")
            #expect(reply.status == 404)
            #expect(try reply.problem.type == "urn:cairn:problem:no-entry")
        }
    }

    // MARK: - PUT

    @Test(arguments: Transport.allCases)
    func `PUT replaces the routes, redirects to the new stack and makes a session`(transport: Transport) async throws {
        try await transport.serve([Books.hosted()]) { wire in
            let visitor = Visitor(wire)
            let reply = try await visitor.put("/books/shelf/~stack", stackBody(["list", "book:3", "book:4"]))
            #expect(reply.status == 303 && reply["Location"] == "/books/shelf/book:3/book:4/~stack")
            #expect(reply["Cache-Control"] == "no-store" && reply.body.isEmpty)
            #expect(reply["Cairn-Operation"] == "set")
            #expect(visitor.cookies.keys.contains("cairn-books"))
            let page = try await visitor.visit("/books/shelf/book:3/book:4")
            #expect(page.heading == "Book 4")
            #expect(try await visitor.click("Back").heading == "Book 3")
            // The state before the change is a version, too.
            #expect(try await visitor.visit("/books/shelf?at=1").heading == "Books")
        }
    }

    @Test func `with Prefer return=representation the response is the new stack`() async throws {
        try await Visitor.ofBooks { visitor in
            let reply = try await visitor.put(
                "/books/shelf/~stack", stackBody(["list", "book:3"]), [("Prefer", "return=representation")])
            #expect(reply.status == 200 && reply["Preference-Applied"] == "return=representation")
            #expect(reply["Content-Location"] == "/books/shelf/book:3/~stack")
            #expect(try reply.siren.entities?.map { $0.properties?.route } == ["list", "book:3"])
            let seen = try await visitor.get("/books/shelf/book:3/~stack", accept: "application/vnd.siren+json")
            #expect(seen["ETag"] == reply["ETag"] && seen.body == reply.body)
        }
    }

    @Test func `the document that GET returned can be sent back with its entities changed`() async throws {
        try await Visitor.ofBooks { visitor in
            let url = "/books/shelf/book:1/book:2/book:3/~stack"
            let document = try await visitor.get(url, accept: "application/vnd.siren+json").text
            #expect(try await visitor.put(url, document, type: "application/vnd.siren+json").status == 204)
            let edited = document.replacing("\"route\":\"book:2\"", with: "\"route\":\"named:b!2Fc\"")
            let reply = try await visitor.put(url, edited, type: "application/vnd.siren+json; charset=utf-8")
            #expect(reply["Location"] == "/books/shelf/book:1/named:b!2Fc/book:3/~stack")
        }
    }

    @Test func `PUT of the present routes makes no version and no session`() async throws {
        try await Visitor.ofBooks { visitor in
            let url = "/books/shelf/book:1/~stack"
            for routes in [["list", "book:1"]] {
                let reply = try await visitor.put(url, stackBody(routes))
                #expect(reply.status == 204 && reply["Content-Location"] == url)
                #expect(visitor.cookies.isEmpty)
            }
            let shown = try await visitor.put(
                url, stackBody(["list", "book:1"]), [("Prefer", "return=representation")])
            #expect(shown.status == 200 && shown["Preference-Applied"] != nil && visitor.cookies.isEmpty)
        }
    }

    @Test func `a PUT that is sent again makes no second version`() async throws {
        try await Visitor.ofBooks { visitor in
            for _ in 1...3 {
                let reply = try await visitor.put("/books/shelf/~stack", stackBody(["list", "book:3"]))
                #expect(reply.status == 303 && reply["Location"] == "/books/shelf/book:3/~stack")
            }
            let next = try await visitor.post("/books/shelf/book:3", "action=write-note")
            #expect(next["Location"] == "/books/shelf/book:3/~note")
            #expect(
                try await visitor.get("/books/shelf/book:3/~note?at=3").status == 200, "versions 1 and 2 come before")
            for _ in 1...2 {
                let reply = try await visitor.delete("/books/shelf/book:5/book:6/~stack/3-")
                #expect(reply["Location"] == "/books/shelf/book:5/~stack")
            }
            #expect(try await visitor.get("/books/shelf/book:5?at=5").status == 200)
            #expect(try await visitor.siren("/books/shelf/book:5?at=7").properties?.notice != nil)
        }
    }

    @Test func `Back leads to the stack before, and an action continues from the new one`() async throws {
        try await Visitor.ofBooks { visitor in
            _ = try await visitor.post("/books/shelf", "action=take-book&book=1")
            let reply = try await visitor.put(
                "/books/shelf/book:1/~stack", stackBody(["list", "book:8", "book:9"]))
            #expect(reply.status == 303)
            #expect(try await visitor.visit("/books/shelf/book:1").heading == "Book 1")
            let page = try await visitor.visit("/books/shelf/book:8/book:9?at=3")
            #expect(page.heading == "Book 9" && page.notice == nil)
            #expect(try await visitor.click("More").url == "/books/shelf/book:8/book:9/book:10")
        }
    }

    @Test func `a route that only the program can push stays where it is, and can be added nowhere else`() async throws
    {
        try await Visitor.ofBooks { visitor in
            let reply = try await visitor.post("/books/shelf", "action=take-book&book=900")
            #expect(reply["Location"] == "/books/shelf/book:900")
            let url = "/books/shelf/book:900/~stack"
            let longer = try await visitor.put(url, stackBody(["list", "book:900", "book:2"]))
            #expect(longer["Location"] == "/books/shelf/book:900/book:2/~stack")
            let moved = try await visitor.put(url, stackBody(["list", "book:2", "book:900"]))
            #expect(moved.status == 422)
            #expect(try moved.problem.type == "urn:cairn:problem:no-such-route")
        }
    }

    @Test func `the root can be replaced, as a location can`() async throws {
        try await Visitor.ofBooks { visitor in
            let reply = try await visitor.put("/books/shelf/~stack", stackBody(["book:1", "book:2"]))
            #expect(reply["Location"] == "/books/shelf/=book:1/book:2/~stack")
            #expect(try await visitor.routes("/books/shelf/=book:1/book:2/~stack") == ["book:1", "book:2"])
        }
    }

    // MARK: - DELETE

    @Test(arguments: Transport.allCases)
    func `DELETE of an upper part returns to the route below it in one step`(transport: Transport) async throws {
        try await transport.serve([Books.hosted()]) { wire in
            let visitor = Visitor(wire)
            let routes = ["list"] + (1...30).map { "book:\($0)" }
            let deep = try #require(
                try await visitor.put("/books/shelf/~stack", stackBody(routes))["Location"])
            #expect(try await visitor.routes(deep) == routes)
            let reply = try await visitor.delete(deep + "/19-")
            #expect(reply.status == 303 && reply["Cairn-Operation"] == "pop")
            let location = try #require(reply["Location"])
            #expect(try await visitor.routes(location) == Array(routes.prefix(18)))
            #expect(try await visitor.routes(deep) == routes, "the version before is kept")
        }
    }

    @Test func `a stack that is deeper than a location can say is named by its version`() async throws {
        try await Visitor.ofBooks { visitor in
            let routes = ["list"] + (1...200).map { "book:\($0)" }
            let deep = try #require(try await visitor.put("/books/shelf/~stack", stackBody(routes))["Location"])
            #expect(deep.hasSuffix("/book:200/~stack?at=2") && deep.contains("/!_/"))
            let stack = try await visitor.siren(deep)
            try #require(stack.entities?.map { $0.properties?.route } == routes)
            #expect(stack.links?.first?.href == Self.origin + deep)
            #expect(stack.entities?[100].links == nil)
            let pop = try #require(stack.entities?[17].actions?.first?.href)
            let popped = try await visitor.delete(String(pop.dropFirst(Self.origin.count)))
            #expect(try await visitor.routes(try #require(popped["Location"])) == Array(routes.prefix(18)))
        }
    }

    @Test(arguments: ["/books/shelf/book:1/~stack/3-", "/books/shelf/book:1/~stack/999999999-"])
    func `DELETE above the top is 404`(path: String) async throws {
        try await Visitor.ofBooks { visitor in
            let reply = try await visitor.delete(path)
            #expect(reply.status == 404)
            #expect(try reply.problem.type == "urn:cairn:problem:no-entry")
            #expect(visitor.cookies.isEmpty)
        }
    }

    @Test func `DELETE of the root is refused`() async throws {
        try await Visitor.ofBooks { visitor in
            let reply = try await visitor.delete("/books/shelf/book:1/~stack/1-")
            #expect(reply.status == 409)
            #expect(try reply.problem.type == "urn:cairn:problem:root-stays")
        }
    }

    // MARK: - Methods

    @Test func `the methods of the resource are allowed, and others are 405`() async throws {
        try await Visitor.ofBooks { visitor in
            let (whole, part) = ("GET, HEAD, PUT, OPTIONS", "GET, HEAD, DELETE, OPTIONS")
            for (path, allowed) in [("/books/shelf/book:1/~stack", whole), ("/books/shelf/book:1/~stack/2-", part)] {
                let options = try await visitor.send(Call("OPTIONS", path))
                #expect(options.status == 204 && options["Allow"] == allowed)
                let head = try await visitor.send(Call("HEAD", path))
                #expect(head.status == 200 && head["ETag"] != nil)
                for method in ["POST", "PATCH", path == "/books/shelf/book:1/~stack" ? "DELETE" : "PUT"] {
                    let reply = try await visitor.send(Call(method, path))
                    #expect(reply.status == 405 && reply["Allow"] == allowed, "\(method) \(path)")
                }
            }
            #expect(try await visitor.put("/books/shelf", "{}")["Allow"] == "GET, HEAD, POST, OPTIONS")
            #expect(try await visitor.get("/books/shelf/~stack", accept: "text/html").status == 406)
            #expect(visitor.cookies.isEmpty)
        }
    }

    @Test(arguments: [
        "/books/shelf/~stack/1", "/books/shelf/~stack/-", "/books/shelf/~stack/0-", "/books/shelf/~stack/01-",
        "/books/shelf/~stack/-1-", "/books/shelf/~stack/1-2", "/books/shelf/~stack/1--", "/books/shelf/~stack/%2B1-",
        "/books/shelf/~stack/99999999999999999999-", "/books/shelf/~stack/", "/books/shelf/~stack/~stack",
        "/books/shelf/~stack%2F1-", "/books/shelf/~Stack", "/books/shelf/stack", "/books/~stack/shelf",
        "/books/shelf/book:1000/~stack", "/books/shelf/~stack/1-/2-", "/books/shelf/~stack/\u{661}-",
    ])
    func `other paths with such a step are 404`(path: String) async throws {
        try await Visitor.ofBooks { visitor in
            #expect(try await visitor.get(path).status == 404)
            let deleted = try await visitor.delete(path).status
            #expect(deleted == 404 || deleted == 405)
            #expect(visitor.cookies.isEmpty)
        }
    }

    @Test func `an unreserved octet can be percent-encoded in the path`() async throws {
        try await Visitor.ofBooks { visitor in
            try await #expect(visitor.routes("/books/shelf/%7Est%61ck") == ["list"])
        }
    }

    @Test func `a presented route that is called stack has an address of its own`() async throws {
        try await Visitor.ofBooks { visitor in
            try await #expect(visitor.siren("/books/shelf/~!s").title == "Note")
            try await #expect(visitor.routes("/books/shelf/~stack") == ["list"])
        }
    }
}
