package import NavigationKit

/// The manifest of an app (W3C Web Application Manifest), with which a browser can install it.
package enum WebManifest {
    /// Returns the manifest as JSON.
    ///
    /// - Parameters:
    ///   - title: the app's title.
    ///   - theme: the app's appearance.
    ///   - start: the root-relative URL at which the app is mounted.
    ///   - icon: the URL of the app's icon.
    package static func json(title: String, theme: Theme, start: String, icon: String) -> [UInt8] {
        var members: [(String, JSONValue)] = [
            ("name", .string(title)), ("short_name", .string(title)), ("id", .string(start)),
            ("start_url", .string(start)), ("scope", .string(start)), ("display", .string("standalone")),
            ("theme_color", .string(theme.lightPalette.ground.css)),
            ("background_color", .string(theme.lightPalette.ground.css)),
            (
                "icons",
                .array([
                    .object([
                        ("src", .string(icon)), ("sizes", .string("any")), ("type", .string("image/svg+xml")),
                        ("purpose", .string("any")),
                    ])
                ])
            ),
        ]
        if let description = theme.description { members.append(("description", .string(description))) }
        return JSONValue.object(members).bytes()
    }
}
