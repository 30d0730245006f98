/// A controller that shows a view value, for a screen that needs no class of its own.
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
    /// The content of the screen. It is not part of the state: it is built from the route.
    public final var rootView: Content

    /// - Parameter rootView: the content of the screen.
    public init(rootView: Content) {
        self.rootView = rootView
        super.init()
    }

    /// A screen without a class of its own is identified by its view's type.
    override open class var displayType: Any.Type { self == HostingController<Content>.self ? Content.self : self }

    /// Shows ``rootView``; a subclass can override it.
    @ViewBuilder override open var view: any View { rootView }
}
