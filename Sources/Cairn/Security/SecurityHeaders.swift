import HTTPProtocol
import Hypermedia
import NavigationKit
import Sessions

extension Response {
    /// Adds the security headers for any response.
    mutating func addSecurityHeaders() { fields.add(.security) }

    /// Adds the security headers of HTML pages.
    mutating func protectPage() { fields.add(.pageSecurity) }
}

extension PrecomputedHeaders {
    /// Disables MIME sniffing, limits the referrer and forbids embedding by other origins, except in frames.
    static let security = PrecomputedHeaders(securityFields)

    /// The fields of ``security`` and those for pages: no scripts, no frames, no resources of other sites.
    static let pageSecurity = PrecomputedHeaders(pageSecurityFields)

    /// The fields of a redirect after an action, without `Location`.
    static let redirect = PrecomputedHeaders(securityFields + [(.cacheControl, "no-store")])

    /// Names the speculation rules (HTML §7.6.3). Chromium caches the rules for a year, and keeps a prefetched page despite
    /// `no-store` until it is used, or until `Clear-Site-Data` at a logout.
    static let speculationRules = PrecomputedHeaders([("Speculation-Rules", BuiltInAssets.speculationRulesURL)])

    private static let securityFields: [(FieldName, String)] = [
        (.xContentTypeOptions, "nosniff"), (.referrerPolicy, "same-origin"),
        (.crossOriginResourcePolicy, "same-origin"),
    ]

    fileprivate static let pageSecurityFields =
        securityFields + [
            (.contentSecurityPolicy, policy(sendingTo: [], isThemed: false, hasScript: false)),
            (.xFrameOptions, "DENY"), (.crossOriginOpenerPolicy, "same-origin"),
            (.permissionsPolicy, "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        ]

    /// The Content-Security-Policy of a page: no resources of other sites, no scripts, no inline style, and form targets
    /// only on this site and `hosts`.
    ///
    /// - Parameters:
    ///   - isThemed: true to allow the fonts and the manifest of a theme, from this site.
    ///   - hasScript: true to allow the kit's script and its requests, to this site.
    fileprivate static func policy(
        sendingTo hosts: [String], isThemed: Bool, hasScript: Bool
    ) -> String {
        let targets = (["'self'"] + hosts.map { "https://" + $0 }).joined(separator: " ")
        return "default-src 'none'; style-src 'self'; img-src 'self'; "
            + (hasScript ? "script-src 'self'; connect-src 'self'; " : "")
            + (isThemed ? "font-src 'self'; manifest-src 'self'; " : "")
            + "form-action \(targets); base-uri 'none'; frame-ancestors 'none'"
    }
}

/// The `Cache-Control` of a page (RFC 9111 §5.2.2).
enum PageCaching: String {
    /// The browser must not store the page: it is private, and Back must not show it after a logout.
    case never = "no-store"
    /// The browser can keep the page for Back and Forward, and revalidates it for any other use.
    case forHistory = "private, no-cache"

    /// ``forHistory`` for a GET or HEAD from a Firefox that obeys `Clear-Site-Data` on this origin; otherwise
    /// ``never``.
    ///
    /// Only Firefox discards typed text on a `no-store` page when the visitor leaves it, and only Firefox clears the
    /// pages kept for Back and Forward when a logout's redirect has `Clear-Site-Data`. Chromium and WebKit restore
    /// typed text on `no-store` pages, and without `no-store` they would show private pages on Back after a logout.
    /// Shared caches store neither kind of page, so `Vary` does not need `User-Agent`.
    init(for request: Request, origin: PublicOrigin) {
        let isRead = request.method == .get || request.method == .head
        self = isRead && origin.obeysClearSiteData && request.isFromFirefox ? .forHistory : .never
    }
}

extension Request {
    fileprivate var isFromFirefox: Bool {
        fields.withOctets(of: .userAgent) { $0.contains("Firefox/") } ?? false
    }
}

extension PublicOrigin {
    /// Browsers ignore `Clear-Site-Data` on origins that are not potentially trustworthy (W3C Clear Site Data, Secure
    /// Contexts).
    fileprivate var obeysClearSiteData: Bool { isSecure || isLocalhost }
}

/// The precomputed fields of screens as HTML pages.
final class PageHeaders: Sendable {
    /// The fields of a page without the kit's script.
    let plain: PrecomputedHeaders
    /// The fields of a page with the kit's script.
    let scripted: PrecomputedHeaders
    /// The security headers of a page that is not a screen.
    let message: PrecomputedHeaders

    /// The fields for apps that have no other hosts as form targets and do not read traits.
    static let usual = PageHeaders(
        sendingTo: [], isThemed: false, vary: ResponseBuilder.usualVary, caching: .never)
    /// The fields of ``usual``, but with ``PageCaching/forHistory``.
    static let usualForHistory = PageHeaders(
        sendingTo: [], isThemed: false, vary: ResponseBuilder.usualVary, caching: .forHistory)

    convenience init(for app: HostedApplication, vary: String, caching: PageCaching) {
        self.init(sendingTo: app.outsideHosts, isThemed: app.theme != nil, vary: vary, caching: caching)
    }

    private init(sendingTo hosts: [String], isThemed: Bool, vary: String, caching: PageCaching) {
        func security(hasScript: Bool) -> [(FieldName, String)] {
            let policy = PrecomputedHeaders.policy(sendingTo: hosts, isThemed: isThemed, hasScript: hasScript)
            return PrecomputedHeaders.pageSecurityFields.map {
                $0 == .contentSecurityPolicy ? ($0, policy) : ($0, $1)
            }
        }
        func fields(hasScript: Bool) -> PrecomputedHeaders {
            PrecomputedHeaders(
                security(hasScript: hasScript)
                    + [(.contentType, MediaType.html.name), (.cacheControl, caching.rawValue), (.vary, vary)])
        }
        plain = fields(hasScript: false)
        scripted = fields(hasScript: true)
        message = PrecomputedHeaders(security(hasScript: false))
    }
}
