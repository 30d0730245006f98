import NavigationKit
import Sessions

/// The offers that a page showed and that would be refused now.
struct ValidityList: View {
    private let stale: [OfferValidity]
    private let count: Int
    private let version: Int

    init(_ shown: [OfferValidity], version: Int) {
        stale = shown.filter { $0.refusal != nil }
        count = shown.count
        self.version = version
    }

    var body: some View {
        if count > 0 {
            Section("Stale offers") {
                if stale.isEmpty {
                    Text(
                        "All \(count) offers that the page of version \(version) showed are still valid.",
                        style: .secondary)
                } else {
                    Text("A page of version \(version) that is still open shows these, and a press is refused.")
                    ForEach(stale) { offer in
                        Section("“\(offer.title)” is stale: \(offer.action)") {
                            Text(offer.refusal ?? "")
                            Text(
                                offer.isOfNewest
                                    ? "The newest version offers it." : "The newest version does not offer it.",
                                style: .secondary)
                            ChainList(offer.chain, of: offer.action)
                        }
                    }
                }
            }
        }
    }
}
