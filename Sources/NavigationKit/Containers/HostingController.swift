/// A controller around a view that is a value: a screen that needs no class of its own (seeds 003 and 004).
///
/// ```swift
/// override func destination(for route: MapRoute) -> ViewController {
///     switch route {
///     case .map: HostingController(rootView: MapView(cities: cities)).titled("Map")
///     case .city(let city): HostingController(rootView: CityView(city: city))
///     }
/// }
/// ```
open class HostingController<Content: View>: ViewController {
    /// What the screen shows. It is no part of the state: the route says how to make it.
    public final var rootView: Content

    /// - Parameter rootView: what the screen shows.
    public init(rootView: Content) {
        self.rootView = rootView
        super.init()
    }

    /// A screen that has no class of its own is known by its view.
    override package class var namesake: Any.Type { self == HostingController<Content>.self ? Content.self : self }

    /// The view itself.
    @ViewBuilder override open var view: any View { rootView }
}
