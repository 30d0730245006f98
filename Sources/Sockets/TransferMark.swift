/// A snapshot of the bytes that a peer has not acknowledged, and the minimum progress per period.
///
/// The minimum rate grows with the bytes held in this process: all of them must be sent within ten periods. With the
/// server's period of 30 s, 1 MiB needs 28 kbit/s and a page of 100 KB needs 3 kbit/s.
public struct TransferMark: Sendable, Equatable {
    private let untaken: Int
    private let leastProgress: Int

    private static let periods = 10
    /// The lower limit of the minimum progress, in octets per period.
    private static let leastProgress = 4_096

    /// - Parameters:
    ///   - untaken: the octets that the peer has not acknowledged, including those in the kernel's buffer.
    ///   - unsent: the octets of them that are not in the kernel's buffer yet.
    init(untaken: Int, unsent: Int) {
        self.untaken = untaken
        leastProgress = max(Self.leastProgress, unsent / Self.periods)
    }

    private init(untaken: Int, leastProgress: Int) {
        self.untaken = untaken
        self.leastProgress = leastProgress
    }

    /// Returns the snapshot for the next period, or `nil` if the peer was too slow in this one.
    func next(untaken: Int) -> TransferMark? {
        guard untaken <= self.untaken - leastProgress else { return nil }
        return TransferMark(untaken: untaken, leastProgress: leastProgress)
    }

    /// Returns the snapshot for the next period, or `nil` if the connection's peer was too slow in this one.
    public func next(for connection: Connection) -> TransferMark? { next(untaken: connection.untakenByteCount) }
}

extension Connection {
    /// A snapshot of the bytes that the peer has not acknowledged now.
    public var transferMark: TransferMark { TransferMark(untaken: untakenByteCount, unsent: unsentByteCount) }
}
