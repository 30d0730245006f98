import Cairn

/// The receipt of a paid order.
final class ReceiptScreen: ViewController {
    let order: Order

    init(_ order: Order) {
        self.order = order
        super.init()
    }

    @ViewBuilder override var view: any View {
        Text("Thank you, \(order.address.name). It is on its way, as far as things can be that do not exist.")
        StatusPill(status: order.earliest == nil ? .sent : .waiting)
        BillTable(caption: "What you bought", bill: order.bill)
        DeliveryLines(address: order.address, delivery: order.delivery, earliest: order.earliest)
        Button("Look for more", action: ShowProducts())
    }
}
