/// The parts of a submission that can be stored.
package struct RecordableSubmission {
    /// The action as its offer encodes it.
    package var token: String
    /// The submitted fields, without passwords and files.
    package var values: [FormSubmission.Value] = []
    /// The submitted fields that must not be stored.
    package var withheld = WithheldFields()

    /// Creates a submission without fields.
    package init(token: String) { self.token = token }
}

/// The names of submitted fields whose content must not be stored.
package struct WithheldFields: Sendable, Equatable {
    /// The passwords.
    package var passwords: [String] = []
    /// The files.
    package var files: [String] = []

    /// Creates an empty list.
    package init() {}
}

extension Offer {
    /// Returns the parts of `submission`, which names this offer, that can be stored: the values of the offer's fields
    /// and of `typed`, but no password and no file. Other values have no effect and can be anything, so they are left out.
    ///
    /// - Parameter typed: the draft that the submission contains.
    package func recordable(_ submission: FormSubmission, typed: Draft?) -> RecordableSubmission {
        let words = offered.words
        var recordable = RecordableSubmission(token: words.token)
        let inputs = fields.map(\.name) + (typed?.values.map(\.name) ?? [])
        // Only a page's check boxes send a second value, which says that the box was shown.
        let names = Set(inputs + fields.filter { $0.kind == .checkbox }.map { Field.shownName(of: $0.name) })
        // A client can send a field in the token, too.
        for value in submission.tokenValues + submission.values where names.contains(value.name) {
            let kind = fields.first { $0.name == value.name }?.kind
            if kind == .password {
                if !recordable.withheld.passwords.contains(value.name) {
                    recordable.withheld.passwords.append(value.name)
                }
            } else if kind == .file || submission.files[value.text] != nil {
                if !value.text.isEmpty, !recordable.withheld.files.contains(value.name) {
                    recordable.withheld.files.append(value.name)
                }
            } else if !recordable.values.contains(where: { $0.name == value.name }),
                !words.values.contains(where: { $0.name == value.name })
            {
                recordable.values.append(value)
            }
        }
        // A date that was sent in parts is stored as one text.
        func isMissing(_ name: String) -> Bool {
            !recordable.values.contains { $0.name == name } && !words.values.contains { $0.name == name }
        }
        for field in fields where field.asksForDateParts && isMissing(field.name) {
            guard let text = submission.text(of: field) else { continue }
            recordable.values.append(FormSubmission.Value(name: field.name, text: field.kept(of: text)))
        }
        for value in typed?.values ?? [] where isMissing(value.name) {
            guard submission.text(of: DateParts.Part.year.name(in: value.name)) != nil else { continue }
            recordable.values.append(value)
        }
        return recordable
    }
}
