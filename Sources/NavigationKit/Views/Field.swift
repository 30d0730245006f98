/// An input and the rules for what may be typed into it. Its names are HTML's.
public struct Field: Sendable, Equatable {
    /// The kinds of input.
    public enum Kind: String, Sendable {
        /// One line.
        case text
        /// Several lines.
        case textarea
        /// An e-mail address.
        case email
        /// A whole or decimal number.
        case number
        /// A search.
        case search
        /// Never kept and never echoed.
        case password
        /// A file; its text is what a form says of an ``UploadedFile``.
        case file
    }

    /// Its name on the wire: the property of the action that it fills.
    public var name: String
    /// What a person calls it.
    public var label: String
    /// What kind of input it is.
    public var kind: Kind = .text
    /// Whether it must not be left empty.
    public var isRequired = false
    /// The longest text, in characters.
    public var maximumLength = 1_000
    /// HTML's `autocomplete` token, as `name` or `off`.
    public var autocomplete: String?
    /// The kinds of file that are meant, as HTML's `accept`: `image/*,.pdf`. Browsers offer those first; anything may come.
    public var accept: String?

    /// - Parameters:
    ///   - name: the property of the action that it fills.
    ///   - label: what a person calls it.
    ///   - kind: what kind of input it is.
    ///   - isRequired: whether it must not be left empty.
    ///   - maximumLength: the longest text, in characters.
    ///   - autocomplete: HTML's `autocomplete` token.
    public init(
        name: String, label: String, kind: Kind = .text, isRequired: Bool = false, maximumLength: Int = 1_000,
        autocomplete: String? = nil
    ) {
        self.name = name
        self.label = label
        self.kind = kind
        self.isRequired = isRequired
        self.maximumLength = maximumLength
        self.autocomplete = autocomplete
    }

    /// What is wrong with `text`, or `nil`. A text that is only white space counts as empty.
    package func problem(with text: String) -> String? {
        let isEmpty = text.allSatisfy(\.isWhitespace)
        if isEmpty {
            guard isRequired else { return nil }
            return kind == .file ? "Please choose a file for “\(label)”." : "Please fill in “\(label)”."
        }
        if kind == .file { return nil }
        // As HTML's maxlength counts: a character, as people see it, has no largest size.
        let length = text.utf16.count
        if length > maximumLength { return "“\(label)” is \(length) characters long; at most \(maximumLength) fit." }
        switch kind {
        case .number where !Field.looksLikeNumber(text): return "“\(label)” must be a number."
        case .email where !Field.looksLikeAddress(text):
            return "“\(label)” must be an e-mail address, as ada@example.org."
        default: return nil
        }
    }

    private static func looksLikeNumber(_ text: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return text.utf8.allSatisfy { digits ~= $0 || "+-.eE".utf8.contains($0) } && Double(text)?.isFinite == true
    }

    private static func looksLikeAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !text.contains(where: \.isWhitespace)
    }
}

/// What is wrong with the fields of a submission: a handler may throw it, the form comes back with it (422).
public struct InvalidInput: Error, Sendable, Equatable {
    /// One problem.
    public struct Problem: Sendable, Equatable {
        /// The field's name.
        public var field: String
        /// What is wrong, for a person.
        public var message: String
    }

    /// All problems, in the order of the fields.
    public var problems: [Problem]

    package init(problems: [Problem]) { self.problems = problems }

    /// - Parameters:
    ///   - field: the field's name.
    ///   - message: what is wrong, for a person.
    public init(field: String, _ message: String) {
        problems = [Problem(field: field, message: message)]
    }
}
