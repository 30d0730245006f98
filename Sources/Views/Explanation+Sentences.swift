extension Explanation.Verdict {
    /// The end of a sentence that begins with the name of the responder.
    package var sentence: String {
        switch self {
        case .noHandler: "has no handler for it."
        case .declines: "has a handler, but canPerform returns false."
        case .performs: "would perform it."
        case .claims: "has no handler, but canPerform returns true; only a real request would show if it performs it."
        case .behind: "could perform it, but only if no earlier responder does."
        }
    }
}
