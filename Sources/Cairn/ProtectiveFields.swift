import HTTPProtocol
import Hypermedia
import NavigationKit

extension Response {
    /// What every answer says to browsers.
    mutating func protect() { fields.add(.protection) }

    /// What a page says to browsers.
    mutating func protectPage() { fields.add(.pageProtection) }
}

extension FieldBlock {
    /// No sniffing, how much of the address others may learn, and that their pages may not embed it.
    static let protection = FieldBlock(protectionFields)

    /// Beside that: no script, no frame, nothing from elsewhere (DESIGN D12).
    static let pageProtection = FieldBlock(pageProtectionFields)

    /// All but the location of a redirect after an action.
    static let redirect = FieldBlock(protectionFields + [(.cacheControl, "no-store")])

    private static let protectionFields: [(FieldName, String)] = [
        (.xContentTypeOptions, "nosniff"), (.referrerPolicy, "same-origin"),
        (.crossOriginResourcePolicy, "same-origin"),
    ]

    fileprivate static let pageProtectionFields =
        protectionFields + [
            (.contentSecurityPolicy, policy(sendingTo: [], operation: nil)),
            (.xFrameOptions, "DENY"), (.crossOriginOpenerPolicy, "same-origin"),
            (.permissionsPolicy, "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        ]

    /// What a page may load and where its forms may lead: nothing from elsewhere, no script, and of styles in the page
    /// itself the one that says how it comes on screen.
    fileprivate static func policy(sendingTo hosts: [String], operation: NavigationKit.Operation?) -> String {
        let targets = (["'self'"] + hosts.map { "https://" + $0 }).joined(separator: " ")
        return "default-src 'none'; style-src 'self' \(ViewTransition.hash(operation)); img-src 'self'; "
            + "form-action \(targets); base-uri 'none'; frame-ancestors 'none'"
    }
}

/// The `Cache-Control` of a screen's page (RFC 9111 §5.2.2): it decides if a browser can keep the page.
enum PageCaching: String {
    /// A page is private, and after a logout Back must not show it.
    case never = "no-store"
    /// The browser may keep it for Back and Forward, and asks again for everything else.
    case forHistory = "private, no-cache"

    /// ``forHistory`` for Firefox, where it obeys `Clear-Site-Data`; otherwise ``never``.
    ///
    /// Firefox alone discards what was typed on a `no-store` page when the visitor leaves it, and it alone clears the
    /// pages kept for Back and Forward when a logout's redirect has `Clear-Site-Data`. Chromium and WebKit put typed text
    /// back on `no-store` pages, and without `no-store` they would show private pages on Back after a logout. Shared
    /// caches store neither, so `Vary` does not name `User-Agent`.
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
    /// Browsers ignore the field on origins that are not potentially trustworthy (W3C Clear Site Data, Secure Contexts).
    fileprivate var obeysClearSiteData: Bool { isSecure || isLocalhost }
}

/// All fields that are the same on every screen's page of one app, by what has led to it.
final class ScreenPageFields: Sendable {
    private let blocks: [FieldBlock]
    private let still: FieldBlock
    private static let operations = NavigationKit.Operation.allCases

    /// Of an app that sends people nowhere.
    static let usual = ScreenPageFields(sendingTo: [], vary: Answer.usualVary, caching: .never)
    /// The same for ``PageCaching/forHistory``.
    static let usualForHistory = ScreenPageFields(sendingTo: [], vary: Answer.usualVary, caching: .forHistory)

    init(sendingTo hosts: [String], vary: String, caching: PageCaching) {
        func block(_ operation: NavigationKit.Operation?) -> FieldBlock {
            let policy = FieldBlock.policy(sendingTo: hosts, operation: operation)
            return FieldBlock(
                FieldBlock.pageProtectionFields.map { $0 == .contentSecurityPolicy ? ($0, policy) : ($0, $1) }
                    + [(.contentType, MediaType.html.name), (.cacheControl, caching.rawValue), (.vary, vary)])
        }
        blocks = Self.operations.map(block)
        still = block(nil)
    }

    subscript(operation: NavigationKit.Operation?) -> FieldBlock {
        guard let operation, let index = Self.operations.firstIndex(of: operation) else { return still }
        return blocks[index]
    }
}
