import Cairn
import CairnTesting
import HTTPProtocol
import Testing

@Suite("RFC 9110 §13: conditional requests for pages") struct PreconditionTests {
    @Test
    func `§13.1.1: an action for another representation is refused with the current tag and changes nothing`()
        async throws
    {
        try await Transport.memory.serve([Desk.hosted()]) { wire in
            let visitor = Visitor(wire)
            visitor.fields.append(("Accept", "application/json"))
            let tag = try #require(
                try await visitor.siren("/desk").title == "Desk" ? visitor.replies.last?["ETag"] : nil)
            let form = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")]
            let action = Array("action=increment".utf8)
            let other = try await visitor.send(
                Call("POST", "/desk", fields: form + [("If-Match", "\"other\"")], body: action))
            #expect(other.status == 412)
            #expect(other["ETag"] == tag)
            let same = try await visitor.send(
                Call("POST", "/desk", fields: form + [("If-Match", "\"other\""), ("If-Match", tag)], body: action))
            #expect(same.status == 303)
        }
    }

    @Test(arguments: Transport.allCases)
    func `§13.1.1: of eight concurrent actions with one tag only one is performed`(transport: Transport) async throws {
        try await transport.serve([Desk.hosted()]) { wire in
            let visitor = Visitor(wire)
            _ = try await visitor.post("/desk", "action=increment")
            let tag = try #require(try await visitor.get("/desk", accept: "application/json")["ETag"])
            let cookie = visitor.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            #expect(!cookie.isEmpty)
            let call = Call(
                "POST", "/desk",
                fields: [
                    ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
                    ("Cookie", cookie), ("If-Match", tag),
                ], body: Array("action=increment".utf8))
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...8 { group.addTask { try await Visitor(wire).send(call).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [303] + Array(repeating: 412, count: 7))
            let shown = try await visitor.siren("/desk").properties?.content?.first
            #expect(shown == "Counted to 2")
        }
    }

    @Test func `§13.1.1: the tag is compared with the version that the form or the URL names`() async throws {
        try await Visitor.atDesk { visitor in
            let type = "application/json"
            let numbered = try #require(try await visitor.post("/desk", "action=increment")["Location"])
            #expect(numbered == "/desk?at=2")
            for (url, body) in [(numbered, "action=increment"), ("/desk", "action=increment&_at=2")] {
                let ofClean = try #require(try await visitor.get("/desk", accept: type)["ETag"])
                let fresh = try #require(try await visitor.get(numbered, accept: type)["ETag"])
                #expect(fresh != ofClean)
                for tag in ["\"other\"", ofClean] {
                    let refused = try await visitor.post(url, body, [("If-Match", tag)])
                    #expect(refused.status == 412 && refused["ETag"] == fresh)
                }
                #expect(try await visitor.post(url, body, [("If-Match", fresh)]).status == 303)
                #expect(try await visitor.post(url, body, [("If-Match", fresh)]).status == 412)
            }
            let clean = try #require(try await visitor.get("/desk", accept: type)["ETag"])
            #expect(try await visitor.post("/desk", "action=increment", [("If-Match", clean)]).status == 303)
        }
    }

    @Test func `the self link names the version if the canonical URL shows another one`() async throws {
        try await Visitor.atDesk { visitor in
            func own(_ path: String) async throws -> String? {
                try await visitor.siren(path).links?.first { $0.rel == ["self"] }?.href
            }
            #expect(try await own("/desk") == "http://cairn.test/desk")
            #expect(try await visitor.post("/desk", "action=increment")["Location"] == "/desk?at=2")
            #expect(try await own("/desk?at=2") == "http://cairn.test/desk?at=2")
            #expect(try await own("/desk?at=1") == "http://cairn.test/desk")
            #expect(try await own("/desk") == "http://cairn.test/desk")
            let gone = try await own("/desk?at=77")
            #expect(gone == "http://cairn.test/desk")
            let shown = try await visitor.post(
                "/desk", "action=increment&_at=2", [("Prefer", "return=representation")])
            let tag = try #require(shown["ETag"])
            let url = try #require(shown["Content-Location"])
            #expect(try await visitor.get(url, accept: "application/json")["ETag"] == tag)
        }
    }

    @Test func `§8.8.3: two representations of equal length have different tags`() async throws {
        try await Visitor.atDesk { visitor in
            _ = try await visitor.post("/desk", "action=increment")
            let one = try await visitor.get("/desk?at=2", accept: "application/json")
            _ = try await visitor.post("/desk", "action=increment&_at=2")
            let two = try await visitor.get("/desk?at=2", accept: "application/json")
            #expect(one.body.count == two.body.count && one.body != two.body)
            #expect(one["ETag"] != nil && one["ETag"] != two["ETag"])
        }
    }

    @Test func `§13.2.2: conditions are evaluated in order, over all field lines`() async throws {
        try await Visitor.atDesk { visitor in
            let type = "application/json"
            let tag = try #require(try await visitor.get("/desk", accept: type)["ETag"])
            let past = "Thu, 01 Jan 1970 00:00:00 GMT"
            for (fields, status) in [
                ([("If-Match", tag)], 200), ([("If-Match", "*")], 200), ([("If-Match", "\"x\"")], 412),
                ([("If-Match", "W/" + tag)], 412), ([("If-Match", "\"x\""), ("If-Match", "\"y\", " + tag)], 200),
                ([("If-Match", "\"x\""), ("If-None-Match", tag)], 412),
                ([("If-Match", tag), ("If-None-Match", tag)], 304),
                ([("If-None-Match", "\"x\""), ("If-None-Match", tag)], 304),
                // A page has no modification date (§13.1.3, §13.1.4).
                ([("If-Modified-Since", "Fri, 31 Dec 9999 23:59:59 GMT")], 200), ([("If-Unmodified-Since", past)], 200),
                ([("If-None-Match", "\"x\""), ("If-Modified-Since", past)], 200),
            ] {
                let reply = try await visitor.get("/desk", accept: type, fields)
                #expect(reply.status == status, "\(fields)")
                #expect(reply["ETag"] == tag, "\(fields)")
                let head = try await visitor.send(Call("HEAD", "/desk", fields: [("Accept", type)] + fields))
                #expect(head.status == status, "\(fields)")
            }
        }
    }

    @Test(arguments: ["text/html", "application/json"])
    func `§13.1.2: an action with a false If-None-Match gets 412 and changes nothing`(
        type: String
    ) async throws {
        try await Transport.memory.serve([Desk.hosted()]) { wire in
            let tag = try #require(try await Visitor(wire).get("/desk", accept: "application/json")["ETag"])
            let isTagged = type != "text/html"
            for (value, isRefused) in [
                ("*", true), (tag, isTagged), ("W/" + tag, isTagged), ("\"x\", " + tag, isTagged), ("\"x\"", false),
            ] {
                let visitor = Visitor(wire)
                let reply = try await visitor.post(
                    "/desk", "action=increment", accept: type, [("If-None-Match", value)])
                #expect(reply.status == (isRefused ? 412 : 303), "\(value)")
                #expect(visitor.cookies.isEmpty == isRefused, "\(value)")
            }
        }
    }

    @Test func `§8.8.3: a comma inside a tag does not end it, and a malformed tag matches nothing`() async throws {
        try await Visitor.atDesk { visitor in
            let type = "application/json"
            let tag = try #require(try await visitor.get("/desk", accept: type)["ETag"])
            for (list, status) in [
                ("\"a,\(tag),b\"", 200), ("\"a,b\",\(tag)", 304), ("\"\",,\t\(tag) ,", 304),
                ("W/\"a\" , W/\(tag)", 304),
                // Malformed: missing quotation marks, `w/`, two tags without a comma, a blank in a tag, `*` in a list.
                (String(tag.dropFirst().dropLast()), 200), ("w/" + tag, 200), ("\"a\"" + tag, 200),
                ("\"a b\", " + tag, 200), ("\"a, " + tag, 200), ("*, " + tag, 200),
            ] {
                let reply = try await visitor.get("/desk", accept: type, [("If-None-Match", list)])
                #expect(reply.status == status, "\(list)")
                let match = try await visitor.get("/desk", accept: type, [("If-Match", list)])
                #expect(match.status == (status == 304 && !list.contains("W/\(tag)") ? 200 : 412), "\(list)")
            }
        }
    }

    @Test(arguments: ["text/html", "application/json"])
    func `§13, §8.8.3: the list of apps has a tag per media type and evaluates conditions`(
        type: String
    ) async throws {
        try await Transport.memory.serve([Desk.hosted(), Desk.hosted("other")]) { wire in
            let visitor = Visitor(wire)
            let tag = try #require(try await visitor.get("/", accept: type)["ETag"])
            for (fields, status) in [
                ([("If-None-Match", tag)], 304), ([("If-None-Match", "*")], 304), ([("If-None-Match", "\"x\"")], 200),
                ([("If-Match", tag)], 200), ([("If-Match", "\"x\"")], 412),
            ] {
                let reply = try await visitor.get("/", accept: type, fields)
                #expect(reply.status == status, "\(fields)")
                #expect(reply["ETag"] == tag && reply["Vary"] == "Accept", "\(fields)")
                #expect(reply.body.isEmpty == (status != 200), "\(fields)")
            }
            let other = try await visitor.get("/", accept: type == "text/html" ? "application/json" : "text/html")
            #expect(other["ETag"] != tag)
        }
    }

    @Test func `§13.1.1: an HTML page has no tag, so only * matches`() async throws {
        try await Visitor.atDesk { visitor in
            for (fields, status) in [
                ([("If-Match", "*")], 200), ([("If-Match", "\"x\"")], 412), ([("If-Match", "")], 412),
                ([("If-None-Match", "\"x\"")], 200), ([("If-None-Match", "")], 200), ([("If-None-Match", "*")], 304),
            ] {
                let reply = try await visitor.get("/desk", accept: "text/html", fields)
                #expect(reply.status == status, "\(fields)")
            }
        }
    }
}
