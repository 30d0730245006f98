import Cairn

/// One message.
struct Message: Codable, Sendable {
    var sender: String
    var recipient: String
    var text: String
    var attachment: Attachment?
    /// Grows with every message delivered.
    var number = 0
    /// Whether its recipient has still to read it.
    var isUnread = true
}

/// All messages of all visitors, shared by their sessions. It keeps the newest ones, of all and of each person.
final class PostOffice: Sendable {
    private let store: Shared<LetterStore>

    /// Keeps the messages in memory only.
    ///
    /// - Parameters:
    ///   - capacity: the most messages that are kept.
    ///   - capacityForOne: the most that one person has: who writes more loses their own oldest ones first.
    init(capacity: Int = 5_000, capacityForOne: Int = 250) {
        store = Shared(LetterStore(capacity: capacity, capacityForOne: capacityForOne))
    }

    /// Keeps them in a folder.
    ///
    /// - Throws: ``FileError``.
    init(capacity: Int = 5_000, capacityForOne: Int = 250, in folder: SharedFolder) throws {
        let letters = LetterStore(capacity: capacity, capacityForOne: capacityForOne)
        store = try Shared(letters, as: "letters", in: folder)
    }

    /// What one person and another wrote, seen from the first.
    struct ConversationSummary: Sendable {
        var other: String
        var latest: Message
        var unread = 0
    }

    func deliver(
        _ text: String, with attachment: Attachment? = nil, from sender: String, to friend: Friend
    ) async throws {
        guard friend.hasRoom else { throw MailboxFull(friend: friend) }
        let message = Message(sender: sender, recipient: friend.name, text: text, attachment: attachment)
        try await store.change { _ in [.delivered(message)] }
    }

    func conversations(of person: String) -> [ConversationSummary] {
        var places: [String: Int] = [:]
        var conversations: [ConversationSummary] = []
        for message in store.read({ $0.messages(of: person) }).reversed() {
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

    /// The oldest first.
    func messages(between person: String, and other: String) -> [Message] {
        store.read { $0.messages(of: person) }.filter { $0.other(than: person) == other }
    }

    /// How many letters `person` has not read yet, now and from now on.
    func unreadCount(of person: String) -> UnreadCount { store.read { $0.unreadCount(of: person) } }

    func markRead(conversationOf person: String, with other: String) async throws {
        try await store.change { $0.hasUnread(person, from: other) ? [.read(person, from: other)] : [] }
    }

    /// The newest letter of `other` counts as not read.
    func markUnread(conversationOf person: String, with other: String) async throws {
        try await store.change {
            $0.newestRead(person, from: other) == nil ? [] : [.markedUnread(person, from: other)]
        }
    }

    func delete(conversationOf person: String, with other: String) async throws {
        try await store.change { $0.hasConversation(person, with: other) ? [.deleted(person, with: other)] : [] }
    }
}

/// A message that came back.
struct MailboxFull: PresentableError {
    let friend: Friend

    var alert: Alert {
        Alert(
            title: "Your letter came back",
            message: "The mailbox of \(friend.name) is full. Nothing was sent; please try another day.")
    }
}
