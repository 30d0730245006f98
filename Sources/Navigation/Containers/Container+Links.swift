extension Container {
    /// The location that would result if this container showed `route`; `nil` if a link cannot show the route, or if
    /// the location cannot be determined beforehand.
    final func location(showing route: R) -> Location? {
        guard presentedEntry == nil, canDeepLink(to: route, as: route.transition), guardResult(for: route).isAllowed
        else { return nil }
        return location(presents: route.transition != .push) { printer in
            guard route.transition != .push else { return printArrangement(showing: route, into: &printer) }
            printArrangement(into: &printer)
            if let child = try visibleChild()?.asContainer { try child.printLocation(into: &printer) }
            printer.presentedStep(route.printedSegment)
            return true
        }
    }

    /// The location of this container, followed by the steps that `print` adds; `nil` if this container is not on the
    /// visible path, `print` returns false, the location is truncated, or a screen with a query would be hidden.
    ///
    /// - Parameter presents: true if the location presents a route over all that is visible.
    final func location(presents: Bool = false, of print: (inout LocationPrinter) throws -> Bool) -> Location? {
        guard let window = nearestWindow, let root = window.rootViewController.asContainer,
            (try? window.visiblePath())?.contains(where: { $0 === self }) ?? false
        else { return nil }
        var isKnown = false
        let location = try? Location.printed { printer in
            isKnown = try root.printSteps(to: self, into: &printer) && print(&printer)
        }
        guard let location, isKnown, location.isComplete else { return nil }
        guard window.readsQuery else { return location }
        guard let query = window.query(afterChangeIn: self, presents: presents) else { return nil }
        let whole = query.items.isEmpty ? location : location.adding(query)
        return whole.isComplete ? whole : nil
    }
}

extension StackEntry {
    /// True if a location can end with this entry: the entry holds no container state, so no further steps are printed.
    /// A container that was never visited starts at its root. A screen with a query is known only when it is built. The
    /// result does not depend on which controllers are
    /// built, so that a version renders the same each time.
    var isWholeLocation: Bool { state?.isOfContainer != true && !holdsQuery }

    /// True if the entry's controller, or one embedded in it, has a query that differs from its default.
    var holdsQuery: Bool {
        guard let state else { return false }
        return state.saved?.hasQuery ?? false || state.embedded.contains(where: \.holdsQuery)
    }
}

extension ContainerViewController {
    /// True if `controller`, which is visible, stays so when this container shows another route.
    final func keepsVisible(_ controller: ViewController) -> Bool {
        var place = controller
        // The nesting limit bounds the loop.
        for _ in 0...maxNesting {
            guard place !== self, let parent = place.parent else { return true }
            if parent === self { return keepsVisible(child: place) }
            place = parent
        }
        return false
    }
}
