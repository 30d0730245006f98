import Cairn
import Synchronization

/// One message.
struct Message: Sendable {
    var sender: String
    var recipient: String
    var text: String
    var attachment: Attachment?
    /// Grows with every message delivered.
    var number = 0
    /// Whether its recipient has still to read it.
    var isUnread = true
}

/// All messages of all visitors, shared by their sessions. It keeps the newest ones.
final class PostOffice: Sendable {
    private struct Store {
        var messages: [Message] = []
        var lastNumber = 0
        var welcomed: Set<String> = []
        /// Up to which message a person has deleted a conversation.
        var deleted: [Pair: Int] = [:]
    }

    private struct Pair: Hashable {
        var person: String
        var other: String
    }

    private let store = Mutex(Store())
    private let counts = Mutex<[String: UnreadCount]>([:])
    private let capacity: Int

    /// - Parameter capacity: the most messages that are kept.
    init(capacity: Int = 5_000) { self.capacity = capacity }

    /// What one person and another wrote, seen from the first.
    struct ConversationSummary: Sendable {
        var other: String
        var latest: Message
        var unread = 0
    }

    // MARK: - Letters come

    func deliver(_ text: String, with attachment: Attachment? = nil, from sender: String, to friend: Friend) throws {
        guard friend.hasRoom else { throw MailboxFull(friend: friend) }
        let message = Message(sender: sender, recipient: friend.name, text: text, attachment: attachment)
        store.withLock { add(message, to: &$0) }
    }

    /// A newcomer finds a few letters waiting.
    func welcome(_ person: String) {
        store.withLock { store in
            guard store.welcomed.count < capacity, store.welcomed.insert(person).inserted else { return }
            for friend in Friend.all.prefix(3) where friend.name != person {
                add(Message(sender: friend.name, recipient: person, text: friend.greeting), to: &store)
            }
        }
    }

    private func add(_ message: Message, to store: inout Store) {
        store.lastNumber += 1
        store.messages.append(message)
        store.messages[store.messages.count - 1].number = store.lastNumber
        count(of: message.recipient, isKept: true).add(1)
        // In blocks, so that a full store does not move all messages for each new one.
        guard store.messages.count > capacity + capacity / 4 else { return }
        let surplus = store.messages.count - capacity
        for message in store.messages.prefix(surplus) where message.isUnread { count(of: message.recipient).add(-1) }
        store.messages.removeFirst(surplus)
        let oldest = store.lastNumber - store.messages.count
        store.deleted = store.deleted.filter { $0.value > oldest }
    }

    // MARK: - Letters are read

    func conversations(of person: String) -> [ConversationSummary] {
        store.withLock { store in
            var places: [String: Int] = [:]
            var conversations: [ConversationSummary] = []
            for message in store.messages.reversed() {
                guard let other = Self.other(in: message, than: person) else { continue }
                guard message.number > store.deleted[Pair(person: person, other: other)] ?? 0 else { continue }
                let place = places[other] ?? conversations.count
                if place == conversations.count {
                    places[other] = place
                    conversations.append(ConversationSummary(other: other, latest: message))
                }
                if message.isUnread, message.recipient == person { conversations[place].unread += 1 }
            }
            return conversations
        }
    }

    func messages(between person: String, and other: String) -> [Message] {
        store.withLock { store in
            let first = store.deleted[Pair(person: person, other: other)] ?? 0
            return store.messages.filter { $0.number > first && Self.other(in: $0, than: person) == other }
        }
    }

    /// How many letters `person` has not read yet, now and from now on.
    func unreadCount(of person: String) -> UnreadCount { count(of: person) }

    func markRead(conversationOf person: String, with other: String) {
        store.withLock { markRead(person, other, in: &$0) }
    }

    /// The newest letter of `other` counts as not read.
    func markUnread(conversationOf person: String, with other: String) {
        store.withLock { store in
            let first = store.deleted[Pair(person: person, other: other)] ?? 0
            let newest = store.messages.lastIndex { $0.recipient == person && $0.sender == other && $0.number > first }
            guard let newest, !store.messages[newest].isUnread else { return }
            store.messages[newest].isUnread = true
            count(of: person).add(1)
        }
    }

    func delete(conversationOf person: String, with other: String) {
        store.withLock { store in
            markRead(person, other, in: &store)
            store.deleted[Pair(person: person, other: other)] = store.lastNumber
        }
    }

    private func markRead(_ person: String, _ other: String, in store: inout Store) {
        for index in store.messages.indices {
            let message = store.messages[index]
            guard message.isUnread, message.recipient == person, message.sender == other else { continue }
            store.messages[index].isUnread = false
            count(of: person).add(-1)
        }
    }

    /// - Parameter isKept: whether it is of somebody with letters, of whom there are only so many; of everybody else it
    ///   is kept as long as there is room.
    private func count(of person: String, isKept: Bool = false) -> UnreadCount {
        counts.withLock { counts in
            if let count = counts[person] { return count }
            let count = UnreadCount()
            if isKept || counts.count < 2 * capacity { counts[person] = count }
            return count
        }
    }

    private static func other(in message: Message, than person: String) -> String? {
        if message.sender == person { return message.recipient }
        return message.recipient == person ? message.sender : nil
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
