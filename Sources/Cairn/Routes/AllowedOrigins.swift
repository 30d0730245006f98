import HTTPProtocol
import Hypermedia
import Sessions

/// The origins whose pages can use a route, or an app's screens (CORS, WHATWG Fetch §3.2). Without credentials, except
/// for an app that shares its sessions: the browser sends no cookies.
struct AllowedOrigins: Sendable {
    private let origins: [String]
    /// A mistake in the list; `nil` without one. An origin that is not valid, such as `null`, permits nothing.
    let mistake: String?
    /// True if requests of a listed origin have the visitor's session.
    let sharesSessions: Bool

    /// - Parameter origins: serialized origins such as `https://example.org`, or `*`.
    init(_ origins: [String]) {
        self.init(origins, sharesSessions: false)
    }

    /// The origins that can use the screens of an app.
    init(_ pages: PageOrigins) {
        self.init(pages.origins, sharesSessions: pages.sharesSessions)
    }

    private init(_ origins: [String], sharesSessions: Bool) {
        let isValid = { (origin: String) in origin == "*" || PublicOrigin(origin)?.description == origin }
        self.origins = origins.filter(isValid)
        self.sharesSessions = sharesSessions
        mistake = origins.first { !isValid($0) }.map {
            "The origin \($0.prefix(100)) is not valid; write it as in https://example.org, without a slash at the end."
        }
    }

    var isEmpty: Bool { origins.isEmpty }

    /// True if a page that sent this request can read the response.
    func permitsReading(by request: Request) -> Bool {
        guard let sender = sender(of: request) else { return false }
        return origins.contains("*") || origins.contains(sender)
    }

    /// True if a page of a listed origin sent this POST. `*` does not permit changes.
    func permitsChange(by request: Request) -> Bool {
        guard let sender = sender(of: request) else { return false }
        return origins.contains(sender)
    }

    private func sender(of request: Request) -> String? {
        guard !request.fields.hasContradiction(of: .origin) else { return nil }
        return request.fields[.origin]
    }

    /// Adds the fields of a response that pages of the listed origins can read.
    func addFields(to response: inout Response, for request: Request) {
        guard !isEmpty else { return }
        response.fields.add(.vary, "Origin")
        guard permitsReading(by: request), let sender = sender(of: request) else { return }
        response.fields.set("Access-Control-Allow-Origin", origins.contains("*") ? "*" : sender)
    }

    /// Adds the fields of the response to a preflight request.
    ///
    /// - Parameter methods: the methods of the resource.
    func addPreflightFields(to response: inout Response, for request: Request, methods: String) {
        addFields(to: &response, for: request)
        guard permitsReading(by: request) else { return }
        response.fields.set("Access-Control-Allow-Methods", methods)
        if let names = request.fields.list(of: "Access-Control-Request-Headers"), names.utf8.count <= 1_000,
            names.split(separator: ",").allSatisfy({ FieldName(String($0.withoutBlanks)) != nil })
        {
            response.fields.set("Access-Control-Allow-Headers", names)
            response.fields.add(.vary, "Access-Control-Request-Headers")
        }
        response.fields.set("Access-Control-Max-Age", "600")
    }
}
