import NavigationKit
import Sessions

/// The latest presses of a session, the newest first.
struct PressList: View {
    private let presses: [Press]

    init(_ presses: [Press]) { self.presses = presses }

    var body: some View {
        Section("Last presses") {
            if presses.isEmpty {
                Text("Nothing was pressed yet.", style: .secondary)
            } else {
                List("Last presses, the newest first") {
                    ForEach(presses) { press in
                        Row(press.title, subtitle: press.sentences.joined(separator: " "))
                            .badge(press.badge, role: press.isPerformed ? .accent : .warning)
                    }
                }
            }
        }
    }
}

extension Press {
    fileprivate var title: String { base.map { "\(action), from version \($0)" } ?? action }

    fileprivate var badge: String? { redirects.isEmpty ? isPerformed ? nil : "refused" : "redirected" }

    fileprivate var sentences: [String] {
        let steps = chain.map { "\($0.name): \($0.disposition.rawValue)" }.joined(separator: ", ")
        return redirects.map(\.sentence) + [outcome] + (steps.isEmpty ? [] : ["Responders: \(steps)."])
    }
}
