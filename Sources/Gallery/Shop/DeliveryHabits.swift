import Cairn

/// A customer's settings for all orders. Each is in the format of its form field, and `nil` if it is empty.
struct DeliveryHabits: Codable, Sendable, Equatable {
    /// The time of day after which deliveries may ring: `17:30`.
    var after: String?
    /// The week without deliveries: `2026-W31`.
    var away: String?
    /// The month in which the card expires: `2027-03`.
    var expiry: String?
}

/// The settings that matter on the delivery step.
struct DeliveryHabitLines: View {
    let habits: DeliveryHabits

    var body: some View {
        if let after = habits.after { Text("Whoever brings it rings after \(after).", style: .secondary) }
        if let away = habits.away { Text("You are away in week \(away.suffix(2)), so nothing comes then.") }
    }
}
