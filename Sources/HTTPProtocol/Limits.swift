/// What a connection accepts before it answers with an error.
public struct Limits: Sendable, Hashable {
    /// Octets of a request line; 8 KiB, the usual default (RFC 9112 §3 asks for 8,000 at least); beyond: 414.
    public var requestLine = 8 * 1024
    /// Octets of all field lines of a head; 32 KiB, room for 4 KiB cookies of a few apps; beyond: 431 (RFC 6585 §5).
    public var headerBytes = 32 * 1024
    /// Field lines of a head; 100, browsers send about 20; beyond: 431.
    public var fieldCount = 100
    /// Octets of a body; 1 MiB, forms and small files; beyond: 413, before the body is read if its length is declared.
    public var body = 1024 * 1024
    /// Octets of a body with files, which is told as it arrives (`multipart/form-data`); 32 MiB, a few photographs;
    /// beyond, and beyond ``body``, the owner drops the files.
    public var upload = 32 * 1024 * 1024
    /// Octets of a body with files that are told although its files are too large: a browser reads no answer before it
    /// has sent everything. 512 MiB, a video; beyond, or if the client waits for 100: 413.
    public var drainedUpload = 512 * 1024 * 1024
    /// Octets of a chunk's size line; 256, a size has at most 16 digits and nobody sends extensions; beyond: 400.
    public var chunkLine = 256
    /// Octets of all chunk extensions of a body, and of zeros before its sizes; 4 KiB, so that tiny chunks with large
    /// lines cost little; beyond: 400.
    public var chunkExtensions = 4 * 1024
    /// Octets of a trailer section; 4 KiB, it is read and dropped; beyond: 431.
    public var trailerBytes = 4 * 1024
    /// Empty lines before a request line; 4, old clients end a body with one (RFC 9112 §2.2); beyond: 400.
    public var emptyLines = 4

    /// The defaults.
    public init() {}

    /// The same limits without negative and absurd ones, so that arithmetic with them cannot overflow, and offsets in
    /// a head fit 32 bits.
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

    /// The longest body whose files are taken.
    public var longestUpload: Int { max(body, upload) }

    /// As these, for a body with files; `isDrained`: although they are too large.
    func ofUpload(isDrained: Bool) -> Limits {
        var limits = self
        limits.body = isDrained ? max(longestUpload, drainedUpload) : longestUpload
        return limits
    }

    private static func bound(_ size: Int) -> Int { min(max(size, 0), 1 << 30) }
}
