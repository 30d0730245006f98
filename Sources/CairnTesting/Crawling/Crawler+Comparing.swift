import Hypermedia

/// Checks that HTML and Siren agree: the same actions with the same values, fields and symbols, and the same links.
extension Crawler {
    /// The parts of an action that HTML and Siren both contain.
    fileprivate struct Offer: Hashable {
        var press: Press
        var method: String
        var target: String
        var at: String
    }

    func compare(_ page: CrawledPage) async throws {
        let path = page.exactPath
        let reply = try await request(Call("GET", path, fields: [("Accept", "text/html")]))
        guard reply.status == 200 else { return found("\(path) responds with status \(reply.status) for HTML") }
        let shown = try RenderedPage(reply, url: path)
        var inSiren: [Offer: Siren.Action] = [:]
        for action in page.actions {
            let at = action.fields.first { $0.name == WireName.at }?.value ?? ""
            let offer = Offer(
                press: action.press, method: action.method, target: try visitor.path(of: action.href), at: at)
            if inSiren.updateValue(action, forKey: offer) != nil {
                found("\(path): Siren offers \(action.name) twice with the same values")
            }
        }
        var inHTML: [Offer: RenderedPage.Button] = [:]
        for button in shown.buttons where button.target == nil && !shown.forms[button.form].isQuery {
            let form = shown.forms[button.form]
            let at = form.hidden.first { $0.name == WireName.at }?.value ?? ""
            inHTML[Offer(press: try Press(token: button.action), method: "POST", target: form.target, at: at)] = button
        }
        for offer in inHTML.keys where inSiren[offer] == nil { found("\(path): only HTML offers \(offer.described)") }
        for (offer, action) in inSiren {
            guard let button = inHTML[offer] else {
                found("\(path): only Siren offers \(offer.described)")
                continue
            }
            compareFields(of: action, with: shown.fields.filter { $0.form == button.form }, in: shown, at: path)
            // The symbols of rows and tabs are properties of their entities.
            if button.place != .row, button.place != .tab, button.icon != action.icon {
                found("\(path): \(offer.described) has another symbol in HTML than in Siren")
            }
        }
        compareSymbols(of: page, with: shown, at: path)
        compareQueries(of: page, with: shown, at: path)
        let taken = Set((page.actions + page.queries).flatMap { $0.inputs.map(\.name) })
        for field in shown.fields where shown.alert == nil && !taken.contains(field.name) {
            found("\(path): the field \(field.name) is missing in Siren")
        }
        compareLinks(of: page, with: shown, at: path)
    }

    /// Compares the symbols of rows and tabs.
    private func compareSymbols(of page: CrawledPage, with shown: RenderedPage, at path: String) {
        let inHTML = (shown.rows.map { ($0.title, $0.icon) } + shown.tabs.map { ($0.title, $0.icon) })
            .compactMap { title, icon in icon.map { "\($0) of \(title)" } }
        let inSiren = page.entity.all.compactMap { entity in
            entity.properties?.icon.map { "\($0) of \(entity.properties?.title ?? "")" }
        }
        for symbol in Set(inHTML).symmetricDifference(inSiren).sorted() {
            found("\(path): only one of HTML and Siren has the symbol \(symbol)")
        }
    }

    /// Compares the forms that are sent with GET, in order.
    private func compareQueries(of page: CrawledPage, with shown: RenderedPage, at path: String) {
        let forms = shown.forms.indices.filter { shown.forms[$0].isQuery }
        let queries = shown.alert == nil ? page.queries : []
        if forms.count != queries.count {
            found("\(path): HTML has \(forms.count) forms for its query, Siren \(queries.count)")
        }
        for (form, query) in zip(forms, queries) {
            if shown.forms[form].target != target(query.href) {
                found("\(path): \(query.name) leads elsewhere in HTML than in Siren")
            }
            compareFields(of: query, with: shown.fields.filter { $0.form == form }, in: shown, at: path)
        }
    }

    private func compareFields(
        of action: Siren.Action, with fields: [RenderedPage.Field], in page: RenderedPage, at path: String
    ) {
        for input in action.inputs {
            let place = "\(path): the field \(input.name) of \(action.name)"
            guard let field = fields.first(where: { $0.name == input.name }) else {
                found("\(place) is missing in HTML")
                continue
            }
            for difference in field.differences(from: input, kept: page.hiddenValue(of: field)) {
                found("\(place) \(difference)")
            }
        }
    }

    /// Compares links. Ignores fragments within the HTML page, and Siren's links to the page itself, to the app and to
    /// the list of apps.
    private func compareLinks(of page: CrawledPage, with shown: RenderedPage, at path: String) {
        let inHTML = Set(shown.links.map(\.target).filter { !$0.hasPrefix("#") }.map(target))
        let links = page.entity.all.flatMap { $0.links ?? [] }
        let inSiren = Set(links.map { target($0.href) })
        let own = (page.entity.links ?? []).filter(\.isOfEveryPage)
        let ofEvery = Set(own.map { target($0.href) })
        for target in inHTML.subtracting(inSiren).sorted() { found("\(path): only HTML links to \(target)") }
        for target in inSiren.subtracting(inHTML).subtracting(ofEvery).sorted() {
            found("\(path): only Siren links to \(target)")
        }
    }

    /// The path of a URL within this site; other URLs unchanged.
    private func target(_ url: String) -> String { (try? visitor.path(of: url)) ?? url }
}

extension RenderedPage {
    /// The hidden value with the name of `field` in its form, such as the token of an earlier uploaded file.
    fileprivate func hiddenValue(of field: Field) -> String? {
        forms.indices.contains(field.form) ? forms[field.form].hidden.first { $0.name == field.name }?.value : nil
    }
}

extension RenderedPage.Field {
    /// Lists the differences between the HTML field and the Siren field.
    fileprivate func differences(from input: Siren.Field, kept: String?) -> [String] {
        var all: [String] = []
        func compare<Value: Equatable>(_ mine: Value, _ other: Value, _ difference: String) {
            if mine != other { all.append(difference) }
        }
        compare(sirenType, input.type, "has a different type in HTML than in Siren")
        compare(label, input.title ?? "", "has a different label in HTML than in Siren")
        compare(help, input.help, "has a different help text in HTML than in Siren")
        compare(error, input.error, "has a different error in HTML than in Siren")
        if kind == "checkbox" {
            compare(isSent, input.value != nil, "is checked in only one of HTML and Siren")
            compare([value], input.choices?.map(\.value), "sends a different value in HTML than in Siren")
        } else if let choices = input.choices {
            // An HTML menu without a selection begins with an additional empty option.
            let own = input.value == nil && kind == "select" ? 1 : 0
            compare(
                options.dropFirst(own).map { [$0.value, $0.title] }, choices.map { [$0.value, $0.title ?? ""] },
                "has different choices in HTML than in Siren")
            compare(value, input.value ?? "", "has a different selection in HTML than in Siren")
        } else {
            let held = kind == "file" ? kept ?? value : value
            compare(held, input.value ?? "", "has a different value in HTML than in Siren")
        }
        // The page does not mark ranges, colors, menus with a selection or inputs with a kept file as required (HTML
        // §4.10.5.1.13, §4.10.5.1.14, §4.10.7).
        let cannotBeRequired =
            ["range", "color"].contains(kind) || kind == "select" && input.value != nil || kind == "file" && kept != nil
        if !cannotBeRequired {
            compare(isRequired, input.required ?? false, "is required in only one of HTML and Siren")
        }
        compare(minimumLength, input.minlength, "has a different minimum length in HTML than in Siren")
        compare(pattern, input.pattern, "has a different pattern in HTML than in Siren")
        // Browsers clear a number input whose value is not a number, so HTML shows an invalid number in a text input,
        // which has no bounds to compare.
        // Text inputs for the parts of a date have no bounds, either.
        let isSlip = !parts.isEmpty || isNumberAsText && [input.min, input.max, input.step].contains { $0 != nil }
        guard !isSlip else { return all }
        compare(maximumLength, input.maxlength, "has a different maximum length in HTML than in Siren")
        compare(Bound(minimum), Bound(input.min), "has a different minimum in HTML than in Siren")
        compare(Bound(maximum), Bound(input.max), "has a different maximum in HTML than in Siren")
        // Without a minimum, HTML counts steps from the current value, so it can omit the step.
        let mine = step == "any" ? nil : step
        if mine != nil || input.min != nil {
            compare(Bound(mine), Bound(input.step), "has a different step in HTML than in Siren")
        }
        return all
    }

    /// The Siren type of the field: multi-line text is `text`, and both kinds of choices are `radio`.
    private var sirenType: String {
        switch kind {
        case "textarea": "text"
        case "select": "radio"
        default: isNumberAsText ? "number" : kind
        }
    }

    /// True for a number that is typed into a text input.
    private var isNumberAsText: Bool { kind == "text" && inputMode == "decimal" }

    /// A minimum, maximum or step for comparison: numbers by value, dates and times as text.
    private enum Bound: Equatable {
        case number(Double), text(String), none

        init(_ text: String?) {
            self = text.map { text in Double(text).map(Bound.number) ?? .text(text) } ?? .none
        }
    }
}

extension Crawler.Press {
    /// Parses the value of a button: `select-friend?friend=7`.
    fileprivate init(token: String) throws {
        let parts = token.split(separator: "?", maxSplits: 1)
        guard let name = parts.first else { throw VisitorError("A button has no action.") }
        var values: [String: String] = [:]
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let name = Self.decoded(sides[0]), let text = Self.decoded(sides[1]) else {
                throw VisitorError("The action of a button cannot be parsed: \(token).")
            }
            values[name] = text
        }
        self.init(name: String(name), values: values)
    }

    /// Percent-decoding (RFC 3986 §2.1).
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, let value = UInt8(digits, radix: 16)
            else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension Crawler.Offer {
    fileprivate var described: String {
        let values = press.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        return press.name + (values.isEmpty ? "" : "?" + values) + " to \(target) with \(WireName.at)=\(at)"
    }
}
