import Cairn

/// Frequently asked questions.
struct HelpView: View {
    var body: some View {
        ShopGreeting()
        DisclosureGroup("How does it get to me?", isExpanded: true) {
            Table("What delivery costs", Delivery.allCases) {
                TableColumn("Way", value: \.name)
                TableColumn("Price", alignment: .trailing) { $0.cents == 0 ? "free" : $0.cents.price }
                    .typed { $0.cents.typedPrice }
            }
            Text(
                "To \(Address.Country.allCases.map(\.name).joined(separator: ", ")). The pigeon knows no other countries."
            )
        }
        DisclosureGroup("Can I return it?") { MarkdownText(Self.returns) }
        DisclosureGroup("Can I really buy something?") {
            Text("No. Neither the books nor their authors exist, and no money is taken.")
        }
        Link("Write to us all the same", target: "mailto:shop@example.org")
        Button("Look for something", icon: .magnifier, action: ShowProducts())
    }

    private static let returns = """
        Within **30 days**. You need:

        - the book or the map, *unread* or read,
        - its receipt, with the number after `Receipt`.

        A map has to be folded as it came, which customers find the hardest part. Our
        [folding helpline](mailto:folding@example.org) helps.
        """
}
