import NavigationKit

/// The messages for visitors that a page shows above its content.
package enum Notice {
    /// The session or version that the page was rendered from is no longer kept, or the identity has changed.
    package static var expired: String {
        localized(
            """
            The page that you came from belongs to an earlier session, or is too old. Please check this page and press \
            the button again.
            """)
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
