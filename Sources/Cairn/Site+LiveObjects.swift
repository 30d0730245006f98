import HTTPProtocol
import Hypermedia
import NavigationKit

/// `POST /live-objects`: how many objects of the apps live while no session is at work, by class. A crawler that finds more
/// of them afterwards has found a leak.
///
/// Diagnostics have to be on, and the client has to be on this machine; for others there is nothing here. It is a POST
/// because it acts: counting begins with the first one, so that a server that is never asked pays nothing for it, and the
/// controllers of idle sessions are dropped, which the next request of each derives from the session's data again.
extension Site {
    static let liveObjectsPath = "/live-objects"

    func liveObjects(_ request: Request, origin: PublicOrigin) -> Response {
        guard request.method == .post else { return notAllowed(request, but: "POST, OPTIONS") }
        guard CrossSite.permits(request, origin: origin) else {
            return answer(to: request, origin: origin).problem(.crossSite)
        }
        LiveObjects.startCounting()
        for endpoint in endpoints { endpoint.sessions.dropTrees() }
        let counts = LiveObjects.counts.sorted { $0.key < $1.key }
        var response = Response(
            .ok,
            body: JSONValue.object([
                ("count", .number(counts.reduce(0) { $0 + $1.value })),
                ("classes", .object(counts.map { ($0.key, .number($0.value)) })),
            ]).bytes())
        response.fields.add(.contentType, MediaType.json.name)
        response.fields.add(.cacheControl, "no-store")
        response.protect()
        return response
    }
}
