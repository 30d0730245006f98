/// The URLs of static files. A versioned URL changes with the file's content, so that browsers can cache it for a
/// year.
///
/// A class, so that copying a ``PageContext`` copies one reference.
package final class Assets: Sendable {
    /// The URL of the style sheet of every page.
    package let stylesheet: String
    /// The URL of the icon of every page.
    package let icon: String
    /// The URL of the program's own style sheet, which follows ``stylesheet``; `nil` if there is no such file.
    package let ownStylesheet: String?
    private let urls: [String: String]

    /// - Parameter urls: the URL of each file by its path, such as `/cairn.css`. A path that is missing is its own
    ///   URL.
    package init(urls: [String: String] = [:]) {
        self.urls = urls
        stylesheet = urls["/cairn.css"] ?? "/cairn.css"
        ownStylesheet = urls["/site.css"]
        icon = urls["/favicon.svg"] ?? "/favicon.svg"
    }

    /// The URL of the file at `path`; for an unknown file `path` itself.
    package subscript(path: String) -> String { urls[path] ?? path }
}
