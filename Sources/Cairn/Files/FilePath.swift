import Hypermedia
import NavigationKit

/// The path of a file below the served folder, as octets: the octets of equal strings can differ.
struct FilePath: Hashable, Sendable {
    /// Names joined by slashes. No name is empty, hidden, `.` or `..`, or contains a slash or a zero octet.
    let octets: [UInt8]

    /// Decodes the part of a URL's path after `prefix`. A path that ends in a slash is that of a folder's `index.html`.
    ///
    /// - Returns: `nil` if the path is not below `prefix` or not a valid file path, or if it is the root of the site,
    ///   which belongs to an app or to the list of apps.
    init?(_ path: Substring, below prefix: String) {
        var path = path
        let octets = path.withUTF8 { path in
            prefix.utf8.span.withUnsafeBufferPointer { prefix in
                path.starts(with: prefix) ? FilePath.decoded(path[prefix.count...]) : nil
            }
        }
        guard var octets else { return nil }
        if octets.isEmpty || octets.last == UInt8(ascii: "/") {
            guard !octets.isEmpty || !prefix.isEmpty else { return nil }
            octets += "index.html".utf8
        }
        self.octets = octets
    }

    init(_ octets: [UInt8]) { self.octets = octets }

    /// Percent-decodes a path. Refuses an encoded slash, which does not separate two names (RFC 3986 §2.2).
    private static func decoded(_ path: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard path.first == UInt8(ascii: "/") else { return nil }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(path.count + 10)
        var position = path.startIndex + 1
        var start = 0
        while position < path.endIndex {
            var octet = path[position]
            position += 1
            if octet == UInt8(ascii: "/") {
                guard decoded.count > start else { return nil }
                decoded.append(octet)
                start = decoded.count
                continue
            }
            if octet == UInt8(ascii: "%") {
                guard position + 1 < path.endIndex, let high = PercentEncoding.value(ofHexDigit: path[position]),
                    let low = PercentEncoding.value(ofHexDigit: path[position + 1])
                else { return nil }
                octet = high << 4 | low
                position += 2
            }
            // Reject hidden names, "." and "..".
            let isHidden = decoded.count == start && octet == UInt8(ascii: ".")
            guard octet != 0, octet != UInt8(ascii: "/"), !isHidden else { return nil }
            decoded.append(octet)
        }
        return decoded
    }

    /// The path of the file's precompressed version in `coding`.
    func inCoding(_ coding: ContentCoding) -> FilePath { FilePath(octets + coding.suffix.utf8) }

    /// The `index.html` of the folder at this path.
    var index: FilePath { FilePath(octets + "/index.html".utf8) }

    /// The percent-encoded path with a leading slash.
    var url: String {
        octets.split(separator: UInt8(ascii: "/")).reduce(into: "") { url, name in
            url += "/" + PercentEncoding.encode(name)
        }
    }

    func hash(into hasher: inout Hasher) {
        octets.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
