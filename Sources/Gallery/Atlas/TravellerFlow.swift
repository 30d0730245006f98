import Cairn

/// Signs the traveller in by name.
struct TravellerNamed: Action { var name: String }
/// Signs the traveller out.
struct TravellerLeft: Action {}

enum TravellerRoute: Route { case settings, login }

/// The settings, which need a signed-in traveller: the guard redirects a guest to the login first and then to the
/// requested page.
///
/// The login is private to this flow: other screens simply open the settings.
final class TravellerFlow: FlowController<TravellerRoute> {
    init() { super.init(root: .settings) }

    override class var actions: [Handler] { [.on(named), .on(left)] }

    func named(_ action: TravellerNamed) throws {
        try required((any Traveller).self).person = PersonName(action.name).text
        changeIdentity()
        show(.settings)
    }

    func left(_ action: TravellerLeft) throws {
        let traveller = try required((any Traveller).self)
        traveller.person = nil
        traveller.unit = .kilometres
        changeIdentity(clearsCache: true)
        dismiss()
    }

    override func guardResult(for route: TravellerRoute) -> GuardResult {
        let isGuest = nearest((any Traveller).self)?.person == nil
        return switch route {
        case .settings: .allowed(if: !isGuest, otherwise: .login)
        case .login: .allowed(if: isGuest, otherwise: .settings)
        }
    }

    override func destination(for route: TravellerRoute) throws -> ViewController {
        switch route {
        case .settings: TravellerSettings()
        case .login: GuestScreen().titled("Who Is Travelling?")
        }
    }
}

/// Asks for a name.
final class GuestScreen: ViewController {
    @ViewBuilder override var view: any View {
        Text("Settings are kept for somebody, so say who you are.")
        TextField("What are you called?", name: "name", isRequired: true, maximumLength: 40, autocomplete: .name)
        Text("No password: this is an example.", style: .secondary)
        Button("Continue", role: .primary, action: TravellerNamed(name: ""))
    }
}
