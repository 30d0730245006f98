/// A written ``Saved`` value, for diagnostics.
package struct SavedOutline: Sendable {
    /// The name of the property.
    package let name: String
    /// The type of the value; `nil` if the value was read from storage and its property was not read yet.
    package let type: String?
    /// The encoded length; `nil` if the value cannot be encoded.
    package let byteCount: Int?
    /// The beginning of the value as text; `nil` if the name suggests a secret, the value is long, or its type unknown.
    package let text: String?
}

extension Responder {
    /// The saved values that were written, in the order of their first writing.
    package final var savedOutlines: [SavedOutline] { savedValues?.entries.map(\.outline) ?? [] }
}

extension SavedValues.Entry {
    /// The largest encoded value whose text is shown, in bytes.
    private static let maxShownBytes = 2_048
    /// The maximum number of shown characters.
    private static let maxShownText = 80

    fileprivate var outline: SavedOutline {
        let byteCount = (try? bytes())?.count
        guard case .written(let value) = value else {
            return SavedOutline(name: name, type: nil, byteCount: byteCount, text: nil)
        }
        var text: String?
        if !name.suggestsSecret, byteCount.map({ $0 <= Self.maxShownBytes }) ?? false {
            let whole = String(describing: value)
            // A structure is described with the names of its properties.
            if !whole.suggestsSecret { text = whole.shortened(to: Self.maxShownText) }
        }
        return SavedOutline(
            name: name, type: String(describing: Swift.type(of: value)), byteCount: byteCount, text: text)
    }
}
