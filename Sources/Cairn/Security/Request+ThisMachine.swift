import HTTPProtocol

extension Request {
    /// True if the host of the request is a name or an address of this machine.
    ///
    /// Check it, besides the address of the client, before a response has what only this machine may read: otherwise a page
    /// of another site, in a browser on this machine, could read it by a name that resolves to a loopback address (DNS
    /// rebinding).
    var namesThisMachine: Bool {
        authority.flatMap(HostName.init(authority:)).map { AllowedHosts.ofThisMachine.contains($0) } ?? false
    }
}
