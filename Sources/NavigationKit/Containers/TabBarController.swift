/// All cases of a route side by side, one of them selected (UIKit's `UITabBarController`). Each keeps its own state.
open class TabBarController<R: Route & CaseIterable>: Container<R> {
    private var nodes: [Node]
    private var controllers: [ViewController?]
    /// The index of the tab that is seen.
    public private(set) final var selectedIndex: Int

    /// - Parameter root: the tab that is selected at first.
    public override init(root: R) {
        let routes = Array(R.allCases)
        nodes = routes.map { Node($0) }
        controllers = Array(repeating: nil, count: routes.count)
        selectedIndex = routes.firstIndex(of: root) ?? 0
        super.init(root: root)
    }

    /// The tab that is seen.
    public final var selectedRoute: R { nodes.indices.contains(selectedIndex) ? route(of: nodes[selectedIndex]) : root }

    /// What the tab bar shows for `route`; by default its case name. Set it here, not in the screen (seed 000).
    open func tabBarItem(for route: R) -> TabBarItem {
        let words = route.segment.words.first.flatMap { $0 } ?? ""
        return TabBarItem(title: words.prefix(1).uppercased() + words.dropFirst().map { $0 == "-" ? " " : $0 })
    }

    /// Shows the tab of `route`.
    public final func select(_ route: R) {
        let route = permitted(route)
        guard let index = nodes.firstIndex(where: { self.route(of: $0) == route }), index != selectedIndex else { return }
        selectedIndex = index
        setNeedsState(.select)
    }

    override func arrange(_ route: R) { select(route) }

    private func route(of node: Node) -> R { node.route as? R ?? root }

    private func selectTab(_ action: SelectTab) {
        guard let index = nodes.firstIndex(where: { $0.text == action.tab }) else { return }
        select(route(of: nodes[index]))
    }

    // MARK: - What a container answers

    override package class var standardActions: [Handler] {
        super.standardActions + [.on(TabBarController<R>.selectTab)]
    }

    override func visibleChild() throws -> ViewController? {
        guard nodes.indices.contains(selectedIndex) else { return nil }
        if let controller = controllers[selectedIndex] { return controller }
        let controller = try controller(for: nodes[selectedIndex])
        controllers[selectedIndex] = controller
        return controller
    }

    override func decorate(_ screen: ScreenBuilder) {
        guard screen.screen.tabs.isEmpty else { return }
        for (index, node) in nodes.enumerated() {
            let item = tabBarItem(for: route(of: node))
            let action = screen.offer(SelectTab(tab: node.text), title: item.title)
            let tab = Screen.Tab(
                title: item.title, badge: item.badge, isSelected: index == selectedIndex, action: action)
            screen.update { $0.tabs.append(tab) }
        }
    }

    override func makeState() -> ControllerState? {
        for (index, controller) in controllers.enumerated() {
            if let controller, controller.isDirty { nodes[index] = nodes[index].with(state: controller.state, below: nil) }
        }
        return ControllerState(
            tabs: nodes, selectedTab: selectedIndex, presented: presentedState, saved: savedValues)
    }

    override func restoreArrangement(_ state: ControllerState) throws {
        try super.restoreArrangement(state)
        // The program may have other tabs by now than when the state was made.
        for (index, node) in nodes.enumerated() {
            if let saved = state.tabs.first(where: { $0.text == node.text }) { nodes[index] = saved }
        }
        let text = state.tabs.indices.contains(state.selectedTab) ? state.tabs[state.selectedTab].text : nil
        if let index = nodes.firstIndex(where: { $0.text == text }) { selectedIndex = index }
        let allowed = permitted(selectedRoute)
        if let index = nodes.firstIndex(where: { route(of: $0) == allowed }) { selectedIndex = index }
    }

    // MARK: - Locations

    override func printArrangement(into printer: inout LocationPrinter) {
        if nodes.indices.contains(selectedIndex) { printer.step(nodes[selectedIndex].text) }
    }

    override func openArrangement(_ steps: inout ArraySlice<Substring>) throws {
        var wanted = root
        if let step = steps.first, let segment = Segment(parsing: step), let route = R(segment: segment) {
            steps.removeFirst()
            wanted = route
        }
        let allowed = permitted(wanted)
        guard let index = nodes.firstIndex(where: { self.route(of: $0) == allowed }), index != selectedIndex else { return }
        selectedIndex = index
        setNeedsState()
    }
}

/// What a tab bar shows for a tab.
public struct TabBarItem: Sendable {
    /// What it says.
    public var title: String
    /// A short note, as a count of unread messages.
    public var badge: String?

    /// - Parameters:
    ///   - title: what it says.
    ///   - badge: a short note.
    public init(title: some StringProtocol, badge: String? = nil) {
        self.title = String(title)
        self.badge = badge
    }
}
