import Cairn

/// Opens the list of units.
struct OpenUnits: Action {}
/// Sets the unit of distances.
struct SelectUnit: Action { var unit: DistanceUnit }

enum TravellerSettingsRoute: Route { case overview, units }

/// The traveller's settings.
final class TravellerSettings: NavigationController<TravellerSettingsRoute> {
    init() {
        super.init(root: .overview)
        // Each setting takes effect at once.
        navigationItem.dismissButton = .done
    }

    override class var actions: [Handler] { [.on(openUnits), .on(select)] }

    func openUnits(_ action: OpenUnits) { show(.units) }

    func select(_ action: SelectUnit) throws {
        try required((any Traveller).self).unit = action.unit
        pop()
    }

    override func destination(for route: TravellerSettingsRoute) throws -> ViewController {
        switch route {
        case .overview: SettingsOverview().titled("Settings")
        case .units: UnitList().titled("Units")
        }
    }
}

/// All settings with their current values.
final class SettingsOverview: ViewController {
    @ViewBuilder override var view: any View {
        let traveller = nearest((any Traveller).self)
        Text("You travel as \(traveller?.person ?? "a guest").")
        List("Settings") { Row("Distances", subtitle: traveller?.unit.name, action: OpenUnits()) }
        Button("Sign out", role: .destructive, action: TravellerLeft())
    }
}

/// The list of units.
final class UnitList: ViewController {
    @ViewBuilder override var view: any View {
        let chosen = nearest((any Traveller).self)?.unit
        List("Units") {
            ForEach(DistanceUnit.allCases) {
                Row($0.name, action: SelectUnit(unit: $0)).selected($0 == chosen)
            }
        }
    }
}
