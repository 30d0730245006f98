import HTTPProtocol
import Hypermedia
import NavigationKit

/// `POST /live-objects`: counts the live responders of the apps by class. A higher count after a crawl than before it
/// can show a leak.
///
/// Needs diagnostics and a client on this machine; for other clients the path does not exist. The method is POST
/// because of the effects: the first request starts counting, so that counting costs nothing before, and each request
/// drops the cached controllers of idle sessions, which their next requests rebuild from the sessions' data.
extension Site {
    static let liveObjectsPath = "/live-objects"

    func liveObjects(_ request: Request, origin: PublicOrigin) -> Response {
        guard request.method == .post else { return notAllowed(request, but: "POST, OPTIONS") }
        guard CrossSite.permits(request, origin: origin) else {
            return responseBuilder(for: request, origin: origin).problem(.crossSite)
        }
        ObjectCounts.startCounting()
        for endpoint in endpoints { endpoint.sessions.dropTrees() }
        let counts = ObjectCounts.counts.sorted { $0.key < $1.key }
        var response = Response(
            .ok,
            body: JSONValue.object([
                ("count", .number(counts.reduce(0) { $0 + $1.value })),
                ("classes", .object(counts.map { ($0.key, .number($0.value)) })),
            ]).bytes())
        response.fields.add(.contentType, MediaType.json.name)
        response.fields.add(.cacheControl, "no-store")
        response.addSecurityHeaders()
        return response
    }
}
