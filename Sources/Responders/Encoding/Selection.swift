/// The elements that a visitor ticked in a list or a table: the property of an action that is performed for all of them.
///
/// ```swift
/// struct CloseTickets: Action { var tickets = Selection<Int>() }
/// ```
///
/// A `SelectionToggle` for each element fills it. Only elements that were on the page can be ticked; check all the same
/// that each still exists.
public struct Selection<ID: LosslessStringConvertible & Hashable & Sendable>: Sendable, Hashable {
    /// The identifiers of the ticked elements.
    public var ids: Set<ID>

    /// - Parameter ids: the identifiers of the ticked elements.
    public init(_ ids: Set<ID> = []) { self.ids = ids }
}

extension Selection: Codable {
    /// Decodes the ticked identifiers.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: SelectionKey.self)
        ids = []
        for key in container.allKeys where try container.decode(Bool.self, forKey: key) {
            guard let id = key.text.flatMap({ ID($0) }) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "no identifier")
            }
            ids.insert(id)
        }
    }

    /// Encodes the ticked identifiers as keys.
    public func encode(to encoder: any Encoder) throws {
        guard !ids.isEmpty else {
            // Names the property, so that fields can fill it.
            var container = encoder.singleValueContainer()
            return try container.encodeNil()
        }
        var container = encoder.container(keyedBy: SelectionKey.self)
        // In a fixed order, because equal actions must have equal encodings.
        for text in ids.map(\.description).sorted() { try container.encode(true, forKey: SelectionKey(text)) }
    }
}

/// The key of an element in a ``Selection``.
package struct SelectionKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }

    /// - Parameter text: the element's identifier as text. A full stop would begin the name of a nested property.
    package init(_ text: String) {
        stringValue = PercentEncoding.encode(text.utf8).replacing(".", with: "%2E")
    }

    /// The element's identifier as text; `nil` if the key was not written by this type.
    var text: String? {
        PercentEncoding.decode(stringValue.utf8).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
