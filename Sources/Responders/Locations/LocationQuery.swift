/// The query of a location: names and texts, in the order in which they were written.
package struct LocationQuery: Sendable, Equatable {
    /// One value of the query.
    package struct Item: Sendable, Equatable {
        package let name: String
        package let text: String

        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    package private(set) var items: [Item] = []

    package init(_ items: [Item] = []) { self.items = items }

    /// Parses a query as browsers send it (URL Standard §5.1). Leaves out names that the server uses itself; a query that
    /// is too long or has too many items has none.
    package init(parsing query: some Collection<UInt8>) {
        guard query.count <= Self.maxLength else { return }
        for part in query.split(separator: UInt8(ascii: "&")) {
            let mark = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = Self.decoded(part[..<mark]), let text = Self.decoded(part[mark...].dropFirst()),
                !name.isEmpty, !Self.reserved.contains(name)
            else { continue }
            items.append(Item(name: name, text: text))
            guard items.count <= Self.maxItems else {
                items = []
                return
            }
        }
    }

    /// Replaces the items of `names` by others, all in the order of `all` names.
    package func replacing(_ names: [String], by others: [Item], in all: [String]) -> LocationQuery {
        let items = items.filter { !names.contains($0.name) } + others
        return LocationQuery(all.flatMap { name in items.filter { $0.name == name } })
    }

    /// The canonical form, percent-encoded, without a question mark.
    package var text: String {
        var bytes: [UInt8] = []
        for item in items {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            PercentEncoding.append(item.name.utf8, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            PercentEncoding.append(item.text.utf8, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The maximum length, in octets: that of a path.
    package static let maxLength = Location.maxPathLength
    /// The maximum number of items; each can cause a value to be decoded once more.
    package static let maxItems = 32
    /// The number of a version, the consent to drop typed text, and what an open page shows, see the article about HTTP.
    package static let reserved = ["at", "discard", "shown"]

    private static func decoded(_ part: some Collection<UInt8>) -> String? {
        let octets = part.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return PercentEncoding.decode(octets).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
