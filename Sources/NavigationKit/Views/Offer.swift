/// An action that a screen offers, with its values and with the responder that it starts from (DESIGN idea 2).
///
/// Offers stay in the session. The wire only names one; what it says beside its name and hidden values is not believed.
package struct Offer {
    let action: any Action
    package let start: Responder
    let performer: Responder
    package internal(set) var offered: OfferedAction
    fileprivate(set) var fields: [Field] = []
    fileprivate let form: Int

    init(action: any Action, start: Responder, performer: Responder, offered: OfferedAction, form: Int) {
        self.action = action
        self.start = start
        self.performer = performer
        self.offered = offered
        self.form = form
    }

    /// Moves the properties that share their name with a field of the same form from the hidden values to the inputs.
    mutating func takeInputs(from all: [(form: Int, field: Field)]) {
        let words = offered.words
        fields = all.filter { entry in entry.form == form && words.values.contains { $0.name == entry.field.name } }
            .map(\.field)
        guard !fields.isEmpty else { return }
        let names = fields.map(\.name)
        offered = OfferedAction(words: words.without(names), inputs: names, title: offered.title)
    }

    /// Whether `submission` names this offer: the same name, the same hidden values, none beside them in the token.
    func matches(_ submission: Submission) -> Bool {
        let words = offered.words
        if submission.token == words.token { return true }
        guard submission.name == words.name else { return false }
        for value in words.values where submission.text(of: value.name) != value.text { return false }
        return submission.tokenValues.allSatisfy { sent in words.values.contains { $0.name == sent.name } }
    }

    /// The action with what the visitor typed.
    ///
    /// - Throws: ``InvalidInput`` naming each field whose text does not fit its rules or its property's type.
    func action(with submission: Submission) throws -> any Action {
        guard !fields.isEmpty else { return action }
        var problems: [InvalidInput.Problem] = []
        var values: [String: String?] = [:]
        for value in offered.words.values { values[value.name] = value.text }
        for field in fields {
            let text = submission.text(of: field.name) ?? ""
            if let message = field.problem(with: text) {
                problems.append(InvalidInput.Problem(field: field.name, message: message))
            }
            values[field.name] = .some(field.kind == .number && text.allSatisfy(\.isWhitespace) ? nil : text)
        }
        guard problems.isEmpty else { throw InvalidInput(problems: problems) }
        do {
            return try type(of: action).init(from: PropertyDecoder(values: values))
        } catch let error as UnreadableProperty {
            let label = fields.first { $0.name == error.name }?.label ?? error.name
            throw InvalidInput(field: error.name, "“\(label)” is not a value that can be used here.")
        }
    }
}

/// What a request asks for: the name of an action, its hidden values, and what was typed.
public struct Submission: Sendable {
    /// One name and value of a body.
    public struct Value: Sendable, Equatable {
        /// The name.
        public var name: String
        /// The text.
        public var text: String

        /// - Parameters:
        ///   - name: the name.
        ///   - text: the text.
        public init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The action as it was sent: its name, perhaps with values behind `?`.
    public let token: String
    /// The action's name.
    public let name: String
    let tokenValues: [Value]
    /// The other fields of the body, in order.
    public let values: [Value]

    /// - Parameters:
    ///   - token: the action as it was sent.
    ///   - values: the other fields of the body, in order.
    /// - Throws: ``SubmissionError`` if the token is malformed or a name is given twice with different contents.
    public init(token: String, values: [Value] = []) throws {
        self.token = token
        self.values = values
        let parts = token.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        name = parts.first.map(String.init) ?? ""
        guard parts.count == 2 else {
            tokenValues = []
            try checkRepetitions()
            return
        }
        tokenValues = try parts[1].split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let name = Submission.decoded(sides[0]), let text = Submission.decoded(sides[1]) else {
                throw SubmissionError.malformedAction(token)
            }
            return Value(name: name, text: text)
        }
        try checkRepetitions()
    }

    private func checkRepetitions() throws {
        guard !tokenValues.isEmpty || values.count > 1 else { return }
        var seen: [String: String] = [:]
        for value in tokenValues + values {
            if let first = seen.updateValue(value.text, forKey: value.name), first != value.text {
                throw SubmissionError.contradiction(value.name)
            }
        }
    }

    private static func decoded(_ text: Substring) -> String? {
        PercentEncoding.decode(text.utf8).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The text sent under `name`, inside the action's token or beside it.
    public func text(of name: String) -> String? {
        for value in tokenValues where value.name == name { return value.text }
        for value in values where value.name == name { return value.text }
        return nil
    }
}

/// Why a body is no submission.
public enum SubmissionError: Error, Equatable, CustomStringConvertible {
    /// The action's token cannot be read.
    case malformedAction(String)
    /// One name stands for two contents.
    case contradiction(String)

    /// What was sent and what would have worked.
    public var description: String {
        switch self {
        case .malformedAction(let token):
            "The action \"\(token)\" cannot be read; send a name, or a name with values as in select-friend?friend=7."
        case .contradiction(let name): "\"\(name)\" was sent twice with different contents; send it once."
        }
    }
}
