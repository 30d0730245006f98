/// An input and its validation rules. The raw values of its kinds are HTML's names.
public struct Field: Sendable, Equatable {
    /// The kinds of input. Later versions can add cases, so a `switch` needs an `@unknown default`.
    public enum Kind: String, Sendable, CaseIterable {
        /// One line of text.
        case text
        /// Several lines of text.
        case textarea
        /// An e-mail address.
        case email
        /// A whole or decimal number.
        case number
        /// A search query.
        case search
        /// A password, which is never part of a draft and never sent back.
        case password
        /// A file. The field's value refers to an ``UploadedFile``.
        case file
        /// An absolute URL.
        case url
        /// A telephone number. Its format is not checked, because people write telephone numbers in many ways.
        case tel
        /// A day, such as `2026-03-09`.
        case date
        /// A time of day, such as `17:30`.
        case time
        /// A local date and time without a time zone, such as `2026-03-09T17:30`.
        case dateTime = "datetime-local"
        /// A month of a year, such as `2026-03`.
        case month
        /// A week of a year, such as `2026-W11`.
        case week
        /// An approximate number within a range.
        case range
        /// A colour, such as `#0f6b66`.
        case color
        /// Yes or no. An unchecked checkbox counts as no.
        case checkbox
        /// One of ``Field/choices``, in a menu.
        case select
        /// One of ``Field/choices``, as visible radio buttons.
        case radio
    }

    /// One of the values that can be selected.
    public struct Choice: Sendable, Equatable {
        /// The choice's title.
        public var title: String
        /// The value that is sent.
        public var value: String

        /// - Parameters:
        ///   - title: the choice's title.
        ///   - value: the value that is sent.
        public init(_ title: String, value: String) {
            self.title = title
            self.value = value
        }
    }

    /// The field's name on the wire: the name of the action's property that the field fills.
    public var name: String
    /// The field's label.
    public var label: String
    /// The kind of input.
    public var kind: Kind = .text
    /// True if a value is required; for a checkbox, if it must be checked.
    public var isRequired = false
    /// The maximum length of a text, in UTF-16 code units as in HTML.
    public var maximumLength = 1_000
    /// The minimum length of a text that is not blank, in UTF-16 code units; 0 for no limit.
    public var minimumLength = 0
    /// The smallest number, or the earliest day, time, month or week, in the wire format of the field's value.
    public var minimum: String?
    /// The largest number, or the latest day, time, month or week, in the wire format of the field's value. A maximum
    /// time before the minimum means a range past midnight.
    public var maximum: String?
    /// The distance between allowed values, in units of days, seconds, months or weeks, counted from the minimum;
    /// without a minimum, from 0 or from the beginning of 1970. If it is `nil` or not positive, any number is allowed,
    /// and any whole day, minute, month and week (HTML §4.10.5.3.8).
    public var step: Double?
    /// The pattern that a one-line text must match unless it is blank.
    public var pattern: Pattern?
    /// The values that can be selected.
    public var choices: [Choice] = []
    /// An example, shown while the field is empty.
    public var placeholder: String?
    /// A hint for filling in the field, shown as a sentence below its label.
    public var help: String?
    /// The unit of the value, such as `km`, shown after the input; several lines of text, passwords, files, checkboxes
    /// and choices have none.
    public var unit: String?
    /// Texts that the browser suggests while the visitor types; any other value can be typed too.
    public var suggestions: [String] = []
    /// True to show the maximum length below a text and, with the kit's script, how long the text is.
    public var showsLength = false
    /// The data that the field asks for, such as `.name`, so that browsers can fill it in.
    ///
    /// Without it, browsers restore typed text on Back and Forward, for the same session only. They can also suggest
    /// earlier entries to everyone who uses the browser. `.off` prevents both; use it for values that other people must
    /// not see.
    public var autocomplete: Autocomplete?
    /// True to ask for the day, the month and the year of a date in three text inputs, which suits dates that people know
    /// by heart, such as a date of birth. Scripts send one text as for other dates.
    public var hasDateParts = false
    /// The preferred file types, in the form of HTML's `accept`: `image/*,.pdf`. Browsers suggest such files first, but
    /// any file can be sent.
    public var accept: String?

    /// - Parameters:
    ///   - name: the property of the action that the field fills.
    ///   - label: the field's label.
    ///   - kind: the kind of input.
    ///   - isRequired: true if a value is required.
    ///   - maximumLength: the maximum length of a text, in UTF-16 code units.
    ///   - autocomplete: what the field asks for.
    public init(
        name: String, label: String, kind: Kind = .text, isRequired: Bool = false, maximumLength: Int = 1_000,
        autocomplete: Autocomplete? = nil
    ) {
        self.name = name
        self.label = label
        self.kind = kind
        self.isRequired = isRequired
        self.maximumLength = maximumLength
        self.autocomplete = autocomplete
    }
}

/// The validation errors of a submission's fields. If a handler throws it, the form is shown again with the messages
/// (status 422).
public struct InvalidInput: Error, Sendable, Equatable, CustomStringConvertible {
    /// The validation error of one field.
    public struct Problem: Sendable, Equatable {
        /// The field's name.
        public var field: String
        /// The message for people.
        public var message: String
    }

    /// All validation errors, in the order of the fields.
    public var problems: [Problem]

    /// The fields and their messages, for logs.
    public var description: String { problems.map { "\($0.field): \($0.message)" }.joined(separator: "; ") }

    package init(problems: [Problem]) { self.problems = problems }

    /// - Parameters:
    ///   - field: the field's name.
    ///   - message: the message for people.
    public init(field: String, _ message: String) {
        problems = [Problem(field: field, message: message)]
    }
}
