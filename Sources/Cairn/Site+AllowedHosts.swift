import HTTPProtocol
import Hypermedia
import Sessions

extension Site {
    /// Whether the host that a request names, or that a trusted proxy says it named, is one of ours.
    func allowsHost(of request: Request, _ seenOrigin: PublicOrigin?) -> Bool {
        guard let allowed = configuration.allowedHosts else { return true }
        // A load balancer asks for the health of an address that no visitor uses.
        if request.isAt(Self.healthPath) { return true }
        guard let host = seenOrigin.map(\.host) ?? request.authority.flatMap(HostName.init(authority:)) else {
            return false
        }
        return allowed.contains(host) || host == configuration.publicOrigin?.host
    }

    /// RFC 9110 §15.5.20. No link of the page may name the host.
    func misdirected(_ request: Request, from network: UInt64?) -> Response {
        let host = String((request.authority ?? "none").prefix(100))
        log.note(SecurityEvent(.refusedHost, host, from: network))
        let origin = configuration.publicOrigin ?? PublicOrigin(authority: "localhost")
        return answer(to: request, origin: origin).problem(
            ProblemDetails(
                type: "urn:cairn:problem:unknown-host", title: "This host is not served here", status: 421,
                detail: "The request names the host \(host), which is not among those of --allowed-hosts.",
                instance: nil, extensions: []))
    }
}
