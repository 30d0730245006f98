import HTTPProtocol
import Testing

@testable import Cairn

@Suite("RFC 9110 §6.6.1: Date") struct DateTests {
    @Test func `it is the present second`() throws {
        let worker = try Worker()
        for second in [784_111_777, 784_111_777, 784_111_778, 784_111_777] {
            #expect(worker.date(at: second) == HTTPDate.bytes(secondsSince1970: second))
        }
    }

    @Test func `it is made once a second, and then only lent`() throws {
        let worker = try Worker()
        func place(_ bytes: [UInt8]) -> UnsafeRawPointer? { bytes.withUnsafeBytes(\.baseAddress) }
        let first = worker.date(at: 784_111_777)
        #expect(place(worker.date(at: 784_111_777)) == place(first))
        #expect(place(worker.date(at: 784_111_778)) != place(first))
    }
}
