/// An encoded action: its wire name and its property values, for example `select-friend?friend=7`.
@usableFromInline
package final class EncodedAction: Sendable {
    /// One property of the action.
    package struct Value: Sendable, Equatable {
        /// The property's name. A property of a nested value has its owner's name and a dot before its own.
        package let name: String
        /// The property's value as text; `nil` if it is absent.
        package let text: String?

        package init(name: String, text: String?) {
            self.name = name
            self.text = text
        }
    }

    /// The action's wire name.
    package let name: String
    /// The encoded values, in the order of the action's properties.
    package let values: [Value]
    /// The name and the percent-encoded values that are present, in one string: the `value` of the action's button.
    package let token: String
    /// True if the token consists of `%`, `?`, `=` and the characters that percent-encoding does not change; not with
    /// two values, which `&` separates. Kept, because a page writes one token per row: with the check each time, 20
    /// rows take 2,600 instructions more.
    package let isTokenPlain: Bool

    package init(name: String, values: [Value]) {
        self.name = name
        self.values = values
        var bytes = Array(name.utf8)
        var separator = UInt8(ascii: "?")
        for value in values {
            guard let text = value.text else { continue }
            bytes.append(separator)
            PercentEncoding.append(value.name.utf8, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            PercentEncoding.append(text.utf8, to: &bytes)
            separator = UInt8(ascii: "&")
        }
        token = String(decoding: bytes, as: UTF8.self)
        isTokenPlain = bytes.allSatisfy { byte in
            PercentEncoding.isUnescaped(byte) || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "?")
                || byte == UInt8(ascii: "=")
        }
    }

    package func without(_ names: [String]) -> EncodedAction {
        EncodedAction(name: name, values: values.filter { !names.contains($0.name) })
    }
}
