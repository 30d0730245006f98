import Cairn
import CairnTesting
import HTTPProtocol
import Testing

@Suite("RFC 9110 §13: conditions on pages") struct PreconditionTests {
    @Test
    func `§13.1.1: an action meant for another representation is refused with the present tag, and changes nothing`()
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

    @Test func `§13.2.2: they count in their order, over all their lines`() async throws {
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
                // A page says no date that it was changed at (§13.1.3, §13.1.4).
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
    func `§13.1.2: an action on the condition that nothing is there, or not this, is 412 and changes nothing`(
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

    @Test func `§8.8.3: a comma inside a tag does not end it, and what is no tag names nothing`() async throws {
        try await Visitor.atDesk { visitor in
            let type = "application/json"
            let tag = try #require(try await visitor.get("/desk", accept: type)["ETag"])
            for (list, status) in [
                ("\"a,\(tag),b\"", 200), ("\"a,b\",\(tag)", 304), ("\"\",,\t\(tag) ,", 304),
                ("W/\"a\" , W/\(tag)", 304),
                // Malformed: no quotation marks, a lower-case mark, two tags without a comma, a blank inside.
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
    func `§13, §8.8.3: the list of apps has a tag of its own in each form, and conditions count there`(
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

    @Test func `§13.1.1: a page of HTML has no tag, so that only any may match`() async throws {
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
