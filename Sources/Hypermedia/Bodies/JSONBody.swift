package import NavigationKit

/// Parses `application/json` bodies: one flat object (RFC 8259).
package enum JSONBody {
    /// Returns the members in order. Numbers keep their spelling, booleans become `true` and `false`, and members
    /// with the value `null` and repetitions are left out.
    ///
    /// - Throws: ``BodyError`` for malformed JSON, invalid UTF-8, nested arrays and objects, a name with two different
    ///   values, and a member after 256 different names.
    package static func parse(_ bytes: [UInt8]) throws(BodyError) -> [FormSubmission.Value] {
        try parse(bytes.span)
    }

    /// Returns the members in order. Numbers keep their spelling, booleans become `true` and `false`, and members
    /// with the value `null` and repetitions are left out.
    ///
    /// - Throws: ``BodyError`` for malformed JSON, invalid UTF-8, nested arrays and objects, a name with two different
    ///   values, and a member after 256 different names.
    package static func parse(_ bytes: Span<UInt8>) throws(BodyError) -> [FormSubmission.Value] {
        var scanner = JSONScanner()
        var values: [FormSubmission.Value] = []
        var seen: [String: String?] = [:]
        scanner.skipSpace(in: bytes)
        try scanner.expect(
            UInt8(ascii: "{"), in: bytes, or: "The body must be one JSON object, such as {\"action\":\"back\"}.")
        scanner.skipSpace(in: bytes)
        var isEmpty = true
        while scanner.byte(in: bytes) != UInt8(ascii: "}") {
            if !isEmpty {
                try scanner.expect(UInt8(ascii: ","), in: bytes, or: "Expected a comma or the closing brace.")
                scanner.skipSpace(in: bytes)
            }
            isEmpty = false
            let start = scanner.position
            guard seen.count < BodyError.maxFields else { throw .tooManyFields(at: start) }
            let name = try scanner.string(in: bytes, or: "Expected a name in double quotes.")
            scanner.skipSpace(in: bytes)
            try scanner.expect(UInt8(ascii: ":"), in: bytes, or: "Expected a colon after the name.")
            scanner.skipSpace(in: bytes)
            let text = try scanner.scalar(in: bytes)
            scanner.skipSpace(in: bytes)
            if let first = seen.updateValue(text, forKey: name) {
                guard first == text else {
                    throw BodyError(
                        .contradiction, at: start, "\"\(name)\" occurs a second time with a different value.")
                }
            } else if let text {
                values.append(FormSubmission.Value(name: name, text: text))
            }
        }
        scanner.position += 1
        scanner.skipSpace(in: bytes)
        guard scanner.position == bytes.count else {
            throw BodyError(.malformedJSON, at: scanner.position, "Expected the end of the body after the object.")
        }
        return values
    }
}
