/// A screen with its offers, and the actions that it would offer if a responder performed them.
package struct Inspection {
    package let screen: Screen
    package let offers: [Offer]
    package let declined: [Declined]

    /// An action that no responder performs now, and the first responder of its chain.
    package struct Declined {
        package let action: any Action.Type
        package let start: Responder
        /// The titles of the buttons and rows that would send it, at most ``maxTitles``.
        package var titles: [String] = []

        static let maxTitles = 3
    }

    /// The explanations of all offers, followed by those of the actions that are not offered.
    package var explanations: [Explanation] {
        offers.map { Explanation($0, typed: nil) }
            + declined.map {
                Explanation(
                    notOffered: $0.action.name, titles: $0.titles, chain: $0.start.verdicts(on: $0.action))
            }
    }

    /// Explains `submission` on this screen, whose controller is `visible`.
    package func explanation(of submission: FormSubmission, from visible: Responder) -> Explanation {
        if let offer = offers.first(where: { $0.matches(submission) }) { return Explanation(offer, typed: submission) }
        let name = submission.name
        if let alert = screen.alert?.alert {
            return Explanation(
                notOffered: name, chain: visible.verdicts(onActionNamed: name),
                note: "Dismiss the alert “\(alert.title)” first.")
        }
        if let declined = declined.first(where: { $0.action.name == name }) {
            return Explanation(notOffered: name, chain: declined.start.verdicts(on: declined.action))
        }
        guard let other = offers.first(where: { $0.offered.words.name == name }) else {
            return Explanation(
                notOffered: name, chain: visible.verdicts(onActionNamed: name),
                note: "No view of the screen offers it.")
        }
        return Explanation(
            notOffered: name, chain: other.start.verdicts(on: other.action.type),
            note: "The screen offers it with other values, such as \(other.offered.words.token).")
    }
}
