internal import NavigationKit

extension Page {
    mutating func field(_ element: Screen.FieldElement) {
        switch element.field.kind {
        case .checkbox: checkbox(element)
        case .radio: radioGroup(element)
        case _ where element.field.asksForDateParts: dateParts(element)
        case .select:
            beginField(element)
            select(element)
            endField(element)
        default:
            beginField(element)
            if element.field.kind == .file { keptFile(element) }
            beginMeasure(element.field)
            input(element)
            afterInput(element)
            endField(element)
        }
    }

    private mutating func beginField(_ element: Screen.FieldElement) {
        writer.markup("<div class=\"field\">\n<label for=\"field-")
        writer.attribute(element.field.name)
        writer.markup("\">")
        labelText(of: element.field)
        writer.markup("</label>\n")
        help(element.field)
    }

    private mutating func endField(_ element: Screen.FieldElement) {
        error(element)
        writer.markup("\n</div>")
    }

    private mutating func input(_ element: Screen.FieldElement) {
        let field = element.field
        let isNative = Page.isNative(element)
        field.kind == .textarea ? writer.markup("<textarea") : beginInput(field.kind, isNative: isNative)
        identity(of: field)
        // Typed text has the direction of its first letter, such as an e-mail address on an Arabic page.
        if field.kind.isText, context.localization.language.isRightToLeft { writer.markup(" dir=\"auto\"") }
        let hasKept = field.kind == .file && UploadedFile.name(inToken: element.value) != nil
        // HTML does not allow `required` on range and color inputs, which always have a value.
        if field.isRequired, !hasKept, field.kind != .range, field.kind != .color { writer.markup(" required") }
        if field.kind == .file, let accept = field.accept { attribute(" accept=\"", accept) }
        if field.kind.isText, !isNative { textRules(of: field) }
        if isNative { bounds(of: field) }
        if field.offersSuggestions { attribute(" list=\"list-", field.name) }
        if field.kind.isText, let placeholder = field.placeholder { attribute(" placeholder=\"", placeholder) }
        autocomplete(field)
        focus(element)
        describe(element, hasKept: hasKept)
        value(of: element)
    }

    /// Writes a control's ID and name; for a control of a split main form also the form that owns it.
    mutating func identity(of field: Field) {
        attribute(" id=\"field-", field.name)
        attribute(" name=\"", field.name)
        formOwner()
    }

    /// Writes only the token that the app's author chose. With a default of `off`, browsers would not restore typed
    /// text on Back.
    mutating func autocomplete(_ field: Field) {
        guard field.kind != .file, let token = field.autocomplete else { return }
        attribute(" autocomplete=\"", token.rawValue)
    }

    mutating func attribute(_ name: StaticString, _ value: String) {
        writer.markup(name)
        writer.attribute(value)
        writer.markup("\"")
    }

    /// True if the field becomes an HTML input type with bounds. Browsers clear such an input if its value is
    /// invalid, so an invalid number is shown in a text input.
    private static func isNative(_ element: Screen.FieldElement) -> Bool {
        let field = element.field
        guard field.kind == .number else { return field.kind.hasBounds }
        guard field.hasOwnBounds else { return false }
        return element.value.isEmpty || field.kind.position(of: element.value) != nil
    }

    private mutating func beginInput(_ kind: Field.Kind, isNative: Bool) {
        switch kind {
        case .email: writer.markup("<input type=\"email\" inputmode=\"email\"")
        case .search: writer.markup("<input type=\"search\" inputmode=\"search\"")
        case .number where !isNative: writer.markup("<input type=\"text\" inputmode=\"decimal\"")
        case .textarea, .checkbox, .select, .radio: writer.markup("<input type=\"text\"")
        default:
            writer.markup("<input type=\"")
            writer.raw(kind.rawValue)
            writer.markup("\"")
        }
    }

    private mutating func textRules(of field: Field) {
        if field.minimumLength > 0, field.kind.mayHavePattern || field.kind == .textarea {
            writer.markup(" minlength=\"")
            writer.number(field.minimumLength)
            writer.markup("\"")
        }
        if field.maximumLength >= 0 {
            writer.markup(" maxlength=\"")
            writer.number(field.maximumLength)
            writer.markup("\"")
        }
        guard field.kind.mayHavePattern, let pattern = field.pattern, pattern.isReadable else { return }
        attribute(" pattern=\"", pattern.source)
        attribute(" title=\"", pattern.explanation)
    }

    private mutating func bounds(of field: Field) {
        if let least = field.lowerBound { attribute(" min=\"", least) }
        if let greatest = field.upperBound { attribute(" max=\"", greatest) }
        // Without `min`, browsers count the steps from the input's initial value.
        if let step = field.step, step > 0, field.lowerBound != nil || field.kind.isFine(step) {
            attribute(" step=\"", Field.text(of: step))
        } else if field.kind.isNumber {
            writer.markup(" step=\"any\"")
        }
        keyboard(of: field)
    }

    /// Writes `autofocus` for the field that a sheet was presented for.
    private mutating func focus(_ element: Screen.FieldElement) {
        if isOnlyTextField(element) { writer.markup(" autofocus") }
    }

    /// Writes `aria-invalid`, and the ARIA references to the help, the unit, the length, the error and the file that was
    /// uploaded before.
    ///
    /// - Parameter isGroup: true for a group of inputs, some of which are marked as invalid themselves.
    mutating func describe(_ element: Screen.FieldElement, hasKept: Bool = false, isGroup: Bool = false) {
        if element.error != nil, !isGroup { writer.markup(" aria-invalid=\"true\"") }
        let hasHelp = element.field.wholeHelp != nil
        let hasUnit = element.field.shownUnit != nil
        guard element.error != nil || hasKept || hasHelp || hasUnit || element.field.hasShownLength else { return }
        writer.markup(" aria-describedby=\"")
        var isFirst = true
        if hasHelp { reference("help-", element.field.name, &isFirst) }
        if hasUnit { reference("unit-", element.field.name, &isFirst) }
        if element.field.hasShownLength { reference("length-", element.field.name, &isFirst) }
        if element.error != nil { reference("error-", element.field.name, &isFirst) }
        if hasKept { reference("kept-", element.field.name, &isFirst) }
        writer.markup("\"")
    }

    private mutating func reference(_ prefix: StaticString, _ name: String, _ isFirst: inout Bool) {
        if !isFirst { writer.markup(" ") }
        isFirst = false
        writer.markup(prefix)
        writer.attribute(name)
    }

    mutating func help(_ field: Field) {
        guard let help = field.wholeHelp else { return }
        attribute("<p class=\"help\" id=\"help-", field.name)
        writer.markup(">")
        writer.text(help)
        writer.markup("</p>\n")
    }

    mutating func error(_ element: Screen.FieldElement) {
        guard let error = element.error else { return }
        attribute("\n<p class=\"error\" id=\"error-", element.field.name)
        writer.markup(">")
        writer.text(error)
        writer.markup("</p>")
    }

    /// Shows the file that was uploaded before, so that it need not be chosen again. Browsers cannot prefill a file
    /// input.
    private mutating func keptFile(_ element: Screen.FieldElement) {
        guard let name = UploadedFile.name(inToken: element.value) else { return }
        attribute("<p class=\"secondary\" id=\"kept-", element.field.name)
        writer.markup(">")
        writer.text(context.localization.text("\(name) is kept. Choose another file to replace it."))
        writer.markup("</p>\n<input type=\"hidden\"")
        attribute(" name=\"", element.field.name)
        attribute(" value=\"", element.value)
        formOwner()
        writer.markup(">\n")
    }

    private mutating func value(of element: Screen.FieldElement) {
        switch element.field.kind {
        case .textarea:
            // HTML parsers drop one line break after the tag (HTML §13.2.6.4.7): this one, and not the visitor's.
            writer.markup(" rows=\"5\">\n")
            writer.text(element.value)
            writer.markup("</textarea>")
        case .password:
            // The script adds a box with this text, which shows the password.
            localizedAttribute(" data-show=\"", "Show what I type")
            writer.markup(">")
        case .file:
            // The script shows it while the file is sent.
            localizedAttribute(">\n<progress class=\"upload\" value=\"0\" hidden aria-label=\"", "Upload")
            localizedAttribute("></progress>\n<canvas class=\"preview\" role=\"img\" hidden aria-label=\"", "Preview")
            writer.markup("></canvas>")
        default:
            if !element.value.isEmpty { attribute(" value=\"", element.value) }
            writer.markup(">")
        }
    }

    /// True for a text field that is the only field of a sheet or a full-screen modal, such as a message. After an error
    /// the list of errors gets the focus, and in an alert its button.
    private func isOnlyTextField(_ element: Screen.FieldElement) -> Bool {
        guard screen.presentation != nil, screen.alert == nil, element.error == nil,
            element.field.kind == .textarea || element.field.kind.mayHavePattern
        else { return false }
        let count = screen.elements.count { if case .field = $0 { true } else { false } }
        return count == 1
    }

    /// Writes the list of errors at the top of the page, each with a link to its field (WCAG 3.3.1).
    ///
    /// The list gets the focus, so that screen readers begin there, unless an alert has the focus.
    mutating func errorSummary() {
        writer.markup("<div class=\"errors\" role=\"alert\" tabindex=\"-1\"")
        if screen.alert == nil { writer.markup(" autofocus") }
        writer.markup(">\n<h2>")
        localizedText("Please check what you entered")
        writer.markup("</h2>\n<ul>\n")
        for element in screen.elements {
            guard case .field(let field) = element, let error = field.error else { continue }
            attribute("<li><a href=\"#field-", field.field.name)
            writer.markup(">")
            writer.text(error)
            writer.markup("</a></li>\n")
        }
        writer.markup("</ul>\n</div>\n")
    }
}

extension Field.Kind {
    /// True if `step` is finer than HTML's default step of this kind, which would reject the values in between.
    fileprivate func isFine(_ step: Double) -> Bool { (self == .time || self == .dateTime) && step < 60 }
}

extension Field {
    /// True if the app's author set a minimum, a maximum or a step.
    var hasOwnBounds: Bool { minimum != nil || maximum != nil || step != nil }
}
