internal import NavigationKit

extension Page {
    mutating func field(_ element: Screen.FieldElement) {
        let field = element.field
        writer.markup("<div class=\"field\">\n<label for=\"field-")
        writer.attribute(field.name)
        writer.markup("\">")
        writer.text(field.label)
        writer.markup("</label>\n")
        if field.kind == .file { keptFile(element) }
        field.kind == .textarea ? writer.markup("<textarea") : beginInput(field.kind)
        writer.markup(" id=\"field-")
        writer.attribute(field.name)
        writer.markup("\" name=\"")
        writer.attribute(field.name)
        writer.markup("\"")
        formOwner()
        let hasKept = field.kind == .file && UploadedFile.name(inToken: element.value) != nil
        if field.isRequired && !hasKept { writer.markup(" required") }
        if field.kind == .file, let accept = field.accept {
            writer.markup(" accept=\"")
            writer.attribute(accept)
            writer.markup("\"")
        }
        if field.kind != .file, field.maximumLength >= 0 {
            writer.markup(" maxlength=\"")
            writer.number(field.maximumLength)
            writer.markup("\"")
        }
        // Unless an author says otherwise, browsers fill nothing in: after a logout they would show the next person, on
        // Back, what the last one wrote. What was typed and sent is kept by the server.
        if field.kind != .file {
            writer.markup(" autocomplete=\"")
            writer.attribute(field.autocomplete ?? "off")
            writer.markup("\"")
        }
        if element.error != nil { writer.markup(" aria-invalid=\"true\"") }
        if element.error != nil || hasKept {
            writer.markup(" aria-describedby=\"")
            writer.markup(element.error != nil ? "error-" : "kept-")
            writer.attribute(field.name)
            if element.error != nil, hasKept {
                writer.markup(" kept-")
                writer.attribute(field.name)
            }
            writer.markup("\"")
        }
        value(of: element)
        if let error = element.error {
            writer.markup("\n<p class=\"error\" id=\"error-")
            writer.attribute(field.name)
            writer.markup("\">")
            writer.text(error)
            writer.markup("</p>")
        }
        writer.markup("\n</div>")
    }

    private mutating func beginInput(_ kind: Field.Kind) {
        switch kind {
        case .text, .textarea: writer.markup("<input type=\"text\"")
        case .email: writer.markup("<input type=\"email\" inputmode=\"email\"")
        // A browser empties an input of type number that holds something else; what was typed must come back.
        case .number: writer.markup("<input type=\"text\" inputmode=\"decimal\"")
        case .search: writer.markup("<input type=\"search\" inputmode=\"search\"")
        case .password: writer.markup("<input type=\"password\"")
        case .file: writer.markup("<input type=\"file\"")
        }
    }

    /// A file that came before needs not be chosen again; a browser would not show it either.
    private mutating func keptFile(_ element: Screen.FieldElement) {
        guard let name = UploadedFile.name(inToken: element.value) else { return }
        writer.markup("<p class=\"secondary\" id=\"kept-")
        writer.attribute(element.field.name)
        writer.markup("\">")
        writer.text(String(name))
        writer.markup(" is kept. Choose another file to replace it.</p>\n<input type=\"hidden\" name=\"")
        writer.attribute(element.field.name)
        writer.markup("\" value=\"")
        writer.attribute(element.value)
        writer.markup("\"")
        formOwner()
        writer.markup(">\n")
    }

    private mutating func value(of element: Screen.FieldElement) {
        switch element.field.kind {
        case .textarea:
            // A parser drops one line break behind the tag (HTML §13.2.6.4.7); this one, not the visitor's.
            writer.markup(" rows=\"5\">\n")
            writer.text(element.value)
            writer.markup("</textarea>")
        case .password, .file: writer.markup(">")
        case .text, .email, .number, .search:
            if !element.value.isEmpty {
                writer.markup(" value=\"")
                writer.attribute(element.value)
                writer.markup("\"")
            }
            writer.markup(">")
        }
    }

    /// What is wrong, above everything else, each leading to its field (WCAG 3.3.1).
    mutating func errorSummary() {
        writer.markup("<div class=\"errors\" role=\"alert\">\n<h2>Please check what you entered</h2>\n<ul>\n")
        for element in screen.elements {
            guard case .field(let field) = element, let error = field.error else { continue }
            writer.markup("<li><a href=\"#field-")
            writer.attribute(field.field.name)
            writer.markup("\">")
            writer.text(error)
            writer.markup("</a></li>\n")
        }
        writer.markup("</ul>\n</div>\n")
    }
}
