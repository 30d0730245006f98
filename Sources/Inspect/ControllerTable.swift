import NavigationKit

/// The controllers of a state, numbered as an outline.
struct ControllerTable: View {
    private let controllers: [ControllerOutline]

    init(_ controllers: [ControllerOutline]) { self.controllers = controllers }

    var body: some View {
        Section("Controllers") {
            Table("The tree of controllers", controllers, limit: controllers.count) {
                TableColumn("Place") { $0.number.map(String.init).joined(separator: ".") }
                TableColumn("Controller") { $0.type ?? "not built" }
                TableColumn("Title") { $0.title }
                TableColumn("Route") { $0.route ?? "" }
                TableColumn("State") { $0.stateText }
            }
        }
    }
}

extension ControllerOutline {
    fileprivate var stateText: String {
        let presence =
            switch presence {
            case .visible: "visible"
            case .covered: "covered"
            case .notBuilt: "waiting"
            case .refused: "refused by the guard"
            }
        let details = [isPresented ? "presented" : nil, isLoaded ? "loaded" : nil, hasDraft ? "with a draft" : nil]
        return ([presence] + details.compactMap(\.self)).joined(separator: ", ")
    }
}
