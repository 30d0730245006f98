extension Container {
    /// Where the visitor would be if this container showed `route`, as far as that is known without showing it.
    final func location(showing route: R) -> Location? {
        guard presentedNode == nil, mayOpen(route, as: route.transition), permits(route).isAllowed else { return nil }
        return location { printer in
            guard route.transition != .push else { return printArrangement(showing: route, into: &printer) }
            printArrangement(into: &printer)
            if let child = try visibleChild()?.asContainer { try child.printLocation(into: &printer) }
            printer.step(route.printedSegment, prefix: UInt8(ascii: "~"))
            return true
        }
    }

    /// The location of which this container, which is visible, prints its part; `nil` if it cannot, or there is no room.
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

extension Node {
    /// Whether nothing further in has to be printed: a place that was never seen begins at its beginning, and a screen has
    /// nothing within it. It does not depend on what is built, so that a version looks the same each time.
    var isWholeLocation: Bool { state?.isOfContainer != true }
}
