import Digests
import Testing

@Suite("Fast hashes of streams") struct FastHashTests {
    private func hash(_ pieces: [ArraySlice<UInt8>]) -> UInt64 {
        var hash = FastHash.Stream()
        for piece in pieces { piece.withUnsafeBytes { hash.add($0) } }
        return hash.value
    }

    private let bytes = (0..<40).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 5) }

    @Test func `the hash does not depend on the division into pieces`() {
        let whole = hash([bytes[...]])
        for first in 0...bytes.count {
            for second in first...bytes.count {
                #expect(hash([bytes[..<first], bytes[first..<second], bytes[second...]]) == whole)
            }
        }
    }

    @Test func `the hash depends on each byte and on the number of zeros at the end`() {
        var hashes: Set = [hash([bytes[...]])]
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            hashes.insert(hash([changed[...]]))
        }
        #expect(hashes.count == bytes.count + 1)
        let zeros = (0..<30).map { hash([[UInt8](repeating: 0, count: $0)[...]]) }
        #expect(Set(zeros).count == zeros.count)
    }

    @Test func `the hash is the same in each process`() { #expect(hash([bytes[...]]) == 7_686_866_674_517_255_630) }
}
