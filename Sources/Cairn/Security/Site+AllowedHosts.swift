import HTTPProtocol
import Hypermedia
import Sessions

extension Site {
    /// True if the host of a request is allowed. A trusted proxy's report of the host takes precedence over `Host`.
    func allowsHost(of request: Request, _ seenOrigin: PublicOrigin?) -> Bool {
        guard let allowed = configuration.allowedHosts else { return true }
        // Allow any host: a load balancer's health check can use an address that is not in the list.
        if request.isAt(Self.healthPath) || request.isAt(Self.readinessPath) { return true }
        guard let host = seenOrigin.map(\.host) ?? request.authority.flatMap(HostName.init(authority:)) else {
            return false
        }
        return allowed.contains(host) || host == configuration.publicOrigin?.host
    }

    /// 421 (RFC 9110 §15.5.20). The page must not link to the requested host, which can be forged.
    func misdirected(_ request: Request, from network: UInt64?) -> Response {
        let host = String((request.authority ?? "none").prefix(100))
        log.note(SecurityEvent(.refusedHost, host, from: network))
        let origin = configuration.publicOrigin ?? PublicOrigin(authority: "localhost")
        return responseBuilder(for: request, origin: origin).problem(
            .ofClient(
                "unknown-host", 421, "This host is not served here",
                "The host \(host) of the request is not in --allowed-hosts."))
    }
}
