package import NavigationKit

/// The path of a route below the app's mount path: literal segments, and parameters that begin with a colon, such as
/// `tickets/:id/file`.
package struct RoutePath: Sendable, CustomStringConvertible {
    /// One segment of a path.
    package enum Part: Sendable, Hashable {
        case literal(String)
        /// Stands for any one segment; the value is the parameter's name.
        case parameter(String)
    }

    /// The path as the app wrote it.
    package let description: String
    /// The segments; empty if the path has a ``mistake``.
    package let parts: [Part]
    /// The reason why no request can match the path; `nil` if it is valid.
    package let mistake: String?

    package init(_ text: String) {
        description = text
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            Part(Substring($0))
        }
        mistake = Self.mistake(in: parts)
        self.parts = mistake == nil ? parts : []
    }

    private static func mistake(in parts: [Part]) -> String? {
        guard parts.count <= Location.maxSteps else { return "It has more than \(Location.maxSteps) segments." }
        var names: Set<String> = []
        for part in parts {
            switch part {
            case .literal(let text):
                guard !text.isEmpty, text.utf8.contains(where: { $0 != UInt8(ascii: ".") }),
                    text.utf8.allSatisfy(\.isLiteral)
                else { return "A segment consists of letters, digits and -._ only, and the path has no outer slash." }
            case .parameter(let name):
                guard !name.isEmpty, name.utf8.allSatisfy(\.isLiteral) else { return "A parameter has no valid name." }
                guard names.insert(name).inserted else { return "Two parameters have the name \(name)." }
            }
        }
        if case .parameter? = parts.first {
            return "A path that begins with a parameter would hide the app's locations. Begin it with a name."
        }
        return nil
    }

    /// True if both paths match the same requests.
    package func hasSameShape(as other: RoutePath) -> Bool { shape == other.shape }

    private var shape: [Part] {
        parts.map { if case .parameter = $0 { .parameter("") } else { $0 } }
    }

    /// True if this path is tried first: it is shorter, or its leftmost differing segment is a literal one.
    package func precedes(_ other: RoutePath) -> Bool {
        guard parts.count == other.parts.count else { return parts.count < other.parts.count }
        for (mine, its) in zip(parts, other.parts) {
            switch (mine, its) {
            case (.literal, .parameter): return true
            case (.parameter, .literal): return false
            default: continue
            }
        }
        return false
    }

    /// Returns the values of the parameters by name if the path matches, otherwise `nil`.
    ///
    /// A value is percent-decoded. No value is empty, `.` or `..`, or contains a slash, a backslash, a control
    /// character or invalid UTF-8, so that it is safer to use in the name of a file.
    package func parameters(of steps: ArraySlice<Substring>) -> [String: String]? {
        guard mistake == nil, steps.count == parts.count else { return nil }
        var values: [String: String] = [:]
        for (part, step) in zip(parts, steps) {
            switch part {
            case .literal(let text): guard step == text else { return nil }
            case .parameter(let name):
                guard let value = Self.value(of: step) else { return nil }
                values[name] = value
            }
        }
        return values
    }

    private static func value(of step: Substring) -> String? {
        guard let octets = PercentEncoding.decode(step.utf8), let text = String(validating: octets, as: UTF8.self),
            !text.isEmpty, text != ".", text != "..",
            octets.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return text
    }

    /// A location that the path matches, in which each parameter has the value `1`.
    package var sample: Location {
        let steps = parts.map { part in
            switch part {
            case .literal(let text): "/" + text
            case .parameter: "/1"
            }
        }
        return Location(steps.joined())
    }
}

extension RoutePath.Part {
    fileprivate init(_ text: Substring) {
        self = text.first == ":" ? .parameter(String(text.dropFirst())) : .literal(String(text))
    }
}

extension UInt8 {
    /// True for the characters of a literal segment, which need no encoding in a URL.
    fileprivate var isLiteral: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
