import Cairn

/// Saves the settings.
struct SaveHabits: Action { var habits = DeliveryHabits() }

/// The customer's account and settings.
final class CustomerAccount: ViewController {
    override class var actions: [Handler] { [.on(save)] }

    func save(_ action: SaveHabits) throws { try required((any Customer).self).habits = action.habits }

    @ViewBuilder override var view: any View {
        let customer = nearest((any Customer).self)
        let habits = customer?.habits ?? DeliveryHabits()
        LabeledContent("Name", value: customer?.customerName ?? "")
        if let email = customer?.customerEmail, !email.isEmpty { LabeledContent("E-mail", value: email) }
        LabeledContent("Orders", value: String(customer?.orders.count ?? 0))
        Section("Deliveries") {
            DatePicker(
                "Ring after", name: "habits.after", selection: habits.after, displayedComponents: .hourAndMinute,
                help: "For who brings it. Leave it empty if any time will do.")
            TextField("I am away in this week", name: "habits.away", text: habits.away ?? "", kind: .week)
            TextField(
                "My card is valid until", name: "habits.expiry", text: habits.expiry ?? "", kind: .month,
                help: "You are reminded of it when you pay.")
        }
        Button("Save", role: .primary, action: SaveHabits())
        Button("Log out", icon: .exit, role: .cancel, action: LeaveShop())
    }
}
