/// The state of a session's file, as far as the next change needs it.
struct FileState: Sendable {
    /// The part of the file that was written completely.
    struct Log: Sendable, Equatable {
        /// How the next change must be written.
        enum Condition: Sendable {
            /// It can be appended.
            case complete
            /// The file must be cut to its length first: an incomplete change follows.
            case torn
            /// The file must be written as a whole: it has an earlier format, or a write failed, and then the system
            /// can have dropped data that a read still returns.
            case needsRewrite
        }

        /// The revision of the last element.
        let revision: Revision
        /// The end of the last element.
        let byteCount: Int
        /// How the next change must be written.
        var condition: Condition
    }

    /// `nil` if the session does not exist. The file can exist even so, if the session's life has ended.
    var log: Log?
    /// The space of the file that is counted in ``StoreSpace``; 0 if there is no file.
    var cost = 0
    /// The network whose share of the space the file uses.
    var network: UInt64?

    static let missing = FileState()
}
