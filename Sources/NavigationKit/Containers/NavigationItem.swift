/// The buttons of the bar above a screen, beside the title.
public struct NavigationItem {
    /// Buttons before the title.
    public var leftBarButtonItems: [BarButtonItem] = []
    /// Buttons after the title.
    public var rightBarButtonItems: [BarButtonItem] = []

    /// Creates an item without buttons.
    public init() {}
}

/// A button of the bar. Its action starts at the screen and climbs the responder chain.
public typealias BarButtonItem = Button
