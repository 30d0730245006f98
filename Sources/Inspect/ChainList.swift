import NavigationKit

/// The responders that receive an action, in order, each with its verdict.
struct ChainList: View {
    private let chain: [Explanation.Step]
    private let name: String

    init(_ chain: [Explanation.Step], of name: String) {
        self.chain = chain
        self.name = name
    }

    var body: some View {
        if !chain.isEmpty {
            List("Responders of \(name)") {
                ForEach(chain) { Row($0.name, subtitle: $0.verdict.sentence) }
            }
        }
    }
}

extension Explanation {
    /// The titles of the views that send the action.
    var quotedTitles: String {
        titles.isEmpty ? "A view" : titles.map { "“\($0.shortened(to: 60))”" }.joined(separator: ", ")
    }
}

extension GuardRedirect {
    var sentence: String { "The guard of \(container) shows \(shown) instead of \(wanted)." }
}
