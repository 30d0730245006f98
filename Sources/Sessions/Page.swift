package import NavigationKit
package import SessionStores

/// A rendered screen with the data that a later request needs to act on it.
///
/// Functions that return one make it in one step, or return a constant: a variable that is returned is copied with its
/// screen, and destroyed, which takes 1,000 of a page's 78,500 instructions.
package struct Page: Sendable {
    /// The rendered screen.
    package internal(set) var screen: Screen
    /// The location of the screen.
    package private(set) var location: Location
    /// The state that the page was rendered from.
    package private(set) var at: Origin
    /// True if the canonical URL, the location without a version number, shows this state. Otherwise the URL needs the
    /// version number.
    package internal(set) var isCanonical = true
    /// The salt of the version; none on a page of a path, or if no other process can change the session.
    package internal(set) var versionSalt = VersionSalt.none
    /// The nonce of this rendering.
    package let nonce: String
    /// A one-line message for the visitor, such as after an expired session.
    package var notice: String?
    /// The message of the action that led to this version: for its first page, or, with ``Screen/undo``, until the next
    /// action.
    package var flash: String?
    /// The container operation that led to this version; `nil` if there was none, if the version was restored, and once
    /// it or a newer one was shown.
    package internal(set) var operation: NavigationKit.Operation?

    /// The control at which the page begins after its action; `nil` under the same conditions as ``operation``.
    package internal(set) var scrollTarget: Screen.ActionIndex?

    /// The session fingerprint: three characters; `nil` without a session. A form sends it within `_at`, so that a form
    /// that one person left open in a browser is not performed in the next person's session.
    package internal(set) var sessionFingerprint: String?

    /// A hash of the user the page was rendered for, in eight characters; `nil` if the app gave no user. A form sends
    /// it, so that a form submitted after its session ended is kept as a draft only for the same user.
    package internal(set) var userFingerprint: String?

    /// True if the action that led to this page changed the identity with `clearsCache` and no action followed.
    package internal(set) var clearsCache = false

    /// The responders that were tried for an action whose input was invalid; this page is its response.
    package internal(set) var chain: [ChainTrace.Entry] = []

    /// The id of a session that was created to keep the submitted values.
    package internal(set) var newID: SessionID?

    /// True if a visible screen reads the query of the location.
    package internal(set) var readsQuery = false

    /// True if background work has replaced the version that was asked for by this one.
    package internal(set) var isSuccessor = false

    /// The number of the session's revision, for the page of a request that changed the session without a new version,
    /// such as by a draft; `nil` if no other process can change the session.
    package internal(set) var revision: UInt64?

    /// True if the request named a session that is unknown or has ended; ``notice`` can give the reason.
    package internal(set) var isOfUnknownSession = false

    /// Adds the message of the action that led to the version, and removes its Undo if it is not the newest one: both end
    /// with the next action. The page of a path has no message.
    mutating func addMessage(_ flash: String?, isNewest: Bool) {
        self.flash = at == .path ? nil : flash
        if !isNewest, screen.undo != nil { screen.undo = nil }
    }

    /// Returns the page of a version whose route the program no longer has: the nearest remaining screen, at its own
    /// location.
    func moved(inChangedProgramTo location: Location) -> Page {
        var page = self
        page.location = location
        page.at = .path
        page.versionSalt = .none
        page.isCanonical = true
        page.notice = Notice.changed
        // An action of a path starts without the window's state.
        if screen.undo != nil { page.screen.undo = nil }
        return page
    }

    /// The state that a page was rendered from. The value of a form's `_at` begins with it.
    package enum Origin: Sendable, Hashable {
        /// A version of the session.
        case version(Int)
        /// The location's path, without a version.
        case path

        /// Parses a decimal number from 1, with at most 18 digits, or `path`; returns `nil` for any other text.
        package init?(_ text: Span<UInt8>) {
            if text.count == 4, text[0] == UInt8(ascii: "p"), text[1] == UInt8(ascii: "a"),
                text[2] == UInt8(ascii: "t"),
                text[3] == UInt8(ascii: "h")
            {
                self = .path
                return
            }
            guard (1...18).contains(text.count) else { return nil }
            var number = 0
            for position in text.indices {
                let byte = text[position]
                guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
            guard number > 0 else { return nil }
            self = .version(number)
        }

        /// Parses a decimal number from 1, with at most 18 digits, or `path`; returns `nil` for any other text.
        package init?(_ text: String) {
            guard let origin = Origin(text.utf8.span) else { return nil }
            self = origin
        }
    }
}
