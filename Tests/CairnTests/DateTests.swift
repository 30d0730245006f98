import HTTPProtocol
import Testing

@testable import Cairn

@Suite("RFC 9110 §6.6.1: Date") struct DateTests {
    @Test func `Date is formatted for the given second`() throws {
        let worker = try Worker()
        for second in [784_111_777, 784_111_777, 784_111_778, 784_111_777] {
            #expect(worker.date(at: second) == HTTPDate.bytes(secondsSince1970: second))
        }
    }

    @Test func `Date is formatted once per second and then reused`() throws {
        let worker = try Worker()
        func place(_ bytes: [UInt8]) -> UnsafeRawPointer? { bytes.withUnsafeBytes(\.baseAddress) }
        let first = worker.date(at: 784_111_777)
        #expect(place(worker.date(at: 784_111_777)) == place(first))
        #expect(place(worker.date(at: 784_111_778)) != place(first))
    }
}
