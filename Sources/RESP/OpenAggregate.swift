/// The kinds of aggregates, by the octet with which they begin.
enum AggregateKind {
    case array, map, set, push
    /// Additional information about the next value, which is ignored.
    case attribute

    init?(_ type: UInt8) {
        switch type {
        case UInt8(ascii: "*"): self = .array
        case UInt8(ascii: "%"): self = .map
        case UInt8(ascii: "~"): self = .set
        case UInt8(ascii: ">"): self = .push
        case UInt8(ascii: "|"): self = .attribute
        default: return nil
        }
    }

    var isOfPairs: Bool { self == .map || self == .attribute }
}

/// An aggregate of which some elements have not arrived.
struct OpenAggregate {
    let kind: AggregateKind
    /// The number of elements; a pair counts as two.
    let count: Int
    var elements: [RESPValue] = []

    /// The complete aggregate; `nil` for an attribute.
    var value: RESPValue? {
        switch kind {
        case .array: .array(elements)
        case .set: .set(elements)
        case .push: .push(elements)
        case .map:
            .map(
                stride(from: 0, to: elements.count - 1, by: 2).map {
                    RESPPair(key: elements[$0], value: elements[$0 + 1])
                })
        case .attribute: nil
        }
    }
}
