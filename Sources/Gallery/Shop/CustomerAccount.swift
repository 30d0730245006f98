import Cairn

/// What a customer says once for all orders. All of it is as fields write it, and `nil` if nothing was said.
struct DeliveryHabits: Codable, Sendable, Equatable {
    /// A time of day: `17:30`.
    var after: String?
    /// A week: `2026-W31`.
    var away: String?
    /// A month: `2027-03`.
    var expiry: String?
}

/// The customer has said it.
struct SaveHabits: Action { var habits = DeliveryHabits() }

/// Who the customer is to the shop, and how they like things to be done.
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
        Button("Log out", role: .cancel, action: LeaveShop())
    }
}

/// What of it matters where the way of delivery is chosen.
struct DeliveryHabitLines: View {
    let habits: DeliveryHabits

    var body: some View {
        if let after = habits.after { Text("Whoever brings it rings after \(after).", style: .secondary) }
        if let away = habits.away { Text("You are away in week \(away.suffix(2)), so nothing comes then.") }
    }
}
