import HTTPProtocol
import Hypermedia
import NavigationKit

/// Builds the responses to one request: pages and problems in the media type that the client prefers.
struct ResponseBuilder {
    var mediaType: MediaType
    let origin: PublicOrigin
    let assets: Assets
    let mountPath: MountPath
    /// The app's title as in its code; ``localizedTitle`` is translated.
    let appTitle: String
    var screenPages = PageHeaders.usual
    var vary = ResponseBuilder.usualVary
    /// The part of the server that makes pages and redirects.
    var source = ResponseSource.error
    /// The target of a request for a page.
    var target: String?
    /// True if the response can contain diagnostics.
    var exposesDiagnostics = false

    static let usualVary = "Accept, Cookie"

    /// The media types of pages, most preferred first.
    static let offered: [MediaType] = [.html, .siren, .json]

    /// The app's title in the language of the request, which is known after the session was loaded.
    private var localizedTitle: String { Localization.isUsed ? localized(LocalizedText(key: appTitle)) : appTitle }

    /// - Parameter nonce: the nonce of the rendering.
    @inline(__always)
    func context(of page: Page, nonce: String) -> PageContext {
        PageContext(
            appTitle: localizedTitle, mountPath: mountPath, location: mountPath.url(of: page.location),
            origin: mediaType == .html && !assets.isThemed ? "" : origin.description,
            query: page.query, at: page.atText, nonce: nonce, sessionFingerprint: page.sessionFingerprint,
            notice: page.notice,
            assets: assets, operation: page.operation)
    }

    func page(_ page: Page, status: Status = .ok) -> Response {
        let context = context(of: page, nonce: page.nonce)
        if let target, target != context.location { context.isElsewhere = true }
        if let flash = page.flash { context.flash = flash }
        if let target = page.scrollTarget { context.scrollTarget = target }
        var (fields, octets): (ResponseFields, [UInt8]) = (ResponseFields(), [])
        if mediaType == .html {
            // A page with errors or a notice is no state that could be shown again.
            let isLive = status == .ok && page.screen.isLive
            if isLive { context.live = live(page) }
            HTMLRenderer.render(page.screen, in: context, into: &octets)
            let hasScript = isLive || page.screen.usesScript
            fields.add(hasScript ? screenPages.scripted : screenPages.plain)
            if page.screen.hasLinks { fields.add(.speculationRules) }
        } else {
            SirenRenderer.render(page.screen, in: context, into: &octets)
            fields.add(.contentType, mediaType.name)
            fields.add(.cacheControl, "private, no-cache")
            if status == .ok { fields.add(.etag, EntityTag.strong(of: octets)) }
            fields.add(.vary, vary)
            fields.add(.security)
        }
        if Localization.isUsed { fields.nameLanguage() }
        guard page.readsQuery else { return Response(status, fields, body: .bytes(octets), from: source) }
        for (relation, target) in context.pageLinks(of: page.screen) {
            fields.add(.link, "<\(target)>; rel=\"\(relation)\"")
        }
        return Response(status, fields, body: .bytes(octets), from: source)
    }

    /// Builds an error response that is not a screen: HTML for browsers, otherwise problem details (RFC 9457).
    func problem(_ problem: ProblemDetails, links: [PageLink] = []) -> Response {
        var response = Response(Status(code: problem.status) ?? .internalServerError)
        let again = PageLink(
            title: localized("Start again at \(localizedTitle)"), path: mountPath.url, rel: "urn:cairn:app")
        if mediaType == .html {
            HTMLRenderer.renderMessage(
                title: problem.title, paragraphs: problem.detail.map { [$0] } ?? [], isEnglish: problem.isEnglish,
                links: links + [again], assets: assets, into: &response.body.bytes)
            response.fields.add(.contentType, MediaType.html.name)
            response.fields.add(screenPages.message)
        } else {
            var problem = problem
            if !links.isEmpty { problem.extensions.append(("links", json(of: links + [again]))) }
            response.body.bytes = problem.json()
            response.fields.add(.contentType, MediaType.problem.name)
            if let path = DocumentedTerm.path(ofProblem: problem.type) {
                response.fields.add(.link, "<\(path)>; rel=\"type\"")
            }
            response.addSecurityHeaders()
        }
        response.fields.add(.cacheControl, "no-store")
        response.fields.add(.vary, vary)
        if Localization.isUsed { response.fields.nameLanguage(isEnglish: problem.isEnglish && mediaType != .html) }
        return response
    }

    /// Encodes links as Siren does, with absolute URLs.
    private func json(of links: [PageLink]) -> JSONValue {
        .array(
            links.map { link in
                .object([
                    ("rel", .array([.string(link.rel)])), ("title", .string(link.title)),
                    ("href", .string(origin.description + link.path)),
                ])
            })
    }

    /// The link to the state of `page`. The URL contains the version unless it is the state's canonical URL.
    func link(to page: Page) -> PageLink {
        PageLink(
            title: page.screen.title, path: mountPath.url(of: page.location).followed(by: page.query),
            rel: "urn:cairn:present")
    }

    /// Reports a problem: browsers get the current page with a notice, scripts get problem details with a link to it.
    func refusal(_ page: Page, _ problem: ProblemDetails) -> Response {
        guard mediaType == .html else { return self.problem(problem, links: [link(to: page)]) }
        var page = page
        page.notice = page.notice ?? problem.detail
        return self.page(page, status: Status(code: problem.status) ?? .conflict)
    }
}

extension ResponseFields {
    /// Adds `Content-Language` (RFC 9110 §8.5) in an app with languages.
    ///
    /// - Parameter isEnglish: true for problem details in English, whatever the language of the request. The titles of their
    ///   links are in the language of the pages that they lead to.
    fileprivate mutating func nameLanguage(isEnglish: Bool = false) {
        guard let localization = LocalizationContext.current?.localization else { return }
        add(.contentLanguage, isEnglish ? Language.english.tag : localization.language.tag)
    }
}

extension Page {
    /// The query that names the version of the state; empty if the page's location is its canonical URL.
    var query: String {
        guard !isCanonical, case .version(let number) = at else { return "" }
        return location.query(ofVersion: number)
    }

    /// The value of a form's `_at`: the version or `path`, the salt of the version after a full stop, and the
    /// fingerprints of the session and of the user that the page was rendered for, if there are any.
    var atText: String {
        var state = if case .version(let number) = at { String(number) } else { "path" }
        if versionSalt != .none { state = state.followed(by: ".").followed(by: versionSalt.text) }
        guard let sessionFingerprint else { return state }
        let seen = state.followed(by: "-").followed(by: sessionFingerprint)
        return userFingerprint.map { seen.followed(by: "-").followed(by: $0) } ?? seen
    }
}
