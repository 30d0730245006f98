import NavigationKit
import Synchronization

/// A submitted form whose location a guard refuses, kept until the visitor has logged in.
///
/// Kept in memory only: a value can be a password, and the password fields are unknown until the form is built.
struct WaitingDraft: Sendable {
    let location: Location
    let submission: FormSubmission
    /// The hash of the user whose page contained the form; `nil` if that page had no user: then the next user who logs
    /// in can get the draft.
    private(set) var userFingerprint: String?
    private let room: DraftRoom.Taken

    /// The maximum size of the field names and values with their overhead, in bytes; enough for a long letter.
    private static let maxBytes = 32_768
    /// The overhead of a value in bytes, in addition to those of its name and text.
    private static let bytesPerValue = 64

    /// Returns `nil` if all values are blank, if they are too long, or if `room` is full.
    init?(_ submission: FormSubmission, at location: Location, in room: DraftRoom, of userFingerprint: String?) {
        guard submission.values.contains(where: { $0.text.utf8.contains { $0 > UInt8(ascii: " ") } }) else {
            return nil
        }
        let bytes = submission.values.reduce(0) { $0 + Self.bytesPerValue + $1.name.utf8.count + $1.text.utf8.count }
        guard bytes <= Self.maxBytes, let taken = room.take(bytes) else { return nil }
        (self.location, self.submission, self.userFingerprint, self.room) = (
            location, submission, userFingerprint, taken
        )
    }

    /// The part of a waiting draft that a page has fields for.
    enum Part {
        /// The page does not show the form, or the form has none of the fields.
        case none
        case draft(Draft)
        /// The page shows the form, but could not be loaded.
        case unknown
    }

    /// The same draft for this user only, unless it is another user's already.
    func bound(to userFingerprint: String?) -> WaitingDraft {
        var draft = self
        draft.userFingerprint = self.userFingerprint ?? userFingerprint
        return draft
    }

    /// Returns true if the user with this hash can have the draft.
    func isFor(_ userFingerprint: String?) -> Bool {
        self.userFingerprint == nil || self.userFingerprint == userFingerprint
    }
}

/// Limits the memory of all waiting drafts of an app, which visitors can create without a login.
final class DraftRoom: Sendable {
    /// A reserved part of the memory, released when the last reference to it is dropped.
    final class Taken: Sendable {
        private let room: DraftRoom
        private let bytes: Int

        fileprivate init(_ room: DraftRoom, _ bytes: Int) { (self.room, self.bytes) = (room, bytes) }

        deinit { room.taken.wrappingSubtract(bytes, ordering: .relaxed) }
    }

    private let limit: Int
    private let taken = Atomic<Int>(0)

    /// - Parameter limit: the maximum size, in bytes; 32 MiB by default.
    init(limit: Int = 32 << 20) { self.limit = limit }

    fileprivate func take(_ bytes: Int) -> Taken? {
        guard taken.wrappingAdd(bytes, ordering: .relaxed).newValue <= limit else {
            taken.wrappingSubtract(bytes, ordering: .relaxed)
            return nil
        }
        return Taken(self, bytes)
    }
}
