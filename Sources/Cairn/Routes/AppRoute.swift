import HTTPProtocol
import NavigationKit
import Sessions

/// A route of an app: its method and path, its rules, and its handler.
struct AppRoute: HostedRoute {
    enum Kind: Sendable {
        case get, post
        /// A POST of another program: without a session and without the check for other sites.
        case webhook
    }

    typealias Perform = @Sendable (Application, RouteRequest) async throws -> RouteResponse

    enum Handler: Sendable {
        /// With the application of the visitor's session; `takes` checks its class.
        case session(perform: Perform, takes: @Sendable (Application) -> Bool)
        case plain(@Sendable (RouteRequest) async throws -> RouteResponse)
    }

    let kind: Kind
    let path: RoutePath
    let guardedLocation: Location?
    let origins: AllowedOrigins
    /// The maximum length of the body in bytes, within the server's own limits.
    let maxBytes: Int
    let handler: Handler

    var method: String { kind == .get ? "GET" : "POST" }

    var mistake: String? {
        guard maxBytes >= 0 else { return "maxBytes is negative." }
        return origins.mistake
    }

    func takes(_ application: Application) -> Bool {
        if case .session(_, let takes) = handler { takes(application) } else { true }
    }
}

/// The error for an application of another class than a route's handler takes.
struct RouteApplicationError: Error, CustomStringConvertible {
    let application: String
    let expected: String

    var description: String { "The route's handler takes \(expected), but the app's application is \(application)." }
}

extension AppRoute.Handler {
    init<App: Application>(_ perform: @escaping @Sendable (App, RouteRequest) async throws -> RouteResponse) {
        self = .session(
            perform: { application, request in
                guard let app = application as? App else {
                    throw RouteApplicationError(application: "\(type(of: application))", expected: "\(App.self)")
                }
                return try await perform(app, request)
            }, takes: { $0 is App })
    }
}
