/// The limits of a connection. A request beyond one of them gets an error response.
public struct Limits: Sendable, Hashable {
    /// Octets of a request line. 8 KiB is the usual default (RFC 9112 §3 recommends at least 8,000). Beyond it: 414.
    public var requestLine = 8 * 1024
    /// Octets of all field lines of a head. 32 KiB has room for the 4 KiB cookies of a few apps. Beyond it: 431 (RFC
    /// 6585 §5).
    public var headerBytes = 32 * 1024
    /// Field lines of a head. Browsers send about 20. Beyond 100: 431.
    public var fieldCount = 100
    /// Octets of a body. 1 MiB has room for forms and small files. Beyond it: 413, which is sent before the body
    /// arrives if its length is declared.
    public var body = 1024 * 1024
    /// Octets of a body with files (`multipart/form-data`), which arrives in pieces. 32 MiB has room for a few
    /// photographs. Beyond both this limit and ``body``, the owner discards the files.
    public var upload = 32 * 1024 * 1024
    /// Octets of a body that is read to its end although its files are too large, because browsers read the response
    /// only after they have sent the whole body. 512 MiB has room for a video. Beyond it, or if the client waits for
    /// 100: 413.
    public var drainedUpload = 512 * 1024 * 1024
    /// Octets of a chunk's size line. A size has at most 16 digits, and extensions are unused in practice. Beyond
    /// 256: 400.
    public var chunkLine = 256
    /// Octets of all chunk extensions of a body, and of leading zeros in its sizes. 4 KiB limits the cost of tiny
    /// chunks with long lines. Beyond it: 400.
    public var chunkExtensions = 4 * 1024
    /// Octets of a trailer section, which is read and dropped. Beyond 4 KiB: 431.
    public var trailerBytes = 4 * 1024
    /// Empty lines before a request line. Old clients end a body with one (RFC 9112 §2.2). Beyond 4: 400.
    public var emptyLines = 4

    /// Creates the default limits.
    public init() {}

    /// The limits clamped to 0…2³⁰, so that arithmetic with them cannot overflow and offsets in a head fit 32 bits.
    var bounded: Limits {
        var limits = self
        limits.requestLine = Self.bound(requestLine)
        limits.headerBytes = Self.bound(headerBytes)
        limits.fieldCount = Self.bound(fieldCount)
        limits.body = Self.bound(body)
        limits.upload = Self.bound(upload)
        limits.drainedUpload = Self.bound(drainedUpload)
        limits.chunkLine = Self.bound(chunkLine)
        limits.chunkExtensions = Self.bound(chunkExtensions)
        limits.trailerBytes = Self.bound(trailerBytes)
        limits.emptyLines = Self.bound(emptyLines)
        return limits
    }

    /// The maximum size of a body whose files are kept.
    public var maxUpload: Int { max(body, upload) }

    /// Returns the limits for a body with files. If `isDrained`, a body with files that are too large is still read.
    func ofUpload(isDrained: Bool) -> Limits {
        var limits = self
        limits.body = isDrained ? max(maxUpload, drainedUpload) : maxUpload
        return limits
    }

    private static func bound(_ size: Int) -> Int { min(max(size, 0), 1 << 30) }
}
