import Cairn
import Snapshots

/// The format of an event file.
///
/// ```
/// file   = "cairn-events 2\n" *record
/// record = length checksum payload     ; four and eight bytes, little-endian, both of the payload, a CBOR item
/// ```
/// Each appended record is on the disk before the next one is written, so a crash can leave only the last one
/// incomplete.
enum EventFormat {
    static let title = Array("cairn-events 2\n".utf8)
    static let headerCount = 12
    static let maxPayload = 1 << 17

    /// The result of reading a file.
    struct Contents: Equatable {
        var records: [[UInt8]] = []
        /// True if the file ends within its title or a record, in zeros or in a record with a wrong checksum. After a
        /// crash, that record was never acknowledged.
        var isTorn = false
        /// Any other damage of the file.
        var damage: String?
    }

    static func encode(_ payload: [UInt8]) -> [UInt8] {
        var record: [UInt8] = []
        record.reserveCapacity(headerCount + payload.count)
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            record.append(UInt8(truncatingIfNeeded: UInt32(truncatingIfNeeded: payload.count) >> shift))
        }
        let checksum = payload.checksum
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            record.append(UInt8(truncatingIfNeeded: checksum >> shift))
        }
        return record + payload
    }

    /// Reads the complete records. Skips a record with a wrong checksum, and stops at one with an invalid length.
    static func contents(of file: [UInt8]) -> Contents {
        var contents = Contents()
        guard !file.isEmpty else { return contents }
        guard file.starts(with: title) else {
            // A part of the title contains no events, so nothing is lost.
            if title.starts(with: file) {
                contents.isTorn = true
            } else {
                contents.damage = "the file does not have the format of this version"
            }
            return contents
        }
        var rest = file[title.count...]
        while !rest.isEmpty {
            guard rest.count >= headerCount else {
                contents.isTorn = true
                break
            }
            let count = Int(truncatingIfNeeded: number(in: rest.prefix(4)))
            let checksum = number(in: rest.dropFirst(4).prefix(8))
            let payload = rest.dropFirst(headerCount).prefix(count)
            guard (1...maxPayload).contains(count) else {
                // A crash can leave a file that was extended but not yet written: it ends in zeros.
                let isUnwritten = rest.count <= headerCount + maxPayload && rest.allSatisfy { $0 == 0 }
                contents.isTorn = isUnwritten
                if !isUnwritten { contents.damage = "the length of record \(contents.records.count + 1) is invalid" }
                break
            }
            rest = rest.dropFirst(headerCount + count)
            if payload.count == count, payload.checksum == checksum {
                contents.records.append(Array(payload))
            } else if rest.isEmpty {
                contents.isTorn = true
            } else {
                contents.damage = "the checksum of record \(contents.records.count + 1) is wrong"
            }
        }
        return contents
    }

    private static func number(in bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
