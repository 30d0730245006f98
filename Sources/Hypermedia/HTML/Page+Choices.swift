internal import NavigationKit

extension Page {
    mutating func checkbox(_ element: Screen.FieldElement) {
        let field = element.field
        writer.markup("<div class=\"field toggle\">\n")
        // Browsers send nothing for an unchecked checkbox; this hidden field marks it as present.
        writer.markup("<input type=\"hidden\"")
        attribute(" name=\"", Field.shownName(of: field.name))
        writer.markup(" value=\"1\"")
        formOwner()
        writer.markup(">\n<input type=\"checkbox\"")
        identity(of: field)
        attribute(" value=\"", Field.Kind.ticked)
        if element.value == Field.Kind.ticked { writer.markup(" checked") }
        if field.isRequired { writer.markup(" required") }
        describe(element)
        attribute(">\n<label for=\"field-", field.name)
        writer.markup(">")
        writer.text(field.label)
        writer.markup("</label>\n")
        help(field)
        error(element)
        writer.markup("\n</div>")
    }

    mutating func select(_ element: Screen.FieldElement) {
        let field = element.field
        let isChosen = field.choices.contains { $0.value == element.value }
        writer.markup("<select")
        identity(of: field)
        // HTML §4.10.7: a required select needs a placeholder option without a value.
        if field.isRequired, !isChosen { writer.markup(" required") }
        autocomplete(field)
        describe(element)
        writer.markup(">\n")
        if !isChosen {
            writer.markup("<option value=\"\" selected>")
            localizedText("Please choose")
            writer.markup("</option>\n")
        }
        for choice in field.choices {
            attribute("<option value=\"", choice.value)
            choice.value == element.value ? writer.markup(" selected>") : writer.markup(">")
            writer.text(choice.title)
            writer.markup("</option>\n")
        }
        writer.markup("</select>")
    }

    /// The group has the legend, the help and the error. The first radio button has the ID that ``errorSummary()``
    /// links to.
    mutating func radioGroup(_ element: Screen.FieldElement) {
        let field = element.field
        writer.markup("<fieldset class=\"field choices\" role=\"radiogroup\"")
        if field.isRequired { writer.markup(" aria-required=\"true\"") }
        describe(element)
        writer.markup(">\n<legend>")
        labelText(of: field)
        writer.markup("</legend>\n")
        help(field)
        writer.markup("<div class=\"options\">\n")
        for (index, choice) in field.choices.enumerated() {
            writer.markup("<div class=\"choice\"><input type=\"radio\" id=\"")
            radioIdentity(field, index)
            attribute("\" name=\"", field.name)
            formOwner()
            attribute(" value=\"", choice.value)
            if choice.value == element.value { writer.markup(" checked") }
            if field.isRequired { writer.markup(" required") }
            writer.markup("><label for=\"")
            radioIdentity(field, index)
            writer.markup("\">")
            writer.text(choice.title)
            writer.markup("</label></div>\n")
        }
        writer.markup("</div>")
        error(element)
        writer.markup("\n</fieldset>")
    }

    private mutating func radioIdentity(_ field: Field, _ index: Int) {
        writer.markup("field-")
        writer.attribute(field.name)
        guard index > 0 else { return }
        writer.markup("-")
        writer.number(index + 1)
    }
}
