/// The style of a paragraph. Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum TextStyle: String, Sendable {
    /// Running text.
    case body
    /// Smaller and less prominent text.
    case secondary
    /// Text in place of missing content.
    case placeholder
}
