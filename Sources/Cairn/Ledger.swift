import HTTPProtocol
import Hypermedia
import NavigationKit

/// `GET /live-objects` (feature A42): how many objects of the apps live while no session is at work, by class. What a
/// crawler finds more of afterwards has leaked.
///
/// It tells how a program is built, so it is answered only with `--explain`; otherwise nothing is there. Objects are counted
/// from the first question on, so a server that nobody asks pays nothing for it. The controllers of idle sessions are let
/// go for the answer, as they are after a while in any case; the next request derives them from the session's data.
extension Site {
    private static let ledgerPath = "/live-objects"

    /// Whether `request` is for the ledger, and there is one.
    func isLedger(_ request: Request) -> Bool { configuration.explains && request.isAt(Self.ledgerPath) }

    func ledger(_ request: Request) -> Response {
        guard request.method == .get || request.method == .head else { return notAllowed(request) }
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
