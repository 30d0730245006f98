internal import NavigationKit

/// The parts beside an input: the mark of an optional field, the unit, the suggestions, the value of a slider, and what
/// the script changes while the visitor types. Each is complete without the script.
extension Page {
    /// Writes the label's text. An optional field says so, but not in a search, where each field can be empty.
    mutating func labelText(of field: Field) {
        writer.text(field.label)
        guard !field.isRequired, field.kind.mayBeEmpty, openQueryForm == nil, !isInSearch else { return }
        writer.markup(" <span class=\"optional\">")
        localizedText("(optional)")
        writer.markup("</span>")
    }

    /// Begins the line of an input that has a unit or is a slider.
    mutating func beginMeasure(_ field: Field) {
        if field.kind == .range {
            writer.markup("<div class=\"slider\">\n")
        } else if field.shownUnit != nil {
            writer.markup("<div class=\"measure\">\n")
        }
    }

    mutating func endMeasure(_ element: Screen.FieldElement) {
        let field = element.field
        guard field.kind == .range || field.shownUnit != nil else { return }
        if field.kind == .range {
            // Screen readers read the value of the slider itself.
            attribute("\n<output for=\"field-", field.name)
            writer.markup(" aria-live=\"off\">")
            if field.kind.position(of: element.value) != nil { writer.text(element.value) }
            writer.markup("</output>")
        }
        if let unit = field.shownUnit {
            attribute("\n<span class=\"unit\" id=\"unit-", field.name)
            writer.markup(">")
            writer.text(unit)
            writer.markup("</span>")
        }
        if field.kind == .range, let least = field.lowerBound, let greatest = field.upperBound {
            writer.markup("\n<div class=\"ends\" aria-hidden=\"true\"><span>")
            writer.text(least)
            writer.markup("</span> <span>")
            writer.text(greatest)
            writer.markup("</span></div>")
        }
        writer.markup("\n</div>")
    }

    /// Writes what belongs to an input and follows it.
    mutating func afterInput(_ element: Screen.FieldElement) {
        let field = element.field
        endMeasure(element)
        if field.offersSuggestions {
            attribute("\n<datalist id=\"list-", field.name)
            writer.markup(">\n")
            for text in field.suggestions {
                attribute("<option value=\"", text)
                writer.markup("></option>\n")
            }
            writer.markup("</datalist>")
        }
        if field.hasShownLength { length(of: field) }
    }

    /// The script writes the length of the text beside its limit.
    private mutating func length(of field: Field) {
        attribute("\n<p class=\"help length\" id=\"length-", field.name)
        writer.markup(">")
        writer.text(context.localization.text("At most \(field.maximumLength) characters."))
        attribute(" <output for=\"field-", field.name)
        writer.markup(" aria-live=\"off\"></output></p>")
    }

    /// Writes the keyboard of a phone that has all characters of the allowed numbers: that of decimal numbers has no
    /// minus.
    mutating func keyboard(of field: Field) {
        guard field.kind == .number, let bound = field.lowerBound, let least = field.kind.position(of: bound),
            least >= 0
        else { return }
        let isWhole = least == least.rounded() && field.step.map { $0 > 0 && $0 == $0.rounded() } ?? false
        isWhole ? writer.markup(" inputmode=\"numeric\"") : writer.markup(" inputmode=\"decimal\"")
    }
}
