package import Responders

extension Application {
    /// The controllers of the tree with their routes, the outermost first; at most ``OutlineBuilder/maxEntries``. Builds
    /// the controllers of the visible path, and those that a presented controller covers.
    package final var outline: [ControllerOutline] {
        get throws {
            let window = try startedWindow
            let visible = try window.visiblePath() + window.secondary
            var builder = OutlineBuilder(visible: Set(visible.map { ObjectIdentifier($0) }))
            builder.add(window.rootViewController, route: nil, number: [1])
            return builder.entries
        }
    }

    /// The routes that guards refused since the last action began, or since the tree was built; empty unless
    /// ``recordsRedirects`` is set.
    package final var redirects: [GuardRedirect] { window?.redirects ?? [] }
}

/// Collects the controllers of a tree.
private struct OutlineBuilder {
    let visible: Set<ObjectIdentifier>
    private(set) var entries: [ControllerOutline] = []

    /// The maximum number of entries.
    private static let maxEntries = 200
    /// The maximum number of listed routes below the top of a stack.
    private static let maxLowerRoutes = 20

    init(visible: Set<ObjectIdentifier>) { self.visible = visible }

    mutating func add(_ controller: ViewController, route: String?, number: [Int]) {
        guard entries.count < Self.maxEntries else { return }
        entries.append(
            ControllerOutline(
                number: number, type: controller.table.typeName, route: route, title: controller.title,
                presence: visible.contains(ObjectIdentifier(controller)) ? .visible : .covered,
                isPresented: controller.isPresented, isLoaded: controller.isViewLoaded,
                hasDraft: controller.hasDraft, saved: controller.savedOutlines,
                redirects: (controller as? any RedirectListing)?.currentRedirects ?? []))
        var count = 0
        func next() -> [Int] {
            count += 1
            return number + [count]
        }
        if let container = controller.asContainer { add(childrenOf: container, next) }
        for child in controller.children { add(child, route: nil, number: next()) }
    }

    private mutating func add(childrenOf container: ContainerViewController, _ next: () -> [Int]) {
        let child = try? container.visibleChild()
        // A flow or a stack has changed its top if its guard refused it, so read the state after building the child.
        switch container.state?.content {
        case .stack(let top): add(stack: top, child, next)
        case .redirectedFlow(let shown, let refused):
            if let child { add(child, route: shown.text, number: next()) }
            addUnbuilt(refused.text, .refused, number: next())
        case .tabs(let tabs, let selected):
            for (index, tab) in tabs.enumerated() {
                if index == selected, let child {
                    add(child, route: tab.text, number: next())
                } else {
                    addUnbuilt(tab.text, .notBuilt, number: next())
                }
            }
            if selected == nil, let child { add(child, route: nil, number: next()) }
        case .split(let list, let detail, _):
            if let other = try? container.secondaryChild() { add(other, route: list.text, number: next()) }
            if let child { add(child, route: detail?.text ?? list.text, number: next()) }
        case .screen, nil:
            if let child { add(child, route: nil, number: next()) }
        }
        if let presented = try? container.presentedChild() {
            add(presented, route: container.presentedEntry?.text, number: next())
        }
    }

    private mutating func add(stack top: StackEntry, _ child: ViewController?, _ next: () -> [Int]) {
        var lower: [StackEntry] = []
        var entry = top.below
        while let current = entry, lower.count < Self.maxLowerRoutes {
            lower.append(current)
            entry = current.below
        }
        for entry in lower.reversed() { addUnbuilt(entry.text, .notBuilt, number: next()) }
        if let child { add(child, route: top.text, number: next()) }
    }

    private mutating func addUnbuilt(_ route: String, _ presence: ControllerOutline.Presence, number: [Int]) {
        guard entries.count < Self.maxEntries else { return }
        entries.append(
            ControllerOutline(
                number: number, type: nil, route: route, title: "", presence: presence, isPresented: false,
                isLoaded: false, hasDraft: false, saved: [], redirects: []))
    }
}
