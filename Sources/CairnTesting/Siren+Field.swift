extension Siren {
    /// One value of an action.
    public struct Field: Decodable, Sendable {
        /// Its name.
        public var name: String
        /// `hidden`, or the kind of input.
        public var type: String
        /// What a person calls it.
        public var title: String?
        /// What it holds; of choices the one that is selected.
        public var value: String?
        /// What can be chosen, or ticked.
        public var choices: [Choice]?
        /// Whether it must be filled.
        public var required: Bool?
        /// The most UTF-16 units that it takes.
        public var maxlength: Int?
        /// The fewest UTF-16 units that it takes.
        public var minlength: Int?
        /// What the text must match.
        public var pattern: String?
        /// The first day, time or number that it takes.
        public var min: String?
        /// The last one.
        public var max: String?
        /// The distance of two neighbouring ones.
        public var step: String?
        /// What a person has to know to fill it in.
        public var help: String?
        /// What is wrong with it.
        public var error: String?

        /// One of several values.
        public struct Choice: Decodable, Sendable, Equatable {
            /// What it says.
            public var title: String?
            /// What is sent.
            public var value: String
            /// Whether it is the one that is chosen.
            public var selected: Bool?
        }

        private enum CodingKeys: CodingKey {
            case name, type, title, value, required, maxlength, minlength, pattern, min, max, step, help, error
        }

        /// Reads a field whose value is a text or a list of choices.
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

        /// A number or a text.
        private static func bound(_ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>) -> String? {
            if let text = try? container.decode(String.self, forKey: key) { return text }
            return (try? container.decode(Int.self, forKey: key)).map { String($0) }
        }
    }
}
