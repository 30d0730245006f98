import NavigationKit
import Sessions

/// The visible screen of a state: what it does not offer and why, what it offers and who handles it, and its controllers.
struct StateView: View {
    private let state: StateReport

    init(_ state: StateReport) { self.state = state }

    var body: some View {
        if let failure = state.failure { Section("The page cannot be shown") { Text(failure) } }
        if let alert = state.alert {
            Text("The alert “\(alert)” is shown: until it is dismissed, only its own buttons are available.")
        }
        Section("Not offered") {
            if state.notOffered.isEmpty {
                Text("The screen offers all actions of its views.", style: .secondary)
            } else {
                ForEach(state.notOffered) { NotOfferedView($0) }
            }
        }
        GuardList(state)
        Section("Offered") {
            if state.offered.isEmpty { Text("The screen offers no action.", style: .secondary) }
            ForEach(state.offered) { OfferedView($0) }
        }
        if !state.mistakes.isEmpty {
            Section("Reported mistakes") { List("Mistakes") { ForEach(state.mistakes) { Row($0) } } }
        }
        ControllerTable(state.controllers)
        Section("Topics") {
            if state.topics.isEmpty {
                Text("The screen watches no topic, so its open pages stay as they are.", style: .secondary)
            } else {
                List("Watched topics") { ForEach(state.topics) { Row($0) } }
            }
        }
    }
}

/// An action that no responder performs now.
private struct NotOfferedView: View {
    private let explanation: Explanation

    init(_ explanation: Explanation) { self.explanation = explanation }

    var body: some View {
        Section("\(explanation.quotedTitles): \(explanation.name)") {
            Text(reason)
            ChainList(explanation.chain, of: explanation.name)
        }
    }

    private var reason: String {
        let name = explanation.name
        guard let declining = explanation.chain.first(where: { $0.verdict == .declines }) else {
            return "Not offered: no responder handles \(name). Add a handler to `actions` of one of these classes."
        }
        return "Not offered: \(declining.name) has a handler for \(name), but its canPerform returns false."
    }
}

/// An offered action, with the responder that performs it.
private struct OfferedView: View {
    private let explanation: Explanation

    init(_ explanation: Explanation) { self.explanation = explanation }

    var body: some View {
        DisclosureGroup(
            "\(explanation.quotedTitles): \(explanation.name), handled by \(explanation.performer ?? "no responder")"
        ) {
            if let offer = explanation.offer { LabeledContent("Action", value: offer.words.shownText) }
            if !explanation.fields.isEmpty {
                LabeledContent("Fields", value: explanation.fields.map(\.shownText).joined(separator: ", "))
            }
            if let redirect = explanation.redirect { Text(redirect.sentence) }
            ChainList(explanation.chain, of: explanation.name)
        }
    }
}

/// The routes that guards refuse now.
private struct GuardList: View {
    private let sentences: [String]

    init(_ state: StateReport) {
        let known = state.redirects + state.controllers.flatMap(\.redirects)
        var sentences: [String] = []
        for explanation in state.offered {
            guard let redirect = explanation.redirect else { continue }
            sentences.append(
                "\(explanation.quotedTitles) leads elsewhere: the guard of \(redirect.container) shows "
                    + "\(redirect.shown) instead of \(redirect.wanted).")
        }
        for redirect in known where !sentences.contains(redirect.sentence) { sentences.append(redirect.sentence) }
        self.sentences = sentences
    }

    var body: some View {
        Section("Guards") {
            if sentences.isEmpty {
                Text(
                    "No guard refuses a route that is known beforehand. After a press, Last presses has the others.",
                    style: .secondary)
            } else {
                List("Refused routes") { ForEach(sentences) { Row($0) } }
            }
        }
    }
}

extension Field {
    /// The name and the kind. Never the value, which a visitor can have typed.
    fileprivate var shownText: String { "\(name) (\(kind.rawValue)\(isRequired ? ", required" : ""))" }
}
