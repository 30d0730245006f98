/// An offer: an action that a screen makes available, with its values and the responder that it starts from.
///
/// Offers stay on the server. A request only names one, so a client cannot change an action's values: a value outside
/// the name and the hidden values counts only as the input of a field.
package final class Offer {
    package let action: AnyAction
    package let start: Responder
    // Without checks of exclusive access: one task at a time uses this object. With the checks of all such
    // objects, a page takes 22 % more instructions, and an action 12 %.
    @exclusivity(unchecked) package private(set) var offered: OfferedAction
    @exclusivity(unchecked) package private(set) var fields: [Field] = []
    /// The question that the visitor answers before the action is performed; `nil` without one.
    package let confirmation: Confirmation?
    /// True if the action contains the text that was typed on the page before.
    package let usesDraft: Bool

    init(
        action: AnyAction, start: Responder, offered: OfferedAction, confirmation: Confirmation?, usesDraft: Bool
    ) {
        self.action = action
        self.start = start
        self.offered = offered
        self.confirmation = confirmation
        self.usesDraft = usesDraft
    }

    func take(_ fields: [Field], as offered: OfferedAction) {
        self.fields = fields
        self.offered = offered
    }

    /// Returns true if `submission` names this offer: same name, same hidden values, no other value in the token.
    package func matches(_ submission: FormSubmission) -> Bool {
        let words = offered.words
        if submission.token == words.token { return true }
        guard submission.name == words.name else { return false }
        for value in words.values where submission.text(of: value.name) != value.text { return false }
        return submission.tokenValues.allSatisfy { sent in words.values.contains { $0.name == sent.name } }
    }

    /// Returns the validation errors of the submitted fields.
    package func problems(with submission: FormSubmission) -> [InvalidInput.Problem] {
        do {
            _ = try action(with: submission)
        } catch let error as InvalidInput {
            return error.problems
        } catch {}
        return []
    }

    /// Returns the action with the submitted field values.
    ///
    /// - Throws: ``InvalidInput`` with each field whose text violates its rules, or with the first property whose text
    ///   does not fit its type; otherwise another error of the action's `init(from:)`.
    package func action(with submission: FormSubmission) throws -> any Action {
        guard !fields.isEmpty else { return action.action }
        var problems: [InvalidInput.Problem] = []
        var values: [String: String?] = [:]
        var blanks: Set<String> = []
        for value in offered.words.values { values[value.name] = value.text }
        for field in fields {
            var text = submission.text(of: field) ?? (field.kind == .checkbox ? Field.Kind.unticked : "")
            if field.kind == .file, submission.files[text] == nil { text = "" }
            if let message = submission.problem(withFileOf: field) ?? field.problem(with: text) {
                problems.append(InvalidInput.Problem(field: field.name, message: message))
            }
            if field.kind.isAbsentIfEmpty, text.isBlank {
                blanks.insert(field.name)
                text = ""
            }
            values[field.name] = text
        }
        guard problems.isEmpty else { throw InvalidInput(problems: problems) }
        do {
            return try action.type.init(from: PropertyDecoder(values: values, blanks: blanks, files: submission.files))
        } catch let error as UnreadableProperty {
            let label = fields.first { $0.name == error.name }?.label ?? error.name
            throw InvalidInput(field: error.name, localized("The value of “\(label)” cannot be used here."))
        }
    }
}
