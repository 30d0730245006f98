/// Parses the JSON body that replaces a stack: an object with the list `routes`, or the Siren document of the stack, in
/// which the order of `entities` is that of the routes.
package enum StackBody {
    /// Returns the printed routes from the bottom to the top; at most `limit` + 1, of which the last one shows that the
    /// list is too long.
    ///
    /// - Throws: ``BodyError`` for malformed JSON, invalid UTF-8, nesting deeper than 64, a route that is not a string,
    ///   and a body in which the routes are missing or occur twice. Other members are ignored.
    package static func parse(_ bytes: [UInt8], limit: Int) throws(BodyError) -> [String] {
        try parse(bytes.span, limit: limit)
    }

    /// Works as ``parse(_:limit:)-([UInt8],_)`` for the bytes of a span.
    package static func parse(_ bytes: Span<UInt8>, limit: Int) throws(BodyError) -> [String] {
        var parser = StackParser(limit: limit)
        try parser.document(in: bytes)
        guard let routes = parser.routes else {
            throw BodyError(.malformedJSON, at: 0, "The body has no list \"routes\" and no list \"entities\".")
        }
        return routes
    }
}

private struct StackParser {
    let limit: Int
    var routes: [String]?
    private var scanner = JSONScanner()

    private static let maxNesting = 64

    init(limit: Int) { self.limit = limit }

    mutating func document(in bytes: Span<UInt8>) throws(BodyError) {
        scanner.skipSpace(in: bytes)
        guard try begins("{", in: bytes, or: "The body must be one JSON object, such as {\"routes\":[\"list\"]}.")
        else {
            return
        }
        repeat {
            let (name, start) = try self.name(in: bytes)
            switch name {
            case "routes", "entities":
                guard routes == nil else {
                    throw BodyError(.contradiction, at: start, "The body has its routes twice.")
                }
                routes = []
                try list(ofEntities: name == "entities", in: bytes)
            default: try skipValue(in: bytes)
            }
        } while try continues(until: "}", in: bytes)
        guard scanner.position == bytes.count else {
            throw BodyError(.malformedJSON, at: scanner.position, "Expected the end of the body after the object.")
        }
    }

    private mutating func list(ofEntities isOfEntities: Bool, in bytes: Span<UInt8>) throws(BodyError) {
        guard try begins("[", in: bytes, or: "Expected an array.") else { return }
        repeat {
            let route =
                isOfEntities
                ? try member("properties", in: bytes, read: StackParser.properties)
                : try string(in: bytes)
            if let kept = routes?.count, kept <= limit { routes?.append(route) }
        } while try continues(until: "]", in: bytes)
    }

    private static func properties(
        _ parser: inout StackParser, in bytes: Span<UInt8>
    ) throws(BodyError) -> String {
        try parser.member("route", in: bytes) { (parser, bytes) throws(BodyError) in try parser.string(in: bytes) }
    }

    private mutating func string(in bytes: Span<UInt8>) throws(BodyError) -> String {
        try scanner.string(in: bytes, or: "A route must be a string.")
    }

    /// Reads an object and returns the value of its member `wanted`.
    private mutating func member(
        _ wanted: String, in bytes: Span<UInt8>,
        read: (inout StackParser, Span<UInt8>) throws(BodyError) -> String
    ) throws(BodyError) -> String {
        let beginning = scanner.position
        var found: String?
        if try begins("{", in: bytes, or: "Expected an object with the member \"\(wanted)\".") {
            repeat {
                let (name, start) = try self.name(in: bytes)
                guard name == wanted else {
                    try skipValue(in: bytes)
                    continue
                }
                guard found == nil else {
                    throw BodyError(.contradiction, at: start, "\"\(wanted)\" occurs twice.")
                }
                found = try read(&self, bytes)
            } while try continues(until: "}", in: bytes)
        }
        guard let found else {
            throw BodyError(.malformedJSON, at: beginning, "This object has no member \"\(wanted)\".")
        }
        return found
    }

    /// Skips any value. Its nesting is bounded, and needs no recursion.
    private mutating func skipValue(in bytes: Span<UInt8>) throws(BodyError) {
        var closers: [Unicode.Scalar] = []
        repeat {
            let start = scanner.position
            let closer: Unicode.Scalar? =
                switch scanner.byte(in: bytes) {
                case UInt8(ascii: "{"): "}"
                case UInt8(ascii: "["): "]"
                default: nil
                }
            if let closer {
                guard closers.count < Self.maxNesting else {
                    throw BodyError(.nestedValue, at: start, "The body is nested deeper than \(Self.maxNesting).")
                }
                if try begins(closer == "}" ? "{" : "[", in: bytes, or: "") {
                    closers.append(closer)
                    if closer == "}" { _ = try name(in: bytes) }
                    continue
                }
            } else {
                _ = try scanner.scalar(in: bytes)
            }
            while let closer = closers.last {
                guard try continues(until: closer, in: bytes) else {
                    closers.removeLast()
                    continue
                }
                if closer == "}" { _ = try name(in: bytes) }
                break
            }
        } while !closers.isEmpty
    }

    /// Reads the beginning of an array or object.
    ///
    /// - Returns: false if it is empty; its end is then read, too.
    private mutating func begins(
        _ opener: Unicode.Scalar, in bytes: Span<UInt8>, or message: String
    ) throws(BodyError) -> Bool {
        try scanner.expect(UInt8(ascii: opener), in: bytes, or: message)
        scanner.skipSpace(in: bytes)
        guard scanner.byte(in: bytes) == UInt8(ascii: opener == "{" ? "}" : "]") else { return true }
        scanner.position += 1
        scanner.skipSpace(in: bytes)
        return false
    }

    /// Reads the comma after an element, or the end.
    ///
    /// - Returns: true if another element follows.
    private mutating func continues(until closer: Unicode.Scalar, in bytes: Span<UInt8>) throws(BodyError) -> Bool {
        scanner.skipSpace(in: bytes)
        let hasComma = scanner.byte(in: bytes) == UInt8(ascii: ",")
        try scanner.expect(
            UInt8(ascii: hasComma ? "," : closer), in: bytes, or: "Expected a comma or \"\(closer)\".")
        scanner.skipSpace(in: bytes)
        return hasComma
    }

    /// Reads the name of a member and the colon after it.
    private mutating func name(in bytes: Span<UInt8>) throws(BodyError) -> (String, start: Int) {
        let start = scanner.position
        let name = try scanner.string(in: bytes, or: "Expected a name in double quotes.")
        scanner.skipSpace(in: bytes)
        try scanner.expect(UInt8(ascii: ":"), in: bytes, or: "Expected a colon after the name.")
        scanner.skipSpace(in: bytes)
        return (name, start)
    }
}
