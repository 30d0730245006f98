import SessionStores
import Snapshots

/// The format of a log's file.
///
/// ```
/// file       = "cairn-events 3" LF checkpoint *record
/// checkpoint = element              ; see LogElementFormat; without bytes, and with the number 0, if there is none
/// record     = element
/// ```
enum EventFileFormat {
    static let title = Array("cairn-events 3\n".utf8)
    private static let noCheckpoint = LogElement(revision: Revision(number: 0, salt: 0), bytes: [])

    /// The result of reading a file.
    struct Contents: Equatable {
        var log = EventRecords()
        /// The end of the last complete record.
        var end = 0
        var condition = Condition.sound
    }

    enum Condition: Equatable {
        case sound
        /// The file is empty, or has the format of an earlier release.
        case mustBeWritten
        /// The last record is incomplete. A crash can cause this; then the record was never acknowledged.
        case torn
        /// Other damage. The log has the records that can be read.
        case damaged(String)
    }

    static func encode(_ log: EventRecords) -> [UInt8] {
        var bytes = title
        bytes.reserveCapacity(
            log.records.reduce(title.count + LogElementFormat.overhead + (log.checkpoint?.bytes.count ?? 0)) {
                $0 + LogElementFormat.overhead + $1.bytes.count
            })
        LogElementFormat.append(log.checkpoint ?? noCheckpoint, to: &bytes)
        for record in log.records { LogElementFormat.append(record, to: &bytes) }
        return bytes
    }

    static func contents(of file: [UInt8]) -> Contents {
        if file.isEmpty { return Contents(condition: .mustBeWritten) }
        if file.starts(with: title) { return current(file) }
        if file.starts(with: secondTitle) { return second(file) }
        // A crash of an earlier release while it wrote the title; such a file has no records.
        if secondTitle.starts(with: file) { return Contents(condition: .mustBeWritten) }
        return Contents(condition: .damaged("the file does not have the format of this version"))
    }

    // MARK: - The present format

    private static func current(_ file: [UInt8]) -> Contents {
        var contents = Contents(end: title.count)
        if let element = LogElementFormat.element(in: file, at: contents.end) {
            let bytes = file[element.bytes]
            if !bytes.isEmpty {
                contents.log.checkpoint = LogElement(revision: element.revision, bytes: Array(bytes))
            }
            contents.end = element.bytes.upperBound
        } else {
            contents.condition = .damaged("its checkpoint is incomplete or has a wrong checksum")
        }
        while contents.end < file.count {
            if let element = LogElementFormat.element(in: file, at: contents.end) {
                contents.log.records.append(LogElement(revision: element.revision, bytes: Array(file[element.bytes])))
                contents.end = element.bytes.upperBound
                continue
            }
            let last = contents.log.last ?? noCheckpoint.revision
            let next = LogElementFormat.nextElement(in: file, after: contents.end, following: last)
            if contents.condition == .sound {
                contents.condition =
                    next.position == nil && !next.isIncomplete
                    ? .torn : .damaged("the record after revision \(last) has a wrong checksum")
            }
            guard let position = next.position else { break }
            contents.end = position
        }
        return contents
    }

    // MARK: - The format of earlier releases

    private static let secondTitle = Array("cairn-events 2\n".utf8)
    private static let secondHeaderCount = 12

    /// Reads a file of the second format, whose records have no revision: each is its length in 4 octets, its checksum
    /// in 8, and its bytes.
    private static func second(_ file: [UInt8]) -> Contents {
        var contents = Contents(end: file.count, condition: .mustBeWritten)
        var rest = file[secondTitle.count...]
        var number: UInt64 = 0
        while rest.count >= secondHeaderCount {
            let count = Int(little(rest.prefix(4)))
            let checksum = little(rest.dropFirst(4).prefix(8))
            guard (1...EventLimits.record).contains(count) else { break }
            let bytes = rest.dropFirst(secondHeaderCount).prefix(count)
            rest = rest.dropFirst(secondHeaderCount + count)
            number += 1
            if bytes.count == count, bytes.checksum == checksum {
                contents.log.records.append(
                    LogElement(revision: Revision(number: number, salt: 0), bytes: Array(bytes)))
            } else if !rest.isEmpty {
                contents.condition = .damaged("the checksum of record \(number) is wrong")
            }
        }
        // A crash can leave a file that was extended but not yet written: it ends in zeros.
        if rest.count >= secondHeaderCount, rest.contains(where: { $0 != 0 }) {
            contents.condition = .damaged("the length of record \(number + 1) is invalid")
        }
        return contents
    }

    private static func little(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
