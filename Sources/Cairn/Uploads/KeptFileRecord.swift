import Digests
import NavigationKit
import SessionStores

/// The record of an uploaded file that a form can refer to on all nodes that share the folder.
///
/// ```text
/// record = %d1 session size digest name [type] checksum
/// session, size, digest, name, type = length *OCTET
/// length = 4OCTET
/// checksum = 8OCTET    ; FastHash of all before it: a file system can show a file that is half written
/// ```
struct KeptFileRecord: Equatable {
    /// The SHA-256 digest of the id of the session whose forms can refer to the file; empty for a visitor without one.
    /// The id itself would let a reader of the folder open the session.
    var session: [UInt8]
    var byteCount: Int
    var digest: UInt64
    var name: String
    var contentType: String?

    private static let version: UInt8 = 1
    /// The length of the longest record that is read. The names in a request's head are shorter.
    static let maxCount = 1 << 20

    init(_ file: UploadedFile, for session: SessionID?) {
        self.session = session?.digest ?? []
        (byteCount, digest, name, contentType) = (file.byteCount, file.digest, file.name, file.contentType)
    }

    var octets: [UInt8] {
        var octets = [Self.version]
        func append(_ field: some Collection<UInt8>) {
            octets += Self.octets(of: UInt64(field.count)).suffix(4)
            octets += field
        }
        append(session)
        append(Self.octets(of: UInt64(clamping: byteCount)))
        append(Self.octets(of: digest))
        append(name.utf8)
        if let contentType { append(contentType.utf8) }
        return octets + Self.octets(of: octets.withUnsafeBytes { FastHash.hash($0) })
    }

    /// Parses a record; `nil` if it is damaged or has another version.
    init?(_ octets: [UInt8]) {
        guard octets.count > 9, octets[0] == Self.version,
            Self.number(octets.suffix(8)) == octets.dropLast(8).withUnsafeBytes({ FastHash.hash($0) })
        else { return nil }
        var fields: [ArraySlice<UInt8>] = []
        var rest = octets[1...].dropLast(8)
        while !rest.isEmpty {
            let length = Self.number(rest.prefix(4))
            rest = rest.dropFirst(4)
            guard length <= rest.count else { return nil }
            fields.append(rest.prefix(Int(length)))
            rest = rest.dropFirst(Int(length))
        }
        guard fields.count == 4 || fields.count == 5, let byteCount = Int(exactly: Self.number(fields[1])),
            let name = String(validating: fields[3], as: UTF8.self)
        else { return nil }
        self.session = Array(fields[0])
        (self.byteCount, digest, self.name) = (byteCount, Self.number(fields[2]), name)
        contentType = fields.count == 5 ? String(validating: fields[4], as: UTF8.self) : nil
    }

    /// True if forms of the session can refer to the file. A file of a visitor without a session is found by its
    /// unguessable token alone, because that visitor can have got a session since.
    func isOpen(to id: SessionID?) -> Bool { session.isEmpty || session == id?.digest }

    private static func octets(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    private static func number(_ octets: ArraySlice<UInt8>) -> UInt64 { octets.reduce(0) { $0 << 8 | UInt64($1) } }
}
