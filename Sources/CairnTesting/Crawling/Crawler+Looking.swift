/// What has to hold in every state.
extension Crawler {
    func look(at page: CrawledPage) async {
        do {
            let again = try await self.page(at: page.exactPath)
            if again.at != page.at {
                found("\(page.exactPath) is of \(again.at ?? "no state"), not of \(page.at ?? "none")")
            }
            try await compare(page)
            try await readLinks(of: page)
            if crawl.locations.insert(page.path).inserted { try await openAfresh(page.path) }
        } catch {
            found("\(page.exactPath): \(error)")
        }
    }

    /// The location names a screen for somebody without a cookie, who gets none by looking (features B2, B4).
    private func openAfresh(_ path: String) async throws {
        let cookies = visitor.cookies
        defer { visitor.cookies = cookies }
        for type in [CrawledPage.type, "text/html"] {
            visitor.forgetCookies()
            let reply = try await request(Call("GET", path, fields: [("Accept", type)]))
            if reply.status != 200 { found("\(path) answers \(reply.status) to somebody without a cookie") }
            if reply["set-cookie"] != nil { found("\(path) gives a cookie to somebody who only looks") }
        }
    }

    /// Every link within the site leads somewhere.
    private func readLinks(of page: CrawledPage) async throws {
        let targets = page.entity.all.flatMap { $0.links ?? [] }.compactMap { try? visitor.path(of: $0.href) }
        for target in Set(targets).sorted() where target != page.path {
            let reply = try await request(Call("GET", target))
            if reply.status >= 400 { found("\(page.path) links to \(target), which answers \(reply.status)") }
        }
    }

    // MARK: - One tree (feature B22)

    /// An offer as both representations say it.
    fileprivate struct Offer: Hashable {
        var press: Press
        var method: String
        var target: String
        var at: String
    }

    private func compare(_ page: CrawledPage) async throws {
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
            compareFields(of: action, with: shown.fields.filter { $0.form == button.form }, at: path)
        }
        let taken = Set(page.actions.flatMap { $0.inputs.map(\.name) })
        for field in shown.fields where shown.alert == nil && !taken.contains(field.name) {
            found("\(path): only HTML has the field \(field.name)")
        }
    }

    private func compareFields(of action: Siren.Action, with fields: [RenderedPage.Field], at path: String) {
        for input in action.inputs {
            let place = "\(path): the field \(input.name) of \(action.name)"
            guard let field = fields.first(where: { $0.name == input.name }) else {
                found("\(place) is in Siren only")
                continue
            }
            let isChoice = input.choices != nil || field.kind == "checkbox"
            if !isChoice, field.value != input.value ?? "" {
                found("\(place) holds something else in HTML than in Siren")
            }
            if let choices = input.choices, field.kind != "checkbox",
                // Where nothing is chosen a menu begins with an option of HTML's own.
                field.options.map(\.value).filter({ !$0.isEmpty }) != choices.map(\.value).filter({ !$0.isEmpty })
            {
                found("\(place) has other choices in HTML than in Siren")
            }
            // HTML has no way to say it of these, or only while nothing is chosen (HTML §4.10.5.1.13, §4.10.7).
            let cannotBeRequired = ["range", "color", "select"].contains(field.kind)
            if !cannotBeRequired, field.isRequired != input.required ?? false {
                found("\(place) is required in one of the two only")
            }
            if field.maximumLength != input.maxlength { found("\(place) has another length in HTML than in Siren") }
            if field.label != input.title ?? "" { found("\(place) has another label in HTML than in Siren") }
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
