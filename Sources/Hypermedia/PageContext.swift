package import NavigationKit

/// The digests with which the script of a page keeps it up to date.
package struct LiveContext: Sendable, Equatable {
    /// A digest of what the page shows.
    package var shown: String
    /// A digest of the topics that it watches.
    package var topics: String

    package init(shown: String, topics: String) {
        self.shown = shown
        self.topics = topics
    }
}

/// The data that a page needs besides its screen: URLs, the version and nonce for its forms, the notice.
///
/// A class, because a structure of this size was copied three times for each page, which cost 1,100 instructions. Each
/// rendering makes its own, and sets the properties before it uses them; a check of each access would cost as much.
package final class PageContext {
    /// The app's title, which follows the screen's title in the page title.
    @exclusivity(unchecked) package var appTitle: String
    /// The path at which the app is mounted.
    @exclusivity(unchecked) package var mountPath: MountPath
    /// The screen's canonical URL, root-relative; also the target of the page's forms. Not empty: as a URL, the empty
    /// text would mean the current URL with its query.
    @exclusivity(unchecked) package var location: String
    /// The query that names the shown state, such as `?at=7`; empty if ``location`` alone shows it.
    @exclusivity(unchecked) package var query: String
    /// The scheme and authority that clients see. Siren's root-relative `href`s become absolute with it.
    @exclusivity(unchecked) package var origin: String
    /// The value of `_at`, which forms send back: the version that the page was rendered from, as a number or `path`,
    /// and the fingerprints of the session and of the user, if there are any.
    @exclusivity(unchecked) package var at: String
    /// The nonce of this rendering, which forms send back.
    @exclusivity(unchecked) package var nonce: String
    /// A short digest of the session's ID, used in form names; `nil` without a session. The ID must not be derivable
    /// from it.
    @exclusivity(unchecked) package var sessionFingerprint: String?
    /// A line of text above the content, such as that the session has expired.
    @exclusivity(unchecked) package var notice: String?
    /// The message of the action that led to this version: for its first page, or, with ``Screen/undo``, until the next
    /// action.
    @exclusivity(unchecked) package var flash: String?
    /// The digests for the script that keeps the page up to date; `nil` if the page watches no topics.
    @exclusivity(unchecked) package var live: LiveContext?
    /// The language of the page, with the kit's texts.
    @exclusivity(unchecked) package var localization = Localization.current
    /// The URLs of the static files.
    @exclusivity(unchecked) package var assets: Assets
    /// The container's operation that led to the screen, which selects how it appears.
    @exclusivity(unchecked) package var operation: Operation?
    /// True if the client asked for another URL than ``location``.
    @exclusivity(unchecked) package var isElsewhere = false
    /// The control that the page scrolls to and marks, if the URL has the fragment ``scrollTargetFragment``.
    @exclusivity(unchecked) package var scrollTarget: Screen.ActionIndex?

    /// The ID of the control ``scrollTarget``.
    package static var scrollTargetID: String { "here" }

    /// The fragment of a URL that leads to ``scrollTarget``.
    package static var scrollTargetFragment: String { "#here" }

    /// - Parameters:
    ///   - appTitle: the app's title for visitors.
    ///   - mountPath: the path at which the app is mounted.
    ///   - location: the screen's canonical URL, root-relative.
    ///   - origin: the scheme and authority that clients see.
    ///   - query: the query that names the state; empty if the location alone shows it.
    ///   - at: the value of `_at`.
    ///   - nonce: the nonce of this rendering.
    ///   - sessionFingerprint: a short digest of the session's ID; `nil` without a session.
    ///   - notice: a line of text above the content.
    ///   - assets: the URLs of the static files.
    ///   - operation: the container's operation that led to the screen.
    package init(
        appTitle: String, mountPath: MountPath, location: String, origin: String, query: String = "", at: String,
        nonce: String, sessionFingerprint: String? = nil,
        notice: String? = nil, assets: Assets = Assets(), operation: Operation? = nil
    ) {
        self.appTitle = appTitle
        self.mountPath = mountPath
        self.location = location
        self.origin = origin
        self.query = query
        self.at = at
        self.nonce = nonce
        self.sessionFingerprint = sessionFingerprint
        self.notice = notice
        self.assets = assets
        self.operation = operation
    }
}
