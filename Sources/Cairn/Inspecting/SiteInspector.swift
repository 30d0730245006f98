import HTTPProtocol
import Hypermedia
import Inspect
import NavigationKit
import Sessions
import Synchronization

/// The inspector of a site, at ``path``. It exists only if some client can get diagnostics, and its endpoint is not one of
/// ``Site/endpoints``, so neither the list of the apps nor the inspector itself shows it.
final class SiteInspector: Sendable {
    let endpoint: Endpoint
    private let pacer: TopicPacer

    /// The path of the inspector, with two segments, so that no app has it.
    static let path = MountPath.inspector

    /// - Parameters:
    ///   - endpoints: the apps.
    ///   - streams: the open event streams.
    ///   - load: measures the load of the server.
    ///   - makeEndpoint: makes the endpoint of the inspector.
    init(
        of endpoints: [Endpoint], streams: StreamBudget, load: ServerLoad, time: any TimeSource,
        makeEndpoint: (HostedApplication, MountPath) -> Endpoint
    ) {
        let apps = endpoints.map { endpoint in
            InspectedApp(
                name: endpoint.hosted.name, title: endpoint.hosted.title, url: endpoint.mountPath.url,
                sessions: endpoint.sessions)
        }
        let hosted = Inspector.hosted(
            for: InspectedServer(apps: apps, streams: { streams.count(of: $0) }) {
                var figures = load.figures
                figures.streams = streams.count
                return figures
            })
        endpoint = makeEndpoint(hosted, Self.path)
        let pacer = TopicPacer(.activity, in: hosted.topicCenter, time: time)
        self.pacer = pacer
        for endpoint in endpoints { endpoint.hosted.inspection.enable { pacer.note() } }
    }
}

extension Site {
    /// The inspector and the location within it that `request` names; `nil` for another path, and for a client that is not
    /// on this machine or names another host. Then the path is unknown, like any other.
    func inspectedLocation(of request: Request, by inspector: SiteInspector) -> Location? {
        request.namesThisMachine ? request.location(below: SiteInspector.path) : nil
    }
}
