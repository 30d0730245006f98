import HTTPProtocol
import Hypermedia
import NavigationKit
import Sessions

extension Request {
    /// True if the target's path equals `path`.
    func isAt(_ path: String) -> Bool { withPath(below: path, or: false) { path, _ in path.isEmpty } }

    /// The location that the target names below `mountPath`; `nil` for a path outside.
    func location(below mountPath: MountPath) -> Location? {
        withPath(below: mountPath.prefix, or: nil) { path, query in
            guard path.isEmpty || path.first == UInt8(ascii: "/") else { return nil }
            guard let location = path.withContiguousStorageIfAvailable({ Location(path: $0) }) else { return nil }
            // Usually there is no query, or only the number of a version.
            guard query.count > 1, query.dropping("?at=") == nil || query.position(of: UInt8(ascii: "&")) != nil else {
                return location
            }
            return location.with(query: LocationQuery(parsing: query.dropFirst()).text)
        }
    }

    /// The version that the query requests, such as `at=7`. The first `at` is used; `nil` if it is absent or malformed.
    var stateVersion: Int? {
        target.withOctets { target in
            guard var start = target.position(of: UInt8(ascii: "?")) else { return nil }
            while start < target.count {
                let end = target.position(of: UInt8(ascii: "&"), from: start + 1) ?? target.count
                if let value = target.part(start + 1, end).dropping("at=") {
                    return if case .version(let number)? = value.withSpan({ Page.Origin($0) }) { number } else { nil }
                }
                start = end
            }
            return nil
        }
    }

    /// Calls `body` with the part of the target's path after `prefix`, and the query with its question mark; returns
    /// `other` if the path does not start with it.
    ///
    /// Unreserved octets can be percent-encoded without changing the path (RFC 9110 §4.2.3).
    @inline(__always)
    private func withPath<Result>(
        below prefix: String, or other: Result, _ body: (Octets, Octets) -> Result
    ) -> Result {
        target.withOctets { target in
            prefix.withOctets { prefix in
                guard let start = target.end(of: prefix) else { return other }
                let end = target.position(of: UInt8(ascii: "?"), from: start) ?? target.count
                return body(target.part(start, end), target.part(end, target.count))
            }
        }
    }
}

extension Octets {
    fileprivate func dropping(_ prefix: StaticString) -> Octets? {
        let prefix = UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
        return starts(with: prefix) ? part(prefix.count, count) : nil
    }
}

extension Octets {
    /// Returns the index after `prefix` in these octets, or `nil` if they do not start with it. A percent-encoded octet
    /// matches, except a slash. `prefix` consists of unreserved octets and slashes.
    @inline(__always)
    fileprivate func end(of prefix: Octets) -> Int? {
        var matched = 0
        while matched < prefix.count {
            guard matched < count else { return nil }
            guard self[matched] == prefix[matched] else {
                return self[matched] == UInt8(ascii: "%") ? end(of: prefix, from: matched) : nil
            }
            matched += 1
        }
        return matched
    }

    /// Continues the comparison at `start`, where these octets are percent-encoded.
    private func end(of prefix: Octets, from start: Int) -> Int? {
        var position = start
        for wanted in prefix[start...] {
            guard position < count else { return nil }
            if self[position] == wanted {
                position += 1
            } else {
                // A slash is reserved (RFC 3986 §2.2), so an encoded slash makes a different path.
                guard wanted != UInt8(ascii: "/"), self[position] == UInt8(ascii: "%"), position + 2 < count,
                    PercentEncoding.decode(self[position..<(position + 3)]) == [wanted]
                else { return nil }
                position += 3
            }
        }
        return position
    }
}
