import HTTPProtocol

extension Response {
    /// What every answer says to browsers: no sniffing, and how much of the address others may learn.
    mutating func protect() {
        fields.add(.xContentTypeOptions, "nosniff")
        fields.add(.referrerPolicy, "same-origin")
    }

    /// What a page says beside: no script, no frame, nothing from elsewhere (DESIGN D12).
    mutating func protectPage() {
        protect()
        fields.add(
            .contentSecurityPolicy,
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )
        fields.add(.xFrameOptions, "DENY")
        fields.add(.crossOriginOpenerPolicy, "same-origin")
        fields.add(.permissionsPolicy, "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
    }
}
