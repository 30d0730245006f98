/// A list and the detail of the selected row, side by side where there is room (UIKit's `UISplitViewController`).
///
/// The root is the list, such as `/planets`; any other route is a detail, such as `/planets/planet:3`. A wide page
/// shows both; a narrow page shows one of them, the detail with a Back button. If the list is a container, its
/// segments must differ from those of the details.
///
/// Drafts of up to eight details are kept while other rows are selected; selecting a detail's row again restores its
/// draft.
open class SplitViewController<R: Route>: Container<R> {
    private var list: StackEntry
    private var listController: ViewController?
    private var detail: StackEntry?
    private var detailController: ViewController?
    /// Details left with a draft or requiring a confirmation, most recent first, linked by ``StackEntry/below``.
    private var unfinished: StackEntry?

    /// The maximum number of unfinished details; the oldest is dropped.
    private static var maxUnfinished: Int { 8 }

    /// - Parameter root: the route of the list, which is always present.
    public override init(root: R) {
        list = StackEntry(root)
        super.init(root: root)
    }

    /// True to collapse the split: a detail then covers the list, as on a stack.
    open var isCollapsed: Bool { false }

    /// True while details that are not shown hold drafts or required a confirmation, so that leaving the split requires
    /// one. Call `super` in an override.
    open override var isModalInPresentation: Bool { unfinished != nil }

    /// The route of the detail that is shown.
    public final var detailRoute: R? { detail.map(route(of:)) }

    /// Shows `route` beside the list, replacing the current detail. Showing the root closes the detail.
    public final func showDetail(_ route: R) {
        let allowed = permitted(route)
        guard allowed != root else { return closeDetail() }
        let operation = detail == nil ? Operation.push : .set
        replaceDetail(with: StackEntry(allowed), operation)
    }

    /// Closes the detail.
    public final func closeDetail() {
        if detail != nil { replaceDetail(with: nil, .pop) }
    }

    override func arrange(_ route: R) { showDetail(route) }

    private func replaceDetail(with entry: StackEntry?, _ operation: Operation? = nil, discards: Bool = false) {
        let gone = detailController
        if !discards, let left = unfinishedDetail { unfinished = self.unfinished(without: left.text, adding: left) }
        detail = entry.map(takeUnfinished)
        detailController = nil
        setNeedsState(operation)
        if let gone { childDidDetach(gone) }
    }

    /// The current detail with its state, if a controller in it has a draft or requires a confirmation, and the current
    /// action does not use its draft.
    private var unfinishedDetail: StackEntry? {
        guard let detail else { return nil }
        guard let detailController else { return detail.state?.holdsDraft ?? false ? detail : nil }
        let isUnfinished = try? detailController.shows { ($0.hasDraft || $0.isModalInPresentation) && !$0.isDraftInUse }
        return isUnfinished ?? false ? detail.with(state: detailController.state, below: nil) : nil
    }

    /// Returns the detail with the same segment and removes it from ``unfinished``; `entry` itself if there is none.
    private func takeUnfinished(_ entry: StackEntry) -> StackEntry {
        var found: StackEntry?
        var place = unfinished
        while let current = place, found == nil {
            if current.text == entry.text { found = current.with(state: current.state, below: nil) }
            place = current.below
        }
        guard let found else { return entry }
        unfinished = unfinished(without: entry.text, adding: nil)
        return found
    }

    private func unfinished(without text: String, adding entry: StackEntry?) -> StackEntry? {
        var kept = entry.map { [$0] } ?? []
        var place = unfinished
        while let current = place, kept.count < Self.maxUnfinished {
            if current.text != text { kept.append(current) }
            place = current.below
        }
        return kept.reversed().reduce(nil) { $1.with(state: $1.state, below: $0) }
    }

    private func replaceList(with route: R) {
        guard self.route(of: list) != route else { return }
        let gone = listController
        list = StackEntry(route)
        listController = nil
        setNeedsState()
        gone?.detach()
    }

    override func remove(_ child: ContainerViewController) {
        if child === detailController { closeDetail() }
    }

    override func returnToRoot() {
        closeDetail()
        (try? listChild())?.asContainer?.returnToRoot()
    }

    override func reevaluateGuard() {
        super.reevaluateGuard()
        replaceList(with: permitted(root))
        reevaluateDetail()
    }

    private func reevaluateDetail() {
        guard let shown = detailRoute else { return }
        let allowed = permitted(shown)
        guard allowed != shown else { return }
        // Discard the drafts: after a change of the guard's result they can belong to a previous user.
        unfinished = nil
        replaceDetail(with: allowed == root ? nil : StackEntry(allowed), discards: true)
    }

    // MARK: - Container overrides

    override open class var standardActions: [Handler] { super.standardActions + backActions }

    override var canGoBack: Bool? { detail != nil }

    override func goBack(discardsChanges: Bool) {
        // The guard can have removed the detail since the action began.
        guard detail != nil else { return }
        replaceDetail(with: nil, .pop, discards: discardsChanges)
    }

    private func listChild() throws -> ViewController {
        if let listController { return listController }
        replaceList(with: permitted(root))
        let controller = try controller(for: list)
        listController = controller
        return controller
    }

    override func visibleChild() throws -> ViewController? {
        if let detailController { return detailController }
        reevaluateDetail()
        guard let detail else { return try listChild() }
        let controller = try controller(for: detail)
        detailController = controller
        return controller
    }

    override func secondaryChild() throws -> ViewController? { detail == nil || isCollapsed ? nil : try listChild() }

    override var visibleRoute: (any Route)? { detailRoute ?? root }

    override func decorate(_ screen: inout ScreenBuilder) {
        guard detail != nil, !screen.hasBackItem else { return }
        let list = offersLinks ? location(showing: root) : nil
        screen.addBackItem(
            leadingTo: list,
            titled: backButtonTitle(of: self.list, built: isCollapsed ? listController : try? listChild()))
    }

    override func makeState() -> ControllerState? {
        if let listController, listController.isDirty { list = list.with(state: listController.state, below: nil) }
        if let detailController, detailController.isDirty {
            detail = detail?.with(state: detailController.state, below: nil)
        }
        return ControllerState(
            .split(list: list, detail: detail, unfinished: unfinished), presented: presentedState,
            embedded: embeddedEntries, saved: savedValues)
    }

    override func restoreArrangement(_ state: ControllerState) throws {
        try super.restoreArrangement(state)
        var known: StackEntry?
        (detail, unfinished) = (nil, nil)
        if case .split(let list, let shown, let left) = state.content {
            (known, detail) = (resolved(list), resolved(shown))
            unfinished = resolvedUnfinished(left)
        } else if state.isOfContainer {
            noteLostPlace()
        }
        let first = permitted(root)
        list = if let known, known.route as? R == first { known } else { StackEntry(first) }
        guard let shown = detailRoute else { return }
        let allowed = permitted(shown)
        if allowed != shown || shown == root { detail = allowed == root ? nil : StackEntry(allowed) }
        if shown == root { noteLostPlace() }
    }

    /// The unfinished details, from `entry` downwards, whose routes the program still has.
    private func resolvedUnfinished(_ entry: StackEntry?) -> StackEntry? {
        guard entry?.isUnread ?? false else { return entry }
        var kept: [StackEntry] = []
        var place = entry
        while let current = place, kept.count < Self.maxUnfinished {
            if let known = resolved(current.with(state: current.state, below: nil)) { kept.append(known) }
            place = current.below
        }
        return kept.reversed().reduce(nil) { $1.with(state: $1.state, below: $0) }
    }

    // MARK: - Locations

    override func keepsVisible(child: ViewController) -> Bool { !isCollapsed && child === listController }

    override func printArrangement(showing route: R, into printer: inout LocationPrinter) -> Bool {
        // A collapsed split shows its list again in the state that it was left in.
        if isCollapsed, route == root, list.holdsQuery { return false }
        if let container = (try? listChild())?.asContainer { try? container.printLocation(into: &printer) }
        if route != root { printer.step(route.printedSegment) }
        return true
    }

    override func printArrangement(into printer: inout LocationPrinter) {
        guard let detail else { return }
        if let container = (try? listChild())?.asContainer { try? container.printLocation(into: &printer) }
        printer.step(detail.text)
    }

    override func openArrangement(_ steps: inout ArraySlice<Substring>) throws {
        replaceList(with: permitted(root))
        if let container = try listChild().asContainer { try container.openLocation(&steps) }
        guard let step = steps.first, !step.hasPrefix("~"), let route = try? R.named(by: step).route, route != root,
            canDeepLink(to: route, as: .push)
        else { return replaceDetail(with: nil) }
        let wanted = permitted(route)
        // An unchanged detail keeps its state.
        if wanted != detailRoute { replaceDetail(with: wanted == root ? nil : StackEntry(wanted)) }
        do {
            _ = try visibleChild()
        } catch NavigationError.notFound {
            return replaceDetail(with: nil)
        }
        steps.removeFirst()
        // The rest of the location is within the detail that the guard refused: ignore it.
        if wanted != route { steps = [] }
        setNeedsState()
        if let container = detailController?.asContainer { try container.openLocation(&steps) }
    }

    /// Does nothing: `openArrangement` has opened the list and the detail already.
    override func openVisibleChild(_ steps: inout ArraySlice<Substring>) throws {}
}
