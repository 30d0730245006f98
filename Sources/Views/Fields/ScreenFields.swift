/// The fields of a screen while it is built: the text that each shows, and the actions that they fill.
struct ScreenFields {
    private var entries: [(form: Int, field: Field)] = []
    /// The properties that fields fill in parts.
    private var selections: [String] = []
    /// The forms that change the query, with the names of the fields that they can have.
    private var queryForms: [(form: Int, names: [String])] = []
    private let submitted: FormSubmission?
    private let draft: Draft?
    /// The draft of the primary pane while that is built, used where the page's own draft has no value.
    var paneDraft: Draft?
    /// The submitted texts that differ from the fields' initial texts and are not too long; `nil` if the submission has
    /// no text of a field, apart from passwords and files.
    private(set) var typed: Draft?
    private let problems: InvalidInput?
    /// The maximum length of a field's text that is kept as a draft, in bytes.
    private static let maxDraftLength = 16_384

    init(submitted: FormSubmission?, draft: Draft?, problems: InvalidInput?) {
        self.submitted = submitted
        self.draft = draft
        self.problems = problems
    }

    var isEmpty: Bool { entries.isEmpty }

    /// True if a field is in no separate form.
    var areOutsideForms: Bool { entries.contains { $0.form == 0 } }

    func contains(_ name: String) -> Bool { entries.contains { $0.field.name == name } }

    mutating func addQueryForm(_ form: Int, names: [String]) { queryForms.append((form, names)) }

    /// - Parameter isMember: true if the field fills a part of the property before the full stop in its name.
    mutating func add(_ field: Field, to form: Int, isMember: Bool) {
        if isMember, let owner = field.name.split(separator: ".").first, selections.last.map({ $0 != owner }) ?? true {
            selections.append(String(owner))
        }
        entries.append((form, field))
    }

    /// Keeps what the visitor has typed, apart from passwords and files.
    ///
    /// - Parameter text: the text of the field on the page before.
    mutating func keepTyped(_ submission: FormSubmission, in field: Field, initially text: String) {
        guard field.kind != .file, field.kind != .password, let sent = submission.text(of: field) else { return }
        var typed = self.typed ?? Draft(values: [])
        let kept = field.kept(of: sent)
        if kept != text, kept.utf8.count <= Self.maxDraftLength {
            typed.values.append(FormSubmission.Value(name: field.name, text: kept))
        }
        self.typed = typed
    }

    /// Returns the field with the text that it shows: the submitted one, that of a draft, or `text`.
    func element(of field: Field, initially text: String) -> Screen.FieldElement {
        let error = problems?.problems.first { $0.field == field.name }?.message
        return Screen.FieldElement(field: field, value: value(of: field, initially: text), error: error)
    }

    private func value(of field: Field, initially text: String) -> String {
        switch field.kind {
        case .password: return ""
        case .file:
            // Keep a reference to a file only if this submission refers to it and the file still exists: other uploads
            // can expire at any time.
            let sent = submitted?.text(of: field.name) ?? ""
            return submitted?.files[sent] == nil ? "" : sent
        default:
            let kept = draft?.text(of: field.name) ?? paneDraft?.text(of: field.name)
            return submitted?.text(of: field).map(field.kept) ?? kept ?? text
        }
    }

    /// Returns the fields in `form` that fill properties of an action.
    func filling(_ words: EncodedAction, in form: Int) -> [Field] {
        // Most actions of a long list have no property that a field could fill.
        let owners = selections.isEmpty ? [] : words.values.map(\.name).filter(selections.contains)
        return entries.filter { entry in
            entry.form == form
                && (words.values.contains { $0.name == entry.field.name }
                    || owners.contains { entry.field.name.hasPrefix($0 + ".") })
        }.map(\.field)
    }

    /// Returns the names of the fields that fill no property: neither one of `used` nor one of the query.
    func unused(besides used: Set<String>) -> [String] {
        entries.filter { entry in
            !used.contains(entry.field.name)
                && !queryForms.contains { $0.form == entry.form && $0.names.contains(entry.field.name) }
        }.map(\.field.name)
    }
}
