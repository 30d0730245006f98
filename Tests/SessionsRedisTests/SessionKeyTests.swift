import SessionStores
import Testing

@testable import SessionsRedis

@Suite("The key of a session") struct SessionKeyTests {
    @Test(arguments: [("123456789", 0x31C3), ("", 0), ("foo", 12_182), ("bar", 5_061), ("user1000", 3_443)])
    func `a hash slot is the CRC of the cluster specification modulo 16384`(tag: String, crc: UInt16) {
        #expect(SessionKey.slot(of: tag.utf8) == crc & 16_383)
    }

    @Test func `a key has the prefix, the first 24 bits as the hash tag, and 96 bits of the digest`() throws {
        let id = try #require(SessionID("000000fffffff0123456789abcdef012"))
        let key = SessionKey(of: id, prefix: Array("cairn:app:".utf8))
        let text = String(decoding: key.octets, as: UTF8.self)
        #expect(text.hasPrefix("cairn:app:{AAAA}"))
        #expect(key.octets.count == "cairn:app:".utf8.count + 22)
        #expect(key.slot == SessionKey.slot(of: "AAAA".utf8))
        let digest = text.suffix(16)
        #expect(digest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        #expect(!text.contains("fffffff0123456789abcdef012"))
    }

    @Test func `the ids of one session share the slot, but not the key`() {
        for _ in 0..<100 {
            let id = SessionID.random()
            let (one, other) = (SessionKey(of: id, prefix: []), SessionKey(of: .random(near: id), prefix: []))
            #expect(one.slot == other.slot)
            #expect(one.octets.prefix(6) == other.octets.prefix(6))
            #expect(one.octets != other.octets)
        }
    }

    @Test func `each placement has its own hash tag`() throws {
        var tags: Set<[UInt8]> = []
        for number in 0..<4_096 {
            let digits = String(number, radix: 16)
            let text = String(repeating: "0", count: 6 - digits.count) + digits + String(repeating: "7", count: 26)
            tags.insert(Array(SessionKey(of: try #require(SessionID(text)), prefix: []).octets.prefix(6)))
        }
        #expect(tags.count == 4_096)
    }
}
