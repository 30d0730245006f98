/// The text that a visitor typed into a screen's fields, by field name; never a password.
@usableFromInline
package struct Draft: Sendable, Equatable {
    package var values: [FormSubmission.Value]

    package init(values: [FormSubmission.Value]) { self.values = values }

    package func text(of name: String) -> String? { values.first { $0.name == name }?.text }
}
