internal import NavigationKit

extension Page {
    /// Writes three text inputs for a date: people know a date of birth by heart, and a calendar begins far from it.
    ///
    /// The input that an error is about has the ID that ``errorSummary()`` links to; otherwise the first.
    mutating func dateParts(_ element: Screen.FieldElement) {
        let field = element.field
        let value = DateParts(element.value)
        let wrong = element.error == nil ? nil : field.problem(withPartsOf: element.value)?.part
        let parts = DateParts.Part.ordered(in: context.localization.language)
        writer.markup("<fieldset class=\"field choices\"")
        describe(element, isGroup: true)
        writer.markup(">\n<legend>")
        labelText(of: field)
        writer.markup("</legend>\n")
        help(field)
        writer.markup("<div class=\"parts\">\n")
        for part in parts {
            let hasFieldID = part == wrong ?? parts.first
            writer.markup("<div class=\"field\"><label for=\"")
            identity(of: part, in: field, hasFieldID)
            writer.markup("\">")
            writer.text(part.label)
            writer.markup("</label>\n<input type=\"text\" inputmode=\"numeric\" id=\"")
            identity(of: part, in: field, hasFieldID)
            attribute("\" name=\"", part.name(in: field.name))
            formOwner()
            if field.isRequired { writer.markup(" required") }
            writer.markup(" maxlength=\"")
            writer.number(part.maximumLength)
            writer.markup("\"")
            if field.autocomplete == .birthday { attribute(" autocomplete=\"", "bday-" + part.rawValue) }
            // An error without a wrong part, such as a date in the future, is about all of them.
            if element.error != nil, part == wrong ?? part { writer.markup(" aria-invalid=\"true\"") }
            if !value[part].isEmpty { attribute(" value=\"", value[part]) }
            writer.markup("></div>\n")
        }
        writer.markup("</div>")
        error(element)
        writer.markup("\n</fieldset>")
    }

    private mutating func identity(of part: DateParts.Part, in field: Field, _ hasFieldID: Bool) {
        writer.markup("field-")
        writer.attribute(field.name)
        guard !hasFieldID else { return }
        writer.markup("-")
        writer.raw(part.rawValue)
    }
}
