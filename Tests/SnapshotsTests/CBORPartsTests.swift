@testable import Snapshots
import Testing

@Suite("The parts of an encoded value") struct CBORPartsTests {
    private struct Order: Codable {
        var lines: [Line] = [Line(title: "Atlas", count: 2), Line(title: "“Map”", count: -1)]
        var rest: [Int] = []
        var names: [String: Int] = ["b": 2, "a": 1]
        var none: String?
        var price = 1.5
        var isPaid = true
    }

    private struct Line: Codable {
        var title: String
        var count: Int
    }

    @Test func `each scalar value has its path`() throws {
        let parts = try CBOR.parts(of: try CBOR.encode(Order())).map { $0.path + " " + $0.value }
        #expect(
            parts == [
                ".isPaid true", ".lines[0].count 2", ".lines[0].title \"Atlas\"", ".lines[1].count -1",
                ".lines[1].title \"“Map”\"", ".names.a 1", ".names.b 2", ".price 1.5", ".rest []",
            ])
    }

    @Test func `extreme integers and empty maps have their text`() throws {
        func text(_ value: some Encodable) throws -> [String] {
            try CBOR.parts(of: try CBOR.encode(value)).map { $0.path + $0.value }
        }
        #expect(try text(Int64.min) == ["-9223372036854775808"])
        #expect(try text(UInt64.max) == ["18446744073709551615"])
        #expect(try text(UInt128.max) == ["\(UInt128.max)"])
        #expect(try text(String?.none) == ["nil"])
        #expect(try text([String: Int]()) == ["[:]"])
    }

    @Test func `bytes that are not an item are refused`() {
        #expect(throws: SnapshotError.self) { try CBOR.parts(of: [0xFF]) }
        #expect(throws: SnapshotError.self) { try CBOR.parts(of: []) }
    }
}
