import RESP
import SessionStores
import SharedLogs

/// The octets of a shared log in the store: those of a session's log, with the kind of the element after its revision.
enum StoredEventFormat {
    private static let record = UInt8(ascii: "R")
    private static let checkpoint = UInt8(ascii: "C")
    /// Follows a checkpoint, and has its revision.
    private static let end = UInt8(ascii: "E")

    /// The maximum number of octets of an element.
    static let maxElement = StoredLogFormat.revisionSize + 1 + EventLimits.checkpoint

    static func octets(ofRecord element: LogElement) -> [UInt8] { octets(of: element, record) }
    static func octets(ofCheckpoint element: LogElement) -> [UInt8] { octets(of: element, checkpoint) }

    private static func octets(of element: LogElement, _ kind: UInt8) -> [UInt8] {
        StoredLogFormat.octets(of: element.revision) + CollectionOfOne(kind) + element.bytes
    }

    /// The reply to a load of a log whose copy is at `known`; `nil` if it is none.
    static func stored(_ value: RESPValue, after known: Revision?) -> StoredEvents? {
        switch value {
        case .integer(0): return known == nil ? .unchanged : .whole(checkpoint: nil, [])
        case .integer(1): return .unchanged
        case .array(let values):
            var elements: [(kind: UInt8, element: LogElement)] = []
            for value in values.dropFirst() {
                guard let element = element(value) else { return nil }
                elements.append(element)
            }
            switch values.first {
            case .integer(2): return records(elements[...]).flatMap { $0.isEmpty ? nil : .tail($0) }
            case .integer(3): return whole(elements)
            default: return nil
            }
        default: return nil
        }
    }

    private static func whole(_ elements: [(kind: UInt8, element: LogElement)]) -> StoredEvents? {
        guard let first = elements.first else { return nil }
        guard first.kind == checkpoint else { return records(elements[...]).map { .whole(checkpoint: nil, $0) } }
        guard elements.count > 1, elements[1].kind == end, elements[1].element.revision == first.element.revision
        else { return nil }
        return records(elements[2...]).map { .whole(checkpoint: first.element, $0) }
    }

    /// The elements if all of them are records.
    private static func records(_ elements: ArraySlice<(kind: UInt8, element: LogElement)>) -> [LogElement]? {
        elements.allSatisfy { $0.kind == record } ? elements.map(\.element) : nil
    }

    private static func element(_ value: RESPValue) -> (kind: UInt8, element: LogElement)? {
        guard let element = StoredLogFormat.element(value), let kind = element.bytes.first else { return nil }
        return (kind, LogElement(revision: element.revision, bytes: Array(element.bytes.dropFirst())))
    }
}
