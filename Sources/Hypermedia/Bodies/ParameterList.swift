/// A value with parameters, such as `Content-Type` or `Content-Disposition` (RFC 9110 §5.6.6).
///
/// It is parsed as bytes. A Swift `Character` can combine a delimiter with a combining mark, while a filter in front
/// of this server sees the delimiter.
struct ParameterList {
    /// The value before the parameters, in lower case.
    let first: String
    private var parameters: [(name: String, value: String)] = []

    /// - Returns: `nil` if the text is malformed.
    init?(_ text: some StringProtocol) {
        var rest = Array(text.utf8)[...]
        first = Self.token(in: Self.take(from: &rest) { $0 != UInt8(ascii: ";") })
        while rest.popFirst() != nil {
            Self.skipBlanks(in: &rest)
            // Some clients end the list with a semicolon.
            if rest.isEmpty { break }
            let name = Self.take(from: &rest) { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            guard rest.popFirst() == UInt8(ascii: "="), !name.isEmpty, name.allSatisfy(Self.isToken),
                let value = Self.takeValue(from: &rest)
            else { return nil }
            parameters.append((String(decoding: name, as: UTF8.self).lowercased(), value))
            Self.skipBlanks(in: &rest)
            guard rest.isEmpty || rest.first == UInt8(ascii: ";") else { return nil }
        }
    }

    func values(of name: String) -> [String] { parameters.filter { $0.name == name }.map(\.value) }

    private static func takeValue(from rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.first == UInt8(ascii: "\"") else {
            return token(in: take(from: &rest) { $0 != UInt8(ascii: ";") }, isLowercased: false)
        }
        rest = rest.dropFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: value, as: UTF8.self)
            // Some clients send Windows paths with single backslashes, so only `\"` and `\\` are escapes.
            case UInt8(ascii: "\\") where rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "\\"):
                value.append(rest.removeFirst())
            default: value.append(byte)
            }
        }
        return nil
    }

    private static func take(
        from rest: inout ArraySlice<UInt8>, while isWanted: (UInt8) -> Bool
    ) -> ArraySlice<UInt8> {
        let taken = rest.prefix(while: isWanted)
        rest = rest[taken.endIndex...]
        return taken
    }

    private static func skipBlanks(in rest: inout ArraySlice<UInt8>) { rest = rest.drop(while: isBlank) }

    private static func token(in bytes: ArraySlice<UInt8>, isLowercased: Bool = true) -> String {
        var bytes = bytes.drop(while: isBlank)
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        let text = String(decoding: bytes, as: UTF8.self)
        return isLowercased ? text.lowercased() : text
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
