import HTTPProtocol
import Hypermedia

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

    /// All that is the same on every screen's page.
    static let screenPage = FieldBlock(
        pageProtectionFields + [
            (.contentType, MediaType.html.name), (.cacheControl, "no-store"), (.vary, "Accept, Cookie"),
        ])

    /// As above, of an app that may send people to `hosts`, or whose pages vary by more.
    static func screenPage(sendingTo hosts: [String], vary: String) -> FieldBlock {
        let target = (["form-action 'self'"] + hosts.map { "https://" + $0 }).joined(separator: " ")
        return FieldBlock(
            pageProtectionFields.map { name, value in
                (name, name == .contentSecurityPolicy ? value.replacing("form-action 'self'", with: target) : value)
            } + [(.contentType, MediaType.html.name), (.cacheControl, "no-store"), (.vary, vary)])
    }

    /// All but the location of a redirect after an action.
    static let redirect = FieldBlock(protectionFields + [(.cacheControl, "no-store")])

    private static let protectionFields: [(FieldName, String)] = [
        (.xContentTypeOptions, "nosniff"), (.referrerPolicy, "same-origin"),
        (.crossOriginResourcePolicy, "same-origin"),
    ]

    private static let pageProtectionFields: [(FieldName, String)] =
        protectionFields + [
            (
                .contentSecurityPolicy,
                "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            ),
            (.xFrameOptions, "DENY"), (.crossOriginOpenerPolicy, "same-origin"),
            (.permissionsPolicy, "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        ]
}
