import Cairn

/// The visitor said what they are called.
struct TravellerNamed: Action { var name: String }
/// The visitor goes home.
struct TravellerLeft: Action {}

enum TravellerRoute: Route { case settings, login }

/// Settings, for which one has to be known: it picks the login for a guest, and goes on to what was asked for after it.
///
/// It is the only one who knows that there is a login. Who asks for settings just does.
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

    override func permits(_ route: TravellerRoute) -> Permission {
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
        TextField("What are you called?", name: "name", isRequired: true, maximumLength: 40, autocomplete: "name")
        Text("No password: this is an example.", style: .secondary)
        Button("Continue", role: .primary, action: TravellerNamed(name: ""))
    }
}
