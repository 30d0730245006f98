import Digests
import NavigationKit

/// A performed action in a session's log. It lets a repeat be recognized on another node, and after a restart.
struct PerformedRequest: Sendable, Equatable {
    /// The hash of the request with its nonce, see ``ActionRequest/digest``.
    let digest: UInt64
    /// The time of the commit in milliseconds since 1970.
    let time: UInt64
    /// The version that the action led to.
    let version: Int
    /// The container operation of the action.
    let operation: NavigationKit.Operation?
    /// The URL of another site that the action redirected the visitor to.
    let outside: String?

    /// The maximum number that a session keeps.
    static let maxCount = 16

    func isOlder(than nanoseconds: UInt64, at now: UInt64) -> Bool {
        now / 1_000_000 > time && now / 1_000_000 - time > nanoseconds / 1_000_000
    }
}

extension ActionRequest {
    /// A hash of the nonce, the location, the state and the submission, the same in every process; `nil` without a
    /// nonce. It is compared only within one session, so a collision that a visitor constructs affects only that visitor.
    var digest: UInt64? {
        guard let nonce else { return nil }
        var hash: UInt64 = 0
        func add(_ text: String) {
            var text = text
            hash = FastHash.mix(hash ^ hash >> 32 ^ text.withUTF8 { FastHash.hash(UnsafeRawBufferPointer($0)) })
        }
        add(nonce)
        add(location.text)
        if case .version(let number) = at {
            hash = FastHash.mix(hash ^ UInt64(number) ^ UInt64(versionSalt.bits) << 48)
        }
        add(submission.token)
        for value in submission.values {
            add(value.name)
            // Hash the file's content: each copy of the request stores the file under its own token.
            if let file = submission.files[value.text] {
                add(file.name)
                hash = FastHash.mix(hash ^ hash >> 32 ^ file.digest)
            } else {
                add(value.text)
            }
        }
        return hash
    }
}
