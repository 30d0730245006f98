extension Field {
    /// Returns a sample value: the field's current value, or an example for its kind, which its rules can refuse.
    ///
    /// - Parameters:
    ///   - held: the current value.
    ///   - text: the example for a field that accepts any text.
    ///   - address: the example for an e-mail address.
    package func example(
        holding held: String, text: String = "Example", address: String = "ada@example.org"
    ) -> String {
        // A required checkbox must be checked, regardless of its current value.
        if kind == .checkbox, isRequired { return Kind.ticked }
        guard held.isEmpty else { return held }
        let example =
            switch kind {
            case .email: address
            case .number, .range: minimum ?? maximum ?? "1"
            case .url: "https://example.org"
            case .tel: "+44 20 7946 0000"
            case .date: minimum ?? maximum ?? "2026-03-09"
            case .time: minimum ?? maximum ?? "12:00"
            case .dateTime: minimum ?? maximum ?? "2026-03-09T12:00"
            case .month: minimum ?? maximum ?? "2026-03"
            case .week: minimum ?? maximum ?? "2026-W11"
            case .color: "#0f6b66"
            case .checkbox: Kind.ticked
            case .select, .radio: choices.first { !$0.value.isEmpty }?.value ?? ""
            case .text, .textarea, .search, .password:
                // Repeat the example until it has the minimum length, or about 1,000 characters.
                String(repeating: text, count: 1 + min(max(0, minimumLength - 1), 1_000) / max(1, text.count))
            case .file: ""
            }
        return kind.isText ? String(example.prefix(max(0, maximumLength))) : example
    }
}
