import CairnTesting
import Testing

@testable import Cairn

@Suite("The script of live pages") struct ScriptTests {
    @Test func `it is served without comments and needless spaces, compressed in at most 2,000 octets`() async throws {
        try await Transport.memory.serve([Desk.hosted()]) { wire in
            let reply = try await Visitor(wire).get("/cairn.js", accept: "*/*")
            #expect(reply.status == 200 && reply["content-type"]?.hasPrefix("text/javascript") == true)
            let compressed = try await Visitor(wire).get("/cairn.js", [("Accept-Encoding", "gzip")])
            #expect(compressed["Content-Encoding"] == "gzip")
            #expect(compressed.body.count <= 2_000, "\(compressed.body.count)")
            #expect(!reply.text.contains("//") && !reply.text.contains("  ") && !reply.text.contains(" = "))
        }
    }

    @Test(arguments: [
        ("// a\nlet a = 1\n", "let a=1\n"), ("    return a\n", "return a\n"), ("\n\n", ""),
        ("for (let y of [...b]) x", "for(let y of[...b])x\n"), ("a in b", "a in b\n"),
        ("\"li,tr\" : n", "\"li,tr\":n\n"),
    ])
    func `only spaces between two words are kept`(script: String, compact: String) {
        #expect(String(decoding: BuiltInAssets.compact(Array(script.utf8)), as: UTF8.self) == compact)
    }
}
