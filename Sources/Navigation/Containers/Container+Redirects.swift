extension Container {
    /// The route that the guard shows instead of `route`, which it refused with `result`.
    final func redirected(_ route: R, by result: GuardResult) -> R {
        let other = result.other(or: route)
        noteRedirect(from: route, to: other)
        return other
    }

    /// Records that the guard shows `other` instead of `route`, if the window records that.
    final func noteRedirect(from route: R, to other: R) {
        guard let window = nearestWindow, let known = window.redirects, known.count < Window.maxRedirects else {
            return
        }
        let redirect = redirect(from: route, to: other)
        if !known.contains(redirect) { window.redirects?.append(redirect) }
    }

    /// The replacement of `route`, if the guard refuses it now.
    final func redirect(of route: R) -> GuardRedirect? {
        guardResult(for: route).other.map { redirect(from: route, to: $0) }
    }

    private func redirect(from route: R, to other: R) -> GuardRedirect {
        GuardRedirect(container: table.typeName, wanted: route.printedSegment, shown: other.printedSegment)
    }
}

extension Window {
    /// The maximum number of recorded redirects.
    static let maxRedirects = 32
}

/// A container that can list the routes that its guard refuses now, for diagnostics.
protocol RedirectListing {
    var currentRedirects: [GuardRedirect] { get }
}

extension Container: RedirectListing {
    /// The refused ones among the routes that are known without values: the root, the presented route, and all cases of
    /// a `CaseIterable` route.
    final var currentRedirects: [GuardRedirect] {
        var routes = [root]
        if let presentedRoute { routes.append(presentedRoute) }
        if let cases = R.self as? any CaseIterable.Type { routes += Self.routes(of: cases) }
        var found: [GuardRedirect] = []
        for route in routes {
            if let redirect = redirect(of: route), !found.contains(redirect) { found.append(redirect) }
        }
        return found
    }

    private static func routes<Cases: CaseIterable>(of cases: Cases.Type) -> [R] {
        cases.allCases.prefix(Window.maxRedirects).compactMap { $0 as? R }
    }
}
