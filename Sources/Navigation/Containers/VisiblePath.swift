/// The visible controllers: `line` from the outermost to the innermost, and `secondary` for the others on the same
/// page.
struct VisiblePath {
    var line: [ViewController] = []
    /// Embedded controllers and the other pane of a split; usually empty.
    var secondary: [ViewController] = []
    var diagnostics: [Diagnostic] = []
    /// True if a controller on the line is presented.
    var isCovering = false
    /// True to reevaluate the guard of each container that is not in `asked`.
    var asksGuards = false
    var asked: [ViewController] = []

    func mustAsk(_ container: ContainerViewController) -> Bool {
        asksGuards && !asked.contains { $0 === container }
    }

    mutating func append(_ controller: ViewController) {
        line.append(controller)
        controller.embedded?.append(to: &self)
    }

    /// Continues with `controller` and the controllers that are visible in it.
    mutating func descend(into controller: ViewController) throws {
        if let container = controller.asContainer {
            try container.appendVisiblePath(to: &self)
        } else {
            append(controller)
        }
    }

    mutating func appendSecondary(_ controller: ViewController) throws {
        var other = VisiblePath(asksGuards: asksGuards, asked: asked)
        try other.descend(into: controller)
        secondary += other.line + other.secondary
        diagnostics += other.diagnostics
    }
}

// MARK: - On a screen

extension ScreenBuilder {
    /// Renders the screen at the end of `line` and the controllers embedded along it. If a container on `line` shows a
    /// second child, as a split does, renders both children as panes, unless `withPanes` is false.
    mutating func build(along line: ArraySlice<ViewController>, withPanes: Bool = true) {
        let inner: ArraySlice<ViewController>
        if withPanes, let split = line.firstIndex(where: { $0.other != nil }), let other = line[split].other {
            lowerPanes(other, line[(split + 1)...])
            inner = line[...split]
        } else {
            line.last?.view.build(into: &self)
            inner = line
        }
        for controller in inner.reversed() { controller.embedded?.build(into: &self) }
    }

    private mutating func lowerPanes(_ primary: ViewController, _ detail: ArraySlice<ViewController>) {
        append(.beginSplit)
        var path = VisiblePath()
        if (try? path.descend(into: primary)) != nil {
            let outer = paneDraft
            paneDraft = path.line.last?.draft
            pane(.primary, path.line[...])
            paneDraft = outer
        }
        pane(.detail, detail)
        append(.endSplit)
    }

    private mutating func pane(_ role: Screen.Pane.Role, _ line: ArraySlice<ViewController>) {
        guard let screen = line.last else { return }
        within(screen) { builder in
            let title = line.last { !$0.title.isEmpty }?.title ?? ""
            var items: [Screen.BarItem] = []
            // The page's own bar shows the buttons of the detail.
            if role == .primary {
                for button in screen.navigationItem.leftBarButtonItems + screen.navigationItem.rightBarButtonItems {
                    guard let item = builder.barItem(button) else {
                        continue
                    }
                    items.append(item)
                }
            }
            builder.append(Screen.Pane(role: role, title: title, items: items))
            builder.build(along: line)
            builder.append(.endPane)
        }
    }
}

extension ViewController {
    /// The second visible child of a container, such as the list of a split.
    fileprivate var other: ViewController? { asContainer.flatMap { try? $0.secondaryChild() } }
}
