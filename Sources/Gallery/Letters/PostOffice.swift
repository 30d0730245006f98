import Cairn
import Synchronization

/// One message.
struct Message: Sendable {
    var sender: String
    var recipient: String
    var text: String
    /// Grows with every message delivered.
    var number: Int
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
    private let capacity: Int

    /// - Parameter capacity: the most messages that are kept.
    init(capacity: Int = 5_000) { self.capacity = capacity }

    /// What one person and another wrote, seen from the first.
    struct ConversationSummary: Sendable {
        var other: String
        var latest: Message
    }

    func deliver(_ text: String, from sender: String, to friend: Friend) throws {
        guard friend.hasRoom else { throw MailboxFull(friend: friend) }
        store.withLock { Self.add(text, from: sender, to: friend.name, to: &$0, capacity) }
    }

    private static func add(
        _ text: String, from sender: String, to recipient: String, to store: inout Store, _ capacity: Int
    ) {
        store.lastNumber += 1
        store.messages.append(Message(sender: sender, recipient: recipient, text: text, number: store.lastNumber))
        // In blocks, so that a full store does not move all messages for each new one.
        if store.messages.count > capacity + capacity / 4 {
            store.messages.removeFirst(store.messages.count - capacity)
        }
    }

    /// A newcomer finds a few letters waiting.
    func welcome(_ person: String) {
        store.withLock { store in
            guard store.welcomed.count < capacity, store.welcomed.insert(person).inserted else { return }
            for friend in Friend.all.prefix(3) where friend.name != person {
                Self.add(friend.greeting, from: friend.name, to: person, to: &store, capacity)
            }
        }
    }

    func conversations(of person: String) -> [ConversationSummary] {
        store.withLock { store in
            var others: Set<String> = []
            var conversations: [ConversationSummary] = []
            for message in store.messages.reversed() {
                guard let other = Self.other(in: message, than: person) else { continue }
                guard message.number > store.deleted[Pair(person: person, other: other)] ?? 0 else { continue }
                if others.insert(other).inserted {
                    conversations.append(ConversationSummary(other: other, latest: message))
                }
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

    func delete(conversationOf person: String, with other: String) {
        store.withLock { $0.deleted[Pair(person: person, other: other)] = $0.lastNumber }
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
