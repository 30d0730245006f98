import NavigationKit

/// A change of a history, as it is stored: what one action, or one refused input, changed.
struct HistoryChange {
    /// The repeat record of the action.
    var request: PerformedRequest?
    /// The new drafts, each with the number of its version.
    var drafts: [(version: Int, draft: Draft)] = []
    /// The version of the state before the action, if only a path named that state.
    var leaving: History.Entry?
    /// The flow that ended.
    var ended: EndedFlow?
    /// The new version.
    var entry: History.Entry?
    /// The number of the version that the new state is compared with.
    var base = 0
    /// The saved values of the application, if they changed.
    var saved: SavedValues?
    /// The owner, if it changed.
    var owner: SessionOwner?
    /// The intent or the result of an action under the policy `.once`, and the version that it is performed from. The
    /// result is `nil` if the action failed after its intent was recorded.
    var once: (version: Int, token: String, result: OnceResult?)?
    /// The number of the first version that is still kept.
    var first: Int

    /// The change that led from one history to another one by an action, or by a refused input. `nil` if a new version
    /// was dropped at once, because the limits are small.
    ///
    /// - Parameters:
    ///   - base: the version that the new state is derived from; `nil` if it is the newest one.
    ///   - left: the version that the action was performed from, which can have a new draft.
    ///   - onceToken: the idempotency key of an action under the policy `.once`.
    init?(from before: History, to after: History, base: Version?, left: Version?, onceToken: String? = nil) {
        first = after.kept.first?.version.number ?? 0
        self.base = (base ?? before.newest).number
        let added = after.newest.number - before.newest.number
        guard 0...2 ~= added, after.kept.count >= added else { return nil }
        if added == 2 { leaving = after.kept[after.kept.count - 2] }
        if added > 0 { entry = after.kept.last }
        for version in [left, added > 0 ? after.newest : nil].compactMap(\.self) {
            guard let draft = after.draft(of: version), draft != before.draft(of: version) else { continue }
            drafts.append((version.number, draft))
        }
        if after.ended != before.ended { ended = after.ended.last }
        if let values = after.saved, values.identity != before.saved?.identity { saved = values }
        if after.owner != before.owner { owner = after.owner }
        if let token = onceToken, let left {
            once = (left.number, token, after.performed(token, from: left, at: left.location))
        }
        request = after.requests.last.flatMap { $0.version == after.newest.number && added > 0 ? $0 : nil }
    }

    init(first: Int) { self.first = first }

    /// True if the change only records the intent of an action, before its handler runs. The change can contain a version
    /// of the state before the action.
    var isOfIntent: Bool { if case .intent? = once?.result { true } else { false } }
}
