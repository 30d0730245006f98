@testable import Navigation
@testable import Responders
@testable import Views
@testable import Snapshots
import Testing

@Suite("Encoding of saved values") struct SavedBytesTests {
    struct Basket: Codable, Equatable, Sendable {
        enum Speed: String, Codable { case slow, fast }
        enum Payment: Codable, Hashable, Sendable { case cash, card(number: String, Int), account(Int?) }
        indirect enum Wish: Codable, Equatable, Sendable { case nothing, thing(String, then: Wish) }
        struct Line: Codable, Hashable, Sendable { var article: Int, count: UInt8?, price: Double }
        var lines = [Line(article: 1, count: 2, price: 0.1), Line(article: -70_000, count: nil, price: -.infinity)]
        var speed = Speed.fast
        var payments: [Payment] = [.cash, .card(number: "é", .min), .account(nil), .account(7)]
        var notes: [String: [Int: Bool]] = ["": [:], "a": [7: true, -7: false]]
        var byPlace = [Line(article: 0, count: 0, price: 0): "first"]
        var wish = Wish.thing("a", then: .thing("b", then: .nothing))
        var some: String? = "some"
        var none: String?
        var optionals: [Int?] = [nil, 1, nil]
        var nested: [[[Int]]] = [[], [[], [1]]]
        var small: Float = .leastNonzeroMagnitude
    }

    /// Returns the value after encoding and decoding.
    private func read<Value: Codable>(_ value: Value) throws -> Value {
        try CBOR.decode(Value.self, from: CBOR.encode(value))
    }

    private func expectSame(_ value: some Codable & Equatable) throws { #expect(try read(value) == value) }

    @Test func `structs, enums, optionals, arrays and dictionaries round-trip`() throws {
        try expectSame(Basket())
        try expectSame([Basket(), Basket()])
        try expectSame(String?.none)
        try expectSame(String?.some(""))
        try expectSame([Basket.Payment.cash: 7, .account(nil): 8])
    }

    @Test func `the smallest and largest integers of all widths round-trip`() throws {
        func expectSameEnds<Number: FixedWidthInteger & Codable & Sendable>(_ type: Number.Type) throws {
            for number in [Number.min, .min + 1, 0, 1, 30, 31, 32, 63, 64, .max - 1, .max] { try expectSame(number) }
            try expectSame([Number.min, .max])
            try expectSame(["a": Number.min])
            try expectSame(Wrapped(value: Number.max, optional: .min))
        }
        try expectSameEnds(Int.self)
        try expectSameEnds(Int8.self)
        try expectSameEnds(Int16.self)
        try expectSameEnds(Int32.self)
        try expectSameEnds(Int64.self)
        try expectSameEnds(Int128.self)
        try expectSameEnds(UInt.self)
        try expectSameEnds(UInt8.self)
        try expectSameEnds(UInt16.self)
        try expectSameEnds(UInt32.self)
        try expectSameEnds(UInt64.self)
        try expectSameEnds(UInt128.self)
    }

    private struct Wrapped<Value: Codable & Equatable>: Codable, Equatable {
        var value: Value
        var optional: Value?
    }

    @Test func `floating-point numbers round-trip bit for bit`() throws {
        for number in [
            0, -0.0, 0.1, 0.5, .pi, .infinity, .leastNonzeroMagnitude, .nan, .signalingNaN,
            Double(nan: 7, signaling: false),
        ] {
            #expect(try read(number).bitPattern == number.bitPattern)
            #expect(try read(Float(number)).bitPattern == Float(number).bitPattern)
        }
        #expect(try read(Float.signalingNaN).bitPattern == Float.signalingNaN.bitPattern)
    }

    @Test func `texts round-trip byte for byte`() throws {
        for word in treacherousWords + [String(repeating: "é", count: 10_000)] {
            #expect(try Array(read(word).utf8) == Array(word.utf8))
            try expectSame([word: [word]])
        }
    }

    @Test func `a superclass's properties and a hand-written encoding round-trip`() throws {
        class Base: Codable { var name = "base" }
        final class Derived: Base {
            var number = 7
            private enum CodingKeys: String, CodingKey { case number }
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                number = try container.decode(Int.self, forKey: .number)
                try super.init(from: container.superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(number, forKey: .number)
                try super.encode(to: container.superEncoder())
            }
        }
        let derived = Derived()
        derived.name = "derived"
        derived.number = 9
        let read = try read(derived)
        #expect(read.name == "derived" && read.number == 9)
        try expectSame(Pairs())
    }

    private struct Pairs: Codable, Equatable {
        var pairs = [1, 2, 3]
        init() {}
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var inner = try container.nestedUnkeyedContainer()
            pairs = []
            while !inner.isAtEnd { pairs.append(try inner.decode(Int.self)) }
            guard try container.decodeNil(), try !container.decodeNil() else {
                throw NothingToPress(title: "", offered: [])
            }
            _ = try container.nestedContainer(keyedBy: Key.self).decode(Int.self, forKey: .key)
            guard container.isAtEnd else { throw NothingToPress(title: "", offered: []) }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            var inner = container.nestedUnkeyedContainer()
            try container.encodeNil()
            var keyed = container.nestedContainer(keyedBy: Key.self)
            for pair in pairs { try inner.encode(pair) }
            try keyed.encode(1, forKey: .key)
        }
        private enum Key: CodingKey { case key }
    }

    @Test func `added and removed properties do not prevent decoding`() throws {
        struct Before: Codable { var name = "Ada", gone = [1, 2], other: String? = "x" }
        struct After: Codable, Equatable { var other: String?, name: String, added: Int? }
        let bytes = try CBOR.encode([Before(), Before()])
        let after = After(other: "x", name: "Ada", added: nil)
        #expect(try CBOR.decode([After].self, from: bytes) == [after, after])
        #expect(throws: SnapshotError.self) { try CBOR.decode([Basket].self, from: bytes) }
    }

    @Test func `a property name is written once per value`() throws {
        let lines = (0..<100).map { Basket.Line(article: $0 % 30, count: nil, price: 0) }
        #expect(try CBOR.encode(lines).count < 100 * 14 + 20)
    }

    @Test func `a value that is too deep or too long is refused`() throws {
        var wish = Basket.Wish.nothing
        for _ in 0..<30 { wish = .thing("a", then: wish) }
        try expectSame(wish)
        for _ in 0..<10_000 { wish = .thing("a", then: wish) }
        let deep = wish
        #expect(throws: SnapshotError.self) { try CBOR.encode(deep) }
        #expect(throws: SnapshotError.self) { try CBOR.encode(String(repeating: "a", count: 70_000)) }
        let nested = [UInt8](repeating: 0x81, count: 60_000)
        #expect(throws: SnapshotError.self) { try CBOR.decode(Int.self, from: nested) }
    }

    @Test func `a truncated value throws, and a flipped bit gives a value or an error`() throws {
        let bytes = try CBOR.encode(Basket())
        for count in bytes.indices {
            #expect(throws: (any Error).self) { try CBOR.decode(Basket.self, from: Array(bytes.prefix(count))) }
        }
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                guard let basket = try? CBOR.decode(Basket.self, from: changed) else { continue }
                _ = try CBOR.encode(basket)
            }
        }
    }
}
