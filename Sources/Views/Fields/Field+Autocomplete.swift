extension Field {
    /// The data that a field asks for, as one of HTML's `autocomplete` tokens (HTML §4.10.18.7): browsers and password
    /// managers fill such a field with what they know about the visitor.
    ///
    /// A token without a constant, or one with a detail such as `shipping street-address`, is written as a text.
    public struct Autocomplete: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable {
        /// The token.
        public let rawValue: String
        /// - Parameter rawValue: the token.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// - Parameter value: the token.
        public init(stringLiteral value: String) { rawValue = value }

        /// Nothing: browsers neither fill the field nor keep what is typed in it.
        public static let off: Autocomplete = "off"
        /// A full name.
        public static let name: Autocomplete = "name"
        /// A given name.
        public static let givenName: Autocomplete = "given-name"
        /// A family name.
        public static let familyName: Autocomplete = "family-name"
        /// A name on this site, with which the visitor logs in; also for an e-mail address that is one.
        public static let username: Autocomplete = "username"
        /// The password with which the visitor logs in.
        public static let currentPassword: Autocomplete = "current-password"
        /// A password that the visitor sets.
        public static let newPassword: Autocomplete = "new-password"
        /// A code that is valid once, such as one from a message.
        public static let oneTimeCode: Autocomplete = "one-time-code"
        /// An e-mail address.
        public static let email: Autocomplete = "email"
        /// A telephone number with its country code.
        public static let telephone: Autocomplete = "tel"
        /// A URL, such as that of the visitor's home page.
        public static let url: Autocomplete = "url"
        /// A day of birth.
        public static let birthday: Autocomplete = "bday"
        /// A language, by its tag.
        public static let language: Autocomplete = "language"
        /// A job title.
        public static let jobTitle: Autocomplete = "organization-title"
        /// The name of a company or another organization.
        public static let organization: Autocomplete = "organization"
        /// A street address, with all its lines.
        public static let streetAddress: Autocomplete = "street-address"
        /// The first line of a street address.
        public static let addressLine1: Autocomplete = "address-line1"
        /// The second line of a street address.
        public static let addressLine2: Autocomplete = "address-line2"
        /// The region of an address: a state or a province.
        public static let region: Autocomplete = "address-level1"
        /// The town of an address.
        public static let town: Autocomplete = "address-level2"
        /// A postcode.
        public static let postalCode: Autocomplete = "postal-code"
        /// A country, by its code of two letters (ISO 3166-1).
        public static let country: Autocomplete = "country"
        /// A country, by its name.
        public static let countryName: Autocomplete = "country-name"
        /// The name on a payment card.
        public static let cardName: Autocomplete = "cc-name"
        /// The number of a payment card.
        public static let cardNumber: Autocomplete = "cc-number"
        /// The month until which a payment card is valid.
        public static let cardExpiry: Autocomplete = "cc-exp"
        /// The security code of a payment card.
        public static let cardSecurityCode: Autocomplete = "cc-csc"
    }
}
