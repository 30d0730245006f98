package import NavigationKit

/// The messages for visitors that a page shows above its content.
package enum Notice {
    /// The page that an action was sent from is no longer current, such as after a change in another tab, the end of its
    /// session, or a login.
    ///
    /// - Parameters:
    ///   - action: the name of the action that was sent.
    ///   - screen: the screen that is shown instead.
    package static func changed(since action: String, on screen: Screen) -> String {
        let titles = Set(screen.actions.lazy.filter { $0.words.name == action }.map(\.title))
        guard let title = titles.first else {
            return localized(
                "This page changed while you were away, and the button that you pressed is gone. Nothing was done.")
        }
        return titles.count == 1 && !title.isEmpty
            ? localized("This page changed while you were away. Here it is now; press “\(title)” again.")
            : localized("This page changed while you were away. Here it is now; please choose again.")
    }

    /// The session has ended, and a guard shows another page, such as a login, before the form that was sent.
    package static var draftKept: String {
        localized("You were away for a while. Continue here; what you typed comes back when you return to its form.")
    }
    /// The user ended the session from another session.
    package static var ended: String {
        localized("You ended this session from another browser or device. You can sign in again.")
    }
    /// An earlier press of the button was interrupted after it was recorded, and before its result was.
    package static var mayBeDone: String {
        localized(
            """
            Your earlier press of this button was interrupted, so this may have been done. Please check before you \
            press it again.
            """)
    }
    /// The program was changed and no longer has the version's route.
    package static var changed: String {
        localized("This app has changed since your last visit. This is the nearest page that still exists.")
    }
}
