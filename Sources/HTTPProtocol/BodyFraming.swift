/// The framing of a response body that is being sent (RFC 9112 §6.3).
enum BodyFraming: Sendable {
    /// `Content-Length`, with this number of octets left.
    case length(Int)
    /// `Transfer-Encoding: chunked` (§7.1).
    case chunked
    /// Without framing, for HTTP/1.0: the body ends when the connection closes.
    case untilClose

    /// The framing of a body for this version.
    init(of body: ResponseBody, for version: Request.Version) {
        switch body {
        case .bytes(let bytes): self = .length(bytes.count)
        case .reader(let byteCount, _): self = .length(byteCount)
        // HTTP/1.0 has no transfer codings (§6.1).
        case .writer, .pushed: self = version == .http11 ? .chunked : .untilClose
        }
    }

    /// Counts octets of the body.
    ///
    /// - Returns: false if they exceed the declared length.
    mutating func count(_ byteCount: Int) -> Bool {
        guard case .length(let left) = self else { return true }
        guard byteCount <= left else { return false }
        self = .length(left - byteCount)
        return true
    }

    /// True if the body can end here.
    var canEnd: Bool { if case .length(let left) = self { left == 0 } else { true } }

    /// Appends a piece of the body with its framing.
    func append(_ content: [UInt8], to out: inout [UInt8]) {
        // A chunk of size zero would be the last one.
        guard case .chunked = self, !content.isEmpty else { return out.append(contentsOf: content) }
        out.reserveCapacity(out.count + content.count + Self.maxChunkFraming)
        out.append(contentsOf: String(content.count, radix: 16).utf8)
        out.append(contentsOf: [13, 10])
        out.append(contentsOf: content)
        out.append(contentsOf: [13, 10])
    }

    /// Appends the last chunk, without trailer fields, if the body is chunked; otherwise nothing.
    func appendEnd(to out: inout [UInt8]) {
        guard case .chunked = self else { return }
        out.append(contentsOf: "0\r\n\r\n".utf8)
    }

    /// A size of 16 digits and two line ends.
    private static let maxChunkFraming = 20
}
