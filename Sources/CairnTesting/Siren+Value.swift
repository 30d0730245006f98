extension Siren {
    /// A value of an element of the app's own.
    public enum Value: Decodable, Sendable, Equatable {
        /// A text.
        case text(String)
        /// A number.
        case number(Double)
        /// A Boolean.
        case flag(Bool)
        /// A list.
        case list([Value])
        /// An object.
        case object([String: Value])
        /// `null`, such as for a number that is not finite.
        case null

        /// Decodes any JSON value.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let list = try? container.decode([Value].self) {
                self = .list(list)
            } else {
                self = .object(try container.decode([String: Value].self))
            }
        }
    }
}

extension Siren {
    /// A value for programs, beside the text for people.
    public struct TypedValue: Decodable, Sendable, Equatable {
        /// The name of the type: `number`, `boolean`, `coordinate`, `date`, `local-date-time`, `date-time`, `code` or
        /// `color`.
        public var type: String
        /// The value.
        public var value: Value
        /// The unit of a number.
        public var unit: String?
    }
}
