/// The method and the target of a request as far as they have arrived, for the log entry of an incomplete or
/// refused request.
package struct RequestBeginning: Sendable, Hashable {
    /// The method's token, which need not be a known method.
    package let method: String
    /// The target up to the first octet that is not visible ASCII, cut at 1 KiB. With an incomplete or refused head it
    /// is empty unless it begins with `/` or `http`, or is `*`.
    package let target: String

    private static let maxMethodLength = 20
    private static let maxTargetLength = 1_024

    init(_ request: Request) {
        method = request.method.name
        target = String(decoding: request.target.utf8.prefix(Self.maxTargetLength), as: UTF8.self)
    }

    /// Parses the first line of `octets`, or returns `nil` if it does not begin with 1 to 20 capital letters and a
    /// space.
    /// Octets of another protocol, or of a body with a wrong length, can contain secrets, so they must not be logged.
    init?(_ octets: Octets) {
        let line = octets.drop { $0 == Octet.carriageReturn || $0 == Octet.lineFeed }
        let method = line.prefix(Self.maxMethodLength).prefix { 0x41...0x5A ~= $0 }
        guard !method.isEmpty, method.endIndex < line.endIndex, line[method.endIndex] == Octet.space else { return nil }
        self.method = String(decoding: method, as: UTF8.self)
        let target = line[method.endIndex...].dropFirst().prefix(Self.maxTargetLength).prefix { 0x21...0x7E ~= $0 }
        let isTarget = target.first == Octet.slash || target.starts(with: "http".utf8) || target.elementsEqual("*".utf8)
        self.target = isTarget ? String(decoding: target, as: UTF8.self) : ""
    }
}

extension Octets {
    /// True if the octets begin a PROXY protocol header, version 1 or 2, which a TCP proxy sends before the client's
    /// first octet.
    var beginsWithProxyProtocol: Bool {
        starts(with: "PROXY ".utf8) || starts(with: [0x0D, 0x0A, 0x0D, 0x0A, 0x00] as [UInt8])
    }
}
