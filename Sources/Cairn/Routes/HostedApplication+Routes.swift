public import NavigationKit
public import Sessions

/// Routes of an app beside its screens, below its mount path. They are matched before locations.
///
/// ```swift
/// HostedApplication("desk", title: "Desk") { Desk() }
///     .get("tickets/:id/file") { (desk: Desk, request) in
///         .file(try desk.file(of: try request.parameter("id", as: Int.self)))
///     }
/// ```
/// A path has literal segments of letters, digits and `-._`, and parameters that begin with a colon; it begins with a
/// literal segment. Of two paths that match a request, the one whose leftmost differing segment is literal is used. A
/// path that is malformed, used twice with one method, or the path of a screen is reported at the start.
extension HostedApplication {
    /// Adds a route for GET and HEAD. Add routes before a server is created with the app.
    ///
    /// - Parameters:
    ///   - path: the path below the app's mount path, such as `export.csv`.
    ///   - location: a location whose guards must allow the visitor, as they do for its screen. By default the app's
    ///     first one: if that shows a login, the route needs the login. `nil` answers everybody.
    ///   - origins: the origins whose pages can read the response, such as `https://example.org`, or `*` (CORS). Their
    ///     browsers send no cookies.
    ///   - handler: builds the response. Its application is in the state of the session's newest version, or in the
    ///     first state for a visitor without a session. It is for reading: changes are dropped.
    /// - Returns: the app.
    @discardableResult
    public func get<App: Application>(
        _ path: String, behind location: String? = "/", allowing origins: [String] = [],
        handler: @escaping @Sendable (App, RouteRequest) async throws -> RouteResponse
    ) -> HostedApplication {
        add(
            AppRoute(
                kind: .get, path: RoutePath(path), guardedLocation: location.map { Location($0) },
                origins: AllowedOrigins(origins), maxBytes: .max, handler: AppRoute.Handler(handler)))
        return self
    }

    /// Adds a route for POST. A request that a page of another site has sent is refused with 403, as it is for the
    /// forms of screens.
    ///
    /// - Parameters:
    ///   - path: the path below the app's mount path, such as `import`.
    ///   - location: a location whose guards must allow the visitor; see ``get(_:behind:allowing:handler:)``.
    ///   - origins: other origins whose pages can send this request; it is then handled without the visitor's session.
    ///     `*` permits reading the response only.
    ///   - maxBytes: the maximum length of the body in bytes, within the server's limits `--max-body-bytes` and, for
    ///     `multipart/form-data`, `--max-upload-bytes`. A longer body gets 413.
    ///   - handler: builds the response. Its application is for reading: changes are dropped, but the handler can change
    ///     the app's own data, such as a database.
    /// - Returns: the app.
    @discardableResult
    public func post<App: Application>(
        _ path: String, behind location: String? = "/", allowing origins: [String] = [], maxBytes: Int = .max,
        handler: @escaping @Sendable (App, RouteRequest) async throws -> RouteResponse
    ) -> HostedApplication {
        add(
            AppRoute(
                kind: .post, path: RoutePath(path), guardedLocation: location.map { Location($0) },
                origins: AllowedOrigins(origins), maxBytes: maxBytes, handler: AppRoute.Handler(handler)))
        return self
    }

    /// Adds a route for POST requests of other programs: without a session, and without the check for other sites. The
    /// handler must verify the sender, usually with a signature of the raw body.
    ///
    /// - Parameters:
    ///   - path: the path below the app's mount path, such as `github`.
    ///   - maxBytes: the maximum length of the body in bytes, within the server's limit `--max-body-bytes`. A longer body
    ///     gets 413, and `multipart/form-data` gets 415.
    ///   - handler: builds the response.
    /// - Returns: the app.
    @discardableResult
    public func webhook(
        _ path: String, maxBytes: Int = .max,
        handler: @escaping @Sendable (RouteRequest) async throws -> RouteResponse
    ) -> HostedApplication {
        add(
            AppRoute(
                kind: .webhook, path: RoutePath(path), guardedLocation: nil, origins: AllowedOrigins([]),
                maxBytes: maxBytes, handler: .plain(handler)))
        return self
    }
}
