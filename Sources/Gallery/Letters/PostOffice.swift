import Cairn

/// A letter from one person to another.
struct Message: Codable, Sendable {
    var sender: String
    var recipient: String
    var text: String
    var attachment: Attachment?
    /// Increases with every stored message; 0 for a message that is not stored.
    var number = 0
    /// True until the recipient reads the message, and again after marking it as unread.
    var isUnread = true
    /// The time of sending in seconds since the beginning of 1970; `nil` for a greeting, and for a letter of an earlier
    /// release.
    var sent: Int?
    /// Equal for all attempts to send it, also at another node; `nil` if it is not known.
    var key: String?
}

extension Message {
    /// The time of sending in words, if it is known.
    ///
    /// - Parameter now: the current time, since the beginning of 1970.
    func time(at now: Duration) -> RelativeTime? { sent.map { RelativeTime(.seconds($0), now: now) } }
}

/// All messages of all visitors, shared by their sessions on all nodes. Only the newest ones are kept, in total and for each sender.
final class PostOffice: Sendable {
    let log: SharedLog<LetterStore>
    /// Returns the time since the beginning of 1970.
    let clock: @Sendable () -> Duration

    /// - Parameters:
    ///   - capacity: the maximum number of messages.
    ///   - capacityForOne: the maximum number that a sender has sent or received; sending more removes the oldest.
    ///   - clock: returns the time since the beginning of 1970.
    init(
        capacity: Int = 4_000, capacityForOne: Int = 250,
        clock: @escaping @Sendable () -> Duration = { Today.now }
    ) {
        self.clock = clock
        log = SharedLog("letters", LetterStore(capacity: capacity, capacityForOne: capacityForOne))
    }

    /// A conversation as one of its two people sees it.
    struct ConversationSummary: Sendable {
        var other: String
        var latest: Message
        var unread = 0
    }

    /// Stores a letter, unless an earlier attempt has.
    ///
    /// - Parameter key: the idempotency key of the attempts: a node can end after the letter is stored and before the
    ///   visitor gets an answer.
    func deliver(
        _ text: String, with attachment: Attachment? = nil, from sender: String, to friend: Friend, key: String? = nil
    ) async throws {
        guard friend.hasRoom else { throw MailboxFull(friend: friend) }
        let message = Message(
            sender: sender, recipient: friend.name, text: text, attachment: attachment,
            sent: Int(clock().components.seconds), key: key)
        try await log.update { $0.hasLetter(like: message) ? [] : [.delivered(message)] }
    }

    func conversations(of person: String) -> [ConversationSummary] {
        var places: [String: Int] = [:]
        var conversations: [ConversationSummary] = []
        for message in messages(of: person).reversed() {
            let other = message.other(than: person)
            let place = places[other] ?? conversations.count
            if place == conversations.count {
                places[other] = place
                conversations.append(ConversationSummary(other: other, latest: message))
            }
            if message.isUnread, message.recipient == person { conversations[place].unread += 1 }
        }
        return conversations
    }

    /// The letters that `person` sent or received and has not deleted, the oldest first.
    func messages(of person: String) -> [Message] { log.read { $0.messages(of: person) } }

    /// The letters between two people, the oldest first.
    func messages(between person: String, and other: String) -> [Message] {
        messages(of: person).filter { $0.other(than: person) == other }
    }

    /// The number of letters that `person` has neither read nor deleted.
    func unreadCount(of person: String) -> Int { log.read { $0.unreadCount(of: person) } }

    func markRead(conversationOf person: String, with other: String) async throws {
        try await log.update { $0.hasUnread(person, from: other) ? [.read(person, from: other)] : [] }
    }

    /// Marks the newest letter from `other` as unread.
    func markUnread(conversationOf person: String, with other: String) async throws {
        try await log.update {
            $0.newestRead(person, from: other) == nil ? [] : [.markedUnread(person, from: other)]
        }
    }

    /// Deletes the letters of a conversation so far.
    ///
    /// - Returns: the number up to which they were deleted before, for ``restore(conversationOf:with:upTo:)``.
    @discardableResult
    func delete(conversationOf person: String, with other: String) async throws -> Int {
        let before = log.read { $0.deletedUpTo(person, with: other) }
        try await log.update { $0.hasConversation(person, with: other) ? [.deleted(person, with: other)] : [] }
        return before
    }

    /// Restores the letters of a conversation that have a greater number.
    func restore(conversationOf person: String, with other: String, upTo number: Int) async throws {
        try await log.update {
            $0.deletedUpTo(person, with: other) > number ? [.clearedUpTo(number, person: person, with: other)] : []
        }
    }
}

/// The recipient's mailbox is full, so the message was returned.
struct MailboxFull: PresentableError {
    let friend: Friend

    var alert: Alert {
        Alert(
            title: "Your letter came back",
            message: "The mailbox of \(friend.name) is full. Nothing was sent; please try another day.")
    }
}
