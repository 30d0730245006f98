extension Container {
    /// The location that would result if this container showed `route`; `nil` if a link cannot show the route, or if
    /// the location cannot be determined beforehand.
    final func location(showing route: R) -> Location? {
        guard presentedEntry == nil, canDeepLink(to: route, as: route.transition), guardResult(for: route).isAllowed
        else { return nil }
        return location { printer in
            guard route.transition != .push else { return printArrangement(showing: route, into: &printer) }
            printArrangement(into: &printer)
            if let child = try visibleChild()?.asContainer { try child.printLocation(into: &printer) }
            printer.presentedStep(route.printedSegment)
            return true
        }
    }

    /// The location of this container, followed by the steps that `print` adds; `nil` if this container is not on the
    /// visible path, `print` returns false, or the location is truncated.
    final func location(of print: (inout LocationPrinter) throws -> Bool) -> Location? {
        guard let window = nearestWindow, let root = window.rootViewController.asContainer,
            (try? window.visiblePath())?.contains(where: { $0 === self }) ?? false
        else { return nil }
        var isKnown = false
        let location = try? Location.printed { printer in
            isKnown = try root.printSteps(to: self, into: &printer) && print(&printer)
        }
        guard let location, isKnown, location.isComplete else { return nil }
        return location
    }
}

extension StackEntry {
    /// True if a location can end with this entry: the entry holds no container state, so no further steps are printed.
    /// A container that was never visited starts at its root. The result does not depend on which controllers are
    /// built, so that a version renders the same each time.
    var isWholeLocation: Bool { state?.isOfContainer != true }
}
