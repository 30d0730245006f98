/// A file that a visitor has uploaded.
///
/// Use it as the type of an action's property that a `FileField` fills. The file at ``path`` is deleted when no
/// submission has referred to it for the idle timeout of a session, and when the server stops, unless several servers
/// share it. To keep it longer, move or copy it in a handler.
/// The value is valid only within the action that received it: it can be neither a hidden value nor a ``Saved`` value.
public final class UploadedFile: Sendable, Codable, Equatable {
    /// The file's name as the client sent it, without folders and shortened; `file` if there was none. Show it to
    /// people, but do not build a path from it.
    public let name: String
    /// The media type that the client sent; it is not verified.
    public let contentType: String?
    /// The file's size in bytes.
    public let byteCount: Int
    /// The path of the file on the server.
    public let path: String
    /// The value of the form field that refers to the file: an unguessable id and the file's name.
    package let token: String
    /// A hash of the content, the same in each process, by which a repeated request is recognized.
    ///
    /// Two files with the same hash can be constructed. That is harmless: requests are compared only if they have the
    /// same session and the same nonce, so a visitor can only make the server take two files of that visitor for one.
    package let digest: UInt64

    package init(id: String, name: String, contentType: String?, byteCount: Int, path: String, digest: UInt64 = 0) {
        self.name = name
        self.contentType = contentType
        self.byteCount = byteCount
        self.path = path
        self.digest = digest
        token = id + "/" + name
    }

    /// Returns the file's name in a token; `nil` if the token has another format.
    package static func name(inToken token: String) -> Substring? {
        let id = token.utf8.prefix(idLength)
        let isID = id.allSatisfy { byte in
            byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
                || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f")
        }
        guard id.count == idLength, isID, token.utf8.dropFirst(idLength).first == UInt8(ascii: "/") else { return nil }
        return token[token.utf8.index(token.startIndex, offsetBy: idLength + 1)...]
    }

    /// The length of the unguessable id, in hexadecimal digits.
    package static let idLength = 32

    /// Decodes a reference to a file of the current submission.
    ///
    /// - Throws: ``DecodingError`` if the decoder does not decode a submitted action, or if the submission has no such
    ///   file.
    public convenience init(from decoder: any Decoder) throws {
        guard let file = (decoder as? PropertyDecoder)?.file else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "There is no such file."))
        }
        self.init(
            id: String(file.token.prefix(Self.idLength)), name: file.name, contentType: file.contentType,
            byteCount: file.byteCount, path: file.path, digest: file.digest)
    }

    /// Encodes the form field's value that refers to the file.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(token)
    }

    /// Returns true if both refer to the same file.
    public static func == (one: UploadedFile, other: UploadedFile) -> Bool { one.token == other.token }
}
