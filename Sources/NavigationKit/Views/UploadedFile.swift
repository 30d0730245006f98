/// A file that a visitor has sent (feature B31).
///
/// It is the type of an action's property that a ``FileField`` fills. The file lies at ``path`` for about as long as a
/// session lives without use; who wants it for longer moves or copies it, in a handler. It means nothing beyond the action
/// that brought it: it is neither a hidden value nor something to be ``Saved``.
public final class UploadedFile: Sendable, Codable, Equatable {
    /// What the visitor calls it, without folders: for people, not to be made a path of.
    public let name: String
    /// The media type that the visitor's program gave it; anybody may claim any.
    public let contentType: String?
    /// How long it is.
    public let byteCount: Int
    /// Where it lies.
    public let path: String
    /// What a form says of it: a name that nobody can guess, and what the visitor calls it.
    package let token: String
    /// Tells contents apart, within one process.
    package let digest: Int

    package init(id: String, name: String, contentType: String?, byteCount: Int, path: String, digest: Int = 0) {
        self.name = name
        self.contentType = contentType
        self.byteCount = byteCount
        self.path = path
        self.digest = digest
        token = id + "/" + name
    }

    /// The name of a file in what a form says of it; `nil` if that is none of ours.
    package static func name(inToken token: String) -> Substring? {
        let id = token.utf8.prefix(idLength)
        let isID = id.allSatisfy { byte in
            byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
                || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f")
        }
        guard id.count == idLength, isID, token.utf8.dropFirst(idLength).first == UInt8(ascii: "/") else { return nil }
        return token[token.utf8.index(token.startIndex, offsetBy: idLength + 1)...]
    }

    /// The length of the name that nobody can guess, in hexadecimal digits.
    package static let idLength = 32

    /// Only an action that was submitted can be read with its files.
    public convenience init(from decoder: any Decoder) throws {
        guard let file = (decoder as? PropertyDecoder)?.file else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "There is no such file."))
        }
        self.init(
            id: String(file.token.prefix(Self.idLength)), name: file.name, contentType: file.contentType,
            byteCount: file.byteCount, path: file.path, digest: file.digest)
    }

    /// Writes what a form says of it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(token)
    }

    /// Whether both are the same file.
    public static func == (one: UploadedFile, other: UploadedFile) -> Bool { one.token == other.token }
}
