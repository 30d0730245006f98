@testable import Snapshots
import Testing

@Suite("RFC 8949 Appendix A: examples of encoded items") struct CBORVectorTests {
    private func bytes(_ hexadecimal: String) throws -> [UInt8] {
        let digits = Array(hexadecimal)
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            try #require(UInt8(String(digits[index...index + 1]), radix: 16))
        }
    }

    /// Checks that `value` is encoded as these bytes, and that they are decoded as `value`.
    private func expect(_ value: some Codable & Equatable, _ hexadecimal: String) throws {
        let bytes = try bytes(hexadecimal)
        #expect(try CBOR.encode(value) == bytes)
        #expect(try CBOR.decode(type(of: value), from: bytes) == value)
    }

    @Test func `integers`() throws {
        let examples: [(Int64, String)] = [
            (0, "00"), (1, "01"), (10, "0a"), (23, "17"), (24, "1818"), (25, "1819"), (100, "1864"), (1000, "1903e8"),
            (1_000_000, "1a000f4240"), (1_000_000_000_000, "1b000000e8d4a51000"), (-1, "20"), (-10, "29"),
            (-100, "3863"), (-1000, "3903e7"),
        ]
        for (number, hexadecimal) in examples {
            try expect(number, hexadecimal)
            try expect(Int128(number), hexadecimal)
        }
        // Not in the appendix: the last argument of 1, 2 and 4 bytes, and the first of the next length.
        for (number, hexadecimal) in [
            (255, "18ff"), (256, "190100"), (65_535, "19ffff"), (65_536, "1a00010000"), (4_294_967_295, "1affffffff"),
            (4_294_967_296, "1b0000000100000000"),
        ] {
            try expect(number, hexadecimal)
        }
        try expect(UInt64.max, "1bffffffffffffffff")
        try expect(-18_446_744_073_709_551_616 as Int128, "3bffffffffffffffff")
    }

    @Test func `integers above 64 bits are bignums`() throws {
        try expect(18_446_744_073_709_551_616 as UInt128, "c249010000000000000000")
        try expect(-18_446_744_073_709_551_617 as Int128, "c349010000000000000000")
    }

    @Test func `floating-point numbers take the shortest width that loses no bit`() throws {
        let examples: [(Double, String)] = [
            (0, "f90000"), (-0.0, "f98000"), (1, "f93c00"), (1.1, "fb3ff199999999999a"), (1.5, "f93e00"),
            (65_504, "f97bff"), (100_000, "fa47c35000"), (3.4028234663852886e+38, "fa7f7fffff"),
            (1.0e+300, "fb7e37e43c8800759c"), (5.960464477539063e-8, "f90001"), (0.00006103515625, "f90400"),
            (-4, "f9c400"), (-4.1, "fbc010666666666666"), (.infinity, "f97c00"), (-.infinity, "f9fc00"),
        ]
        for (number, hexadecimal) in examples { try expect(number, hexadecimal) }
        #expect(try CBOR.encode(Double.nan) == bytes("f97e00"))
        for hexadecimal in ["f97e00", "fa7fc00000", "fb7ff8000000000000"] {
            #expect(try CBOR.decode(Double.self, from: bytes(hexadecimal)).isNaN)
        }
        for hexadecimal in ["f97c00", "fa7f800000", "fb7ff0000000000000"] {
            #expect(try CBOR.decode(Double.self, from: bytes(hexadecimal)) == .infinity)
        }
    }

    @Test func `simple values and texts`() throws {
        try expect(false, "f4")
        try expect(true, "f5")
        try expect(Int?.none, "f6")
        try expect("", "60")
        try expect("a", "6161")
        try expect("IETF", "6449455446")
        try expect("\"\\", "62225c")
        try expect("\u{00fc}", "62c3bc")
        try expect("\u{6c34}", "63e6b0b4")
        try expect("\u{10151}", "64f0908591")
    }

    @Test func `arrays and maps`() throws {
        struct Mixed: Codable, Equatable { var a = 1, b = [2, 3] }
        try expect([Int](), "80")
        try expect([1, 2, 3], "83010203")
        try expect(Array(1...25), "98190102030405060708090a0b0c0d0e0f101112131415161718181819")
        try expect([String: Int](), "a0")
        try expect(Mixed(), "a26161016162820203")
        #expect(
            try CBOR.decode([String: String].self, from: bytes("a56161614161626142616361436164614461656145"))
                == ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"])
    }

    @Test(arguments: [
        // Heads that are not in their shortest form.
        "1800", "1817", "190018", "1900ff", "1a00000100", "1a0000ffff", "1b0000000000000001", "1b00000000ffffffff",
        "3817", "7800", "9800", "b800", "d80249010000000000000000",
        // Indefinite lengths and reserved values.
        "5f42010243030405ff", "7f657374726561646d696e67ff", "9fff", "bfff", "ff", "1c", "1d", "1e", "1f", "fc", "fe",
        // Items that have no value in Swift: a byte string, undefined, simple values, other tags and incomplete ones.
        "4401020304", "f7", "f0", "f818", "f8ff", "c11a514b67b0", "d74401020304", "c0", "c2",
        "c149010000000000000000",
        // Bignums that are shorter than 9 bytes, start with zero, or exceed 128 bits.
        "c24101", "c240", "c2480100000000000000", "c24a00010000000000000000",
        "c25101" + String(repeating: "00", count: 16),
        // Names that are not texts, or refer to no earlier name; counts without content; two items; nothing; not UTF-8.
        "a10102", "a1f600", "a2616100f600", "81", "a1", "a16161", "6261", "9b7fffffffffffffff", "bbffffffffffffffff",
        "0000", "", "62c328",
    ]) func `other items are refused`(hexadecimal: String) throws {
        #expect(throws: SnapshotError.self) { try CBORItem(bytes(hexadecimal)) }
    }

    @Test func `a name that occurred before is its number`() throws {
        struct Point: Codable, Equatable { var x = 1, y = 2 }
        try expect([Point(), Point()], "82a26178016179" + "02a200010102")
    }

    @Test func `nested arrays are decoded up to the maximum depth`() throws {
        func nested(_ depth: Int) -> [UInt8] { Array(repeating: 0x81, count: depth) + [0] }
        #expect(try CBORItem(nested(CBOR.maxDepth)).bytes().count == CBOR.maxDepth + 1)
        #expect(throws: SnapshotError.malformed("a value is nested too deeply")) {
            try CBORItem(nested(CBOR.maxDepth + 1))
        }
    }

    /// Encodes nested containers itself: their depth is checked only when the bytes are written.
    private struct Nested: Encodable {
        let depth: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for _ in 1..<depth { container = container.nestedUnkeyedContainer() }
            try container.encode(0)
        }
    }

    @Test func `containers that a type nests itself are encoded up to the maximum depth`() throws {
        let bytes = try CBOR.encode(Nested(depth: CBOR.maxDepth))
        #expect(try CBORItem(bytes).bytes() == bytes)
        #expect(throws: SnapshotError.unencodable("it is nested too deeply")) {
            try CBOR.encode(Nested(depth: CBOR.maxDepth + 1))
        }
    }

    @Test func `a number that is too large for Float is refused, and an infinity is decoded`() throws {
        #expect(throws: SnapshotError.self) { try CBOR.decode(Float.self, from: CBOR.encode(1e300)) }
        #expect(try CBOR.decode(Float.self, from: CBOR.encode(Double.infinity)) == .infinity)
    }
}
