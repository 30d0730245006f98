import Hypermedia

/// A parsed JSON document (RFC 8259). Avoids Foundation, so that the self-contained `cairn` executable need not include
/// it.
indirect enum JSON {
    case object([String: JSON])
    case array([JSON])
    case string(String)
    /// The number in its original notation.
    case number(String)
    case bool(Bool)
    case null

    /// Decodes a value of `type` from a JSON document.
    ///
    /// - Throws: `BodyError` or ``VisitorError`` for invalid JSON, `DecodingError` if the document does not match
    ///   `type`.
    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try Value(from: JSONDecoding(json: try JSON(parsing: bytes)))
    }

    init(parsing bytes: [UInt8]) throws {
        var scanner = JSONScanner()
        self = try JSON(&scanner, bytes.span, depth: 0)
        guard scanner.position == bytes.count else { throw VisitorError("Unexpected text after the JSON document.") }
    }

    private static let deepest = 128

    private init(_ scanner: inout JSONScanner, _ bytes: Span<UInt8>, depth: Int) throws {
        guard depth < Self.deepest else { throw VisitorError("The JSON document is nested too deeply.") }
        scanner.skipSpace(in: bytes)
        switch scanner.byte(in: bytes) {
        case UInt8(ascii: "{"):
            var members: [String: JSON] = [:]
            try JSON.list(&scanner, bytes, until: UInt8(ascii: "}")) { scanner throws in
                let name = try scanner.string(in: bytes, or: "Expected a name in double quotes.")
                scanner.skipSpace(in: bytes)
                try scanner.expect(UInt8(ascii: ":"), in: bytes, or: "Expected a colon after the name.")
                members[name] = try JSON(&scanner, bytes, depth: depth + 1)
            }
            self = .object(members)
        case UInt8(ascii: "["):
            var elements: [JSON] = []
            try JSON.list(&scanner, bytes, until: UInt8(ascii: "]")) { scanner throws in
                elements.append(try JSON(&scanner, bytes, depth: depth + 1))
            }
            self = .array(elements)
        case UInt8(ascii: "\""): self = .string(try scanner.scalar(in: bytes) ?? "")
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool(try scanner.scalar(in: bytes) == "true")
        default: self = try scanner.scalar(in: bytes).map { .number($0) } ?? .null
        }
        scanner.skipSpace(in: bytes)
    }

    /// Parses comma-separated elements up to the closing bracket.
    private static func list(
        _ scanner: inout JSONScanner, _ bytes: Span<UInt8>, until end: UInt8,
        element: (inout JSONScanner) throws -> Void
    ) throws {
        scanner.position += 1
        scanner.skipSpace(in: bytes)
        var isFirst = true
        while scanner.byte(in: bytes) != end {
            if !isFirst { try scanner.expect(UInt8(ascii: ","), in: bytes, or: "Expected a comma or the end.") }
            isFirst = false
            scanner.skipSpace(in: bytes)
            try element(&scanner)
            scanner.skipSpace(in: bytes)
        }
        scanner.position += 1
    }
}
