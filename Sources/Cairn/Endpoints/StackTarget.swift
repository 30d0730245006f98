import NavigationKit

/// A path that names the stack of a location as a resource, `LOCATION/~stack`, or its upper part, `LOCATION/~stack/19-`.
struct StackTarget {
    /// The location whose visible screen is on the stack.
    let location: Location
    /// The index of the lowest route of the upper part, from 1; `nil` for the whole stack.
    let from: Int?

    private static let step = "/~" + LocationPrinter.stack
    private static let maxDigits = 9

    init(location: Location, from: Int?) {
        self.location = location
        self.from = from
    }

    /// `nil` for the path of a screen. The last octet tells most of them apart.
    @inline(__always)
    init?(_ location: Location) {
        let octets = location.text.utf8.span
        guard !octets.isEmpty else { return nil }
        let last = octets[octets.count - 1]
        guard location.hasQuery || last == UInt8(ascii: "k") || last == UInt8(ascii: "-") else { return nil }
        self.init(checking: location.path, query: location.query)
    }

    private init?(checking path: String, query: String) {
        var whole = path[...]
        var from: Int?
        if path.hasSuffix("-") {
            guard let slash = path.lastIndex(of: "/"), let index = Self.index(path[slash...].dropFirst().dropLast())
            else { return nil }
            from = index
            whole = path[..<slash]
        }
        guard whole.hasSuffix(Self.step) else { return nil }
        self.from = from
        location = Location(String(whole.dropLast(Self.step.count))).with(query: query)
    }

    /// Parses a decimal number from 1 without leading zeros.
    private static func index(_ text: Substring) -> Int? {
        guard text.utf8.count <= maxDigits, text.utf8.first != UInt8(ascii: "0"),
            text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        return Int(text)
    }

    /// The last step of the path.
    var suffix: String { from.map { "/\($0)-" } ?? "" }

    /// The methods of the resource, for `Allow`.
    var methods: String { from == nil ? "GET, HEAD, PUT, OPTIONS" : "GET, HEAD, DELETE, OPTIONS" }
}
