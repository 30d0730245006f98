import Snapshots

/// The parts of a state in ``SnapshotFormat``, which has one record for all kinds of controllers.
extension ControllerState {
    /// The index of the selected tab while the list of the remaining tabs is shown.
    private static let noTab = 0xFFFF_FFFF
    /// The index that marks a split.
    private static let allTabs = 0xFFFF_FFFE

    var top: StackEntry? { content.top }

    /// The tabs, or the list and the detail, followed by the states of embedded controllers.
    var tabs: [StackEntry] {
        switch content {
        case .screen, .stack, .redirectedFlow: embedded
        case .tabs(let tabs, _): embedded.isEmpty ? tabs : tabs + embedded
        case .split(let list, let detail, _): [list] + (detail.map { [$0] } ?? []) + embedded
        }
    }

    var selectedTab: Int {
        switch content {
        case .screen, .stack, .redirectedFlow: 0
        case .tabs(_, let selected): selected ?? ControllerState.noTab
        case .split: ControllerState.allTabs
        }
    }

    /// The route that a flow's guard refused, or the unfinished details of a split.
    var pending: StackEntry? {
        switch content {
        case .screen, .stack, .tabs: nil
        case .redirectedFlow(_, let refused): refused
        case .split(_, _, let unfinished): unfinished
        }
    }

    /// Combines stored parts.
    ///
    /// - Throws: ``SnapshotError`` if no kind of controller has these parts together.
    convenience init(
        top: StackEntry?, tabs: [StackEntry], selectedTab: Int, pending: StackEntry?, presented: StackEntry?,
        saved: SavedValues?, draft: Draft?
    ) throws(SnapshotError) {
        let own = tabs.firstIndex(where: \.isEmbedded).map { Array(tabs[..<$0]) } ?? tabs
        let embedded = Array(tabs.dropFirst(own.count))
        let content: Content? =
            switch (top, own.first, pending) {
            case (nil, nil, nil) where selectedTab == 0 && presented == nil: .screen(draft: draft)
            case (let top?, nil, nil) where selectedTab == 0: .stack(top: top)
            case (let top?, nil, let refused?) where selectedTab == 0: .redirectedFlow(shown: top, refused: refused)
            case (nil, let list?, _) where selectedTab == ControllerState.allTabs && own.count <= 2:
                .split(list: list, detail: own.dropFirst().first, unfinished: pending)
            case (nil, _?, nil) where selectedTab == ControllerState.noTab: .tabs(own, selected: nil)
            case (nil, _?, nil) where own.indices.contains(selectedTab): .tabs(own, selected: selectedTab)
            default: nil
            }
        guard let content, draft == nil || (top ?? own.first) == nil, embedded.allSatisfy(\.isEmbedded) else {
            throw .malformed("a state combines parts of different kinds of controllers")
        }
        self.init(content, presented: presented, embedded: embedded, saved: saved)
    }
}
