import Cairn

/// The receipt of a paid order.
final class ReceiptScreen: ViewController {
    let order: Order

    init(_ order: Order) {
        self.order = order
        super.init()
    }

    override var topics: [Topic] { order.preparation.map { [.task($0)] } ?? [] }

    @ViewBuilder override var view: any View {
        switch order.preparation.map(status(of:)) ?? .ended {
        case .running(let fraction, let detail):
            Text("Thank you, \(order.address.name). It is being prepared.")
            ProgressView(detail.isEmpty ? "Being prepared" : detail, value: fraction)
        case .waiting:
            Text("Thank you, \(order.address.name). It will be prepared soon.")
            ProgressView("Being prepared")
        default:
            Text("Thank you, \(order.address.name). It is on its way, as far as things can be that do not exist.")
        }
        StatusPill(status: order.earliest == nil ? .sent : .waiting)
        BillTable(caption: "What you bought", bill: order.bill)
        DeliveryLines(address: order.address, delivery: order.delivery, earliest: order.earliest)
        Button("Look for more", action: ShowProducts())
    }
}
