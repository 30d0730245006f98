import NavigationKit

/// Sends actions and evaluates the responses.
extension Crawler {
    /// The result of a sent action: the page that it led to, or the reason why its input was invalid, it left the site
    /// or it was refused.
    enum Answer {
        case led(CrawledPage)
        case invalid(String)
        case refused(String)
    }

    /// Sends an action and checks that it created exactly one version; two if the page had only a path, because the
    /// state before the action then becomes a version too.
    func send(_ action: Siren.Action, on page: CrawledPage) async throws -> Answer {
        let values = action.fields.filter { $0.type != "file" }.map { (name: $0.name, value: text(for: $0)) }
        let files = action.fields.filter { $0.type == "file" }.map { (name: $0.name, file: Self.file) }
        let isMultipart = action.type.hasPrefix("multipart/")
        let call = Call(
            action.method, try visitor.path(of: action.href),
            fields: [
                ("Accept", CrawledPage.type), ("Content-Type", isMultipart ? MultipartEncoding.type : action.type),
            ],
            body: isMultipart
                ? MultipartEncoding.bytes(of: values, files: files) : FormEncoding.bytes(of: values))
        let reply = try await request(call)
        let target: String?
        switch reply.status {
        case 303: target = reply["location"]
        case 422: return .invalid(((try? reply.problem)?.detail ?? "") + " Give valid examples.")
        // An alert: the app handled the action and shows the alert on a page.
        case 400...499 where reply.alertLocation != nil: target = reply.alertLocation
        default: return .refused("the response is \(reply.status) \((try? reply.problem)?.type ?? "")")
        }
        if action.class?.contains("destructive") == true { isSpent = true }
        guard let location = target else { return .refused("the \(reply.status) response has no Location") }
        guard (try? visitor.path(of: location)) != nil else { return .invalid("It leads to another site.") }
        let result = try await self.page(at: try visitor.path(of: location))
        let expected = newest + (page.number == nil ? 2 : 1)
        guard result.number == expected else {
            return .refused("led to version \(result.number ?? 0), not \(expected): a GET created or deleted a version")
        }
        newest = expected
        return .led(result)
    }

    private static let file: MultipartEncoding.File? = .init(name: "crawled.png", type: "image/png", content: [7])

    private func text(for field: Siren.Field) -> String {
        if field.type == "hidden" { return field.value ?? "" }
        if let own = examples[field.name] { return own }
        return Field(field).example(
            holding: field.value ?? "", text: text(of: people), address: address(of: people))
    }

    /// Sends a request. A status of 500 or more is a finding.
    func request(_ call: Call) async throws -> Reply {
        crawl.requests += 1
        let reply = try await visitor.send(call)
        if reply.status >= 500 { found("\(call.method) \(call.target) failed with status \(reply.status)") }
        return reply
    }

    /// The Siren entity at `path`.
    func page(at path: String) async throws -> CrawledPage {
        let reply = try await request(Call("GET", path, fields: [("Accept", CrawledPage.type)]))
        guard reply.status == 200 else { throw VisitorError("\(path) responded with status \(reply.status).") }
        guard reply["content-type"]?.hasPrefix(CrawledPage.type) == true else {
            throw VisitorError("\(path) is not Siren; its Content-Type is \(reply["content-type"] ?? "missing").")
        }
        return CrawledPage(entity: try reply.siren, url: path)
    }
}

extension Field {
    /// A field with the rules of its Siren field, except pattern and step, to create an example.
    fileprivate init(_ field: Siren.Field) {
        self.init(name: field.name, label: field.title ?? "", kind: Kind(rawValue: field.type) ?? .text)
        isRequired = field.required ?? false
        maximumLength = field.maxlength ?? .max
        minimumLength = field.minlength ?? 0
        (minimum, maximum) = (field.min, field.max)
        choices = field.choices?.map { Choice($0.title ?? "", value: $0.value) } ?? []
    }
}
