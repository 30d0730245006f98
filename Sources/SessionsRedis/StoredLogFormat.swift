import RESP
import SessionStores

/// The octets of revisions and log elements in the store.
enum StoredLogFormat {
    /// A revision: the number in 5 octets and the salt in 4, big-endian.
    static let revisionSize = 9
    /// Numbers from here on have no octets: the first octet 0xFF marks a lease.
    static let maxNumber: UInt64 = 0xFF_0000_0000

    /// The octets of a revision; nine 0xFF, which match nothing, for a number that has none.
    static func octets(of revision: Revision) -> [UInt8] {
        guard revision.number < maxNumber else { return [UInt8](repeating: 0xFF, count: revisionSize) }
        return (0..<5).map { UInt8(truncatingIfNeeded: revision.number >> (32 - 8 * UInt64($0))) }
            + (0..<4).map { UInt8(truncatingIfNeeded: revision.salt >> (24 - 8 * UInt32($0))) }
    }

    static func revision(_ octets: some Collection<UInt8>) -> Revision? {
        guard octets.count >= revisionSize, octets.first != 0xFF else { return nil }
        return Revision(
            number: octets.prefix(5).reduce(0) { $0 << 8 | UInt64($1) },
            salt: octets.dropFirst(5).prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }

    static func octets(of element: LogElement) -> [UInt8] { octets(of: element.revision) + element.bytes }

    /// The revision of an element in a reply.
    static func newest(_ value: RESPValue) -> Revision? {
        if case .bulkString(let octets) = value { revision(octets) } else { nil }
    }

    static func element(_ value: RESPValue) -> LogElement? {
        guard case .bulkString(let octets) = value, let revision = revision(octets) else { return nil }
        return LogElement(revision: revision, bytes: Array(octets[revisionSize...]))
    }

    /// The reply to a load; `nil` if it is none.
    static func stored(_ value: RESPValue) -> StoredSession? {
        switch value {
        case .integer(0): return .missing
        case .integer(1): return .unchanged
        case .array(let values):
            let elements = values.dropFirst().compactMap(element)
            guard !elements.isEmpty, elements.count == values.count - 1 else { return nil }
            switch values.first {
            case .integer(2): return .tail(elements)
            case .integer(3): return .whole(elements)
            default: return nil
            }
        default: return nil
        }
    }
}
