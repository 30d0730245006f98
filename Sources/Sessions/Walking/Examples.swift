import NavigationKit

extension HostedApplication {
    /// What somebody may type who tries the app out: the app's own examples, what the field holds already, or what its kind
    /// takes.
    func exampleValues(for offer: Offer, on screen: Screen) -> [Submission.Value] {
        offer.fields.map { field in
            var held = ""
            for case .field(let element) in screen.elements where element.field.name == field.name {
                held = element.value
            }
            return Submission.Value(name: field.name, text: example(for: field, holding: held))
        }
    }

    private func example(for field: Field, holding text: String) -> String {
        if let own = examples[field.name] { return own }
        guard text.isEmpty else { return text }
        let example =
            switch field.kind {
            case .email: "ada@example.org"
            case .number: "1"
            case .file: ""
            default: "Example"
            }
        return String(example.prefix(max(0, field.maximumLength)))
    }
}
