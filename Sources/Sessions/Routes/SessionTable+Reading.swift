package import NavigationKit
package import SessionStores

/// The error for a route whose required location a guard refuses for this visitor.
package struct RefusedRouteError: Error {}

/// Reads a session for a route beside the app's screens.
extension SessionTable {
    /// Calls `body` with an application in the state of the session's newest version, or in the first state for a
    /// visitor without a session. Its controllers are new and are never used again, so changes have no effect; one of a
    /// ``Saved`` value of the application is reported.
    ///
    /// - Parameters:
    ///   - id: the session of the visitor.
    ///   - seen: the newest revision that the visitor has seen: no older state is read.
    ///   - route: the route, which names the location whose guards must allow the visitor.
    /// - Throws: ``RefusedRouteError`` if they do not, ``SessionLoadError``, what a controller throws while it is
    ///   built, or any error of `body`.
    package func read<Result>(
        for id: SessionID?, seen: UInt64 = 0, by route: some HostedRoute,
        _ body: (Application) async throws -> Result
    ) async throws -> Result {
        while let id, case .session(let session) = try await find(id, seen: seen) {
            let base = Session.Base.version(session.newest)
            let application = try session.derivedTree(of: base)
            var isRefused = false
            if let location = route.guardedLocation {
                let guarded = try session.derivedTree(of: base)
                isRefused = try await !permits(location, guarded)
            }
            // A concurrent login can have re-keyed the session: a request with the old id must not read the new
            // identity's state.
            guard place(of: id)?.session === session else { continue }
            guard !isRefused else { throw RefusedRouteError() }
            return try await read(application, by: route, body)
        }
        if let location = route.guardedLocation {
            guard try await permits(location, hosted.makeApplication(limits: limits, time: time)) else {
                throw RefusedRouteError()
            }
        }
        return try await read(try hosted.makeApplication(limits: limits, time: time), by: route, body)
    }

    private func read<Result>(
        _ application: Application, by route: some HostedRoute, _ body: (Application) async throws -> Result
    ) async throws -> Result {
        let before = application.savedValues
        defer { application.reportDiagnostics(hosted.report) }
        let result = try await body(application)
        if let after = application.savedValues, before.map({ !after.isSameStorage(as: $0) }) ?? true {
            hosted.report(.savedByRoute(route.title))
        }
        return result
    }

    /// Opens `location` and loads what it shows, since a guard can depend on loaded data; false if the location does not
    /// exist for this visitor, or if a guard refuses it.
    private func permits(_ location: Location, _ application: Application) async throws -> Bool {
        do {
            try application.open(location)
            try await application.load(within: limits, time)
            return try application.isShowing(location)
        } catch is LocationError {
            return false
        }
    }
}
