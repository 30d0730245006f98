/// The animation with which a screen appears, in browsers that animate the change between pages. Visitors who prefer
/// reduced motion see none. Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum AppearanceAnimation: String, Sendable, CaseIterable {
    /// The animation of the container's operation, such as a push from the right.
    case automatic
    /// The screen comes from the end of the line, on a page from left to right from the right.
    case slide
    /// The screen grows from its middle.
    case scale
    /// The screen fades in.
    case fade
    /// The screen is there at once.
    case none
}
