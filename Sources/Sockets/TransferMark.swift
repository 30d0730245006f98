/// The octets that a peer had not taken at one moment, and how many it must take in each period.
///
/// The rate grows with what is held for the peer in this process: all of that has to be gone after ten periods, however
/// much it is. In the server's 30 s, 1 MiB takes 28 kbit/s and a page of 100 KB takes 3 kbit/s.
public struct TransferMark: Sendable, Equatable {
    private let untaken: Int
    private let leastProgress: Int

    private static let periods = 10
    /// Octets in a period, however little is held.
    private static let leastProgress = 4_096

    /// - Parameters:
    ///   - untaken: the octets that the peer has not taken, the kernel's included.
    ///   - unsent: those of them that the kernel has not taken either.
    init(untaken: Int, unsent: Int) {
        self.untaken = untaken
        leastProgress = max(Self.leastProgress, unsent / Self.periods)
    }

    private init(untaken: Int, leastProgress: Int) {
        self.untaken = untaken
        self.leastProgress = leastProgress
    }

    /// The mark for the next period; `nil` if the peer was too slow in this one.
    func next(untaken: Int) -> TransferMark? {
        guard untaken <= self.untaken - leastProgress else { return nil }
        return TransferMark(untaken: untaken, leastProgress: leastProgress)
    }

    /// The mark for the next period; `nil` if the connection's peer was too slow in this one.
    public func next(for connection: Connection) -> TransferMark? { next(untaken: connection.untakenByteCount) }
}

extension Connection {
    /// A mark of what the peer has not taken now.
    public var transferMark: TransferMark { TransferMark(untaken: untakenByteCount, unsent: unsentByteCount) }
}
