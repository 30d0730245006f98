/// A button's purpose for the visitor. Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum ButtonRole: String, Codable, Sendable {
    /// One choice among others.
    case normal
    /// The main action of the screen or a separate form; Enter in a one-line field sends the first one.
    case primary
    /// Deletes or loses data.
    case destructive
    /// Leaves without changing anything, such as Back or Cancel.
    case cancel
}
