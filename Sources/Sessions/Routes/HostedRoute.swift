package import NavigationKit

/// A route of an app beside its screens: the part that does not depend on HTTP.
package protocol HostedRoute: Sendable {
    /// The method's token: `GET` or `POST`.
    var method: String { get }
    /// The path below the app's mount path.
    var path: RoutePath { get }
    /// The location whose guards must allow the visitor; `nil` without one.
    var guardedLocation: Location? { get }
    /// A mistake in the declaration; `nil` without one.
    var mistake: String? { get }

    /// True if the route's handler takes an application of this class.
    func takes(_ application: Application) -> Bool
}

extension HostedRoute {
    /// Method and path, such as `GET /export.csv`, for the log and for tools.
    package var title: String { "\(method) /\(path)" }
}

extension HostedApplication {
    /// Checks the routes: their paths, the class of their application, the locations that they require, and the
    /// locations that they would hide in the app's first state.
    ///
    /// - Throws: any error of a controller while it is built.
    package func routeDiagnostics() throws -> [Diagnostic] {
        var found: [Diagnostic] = []
        let routes = routes
        for (index, route) in routes.enumerated() {
            if let mistake = route.path.mistake ?? route.mistake {
                found.append(.invalidRoute(route.title, reason: mistake))
                continue
            }
            if routes[..<index].contains(where: {
                $0.method == route.method && $0.path.hasSameShape(as: route.path)
            }) {
                found.append(.repeatedRoute(route.title))
            }
            let application = try makeApplication()
            if !route.takes(application) {
                found.append(
                    .invalidRoute(
                        route.title,
                        reason:
                            "Its handler takes another class than \(type(of: application)), the application of this app."
                    )
                )
            }
            if try shows(route.path.sample) == true {
                found.append(.routeHidesLocation(route.title, location: route.path.sample.description))
            }
            if let location = route.guardedLocation, try shows(location) == nil {
                found.append(
                    .invalidRoute(route.title, reason: "The app has no location \(location), which it requires."))
            }
        }
        return found
    }

    /// The diagnostics of routes that hide the screen at `location`, which the app has printed.
    package func diagnostics(ofRoutesHiding location: Location) -> [Diagnostic] {
        routes.filter { $0.path.parameters(of: location.steps) != nil }.map {
            .routeHidesLocation($0.title, location: location.description)
        }
    }

    /// True if `location` exists for a visitor without a session; false if a guard refuses it or it cannot be built;
    /// `nil` if it does not exist.
    private func shows(_ location: Location) throws -> Bool? {
        let application = try makeApplication()
        do {
            return try application.isPermitted(toOpen: location)
        } catch is LocationError {
            return nil
        } catch {
            // The location exists; its content is another matter, and can depend on data that is not there yet.
            return false
        }
    }
}

extension Application {
    /// Opens `location`, and returns true if no guard has replaced a part of it.
    ///
    /// - Throws: ``LocationError``, or any error of a controller while it is built.
    func isPermitted(toOpen location: Location) throws -> Bool {
        try open(location)
        return try isShowing(location)
    }

    /// Returns true if no guard has replaced a part of the location that was opened. The path of the app's first
    /// location is empty, and its containers can print any path for their roots; so their guards are asked.
    func isShowing(_ location: Location) throws -> Bool {
        guard try !isRedirected else { return false }
        if location.path.isEmpty { return try !refusesRoot }
        let shown = try self.location.path
        return shown == location.path || shown.hasPrefix(location.path + "/")
    }
}
