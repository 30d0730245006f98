import HTTPProtocol
import NavigationKit
import Sessions

/// The routes of an app by path, in the order in which they are tried.
struct RouteTable: Sendable {
    /// The routes with one path, at most one for GET and one for POST.
    struct Resource: Sendable {
        let path: RoutePath
        var get: AppRoute?
        var post: AppRoute?

        /// The methods of the resource, for `Allow`.
        var methods: String {
            let own = (get == nil ? [] : ["GET", "HEAD"]) + (post == nil ? [] : ["POST"])
            return (own + ["OPTIONS"]).joined(separator: ", ")
        }

        func route(for method: Method) -> AppRoute? {
            switch method {
            case .get, .head: get
            case .post: post
            default: nil
            }
        }
    }

    /// A resource and the parameters of its path.
    struct Match {
        let resource: Resource
        let parameters: [String: String]
    }

    private let resources: [Resource]

    var isEmpty: Bool { resources.isEmpty }

    init(_ routes: [any HostedRoute]) {
        var resources: [Resource] = []
        for route in routes.compactMap({ $0 as? AppRoute }) where route.path.mistake == nil && route.mistake == nil {
            var index = resources.firstIndex { $0.path.hasSameShape(as: route.path) }
            if index == nil {
                // Each path precedes only less specific ones, so the order does not depend on that of the routes.
                let place = resources.firstIndex { route.path.precedes($0.path) } ?? resources.count
                resources.insert(Resource(path: route.path), at: place)
                index = place
            }
            guard let index else { continue }
            // The first of two routes with one method and path is used; the second is reported at the start.
            if route.kind == .get {
                resources[index].get = resources[index].get ?? route
            } else {
                resources[index].post = resources[index].post ?? route
            }
        }
        self.resources = resources
    }

    /// The most specific resource whose path matches `location`.
    func match(_ location: Location) -> Match? {
        let steps = location.steps
        for resource in resources {
            if let parameters = resource.path.parameters(of: steps) {
                return Match(resource: resource, parameters: parameters)
            }
        }
        return nil
    }
}
