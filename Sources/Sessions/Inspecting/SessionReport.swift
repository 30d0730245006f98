package import NavigationKit

/// One session in the inspector's list.
package struct SessionSummary: Sendable {
    /// The key of the session in the inspector's URLs, which is not its id.
    package let key: String
    /// The user that the app gave; `nil` without one.
    package let user: String?
    /// Since the creation of the session or its last identity change.
    package let age: Duration
    /// Since the last request.
    package let idle: Duration
    /// The number of kept versions.
    package let versions: Int
    /// The number of the newest version.
    package let newest: Int
    /// The location of the newest version.
    package let location: String
    /// True while an action is performed.
    package let isBusy: Bool
}

/// A session as the inspector shows it.
package struct SessionReport: Sendable {
    package let summary: SessionSummary
    /// The kept versions, so that each follows the one that its action started from.
    package let versions: [VersionReport]
    /// The number of the oldest kept version.
    package let oldest: Int
    /// The saved values of the application, which all versions share.
    package let saved: [SavedOutline]
    /// The latest presses, newest first.
    package let presses: [Press]
    /// The state of the requested version; `nil` if it is not kept.
    package let state: StateReport?
    /// The offers that pages of the requested version have shown, and their validity now.
    package let shown: [OfferValidity]
    /// The number of open event streams.
    package let streams: Int
}

/// A kept version.
package struct VersionReport: Sendable {
    package let number: Int
    package let location: String
    /// The action that made the version, or another source; `nil` if it is not known, and for the state before the first
    /// action.
    package let action: String?
    /// The version that the action started from; `nil` if it is not known or was a path.
    package let base: Int?
    /// The number of branches that lead from the first version to this one.
    package let branch: Int
    /// The routes that guards refused during the action.
    package let redirects: [GuardRedirect]
    /// The container operation of the action.
    package let operation: String?
    package let isNewest: Bool
    /// True if the URL without a version number shows the version.
    package let isCanonical: Bool
}

/// An offer of a page that was shown, and its validity now.
package struct OfferValidity: Sendable {
    package let title: String
    package let action: String
    /// The reason why a press would be refused now; `nil` if it would be performed.
    package let refusal: String?
    /// The verdicts of the responders, if the version does not offer the action any more.
    package let chain: [Explanation.Step]
    /// True if the newest version offers it too.
    package let isOfNewest: Bool
}

/// The visible screen of a state, with the controllers around it.
package struct StateReport: Sendable {
    package let location: String
    /// The number of the version; `nil` for the state of a path.
    package let version: Int?
    /// The error that prevented the screen from being shown.
    package var failure: String?
    package var controllers: [ControllerOutline] = []
    /// The actions that the screen offers.
    package var offered: [Explanation] = []
    /// The actions that the screen does not offer, because no responder performs them now.
    package var notOffered: [Explanation] = []
    /// The routes that guards refused while the tree was built.
    package var redirects: [GuardRedirect] = []
    /// The title of the alert, which makes all other actions unavailable.
    package var alert: String?
    /// The strictest history policy of the visible containers.
    package var policy = HistoryPolicy.branch
    /// The topics that the visible screen watches.
    package var topics: [String] = []
    /// The mistakes that building the screen reported.
    package var mistakes: [String] = []

    init(location: Location, version: Int?) {
        self.location = "/" + location.text.dropFirst()
        self.version = version
    }
}
