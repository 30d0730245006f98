import HTTPProtocol
import Testing

@Suite("RFC 9110 §14: ranges") struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-4", ByteRange.part(0..<5)), ("bytes=5-9", .part(5..<10)), ("bytes=9-9", .part(9..<10)),
        ("bytes=3-", .part(3..<10)), ("bytes=-3", .part(7..<10)), ("bytes=-30", .part(0..<10)),
        ("bytes=4-99", .part(4..<10)), ("bytes=0-18446744073709551616", .part(0..<10)), ("BYTES=1-1", .part(1..<2)),
        ("bytes= 1-2", .part(1..<3)),
    ])
    func `a single range is read`(field: String, range: ByteRange) {
        #expect(ByteRange(field, size: 10) == range)
    }

    @Test(arguments: ["bytes=10-", "bytes=10-12", "bytes=99999999999999999999-", "bytes=-0"])
    func `a range outside of the content is unsatisfiable`(field: String) {
        #expect(ByteRange(field, size: 10) == .unsatisfiable)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=5-4", "bytes=0-1,3-4", "bytes=0x1-2", "bytes=1",
        "lines=0-4",
        "bytes=+1-2", "bytes=1--2", "bytes 0-4", "bytes=0-4;", "bytes=1 -2",
    ])
    func `a Range with any other value is ignored`(field: String) {
        #expect(ByteRange(field, size: 10) == .whole)
    }

    @Test func `every range of empty content is unsatisfiable`() {
        #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-5", size: 0) == .unsatisfiable)
        #expect(ByteRange(nil, size: 0) == .whole)
    }
}
