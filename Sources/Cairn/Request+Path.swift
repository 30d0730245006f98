import HTTPProtocol
import NavigationKit

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
