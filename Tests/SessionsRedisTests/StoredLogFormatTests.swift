import RESP
import SessionStores
import Testing

@testable import SessionsRedis

@Suite("The octets of a log in Redis") struct StoredLogFormatTests {
    private static let revision = Revision(number: 0x01_0203_0405, salt: 0xA1A2_A3A4)
    private static let octets: [UInt8] = [1, 2, 3, 4, 5, 0xA1, 0xA2, 0xA3, 0xA4]

    @Test func `a revision has nine octets, big-endian`() {
        #expect(StoredLogFormat.octets(of: Self.revision) == Self.octets)
        #expect(StoredLogFormat.revision(Self.octets) == Self.revision)
        #expect(StoredLogFormat.revision(Self.octets + [9]) == Self.revision)
    }

    @Test func `a number that would look like a lease matches nothing`() {
        let last = Revision(number: StoredLogFormat.maxNumber - 1, salt: .max)
        #expect(StoredLogFormat.revision(StoredLogFormat.octets(of: last)) == last)
        for number in [StoredLogFormat.maxNumber, .max] {
            let octets = StoredLogFormat.octets(of: Revision(number: number, salt: 0))
            #expect(octets == [UInt8](repeating: 0xFF, count: 9))
            #expect(StoredLogFormat.revision(octets) == nil)
        }
    }

    @Test func `elements survive the way to the server and back`() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let revision = Revision(
                number: .random(in: 0..<StoredLogFormat.maxNumber, using: &generator),
                salt: .random(in: .min ... .max, using: &generator))
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let element = LogElement(revision: revision, bytes: bytes)
            #expect(StoredLogFormat.element(.bulkString(StoredLogFormat.octets(of: element))) == element)
        }
    }

    @Test func `replies to a load`() {
        let element = LogElement(revision: Self.revision, bytes: [7])
        let stored = RESPValue.bulkString(Self.octets + [7])
        #expect(StoredLogFormat.stored(.integer(0)) == .missing)
        #expect(StoredLogFormat.stored(.integer(1)) == .unchanged)
        #expect(StoredLogFormat.stored(.array([.integer(2), stored])) == .tail([element]))
        #expect(StoredLogFormat.stored(.array([.integer(3), stored, stored])) == .whole([element, element]))
    }

    @Test func `every cut of an element is refused`() {
        for count in 0..<9 {
            let cut = RESPValue.bulkString(Array(Self.octets.prefix(count)))
            #expect(StoredLogFormat.revision(Self.octets.prefix(count)) == nil)
            #expect(StoredLogFormat.element(cut) == nil)
            #expect(StoredLogFormat.stored(.array([.integer(3), cut])) == nil)
            #expect(StoredLogFormat.stored(.array([.integer(3), .bulkString(Self.octets), cut])) == nil)
        }
    }

    private static let element = RESPValue.bulkString(octets)
    static let garbage: [RESPValue] = [
        .null, .boolean(true), .integer(-1), .integer(2), .integer(3), .integer(.max), .double(1), .bigNumber("1"),
        .simpleString("OK"), element, .error(RESPErrorReply("ERR")), .array([]), .array([.integer(2)]),
        .array([.integer(3)]), .array([element]), .array([.integer(0), element]), .array([.integer(1), element]),
        .array([.integer(4), element]), .array([.integer(-2), element]), .array([element, .integer(3)]),
        .array([.integer(3), .integer(1)]), .array([.integer(3), .null, element]),
        .array([.integer(2), element, .null]),
        .array([.integer(3), .array([element])]), .array([.simpleString("3"), element]),
        .array([.integer(3), .simpleString("0123456789")]), .map([RESPPair(key: .integer(3), value: element)]),
        .set([.integer(3), element]), .push([.integer(3), element]),
        .array([.integer(3), .bulkString([0xFF] + octets)]),
    ]

    @Test(arguments: garbage) func `any other reply is refused`(reply: RESPValue) {
        #expect(StoredLogFormat.stored(reply) == nil)
    }
}

/// SplitMix64: the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
