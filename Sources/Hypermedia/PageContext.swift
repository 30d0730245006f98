public import NavigationKit

/// What a representation needs to know besides its screen: where it stands, and what its forms carry.
public struct PageContext: Sendable {
    /// The app's name, behind the screen's in the page's title.
    public var appTitle: String
    /// Where the app is mounted, as `/letters`; empty at the root.
    public var appPath: String
    /// The screen's own clean URL, root-relative; the target of its forms (DESIGN D8).
    public var location: String
    /// The query that names the state which is shown, as `?at=7`; empty where ``location`` alone shows it.
    public var query: String
    /// Scheme and authority as seen from outside; Siren's `href`s are absolute (DESIGN D15).
    public var origin: String
    /// The version a form says it was rendered from: a number, or `path` (DESIGN D9).
    public var at: String
    /// The nonce of this rendering (DESIGN D9).
    public var once: String
    /// A short digest of the session's ID, which forms are named by; `nil` without a session. It must not lead to the ID.
    public var sessionFingerprint: String?
    /// One line above the content, as for an expired session.
    public var notice: String?
    /// The files beside the page.
    public var assets: Assets
    /// What a container did that led here, which says how the page comes on screen.
    public var operation: Operation?

    /// - Parameters:
    ///   - appTitle: the app's name.
    ///   - appPath: where the app is mounted; empty at the root.
    ///   - location: the screen's own clean URL, root-relative.
    ///   - origin: scheme and authority as seen from outside.
    ///   - query: the query that names the state; empty where the location alone shows it.
    ///   - at: a version's number, or `path`.
    ///   - once: the nonce of this rendering.
    ///   - sessionFingerprint: a short digest of the session's ID; `nil` without a session.
    ///   - notice: one line above the content.
    ///   - assets: the files beside the page.
    ///   - operation: what a container did that led here.
    public init(
        appTitle: String, appPath: String, location: String, origin: String, query: String = "", at: String,
        once: String, sessionFingerprint: String? = nil,
        notice: String? = nil, assets: Assets = Assets(), operation: Operation? = nil
    ) {
        self.appTitle = appTitle
        self.appPath = appPath
        self.location = location
        self.origin = origin
        self.query = query
        self.at = at
        self.once = once
        self.sessionFingerprint = sessionFingerprint
        self.notice = notice
        self.assets = assets
        self.operation = operation
    }

    /// The root-relative URL of a place of this app.
    func path(of location: Location) -> String {
        let path = appPath + location.path
        return path.isEmpty ? "/" : path
    }

    /// An app at the root has an empty location for its first screen; as a URL that would mean "here, with the query".
    var withPath: PageContext {
        guard location.isEmpty else { return self }
        var context = self
        context.location = "/"
        return context
    }
}
