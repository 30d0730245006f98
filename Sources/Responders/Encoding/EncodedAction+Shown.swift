extension EncodedAction {
    /// The maximum number of shown characters of a value.
    private static let maxShownText = 60
    /// The maximum number of shown values.
    private static let maxShownValues = 8

    /// The name and the values for diagnostics: long values are cut, and those with the name of a secret are hidden.
    package var shownText: String {
        let values = values.prefix(Self.maxShownValues).compactMap { value in
            value.text.map { text in
                "\(value.name)=\(value.name.suggestsSecret ? "(hidden)" : text.shortened(to: Self.maxShownText))"
            }
        }
        return values.isEmpty ? name : "\(name)?\(values.joined(separator: "&"))"
    }
}

extension String {
    /// True if the text contains a word that is common in the names of secrets.
    package var suggestsSecret: Bool {
        let text = lowercased()
        return ["password", "passphrase", "passcode", "secret", "token", "credential", "apikey", "pincode"].contains {
            text.contains($0)
        }
    }
}
