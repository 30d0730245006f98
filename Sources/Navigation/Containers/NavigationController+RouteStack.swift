import Responders

extension NavigationController: EditableStack {
    func routeStack() throws -> RouteStack {
        let isTopModal = try isModalForBack
        let listed = try entries.map { entry in
            let isTop = entry.depth == top.depth
            return RouteStack.Entry(
                route: entry.text, title: try title(of: entry), location: location(upTo: entry),
                isUnsaved: entry.state?.holdsDraft ?? false || isTop && isTopModal)
        }
        return RouteStack(entries: listed, limit: maximumDepth)
    }

    /// The title of the entry's screen. Builds the screens below the top, without loading them, and drops them again, so
    /// that the result does not depend on the controllers that are built already.
    private func title(of entry: StackEntry) throws -> String {
        guard entry.depth < top.depth else {
            var path = VisiblePath()
            if let shown = try visibleChild() { try path.descend(into: shown) }
            return path.line.last { !$0.title.isEmpty }?.title ?? ""
        }
        guard guardResult(for: route(of: entry)).isAllowed, let controller = try? controller(for: entry) else {
            return ""
        }
        controller.detach()
        return controller.title
    }

    private func location(upTo entry: StackEntry) -> Location? {
        location { printer in
            printer.stack(upTo: entry, omitting: rootText)
            return entry.isWholeLocation
        }
    }

    func apply(_ edit: StackEdit, discardsChanges: Bool) throws -> Bool {
        switch edit {
        case .remove(let index):
            guard index > 1 else { throw StackError.rootStays }
            guard index <= depth else { throw StackError.noEntry(index, depth: depth) }
            if !discardsChanges { try checkUnsaved { $0.depth + 1 >= index } }
            pop(toDepth: index - 1)
        case .set(let steps):
            let old = entries
            guard steps != old.map(\.text) else { return false }
            let new = try routes(named: steps, over: old)
            let isKept = { (entry: StackEntry) in new.count > entry.depth && new[entry.depth].text == entry.text }
            guard new.count != old.count || !old.allSatisfy(isKept) else { return false }
            if !discardsChanges { try checkUnsaved { !isKept($0) } }
            new.count < old.count && old.prefix(new.count).allSatisfy(isKept)
                ? pop(toDepth: new.count) : setRoutes(new.map(\.route))
        }
        return true
    }

    /// Parses the steps and asks the guard for each route, from the bottom to the top. A route that stays where it is
    /// need not be one that a location can push.
    private func routes(
        named steps: [String], over old: [StackEntry]
    ) throws(StackError) -> [(route: R, text: String)] {
        guard !steps.isEmpty else { throw .empty }
        guard steps.count <= maximumDepth else { throw .tooDeep(limit: maximumDepth) }
        var new: [(route: R, text: String)] = []
        for (depth, step) in steps.enumerated() {
            let kept = depth < old.count ? old[depth] : nil
            guard let (route, text) = try? R.named(by: step[...]),
                text == kept?.text || canDeepLink(to: route, as: .push)
            else { throw .noSuchRoute(step, at: depth + 1) }
            new.append((route, text))
            guard permitted(route) == route else { throw .refused(step, at: depth + 1, location(of: new)) }
        }
        return new
    }

    private func location(of routes: [(route: R, text: String)]) -> Location? {
        let top = routes.reduce(nil) { StackEntry($1.route, text: $1.text, below: $0) }
        return top.flatMap(location(upTo:))
    }

    private func checkUnsaved(where isRemoved: (StackEntry) -> Bool) throws {
        let isTopModal = try isModalForBack
        let unsaved = entries.filter { entry in
            isRemoved(entry) && (entry.state?.holdsDraft ?? false || entry.depth == top.depth && isTopModal)
        }
        guard unsaved.isEmpty else { throw StackError.unsaved(unsaved.map { $0.depth + 1 }) }
    }
}
