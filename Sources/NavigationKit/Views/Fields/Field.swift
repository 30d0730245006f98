/// An input and the rules for what may be typed into it. Its names are HTML's.
public struct Field: Sendable, Equatable {
    /// The kinds of input.
    public enum Kind: String, Sendable, CaseIterable {
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
        /// An absolute URL.
        case url
        /// A telephone number; people write them in too many ways to be checked.
        case tel
        /// A day, as `2026-03-09`.
        case date
        /// A time of day, as `17:30`.
        case time
        /// A day and a time of day, as `2026-03-09T17:30`.
        case dateTime = "datetime-local"
        /// A month of a year, as `2026-03`.
        case month
        /// A week of a year, as `2026-W11`.
        case week
        /// A number that need not be exact, between two others.
        case range
        /// A colour, as `#0f6b66`.
        case color
        /// Yes or no; what is not sent is no.
        case checkbox
        /// One of ``Field/choices``, in a menu.
        case select
        /// One of ``Field/choices``, all of them in sight.
        case radio
    }

    /// One of several values that can be chosen.
    public struct Choice: Sendable, Equatable {
        /// What a person calls it.
        public var title: String
        /// What is sent.
        public var value: String

        /// - Parameters:
        ///   - title: what a person calls it.
        ///   - value: what is sent.
        public init(_ title: String, value: String) {
            self.title = title
            self.value = value
        }
    }

    /// Its name on the wire: the property of the action that it fills.
    public var name: String
    /// What a person calls it.
    public var label: String
    /// What kind of input it is.
    public var kind: Kind = .text
    /// Whether it must not be left empty; a checkbox: whether it must be ticked.
    public var isRequired = false
    /// The longest text, in UTF-16 units as HTML counts them.
    public var maximumLength = 1_000
    /// The shortest text, if there is any.
    public var minimumLength = 0
    /// The least number, or the first day, time, month or week, as it would be typed.
    public var minimum: String?
    /// The greatest number, or the last day, time, month or week, as it would be typed. A time may be before the
    /// minimum: then what is between them is past midnight.
    public var maximum: String?
    /// How far apart what may be entered is, counted from the minimum, or else from 0 or the beginning of 1970: in days,
    /// seconds, months or weeks. Without it any number will do, and any whole day, minute, month and week (HTML §4.10.5.3.8).
    public var step: Double?
    /// What a text has to look like.
    public var pattern: Pattern?
    /// What can be chosen.
    public var choices: [Choice] = []
    /// An example, shown where nothing is typed yet.
    public var placeholder: String?
    /// What a person has to know to fill it in, in a sentence below it.
    public var help: String?
    /// HTML's `autocomplete` token, such as `name`.
    ///
    /// Without one, browsers put typed text back on Back and Forward, for the same session only. They can also suggest
    /// earlier entries to all who use the browser: `off` prevents both, for what others must not see.
    public var autocomplete: String?
    /// The kinds of file that are meant, as HTML's `accept`: `image/*,.pdf`. Browsers offer those first; anything may come.
    public var accept: String?

    /// - Parameters:
    ///   - name: the property of the action that it fills.
    ///   - label: what a person calls it.
    ///   - kind: what kind of input it is.
    ///   - isRequired: whether it must not be left empty.
    ///   - maximumLength: the longest text, in UTF-16 units.
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
