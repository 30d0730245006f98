/// One state of a stored session: the number of changes that led to it, and random bits.
///
/// After a failover a store can have lost its last changes; then the same number is used again for another state. The
/// random bits tell the two apart.
public struct Revision: Hashable, Sendable, CustomStringConvertible {
    /// The number of the change: one more than that of the change before it.
    public let number: UInt64
    /// Random bits.
    public let salt: UInt32

    /// Creates the revision with these parts; a store reads them back from its data.
    public init(number: UInt64, salt: UInt32) {
        self.number = number
        self.salt = salt
    }

    /// Returns a new revision to follow `earlier`, or the first one.
    ///
    /// - Parameter salt: random bits; the default asks the system for them.
    public static func following(_ earlier: Revision?, salt: UInt32 = .random(in: .min ... .max)) -> Revision {
        Revision(number: (earlier?.number ?? 0) &+ 1, salt: salt)
    }

    /// The number and the random bits, for logs: `7-2a51c09e`.
    public var description: String {
        let digits = String(salt, radix: 16)
        return "\(number)-\(String(repeating: "0", count: 8 - digits.count))\(digits)"
    }
}
