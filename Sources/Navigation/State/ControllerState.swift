/// The state of one controller besides its route.
package final class ControllerState: Sendable {
    let content: Content
    /// The route that a container presents.
    let presented: StackEntry?
    /// The states of embedded controllers.
    let embedded: [StackEntry]
    let saved: SavedValues?

    /// The part of the state that depends on the kind of controller.
    enum Content: Sendable {
        /// A controller that is not a container. The draft is the text that was typed on the page with its screen. An
        /// action that uses it clears it if the screen stays visible.
        case screen(draft: Draft?)
        /// A navigation stack, or a flow, whose active route is the only entry.
        case stack(top: StackEntry)
        /// A flow that waits to show a route that its guard refused, and shows another one.
        case redirectedFlow(shown: StackEntry, refused: StackEntry)
        /// A tab bar with all its tabs. The selected index is `nil` while the list of the tabs that do not fit into the
        /// bar is shown.
        case tabs([StackEntry], selected: Int?)
        /// A split. The unfinished details are linked by ``StackEntry/below``, the most recent first.
        case split(list: StackEntry, detail: StackEntry?, unfinished: StackEntry?)

        /// The top of a stack, or the active route of a flow.
        var top: StackEntry? {
            switch self {
            case .stack(let top), .redirectedFlow(let top, _): top
            case .screen, .tabs, .split: nil
            }
        }
    }

    init(
        _ content: Content = .screen(draft: nil), presented: StackEntry? = nil, embedded: [StackEntry] = [],
        saved: SavedValues? = nil
    ) {
        self.content = content
        self.presented = presented
        self.embedded = embedded
        self.saved = saved
    }

    var isOfContainer: Bool {
        if case .screen = content { false } else { true }
    }

    var draft: Draft? {
        if case .screen(let draft) = content { draft } else { nil }
    }

    /// True if this controller or one within it has a draft. Routes below the top of a stack, refused routes and
    /// unfinished details do not count.
    var holdsDraft: Bool {
        if presented?.holdsDraft ?? false || embedded.contains(where: \.holdsDraft) { return true }
        return switch content {
        case .screen(let draft): draft != nil
        case .stack(let top), .redirectedFlow(let top, _): top.holdsDraft
        case .tabs(let tabs, _): tabs.contains(where: \.holdsDraft)
        case .split(let list, let detail, _): list.holdsDraft || detail?.holdsDraft ?? false
        }
    }
}

extension StackEntry {
    fileprivate var holdsDraft: Bool { state?.holdsDraft ?? false }
}

extension ControllerState {
    var withoutDrafts: ControllerState {
        ControllerState(
            content.withoutDrafts, presented: presented?.withoutDrafts, embedded: embedded.map(\.withoutDrafts),
            saved: saved)
    }

    /// Compares the visible parts of two states at the same location; drafts are ignored. Visible routes are not
    /// compared: the location implies them, except that a guard can show a login in place of the requested page.
    static func isVisuallyEqual(_ one: ControllerState?, _ other: ControllerState?) -> Bool {
        if one === other { return true }
        guard SavedValues.areEqual(one?.saved, other?.saved),
            StackEntry.areVisuallyEqual(one?.embedded ?? [], other?.embedded ?? [])
        else { return false }
        return isVisuallyEqual(one?.visibleEntry?.state, other?.visibleEntry?.state)
            && isVisuallyEqual(one?.visibleDetail?.state, other?.visibleDetail?.state)
    }

    /// True if no visible screen has a saved value that is not that of a ``Query``. Saved values of containers usually do not count; drafts never do.
    var isImpliedByLocation: Bool {
        guard embedded.allSatisfy(\.isImpliedByLocation) else { return false }
        guard let visibleEntry else { return saved?.holdsOnlyQueries ?? true }
        return visibleEntry.isImpliedByLocation && visibleDetail?.isImpliedByLocation ?? true
    }

    /// The visible entry; in a split, the list.
    private var visibleEntry: StackEntry? {
        if let presented { return presented }
        return switch content {
        case .screen: nil
        case .stack(let entry), .redirectedFlow(let entry, _), .split(let entry, _, _): entry
        case .tabs(let tabs, let selected?): tabs.indices.contains(selected) ? tabs[selected] : nil
        case .tabs(_, nil): nil
        }
    }

    /// The detail that a split shows beside its list.
    private var visibleDetail: StackEntry? {
        if presented == nil, case .split(_, let detail, _) = content { detail } else { nil }
    }
}

extension ControllerState.Content {
    fileprivate var withoutDrafts: Self {
        switch self {
        case .screen: .screen(draft: nil)
        case .stack(let top): .stack(top: top.withoutDrafts)
        case .redirectedFlow(let shown, let refused):
            .redirectedFlow(shown: shown.withoutDrafts, refused: refused.with(state: nil, below: nil))
        case .tabs(let tabs, let selected): .tabs(tabs.map(\.withoutDrafts), selected: selected)
        case .split(let list, let detail, _):
            .split(list: list.withoutDrafts, detail: detail?.withoutDrafts, unfinished: nil)
        }
    }
}

extension StackEntry {
    fileprivate var isImpliedByLocation: Bool { state?.isImpliedByLocation ?? true }

    /// Compares two embedded controllers. One without state has no entry, or an entry without state.
    private static func isVisuallyEqual(_ one: StackEntry?, _ other: StackEntry?) -> Bool {
        if one === other { return true }
        if let one, let other, one.text != other.text { return false }
        return ControllerState.isVisuallyEqual(one?.state, other?.state)
    }

    /// Compares the states of embedded controllers.
    fileprivate static func areVisuallyEqual(_ ones: [StackEntry], _ others: [StackEntry]) -> Bool {
        if ones.isEmpty, others.isEmpty { return true }
        if ones.isEmpty { return others.allSatisfy { isVisuallyEqual($0, nil) } }
        if others.isEmpty { return ones.allSatisfy { isVisuallyEqual($0, nil) } }
        return ones.elementsEqual(others, by: isVisuallyEqual)
    }
}
