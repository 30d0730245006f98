/// The files beside the pages, by URLs that change with their content, so that a browser may keep each for good.
///
/// A class, so that what each page is told holds one reference.
public final class Assets: Sendable {
    /// The URL of the style sheet of every page.
    public let stylesheet: String
    /// The URL of the icon of every page.
    public let icon: String
    private let urls: [String: String]

    /// - Parameter urls: the URL of each file by its path, as `/cairn.css`; a file that is not among them has its path.
    public init(urls: [String: String] = [:]) {
        self.urls = urls
        stylesheet = urls["/cairn.css"] ?? "/cairn.css"
        icon = urls["/favicon.svg"] ?? "/favicon.svg"
    }

    /// The URL of the file at `path`.
    public subscript(path: String) -> String { urls[path] ?? path }
}
