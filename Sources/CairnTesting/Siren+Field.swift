extension Siren {
    /// A field of an action.
    public struct Field: Decodable, Sendable {
        /// The name under which the value is sent.
        public var name: String
        /// `hidden`, or the type of the input.
        public var type: String
        /// The visible label.
        public var title: String?
        /// The current value, always empty for a password; for choices the selected one.
        public var value: String?
        /// The available choices.
        public var choices: [Choice]?
        /// True if a value is required.
        public var required: Bool?
        /// Maximum length in UTF-16 units.
        public var maxlength: Int?
        /// Minimum length in UTF-16 units.
        public var minlength: Int?
        /// The regular expression that the text must match.
        public var pattern: String?
        /// The minimum number, day, time, month or week.
        public var min: String?
        /// The maximum number, day, time, month or week.
        public var max: String?
        /// The step between two values.
        public var step: String?
        /// The unit of the value.
        public var unit: String?
        /// The suggested values.
        public var suggestions: [String]?
        /// The help text.
        public var help: String?
        /// The error message.
        public var error: String?

        /// A choice of a field; a checkbox has one.
        public struct Choice: Decodable, Sendable, Equatable {
            /// The visible label.
            public var title: String?
            /// The submitted value.
            public var value: String
            /// True if the choice is selected.
            public var selected: Bool?
        }

        private enum CodingKeys: CodingKey {
            case name, type, title, value, required, maxlength, minlength, pattern, min, max, step, help, error, unit
            case suggestions
        }

        /// Decodes a field whose value is a text or a list of choices.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            type = try container.decode(String.self, forKey: .type)
            title = try container.decodeIfPresent(String.self, forKey: .title)
            required = try container.decodeIfPresent(Bool.self, forKey: .required)
            min = Self.bound(.min, in: container)
            max = Self.bound(.max, in: container)
            step = Self.bound(.step, in: container)
            pattern = try container.decodeIfPresent(String.self, forKey: .pattern)
            help = try container.decodeIfPresent(String.self, forKey: .help)
            unit = try container.decodeIfPresent(String.self, forKey: .unit)
            suggestions = try container.decodeIfPresent([String].self, forKey: .suggestions)
            minlength = try container.decodeIfPresent(Int.self, forKey: .minlength)
            maxlength = try container.decodeIfPresent(Int.self, forKey: .maxlength)
            error = try container.decodeIfPresent(String.self, forKey: .error)
            choices = try? container.decode([Choice].self, forKey: .value)
            if let choices {
                value = choices.first { $0.selected ?? false }?.value
            } else {
                value = try container.decodeIfPresent(String.self, forKey: .value)
            }
        }

        /// Decodes a bound that is a number or a text.
        private static func bound(_ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>) -> String? {
            if let text = try? container.decode(String.self, forKey: key) { return text }
            return (try? container.decode(Int.self, forKey: key)).map { String($0) }
        }
    }
}
