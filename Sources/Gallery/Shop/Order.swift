import Cairn

/// The address that an order goes to, with the customer's note and the choice of gift wrapping.
struct Address: Codable, Sendable, Equatable {
    var name: String
    var email: String
    var street: String
    var postcode: String
    var town: String
    var country: Country
    var note: String
    var isGift: Bool

    /// The countries that the shop delivers to.
    enum Country: String, Codable, Sendable, CaseIterable {
        case denmark, france, germany, hungary, iceland, italy

        var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    }

    var lines: String { "\(name), \(street), \(postcode) \(town), \(country.name)" }
}

/// The kind of delivery.
enum Delivery: String, Codable, Sendable, CaseIterable {
    case post, courier, pigeon

    var name: String {
        switch self {
        case .post: "By post"
        case .courier: "By courier"
        case .pigeon: "By pigeon"
        }
    }

    var cents: Int {
        switch self {
        case .post: 490
        case .courier: 1_250
        case .pigeon: 0
        }
    }
}

/// A paid order.
struct Order: Codable, Sendable, Equatable {
    /// Counts from 1 after each login.
    var number: Int
    var bill: Bill
    var address: Address
    var delivery: Delivery
    /// The earliest day of delivery.
    var earliest: String?
    /// Prepares the order; once it has ended, the order is on its way.
    var preparation: BackgroundTask?
}

/// The address and the delivery of an order, in a few lines.
struct DeliveryLines: View {
    let address: Address
    let delivery: Delivery
    let earliest: String?

    var body: some View {
        LabeledContent("Goes to", value: address.lines)
        LabeledContent(
            "Comes", value: delivery.name + (earliest.map { ", " + localized("not before \(date: $0)") } ?? ""))
        if address.isGift { LabeledContent("Wrapping", value: "As a gift") }
        if !address.note.isEmpty { LabeledContent("Note", value: address.note) }
    }
}
