import Cairn

/// An app with a theme, and with a header and a footer on each screen.
final class Bakery: Application {
    @Saved var isOpen = true

    static var theme: Theme {
        var theme = Theme(accent: Color(0x8a1c4a), typeface: .named("Nunito", files: [.init("/fonts/nunito.woff2")]))
        theme.headingTypeface = .serif
        theme.cornerRadius = 4
        theme.density = .compact
        theme.icon = "/bakery.svg"
        theme.styleSheets = ["/bakery.css"]
        theme.description = "Bread, every morning."
        return theme
    }

    @ViewBuilder override var header: any View {
        Text("The bakery")
        Button(isOpen ? "Close the shop" : "Open the shop", action: SwitchSign())
    }

    @ViewBuilder override var footer: any View { Link("Imprint", target: "/imprint") }

    override class var actions: [Handler] { [.on(switchSign)] }
    private func switchSign(_ action: SwitchSign) { isOpen.toggle() }

    override func makeRootViewController() -> ViewController { BakeryNavigation(root: .loaves) }
}

struct SwitchSign: Action {}

enum BakeryRoute: Route {
    case loaves, order
    var transition: Transition { self == .order ? .modal : .push }
}

final class BakeryNavigation: NavigationController<BakeryRoute> {
    override class var actions: [Handler] { [.on(order)] }
    private func order(_ action: OrderBread) { show(.order) }

    override func destination(for route: BakeryRoute) -> ViewController {
        switch route {
        case .loaves: Loaves().titled("Loaves")
        case .order: HostingController(rootView: Text("At seven o'clock")).titled("Order")
        }
    }
}

struct OrderBread: Action {}

final class Loaves: ViewController {
    override var titleSuffix: String? { "Fresh today" }
    override var pageDescription: String? { "What is on the shelf now." }

    @ViewBuilder override var view: any View {
        List { Row("Rye", action: OrderBread()) }
    }
}
