/// An attribute of an HTML or SVG element. Its name is a literal of the program; its value is escaped.
public struct HTMLAttribute: Sendable {
    enum Value: Sendable {
        case text(String)
        case number(Double)
    }

    let name: StaticString
    let value: Value

    /// The names of the CSS classes, separated by spaces. The rules are in the program's style sheet.
    public static func `class`(_ names: String) -> HTMLAttribute { attribute("class", names) }

    /// The ARIA role, such as `img` for a drawing with a ``label(_:)``.
    public static func role(_ role: StaticString) -> HTMLAttribute { attribute("role", role.description) }

    /// The text alternative for assistive technology: `aria-label`.
    public static func label(_ text: String) -> HTMLAttribute { attribute("aria-label", text) }

    /// Hides a decoration from assistive technology: `aria-hidden="true"`.
    public static var hidden: HTMLAttribute { attribute("aria-hidden", "true") }

    /// Any other attribute with a text, such as `viewBox`, `datetime` or `data-state`.
    public static func attribute(_ name: StaticString, _ value: String) -> HTMLAttribute {
        HTMLAttribute(name: name, value: .text(value))
    }

    /// Any other attribute with a number, written with at most four decimals; a number that is not finite, or from
    /// 1e11 on, is written as 0.
    public static func attribute(_ name: StaticString, _ value: Double) -> HTMLAttribute {
        HTMLAttribute(name: name, value: .number(value))
    }

    /// Any other attribute with a whole number.
    public static func attribute(_ name: StaticString, _ value: Int) -> HTMLAttribute {
        HTMLAttribute(name: name, value: .text(String(value)))
    }
}

/// Markup that is written without escaping. The name of the initializer states the reason for the trust.
public struct TrustedHTML: Sendable {
    let markup: StaticString

    /// - Parameter markup: a literal of the program that a person has reviewed: it closes its elements, fits its place,
    ///   and has no scripts and styles, which the Content-Security-Policy would block.
    public init(reviewed markup: StaticString) { self.markup = markup }
}
