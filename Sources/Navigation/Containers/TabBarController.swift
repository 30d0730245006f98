import Synchronization

/// Shows the cases of a route type that the guard permits as tabs, one of them selected (UIKit's
/// `UITabBarController`). Each tab keeps its state.
open class TabBarController<R: Route & CaseIterable>: Container<R> {
    private let catalogue: TabCatalogue<R>
    // Without checks of exclusive access: one task at a time uses this object. With the checks of all such
    // objects, a page takes 22 % more instructions, and an action 12 %.
    @exclusivity(unchecked) private var entries: [StackEntry]
    @exclusivity(unchecked) private var controllers: [ViewController?]
    /// The index of the selected tab.
    @exclusivity(unchecked) public private(set) final var selectedIndex: Int
    /// True while the list of the tabs that do not fit into the bar is shown.
    @exclusivity(unchecked) public private(set) final var isMoreShown = false
    @exclusivity(unchecked) private var more: MoreViewController?

    /// - Parameter root: the tab that is selected first.
    public override init(root: R) {
        catalogue = TabCatalogue.of(R.self)
        entries = catalogue.entries
        controllers = catalogue.noControllers
        selectedIndex = catalogue.index(of: root) ?? 0
        super.init(root: root)
    }

    /// The route of the selected tab.
    public final var selectedRoute: R {
        catalogue.routes.indices.contains(selectedIndex) ? catalogue.routes[selectedIndex] : root
    }

    /// The title, symbol and badge of the tab for `route`; by default the title is made from the segment's first word,
    /// usually the case name. Set it here instead of in the screen, because the bar shows tabs whose screens are not
    /// built.
    open func tabBarItem(for route: R) -> TabBarItem {
        let words = route.segment.words.first.flatMap { $0 } ?? ""
        return TabBarItem(title: words.prefix(1).uppercased() + String(words.dropFirst().map { $0 == "-" ? " " : $0 }))
    }

    /// The item for the list of the tabs that do not fit into the bar: a bar shows at most five items. By default it
    /// has a symbol if another tab has one.
    open var moreTabBarItem: TabBarItem { TabBarItem(title: localized("More")) }

    /// Selects the tab of `route`, or the tab that the guard shows instead.
    public final func select(_ route: R) {
        guard let index = permittedIndex(catalogue.index(of: route)) else { return }
        guard index != selectedIndex || isMoreShown else { return }
        selectedIndex = index
        hideMore()
        setNeedsState(.select)
    }

    /// Shows the list of the tabs that do not fit into the bar; does nothing if all tabs fit (UIKit's
    /// `moreNavigationController`). Each tab of the list has its own location; while the list or such a tab is shown,
    /// the bar's last item is selected.
    public final func selectMore() {
        guard catalogue.more != nil, !isMoreShown else { return }
        isMoreShown = true
        setNeedsState(.select)
    }

    private func hideMore() {
        guard isMoreShown else { return }
        isMoreShown = false
        let gone = more
        more = nil
        gone?.detach()
    }

    override func arrange(_ route: R) { select(route) }

    override func reevaluateGuard() {
        super.reevaluateGuard()
        guard !isMoreShown, let index = permittedIndex(selectedIndex), index != selectedIndex else { return }
        selectedIndex = index
        setNeedsState(.select)
    }

    private func selectTab(_ action: SelectTab) {
        if action.tab == catalogue.more?.text { return selectMore() }
        guard let index = entries.firstIndex(where: { $0.text == action.tab }) else { return }
        // As in UIKit, selecting the selected tab again returns its stack, or its split, to the root.
        if index == selectedIndex, !isMoreShown { return controllers[index]?.asContainer?.returnToRoot() ?? () }
        select(catalogue.routes[index])
    }

    /// The index of the tab that the guard shows for the tab at `index`; `nil` if the replacement is not a tab.
    private func permittedIndex(_ index: Int?) -> Int? {
        guard let index, index < catalogue.routes.count else { return nil }
        let result = guardResult(for: catalogue.routes[index])
        if result.isAllowed { return index }
        return catalogue.index(of: redirected(catalogue.routes[index], by: result))
    }

    /// Returns true if the guard permits the tab at `index`; the bar omits refused tabs.
    private func isOffered(_ index: Int) -> Bool { guardResult(for: catalogue.routes[index]).isAllowed }

    // MARK: - Container overrides

    override open class var standardActions: [Handler] {
        super.standardActions + [.on(TabBarController<R>.selectTab)]
    }

    override func visibleChild() throws -> ViewController? {
        if isMoreShown { return moreChild() }
        if selectedIndex < controllers.count, let controller = controllers[selectedIndex] { return controller }
        guard let index = permittedIndex(selectedIndex), index < controllers.count else { return nil }
        if index != selectedIndex {
            selectedIndex = index
            setNeedsState()
        }
        let controller = try controllers[index] ?? controller(for: entries[index], route: catalogue.routes[index])
        controllers[index] = controller
        return controller
    }

    override var visibleRoute: (any Route)? { isMoreShown ? nil : selectedRoute }

    override func decorate(_ screen: inout ScreenBuilder) {
        guard screen.screen.tabs.isEmpty, !screen.hidesTabs, screen.mayWant(catalogue.actionName) else { return }
        // Growing the array tab by tab costs 300 instructions each time.
        screen.screen.tabs.reserveCapacity(catalogue.shownCount + 1)
        for index in 0..<catalogue.shownCount where isOffered(index) {
            let item = tabBarItem(for: catalogue.routes[index])
            let isSelected = index == selectedIndex && !isMoreShown
            let action = screen.offer(
                catalogue.actions[index], title: item.title, known: catalogue.words[index],
                leadingTo: isSelected || !offersLinks ? nil : location(showing: catalogue.routes[index]))
            screen.screen.tabs.append(
                Screen.Tab(
                    title: item.title, icon: item.icon, badge: item.badge, isSelected: isSelected, action: action))
        }
        guard let more = catalogue.more, (catalogue.shownCount..<catalogue.routes.count).contains(where: isOffered)
        else {
            return
        }
        let item = moreTabBarItem
        let hasIcons = screen.screen.tabs.contains { $0.icon != nil }
        let action = screen.offer(more.action, title: item.title)
        screen.screen.tabs.append(
            Screen.Tab(
                title: item.title, icon: item.icon ?? (hasIcons ? .more : nil), badge: item.badge,
                isSelected: isMoreShown || selectedIndex >= catalogue.shownCount, action: action))
    }

    private func moreChild() -> ViewController {
        if let more { return more }
        let child = MoreViewController()
        child.title = moreTabBarItem.title
        child.attach(to: self, presented: false)
        more = child
        return child
    }

    override func makeState() -> ControllerState? {
        for index in controllers.indices {
            if let controller = controllers[index], controller.isDirty {
                entries[index] = entries[index].with(state: controller.state, below: nil)
            }
        }
        return ControllerState(
            .tabs(entries, selected: isMoreShown ? nil : selectedIndex), presented: presentedState,
            embedded: embeddedEntries, saved: savedValues)
    }

    override func restoreArrangement(_ state: ControllerState) throws {
        try super.restoreArrangement(state)
        isMoreShown = false
        if case .tabs(let tabs, let selected) = state.content {
            isMoreShown = selected == nil && catalogue.more != nil
            restoreTabs(tabs, selected: selected)
        } else if state.isOfContainer {
            noteLostPlace()
        }
        selectedIndex = permittedIndex(selectedIndex) ?? selectedIndex
    }

    private func restoreTabs(_ tabs: [StackEntry], selected: Int?) {
        guard !tabs.elementsEqual(entries, by: { $0 === $1 || $0.text == $1.text }) else {
            entries = tabs
            if let selected, tabs.indices.contains(selected) { selectedIndex = selected }
            return
        }
        // The state is from a program version with other tabs: keep the tabs that exist in both versions.
        for (index, entry) in entries.enumerated() {
            if let saved = tabs.first(where: { $0.text == entry.text }) { entries[index] = saved }
        }
        if tabs.contains(where: { saved in !entries.contains { $0 === saved } }) { noteLostPlace() }
        guard let selected, tabs.indices.contains(selected) else { return }
        if let index = entries.firstIndex(where: { $0.text == tabs[selected].text }) { selectedIndex = index }
    }

    // MARK: - Locations

    override var ambiguousSegments: [(segment: String, route: String)] { catalogue.routes.ambiguousSegments }

    override func printArrangement(showing route: R, into printer: inout LocationPrinter) -> Bool {
        guard let index = catalogue.index(of: route), index < entries.count else { return false }
        printer.step(entries[index].text)
        return entries[index].isWholeLocation
    }

    override func printArrangement(into printer: inout LocationPrinter) {
        let (entries, index) = (entries, selectedIndex)
        if isMoreShown, let more = catalogue.more { return printer.step(more.text) }
        if index < entries.count { printer.step(entries[index].text) }
    }

    override func openArrangement(_ steps: inout ArraySlice<Substring>) throws {
        var wanted = catalogue.index(of: root)
        if let step = steps.first, let index = entries.firstIndex(where: { $0.text == step }) {
            steps.removeFirst()
            wanted = index
        }
        let isMoreWanted = catalogue.more.map { $0.text == steps.first ?? "" } ?? false
        if isMoreWanted {
            steps.removeFirst()
            isMoreShown = true
            setNeedsState()
        } else if isMoreShown {
            hideMore()
            setNeedsState()
        }
        guard !isMoreWanted, let index = permittedIndex(wanted) else { return }
        // The rest of the location is within the tab that the guard refused: ignore it.
        if index != wanted { steps = [] }
        guard index != selectedIndex else { return }
        selectedIndex = index
        setNeedsState()
    }
}

extension TabBarController: TabListing {
    var moreTabs: [(item: TabBarItem, action: SelectTab)] {
        catalogue.routes.indices.dropFirst(catalogue.shownCount).filter(isOffered).map { index in
            (tabBarItem(for: catalogue.routes[index]), SelectTab(tab: catalogue.entries[index].text))
        }
    }
}

/// The data that all tab bars of one route type share, cached for the process.
private final class TabCatalogue<R: Route & CaseIterable>: Sendable {
    let routes: [R]
    let entries: [StackEntry]
    let actions: [AnyAction]
    let words: [EncodedAction?]
    let actionName = SelectTab.name
    /// The number of tabs in the bar, including those that the guard refuses.
    let shownCount: Int
    /// The item for the remaining tabs, if there are any.
    let more: (text: String, action: AnyAction)?
    var noControllers: [ViewController?] { Array(repeating: nil, count: routes.count) }

    private init() {
        routes = Array(R.allCases)
        entries = routes.map { StackEntry($0) }
        let hasMore = routes.count > Self.maxTabs
        shownCount = hasMore ? Self.maxTabs - 1 : routes.count
        // Use another segment if a tab of the app has the segment `more`.
        let text = entries.contains { $0.text == "more" } ? LocationPrinter.more : "more"
        more = hasMore ? (text, AnyAction(SelectTab(tab: text))) : nil
        let name = actionName
        actions = entries.map { AnyAction(SelectTab(tab: $0.text)) }
        words = actions.map { try? EncodedAction($0.action, named: name) }
    }

    /// The index of the tab for `route`. A loop over numbers, because `firstIndex(of:)` and `indices` make generic
    /// types at run time for a generic element, which costs 1,500 and 1,100 instructions.
    func index(of route: R) -> Int? {
        for index in 0..<routes.count where routes[index] == route { return index }
        return nil
    }

    /// The number of items that fit beside one another on a phone.
    private static var maxTabs: Int { 5 }

    static func of(_ type: R.Type) -> TabCatalogue<R> {
        let key = ObjectIdentifier(type)
        if let made = catalogues.withLock({ $0[key] }) as? TabCatalogue<R> { return made }
        let catalogue = TabCatalogue<R>()
        catalogues.withLock { $0[key] = catalogue }
        return catalogue
    }
}

private let catalogues = Mutex<[ObjectIdentifier: any Sendable & AnyObject]>([:])
