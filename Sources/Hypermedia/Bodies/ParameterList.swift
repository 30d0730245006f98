/// A value with parameters, as of `Content-Type` or `Content-Disposition` (RFC 9110 §5.6.6).
struct ParameterList {
    /// What stands before the parameters, in lower case.
    let first: String
    private var parameters: [(name: String, value: String)] = []

    /// Reads what it can; a parameter that is none ends the list.
    init(_ text: String) {
        var rest = Substring(text)
        first = String(rest.prefix { $0 != ";" }).trimmedOfBlanks.lowercased()
        rest = rest.drop { $0 != ";" }
        while rest.popFirst() == ";" {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            guard let equals = rest.firstIndex(of: "=") else { return }
            let name = rest[..<equals].lowercased()
            rest = rest[rest.index(after: equals)...]
            guard !name.isEmpty, let value = Self.takeValue(from: &rest) else { return }
            parameters.append((name, value))
            rest = rest.drop { $0 == " " || $0 == "\t" }
        }
    }

    func values(of name: String) -> [String] { parameters.filter { $0.name == name }.map(\.value) }

    private static func takeValue(from rest: inout Substring) -> String? {
        guard rest.first == "\"" else {
            let value = rest.prefix { $0 != ";" }
            rest = rest[value.endIndex...]
            return String(value).trimmedOfBlanks
        }
        rest = rest.dropFirst()
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return value
            // Some write folders with single backslashes, so only what has to be escaped is.
            case "\\" where rest.first == "\"" || rest.first == "\\": value.append(rest.removeFirst())
            default: value.append(character)
            }
        }
        return nil
    }
}

extension String {
    fileprivate var trimmedOfBlanks: String {
        let blanks: Set<Character> = [" ", "\t"]
        let rest = drop { blanks.contains($0) }
        guard let last = rest.lastIndex(where: { !blanks.contains($0) }) else { return "" }
        return String(rest[...last])
    }
}
