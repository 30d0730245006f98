/// HTML and Siren are one tree (feature B22): the same actions with the same values and fields, and the same links.
extension Crawler {
    /// An offer as both representations say it.
    fileprivate struct Offer: Hashable {
        var press: Press
        var method: String
        var target: String
        var at: String
    }

    func compare(_ page: CrawledPage) async throws {
        let path = page.exactPath
        let reply = try await request(Call("GET", path, fields: [("Accept", "text/html")]))
        guard reply.status == 200 else { return found("\(path) answers \(reply.status) as HTML") }
        let shown = try RenderedPage(reply, url: path)
        var inSiren: [Offer: Siren.Action] = [:]
        for action in page.actions {
            let at = action.fields.first { $0.name == "_at" }?.value ?? ""
            let offer = Offer(
                press: action.press, method: action.method, target: try visitor.path(of: action.href), at: at)
            if inSiren.updateValue(action, forKey: offer) != nil {
                found("\(path): Siren offers \(action.name) twice with the same values")
            }
        }
        var inHTML: [Offer: RenderedPage.Button] = [:]
        for button in shown.buttons where button.target == nil {
            let form = shown.forms[button.form]
            let at = form.hidden.first { $0.name == "_at" }?.value ?? ""
            inHTML[Offer(press: try Press(token: button.action), method: "POST", target: form.target, at: at)] = button
        }
        for offer in inHTML.keys where inSiren[offer] == nil { found("\(path): only HTML offers \(offer.described)") }
        for (offer, action) in inSiren {
            guard let button = inHTML[offer] else {
                found("\(path): only Siren offers \(offer.described)")
                continue
            }
            compareFields(of: action, with: shown.fields.filter { $0.form == button.form }, in: shown, at: path)
        }
        let taken = Set(page.actions.flatMap { $0.inputs.map(\.name) })
        for field in shown.fields where shown.alert == nil && !taken.contains(field.name) {
            found("\(path): only HTML has the field \(field.name)")
        }
        compareLinks(of: page, with: shown, at: path)
    }

    private func compareFields(
        of action: Siren.Action, with fields: [RenderedPage.Field], in page: RenderedPage, at path: String
    ) {
        for input in action.inputs {
            let place = "\(path): the field \(input.name) of \(action.name)"
            guard let field = fields.first(where: { $0.name == input.name }) else {
                found("\(place) is in Siren only")
                continue
            }
            for difference in field.differences(from: input, kept: page.hiddenValue(of: field)) {
                found("\(place) \(difference)")
            }
        }
    }

    /// What a page links to, but for its own places, and what its entity links to, but for itself and the app.
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

    /// A path of this site, however it was spelled, or a URL elsewhere.
    private func target(_ url: String) -> String { (try? visitor.path(of: url)) ?? url }
}

extension RenderedPage {
    /// What the form of `field` says by the same name out of sight, as the file that came before.
    fileprivate func hiddenValue(of field: Field) -> String? {
        forms.indices.contains(field.form) ? forms[field.form].hidden.first { $0.name == field.name }?.value : nil
    }
}

extension RenderedPage.Field {
    /// What HTML says of the field and Siren does not, or otherwise.
    fileprivate func differences(from input: Siren.Field, kept: String?) -> [String] {
        var all: [String] = []
        func compare<Value: Equatable>(_ mine: Value, _ other: Value, _ difference: String) {
            if mine != other { all.append(difference) }
        }
        compare(sirenType, input.type, "is of another type in HTML than in Siren")
        compare(label, input.title ?? "", "has another label in HTML than in Siren")
        compare(help, input.help, "has another help in HTML than in Siren")
        compare(error, input.error, "has another error in HTML than in Siren")
        if kind == "checkbox" {
            compare(isSent, input.value != nil, "has a tick in one of the two only")
            compare([value], input.choices?.map(\.value), "sends another tick in HTML than in Siren")
        } else if let choices = input.choices {
            // Where nothing is chosen a menu begins with an option of HTML's own.
            let own = input.value == nil && kind == "select" ? 1 : 0
            compare(
                options.dropFirst(own).map { [$0.value, $0.title] }, choices.map { [$0.value, $0.title ?? ""] },
                "has other choices in HTML than in Siren")
            compare(value, input.value ?? "", "has another choice made in HTML than in Siren")
        } else {
            let held = kind == "file" ? kept ?? value : value
            compare(held, input.value ?? "", "holds something else in HTML than in Siren")
        }
        // HTML has no such word for these, nor for a choice that is made or a file that is there (HTML §4.10.5.1.13, §4.10.7).
        let cannotBeRequired =
            ["range", "color"].contains(kind) || kind == "select" && input.value != nil || kind == "file" && kept != nil
        if !cannotBeRequired {
            compare(isRequired, input.required ?? false, "is required in one of the two only")
        }
        compare(minimumLength, input.minlength, "has another least length in HTML than in Siren")
        compare(pattern, input.pattern, "has another pattern in HTML than in Siren")
        // A browser empties an input for numbers that holds something else, so that is shown as a text, without bounds.
        let isSlip = isNumberAsText && [input.min, input.max, input.step].contains { $0 != nil }
        guard !isSlip else { return all }
        compare(maximumLength, input.maxlength, "has another length in HTML than in Siren")
        compare(Bound(minimum), Bound(input.min), "has another minimum in HTML than in Siren")
        compare(Bound(maximum), Bound(input.max), "has another maximum in HTML than in Siren")
        // Without a minimum HTML would count the steps from the value that stands there, so it may keep silent.
        let mine = step == "any" ? nil : step
        if mine != nil || input.min != nil {
            compare(Bound(mine), Bound(input.step), "has another step in HTML than in Siren")
        }
        return all
    }

    /// Siren's list of types has no text of several lines, and knows choices by how a page shows them.
    private var sirenType: String {
        switch kind {
        case "textarea": "text"
        case "select": "radio"
        default: isNumberAsText ? "number" : kind
        }
    }

    /// Whether it is a number that is typed as a text.
    private var isNumberAsText: Bool { kind == "text" && inputMode == "decimal" }

    /// A number however it was written, or a moment.
    private enum Bound: Equatable {
        case number(Double), text(String), none

        init(_ text: String?) {
            self = text.map { text in Double(text).map(Bound.number) ?? .text(text) } ?? .none
        }
    }
}

extension Crawler.Press {
    /// What the value of a button says: `select-friend?friend=7`.
    fileprivate init(token: String) throws {
        let parts = token.split(separator: "?", maxSplits: 1)
        guard let name = parts.first else { throw VisitorError("A button without an action.") }
        var values: [String: String] = [:]
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let name = Self.decoded(sides[0]), let text = Self.decoded(sides[1]) else {
                throw VisitorError("A button's action cannot be read: \(token).")
            }
            values[name] = text
        }
        self.init(name: String(name), values: values)
    }

    /// RFC 3986 §2.1.
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
        return press.name + (values.isEmpty ? "" : "?" + values) + " to \(target), of \(at)"
    }
}
