import HTTPProtocol
import NavigationKit
import Sessions

extension Request {
    /// Whether the target's path is this one.
    func isAt(_ path: String) -> Bool { withPath(below: path, or: false) { $0.isEmpty } }

    /// The location that the target's path names below `mountPath`; `nil` if it leads elsewhere.
    func location(below mountPath: String) -> Location? {
        withPath(below: mountPath, or: nil) { path in
            guard path.isEmpty || path.first == UInt8(ascii: "/") else { return nil }
            return Location(path.bindMemory(to: UInt8.self))
        }
    }

    /// The number of the version that the query asks for, `at=7`. The first `at` counts; what is none of our numbers asks
    /// for none.
    var stateVersion: Int? {
        target.utf8.span.withUnsafeBytes { target in
            guard var start = target.position(of: UInt8(ascii: "?")) else { return nil }
            while start < target.count {
                let end = target.position(of: UInt8(ascii: "&"), from: start + 1) ?? target.count
                if let value = target[(start + 1)..<end].dropping("at=") {
                    let text = UnsafeRawBufferPointer(rebasing: value).bindMemory(to: UInt8.self)
                    return if case .version(let number)? = Page.Origin(text) { number } else { nil }
                }
                start = end
            }
            return nil
        }
    }

    /// Lends what follows `prefix` in the target's path; `other` stands where it begins otherwise.
    @inline(__always)
    private func withPath<Result>(
        below prefix: String, or other: Result, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        target.utf8.span.withUnsafeBytes { target in
            prefix.utf8.span.withUnsafeBytes { prefix in
                let count = prefix.count
                guard target.count >= count, target[..<count].elementsEqual(prefix) else { return other }
                let end = target.position(of: UInt8(ascii: "?"), from: count) ?? target.count
                return body(UnsafeRawBufferPointer(rebasing: target[count..<end]))
            }
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate func dropping(_ prefix: StaticString) -> Self? {
        let prefix = UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
        return starts(with: prefix) ? dropFirst(prefix.count) : nil
    }
}
