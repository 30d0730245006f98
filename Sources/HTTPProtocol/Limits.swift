/// The limits of a connection. A request beyond one of them, except ``upload``, gets an error response.
public struct Limits: Sendable, Hashable {
    /// The maximum length of a request line in octets; a longer one gets 414, or 501 if its method is too long. 8 KiB
    /// is the usual default (RFC 9112 §3 recommends at least 8,000).
    public var requestLine = 8 * 1024
    /// The maximum size of a head's field lines and the empty line after them, in octets; more get 431 (RFC 6585 §5).
    /// 32 KiB has room for the 4 KiB cookies of a few apps.
    public var headerBytes = 32 * 1024
    /// The maximum number of field lines of a head; a head with more gets 431. Browsers send about 20.
    public var fieldCount = 100
    /// The maximum size of a body in octets; a larger one gets 413, before it arrives if its length is declared. Bodies
    /// with files have the limit ``upload`` if that is larger. 1 MiB has room for forms and small files.
    public var body = 1024 * 1024
    /// The maximum size in octets of a body with files (POST of `multipart/form-data`). 32 MiB has room for a few
    /// photographs. If the body exceeds both this limit and ``body``, the server discards the files.
    public var upload = 32 * 1024 * 1024
    /// The maximum size in octets of a body that is read to its end although its files are too large, because browsers
    /// read the response only after they have sent the whole body. 512 MiB has room for a video. A larger body gets
    /// 413; with `Expect: 100-continue`, a body above both ``body`` and ``upload`` does.
    public var drainedUpload = 512 * 1024 * 1024
    /// The maximum length of a chunk's size line in octets; a longer one gets 400. A size has at most 16 digits without
    /// leading zeros, and extensions are unused in practice.
    public var chunkLine = 256
    /// The maximum size in octets of all chunk extensions of a body, and of the leading zeros that make its sizes
    /// longer than 16 digits; more get 400. 4 KiB limits the cost of tiny chunks with long lines.
    public var chunkExtensions = 4 * 1024
    /// The maximum size in octets of a trailer section, which is read and dropped; a larger one gets 431.
    public var trailerBytes = 4 * 1024
    /// The maximum number of empty lines before a request line; more get 400. Old clients end a body with one (RFC 9112
    /// §2.2).
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

    /// The maximum size of a body whose files are not discarded.
    package var maxUpload: Int { max(body, upload) }

    /// Returns the limits for a body with files. If `isDrained`, a body with files that are too large is still read.
    func ofUpload(isDrained: Bool) -> Limits {
        var limits = self
        limits.body = isDrained ? max(maxUpload, drainedUpload) : maxUpload
        return limits
    }

    private static func bound(_ size: Int) -> Int { min(max(size, 0), 1 << 30) }
}
