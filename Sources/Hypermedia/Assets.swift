package import NavigationKit

/// The URLs of static files, and the parts of a page's head that follow from them. A versioned URL changes with the
/// file's content, so that browsers can cache it for a year.
///
/// A class, so that pages share one.
package final class Assets: Sendable {
    /// The appearance of the app; `nil` for the kit's.
    package let theme: Theme?
    /// The markup that links the icon and the style sheets.
    let links: [UInt8]
    /// The beginning of the tag of the kit's script, with its URL: without a look-up in each page that has the script.
    let scriptTag: [UInt8]
    /// True if there is a theme. Reading ``theme`` copies it.
    package let isThemed: Bool
    /// The text after the title of a page; `nil` for the title of the app.
    let titleSuffix: String?
    private let urls: [String: String]

    /// - Parameter urls: the URL of each file by its path, such as `/cairn.css`. A path that is missing is its own
    ///   URL.
    package convenience init(urls: [String: String] = [:]) { self.init(urls: urls, theme: nil, name: "") }

    private init(urls: [String: String], theme: Theme?, name: String) {
        self.urls = urls
        isThemed = theme != nil
        titleSuffix = theme?.titleSuffix
        self.theme = theme
        func url(_ path: String) -> String { urls[path] ?? path }
        var writer = PageWriter(capacity: 512)
        func sheet(_ url: String) {
            writer.markup("<link rel=\"stylesheet\" href=\"")
            writer.attribute(url)
            writer.markup("\">\n")
        }
        writer.markup("<link rel=\"icon\" href=\"")
        writer.attribute(url(theme?.icon ?? Self.icon))
        writer.markup("\">\n")
        let bundle = urls[theme == nil ? Self.siteBundle : Self.bundlePath(of: name)]
        sheet(bundle ?? url(Self.styleSheet))
        if let theme {
            if bundle == nil { sheet(url(Self.themePath(of: name))) }
            writer.markup("<link rel=\"manifest\" href=\"")
            writer.attribute(url(Self.manifestPath(of: name)))
            // Browsers take the first element whose media query matches.
            writer.markup("\">\n<meta name=\"theme-color\" media=\"(prefers-color-scheme: dark)\" content=\"")
            writer.attribute(theme.darkPalette.ground.css)
            writer.markup("\">\n<meta name=\"theme-color\" content=\"")
            writer.attribute(theme.lightPalette.ground.css)
            writer.markup("\">\n")
        }
        if bundle == nil, let own = urls[Self.ownStyleSheet] { sheet(own) }
        for path in theme?.styleSheets ?? [] { sheet(url(path)) }
        var links: [UInt8] = []
        writer.append(to: &links)
        self.links = links
        writer = PageWriter(capacity: 64)
        writer.markup("<script src=\"")
        writer.attribute(url(Self.script))
        writer.markup("\"")
        var scriptTag: [UInt8] = []
        writer.append(to: &scriptTag)
        self.scriptTag = scriptTag
    }

    /// Returns the same files for an app with a theme.
    ///
    /// - Parameter name: the app's name.
    package func themed(_ theme: Theme, name: String) -> Assets { Assets(urls: urls, theme: theme, name: name) }

    /// The URL of the file at `path`; for an unknown file `path` itself.
    package subscript(path: String) -> String { urls[path] ?? path }

    /// The path of the kit's style sheet.
    package static let styleSheet = "/cairn.css"
    /// The path of the script of live pages.
    package static let script = "/cairn.js"
    /// The path of the program's own style sheet, which all pages load if it exists.
    package static let ownStyleSheet = "/site.css"
    /// The path of the kit's icon.
    package static let icon = "/favicon.svg"
    /// The path of the style sheet of an app's theme. It has a full stop, so it is not below the path of any app.
    package static func themePath(of name: String) -> String { "/\(name).theme.css" }
    /// The path of the kit's, the theme's and the program's style sheets in one file. Pages of an app with a theme load
    /// it in place of them if it is one of the files.
    package static func bundlePath(of name: String) -> String { "/\(name).bundle.css" }
    /// The path of the same for all other pages. No app has a name with a full stop, so it cannot be an
    /// app's bundle.
    package static let siteBundle = "/cairn.site.css"
    /// The path of the manifest of an app with a theme.
    package static func manifestPath(of name: String) -> String { "/\(name).webmanifest" }
}
