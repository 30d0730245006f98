import Cairn
import CairnTesting
import HTTPProtocol
import Testing

@Suite("RFC 9110 §13.1.1: If-Match") struct PreconditionTests {
    @Test func `an action meant for another representation is refused with the present tag, and changes nothing`()
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
            let same = try await visitor.send(Call("POST", "/desk", fields: form + [("If-Match", tag)], body: action))
            #expect(same.status != 412)
        }
    }
}
