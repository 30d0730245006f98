/// A submission: the name of an action, its hidden values and the submitted field values.
///
/// A class, because one submission is passed through many calls and compared with every row.
@usableFromInline
package final class FormSubmission: Sendable {
    /// A name and its value in a submitted body or in its token.
    package struct Value: Codable, Sendable, Hashable {
        /// The field's name.
        package var name: String
        /// The field's text.
        package var text: String

        /// - Parameters:
        ///   - name: the field's name.
        ///   - text: the field's text.
        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The encoded action as it was sent: its name, optionally followed by `?` and values.
    package let token: String
    /// The action's name.
    package let name: String
    package let tokenValues: [Value]
    /// The other fields of the body except `_at` and `_once`, in order.
    package let values: [Value]
    /// The files that the fields refer to, by the fields' values.
    package let files: [String: UploadedFile]
    /// The largest file of a body whose files were discarded because the body was too large.
    package let oversizedFile: OversizedFile?

    /// The largest file of a body whose files were discarded because the body exceeded the limit.
    package struct OversizedFile: Sendable {
        package let field: String
        package let byteLimit: Int

        /// - Parameters:
        ///   - field: the name of the file's field.
        ///   - byteLimit: the maximum length of a body with files, in bytes.
        package init(field: String, byteLimit: Int) {
            self.field = field
            self.byteLimit = byteLimit
        }
    }

    /// - Parameters:
    ///   - token: the encoded action as it was sent.
    ///   - values: the other fields of the body, in order.
    ///   - files: the files that the fields refer to, by the fields' values.
    ///   - oversizedFile: the largest file, if the files were discarded because the body was too large.
    /// - Throws: ``SubmissionError`` if the token is malformed or too long, or one name has different texts.
    package init(
        token: String, values: [Value], files: [String: UploadedFile], oversizedFile: OversizedFile? = nil
    ) throws {
        guard token.utf8.count <= FormSubmission.maxTokenLength else {
            throw SubmissionError.malformedAction(token.shortened(to: 64))
        }
        self.token = token
        self.values = values
        self.files = files
        self.oversizedFile = oversizedFile
        var bytes = token
        let parts = bytes.withUTF8 { FormSubmission.parts(of: $0) }
        guard let (name, tokenValues) = parts else { throw SubmissionError.malformedAction(token) }
        self.name = name ?? token
        self.tokenValues = tokenValues
        try checkRepetitions()
    }

    /// - Parameters:
    ///   - token: the encoded action as it was sent.
    ///   - values: the other fields of the body, in order.
    /// - Throws: ``SubmissionError`` if the token is malformed or too long, or one name has different texts.
    package convenience init(token: String, values: [Value] = []) throws {
        try self.init(token: token, values: values, files: [:])
    }

    /// Splits a token into the name before `?`, if there is a `?`, and the values after it; `nil` if they are
    /// malformed.
    private static func parts(of token: UnsafeBufferPointer<UInt8>) -> (name: String?, values: [Value])? {
        guard let question = token.firstIndex(of: UInt8(ascii: "?")) else { return (nil, []) }
        let name = String(decoding: token[..<question], as: UTF8.self)
        var values: [Value] = []
        var rest = token[(question + 1)...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
            let pair = rest[..<end]
            rest = rest[min(end + 1, rest.endIndex)...]
            guard !pair.isEmpty else { continue }
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), let name = decoded(pair[..<equals]),
                let text = decoded(pair[(equals + 1)...])
            else { return nil }
            values.append(Value(name: name, text: text))
        }
        return (name, values)
    }

    /// The maximum length of a token, in bytes; longer tokens are refused.
    static let maxTokenLength = 8_192

    private func checkRepetitions() throws {
        guard tokenValues.count + values.count > 1 else { return }
        var seen: [String: String] = [:]
        for value in tokenValues + values {
            if let first = seen.updateValue(value.text, forKey: value.name), first != value.text {
                throw SubmissionError.contradiction(value.name)
            }
        }
    }

    /// Returns true if the token has a different value for a property in `words`. The other values can be input and are
    /// not compared.
    package func contradicts(_ words: EncodedAction) -> Bool {
        tokenValues.contains { sent in words.values.contains { $0.name == sent.name && $0.text != sent.text } }
    }

    private static func decoded(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        guard text.contains(UInt8(ascii: "%")) else { return String(decoding: text, as: UTF8.self) }
        return PercentEncoding.decode(text).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Returns the text that was sent under `name`, in the token or in another field of the body.
    package func text(of name: String) -> String? {
        for value in tokenValues where value.name == name { return value.text }
        for value in values where value.name == name { return value.text }
        return nil
    }
}

/// The reason why a body is not a valid submission.
package enum SubmissionError: Error, Equatable, CustomStringConvertible {
    /// The token is malformed or too long.
    case malformedAction(String)
    /// One name occurs twice with different texts.
    case contradiction(String)

    /// The invalid part and the correction.
    package var description: String {
        switch self {
        case .malformedAction(let token):
            "The action \"\(token)\" cannot be parsed; send a name, or a name with values, such as select-friend?friend=7."
        case .contradiction(let name): "\"\(name)\" was sent twice with different values; send it once."
        }
    }
}
