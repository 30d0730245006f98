/// A snapshot of the number of bytes that a peer has not acknowledged, and the minimum progress per period.
///
/// The minimum rate grows with the bytes held in this process: all of them must be sent within ten periods. With the
/// server's default period of 30 s, 1 MiB of them needs 28 kbit/s and 100 KB need 3 kbit/s.
package struct TransferMark: Sendable, Equatable {
    private let unacknowledged: Int
    private let minimumProgress: Int

    private static let periods = 10
    /// The lower limit of the minimum progress, in octets per period.
    private static let minimumProgress = 4_096

    /// - Parameters:
    ///   - unacknowledged: the number of octets that the peer has not acknowledged, including those in the kernel's
    ///     buffer.
    ///   - unsent: the number of these octets that are not in the kernel's buffer yet.
    init(unacknowledged: Int, unsent: Int) {
        self.unacknowledged = unacknowledged
        minimumProgress = max(Self.minimumProgress, unsent / Self.periods)
    }

    private init(unacknowledged: Int, minimumProgress: Int) {
        self.unacknowledged = unacknowledged
        self.minimumProgress = minimumProgress
    }

    /// Returns the snapshot for the next period, or `nil` if the peer was too slow in this one.
    func next(unacknowledged: Int) -> TransferMark? {
        guard unacknowledged <= self.unacknowledged - minimumProgress else { return nil }
        return TransferMark(unacknowledged: unacknowledged, minimumProgress: minimumProgress)
    }

    /// Returns the snapshot for the next period, or `nil` if the connection's peer was too slow in this one.
    package func next(for connection: Connection) -> TransferMark? {
        next(unacknowledged: connection.unacknowledgedByteCount)
    }
}

extension Connection {
    /// A snapshot of the number of bytes that the peer has not acknowledged now.
    package var transferMark: TransferMark {
        TransferMark(unacknowledged: unacknowledgedByteCount, unsent: unsentByteCount)
    }
}
