import HTTPProtocol
import Hypermedia
import NavigationKit
import Sessions

/// The screens of an app as Siren for pages of other origins (CORS, WHATWG Fetch §3.2). HTML is never shared.
extension Endpoint {
    /// The cookie of a request, without the visitor's session if a page of another origin sent a change: it is trusted
    /// with the app, but not with the session, unless the app shares that too.
    func presentedCookie(_ cookie: SessionCookie, by request: Request, origin: PublicOrigin) -> SessionCookie.Presented
    {
        isForeignChange(request, origin) ? .none : cookie.presented(by: request.fields)
    }

    /// True for a POST that would be refused as one of another site, but whose origin the app lists and that asks for
    /// Siren. A form of that origin asks for HTML, and is refused.
    func permitsForeignChange(_ context: RequestContext) -> Bool {
        context.request.method == .post && context.builder.mediaType != .html
            && pageOrigins.permitsChange(by: context.request)
    }

    /// Adds the fields with which a page of a listed origin can read the response.
    ///
    /// - Parameter location: the location of the request; routes have origins of their own.
    func share(_ response: inout Response, at location: Location, with request: Request, origin: PublicOrigin) {
        guard routes.isEmpty || routes.match(location) == nil else { return }
        if request.method == .options {
            guard request.fields.contains("Access-Control-Request-Method") else { return }
            pageOrigins.addPreflightFields(to: &response, for: request, methods: "GET, HEAD, POST")
            addCredentials(to: &response, for: request)
            return
        }
        // Another session would take the place of the visitor's own, also if the page cannot read the response.
        if isForeignChange(request, origin) {
            response.fields.remove(.setCookie)
            response.fields.remove(.clearSiteData)
        }
        guard request.preferredType(of: ResponseBuilder.offered) != .html else { return }
        pageOrigins.addFields(to: &response, for: request)
        addCredentials(to: &response, for: request)
        if pageOrigins.permitsReading(by: request) {
            response.fields.set("Access-Control-Expose-Headers", "Content-Location, ETag, Link, Retry-After")
        }
    }

    private func isForeignChange(_ request: Request, _ origin: PublicOrigin) -> Bool {
        request.method == .post && !pageOrigins.sharesSessions && !CrossSite.permits(request, origin: origin)
    }

    /// Only for origins that the app names: never for `*`.
    private func addCredentials(to response: inout Response, for request: Request) {
        guard pageOrigins.sharesSessions, pageOrigins.permitsChange(by: request), let sender = request.fields[.origin]
        else { return }
        response.fields.set("Access-Control-Allow-Origin", sender)
        response.fields.set("Access-Control-Allow-Credentials", "true")
    }
}

extension HostedApplication {
    /// Permits pages of other origins to use the app's screens as Siren (CORS): to read them, and to perform their
    /// actions. Without this, only pages of the app's own origin can. HTML is never shared, and stacks cannot be changed.
    ///
    /// By default their requests have no session: each starts in the state that its address names. A server that runs
    /// the app reads the origins when it is created.
    ///
    /// - Parameters:
    ///   - origins: the origins, such as `https://example.org`. `*` permits any page to read, but not to act.
    ///   - sharingSessions: true to let the listed origins, but not `*`, act for the visitor, with the cookie of the
    ///     app. Trust them like the app itself. Browsers send the cookie only if both origins are of one site, such as
    ///     `https://shop.example.org` and `https://www.example.org`.
    /// - Returns: the app.
    @discardableResult
    public func allowing(origins: [String], sharingSessions: Bool = false) -> HostedApplication {
        pageOrigins = PageOrigins(origins: origins, sharesSessions: sharingSessions)
        return self
    }
}
