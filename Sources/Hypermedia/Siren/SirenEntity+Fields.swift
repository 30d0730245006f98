internal import NavigationKit

extension SirenEntity {
    mutating func field(named name: String) {
        for element in screen.elements {
            if case .field(let field) = element, field.field.name == name { return self.field(field) }
        }
    }

    private mutating func field(_ element: Screen.FieldElement) {
        let field = element.field
        writer.separate()
        writer.markup("{\"name\":")
        writer.jsonString(field.name)
        writer.markup(",\"type\":")
        writer.jsonString(field.kind.sirenType)
        writer.markup(",\"title\":")
        writer.jsonString(field.label)
        writer.markup(",\"value\":")
        value(of: element)
        rules(of: field)
        member(",\"help\":", field.wholeHelp)
        member(",\"error\":", element.error)
        writer.markup("}")
    }

    private mutating func value(of element: Screen.FieldElement) {
        let field = element.field
        switch field.kind {
        case .password: writer.markup("\"\"")
        case .checkbox:
            writer.markup("[")
            choice(Field.Choice(field.label, value: Field.Kind.ticked), in: element)
            writer.markup("]")
        case .select, .radio:
            writer.markup("[")
            for choice in field.choices { self.choice(choice, in: element) }
            writer.markup("]")
        default: writer.jsonString(element.value)
        }
    }

    private mutating func choice(_ choice: Field.Choice, in element: Screen.FieldElement) {
        writer.separate()
        writer.markup("{\"title\":")
        writer.jsonString(choice.title)
        member(",\"value\":", choice.value)
        choice.value == element.value ? writer.markup(",\"selected\":true}") : writer.markup(",\"selected\":false}")
    }

    /// Writes the field's rules under the names of HTML's attributes.
    private mutating func rules(of field: Field) {
        if field.isRequired { writer.markup(",\"required\":true") }
        if field.kind.isText {
            if field.minimumLength > 0, field.kind.mayHavePattern || field.kind == .textarea {
                writer.markup(",\"minlength\":")
                writer.number(field.minimumLength)
            }
            // A number with bounds or a step is a number input in HTML, which has no length.
            if field.maximumLength >= 0, field.kind != .number || !field.hasOwnBounds {
                writer.markup(",\"maxlength\":")
                writer.number(field.maximumLength)
            }
            member(",\"placeholder\":", field.placeholder)
        }
        if field.kind.mayHavePattern, let pattern = field.pattern, pattern.isReadable {
            member(",\"pattern\":", pattern.source)
        }
        if field.kind.hasBounds {
            bound(",\"min\":", field.lowerBound, of: field.kind)
            bound(",\"max\":", field.upperBound, of: field.kind)
            if let step = field.step, step > 0, step.isFinite {
                writer.markup(",\"step\":")
                writer.raw(Field.text(of: step))
            }
        }
        if field.kind == .file { member(",\"accept\":", field.accept) }
        member(",\"unit\":", field.shownUnit)
        guard field.offersSuggestions else { return }
        writer.markup(",\"suggestions\":[")
        for text in field.suggestions {
            writer.separate()
            writer.jsonString(text)
        }
        writer.markup("]")
    }

    /// Writes a numeric bound as a number, and a date or time as text.
    private mutating func bound(_ name: StaticString, _ text: String?, of kind: Field.Kind) {
        guard let text, kind.isNumber, let number = kind.position(of: text) else { return member(name, text) }
        writer.markup(name)
        writer.raw(Field.text(of: number))
    }

    private mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        writer.markup(name)
        writer.jsonString(text)
    }
}

extension Field.Kind {
    /// Siren has no type for text of several lines, and one type for a choice among several, `radio`.
    fileprivate var sirenType: String {
        switch self {
        case .textarea: "text"
        case .select: "radio"
        default: rawValue
        }
    }
}
