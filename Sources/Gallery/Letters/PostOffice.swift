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
        /// The oldest first; their numbers have no gaps.
        var messages: [Message] = []
        var lastNumber = 0
        /// The numbers of the messages that a person sent or got, in order: nobody else's are looked at.
        var numbers: [String: [Int]] = [:]
        var welcomed: Set<String> = []
        /// Up to which message a person has deleted a conversation.
        var deleted: [Pair: Int] = [:]

        /// The number of the last message that is not kept any more.
        var lastForgotten: Int { lastNumber - messages.count }

        /// Where the messages that `person` sent or got stand, the oldest first.
        func indices(of person: String) -> [Int] { numbers[person, default: []].map { $0 - lastForgotten - 1 } }
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
        for person in message.people { store.numbers[person, default: []].append(store.lastNumber) }
        count(of: message.recipient, isKept: true).add(1)
        // In blocks, so that a full store does not move all messages for each new one.
        guard store.messages.count > capacity + capacity / 4 else { return }
        let surplus = store.messages.count - capacity
        for message in store.messages.prefix(surplus) where message.isUnread { count(of: message.recipient).add(-1) }
        let forgotten = Set(store.messages.prefix(surplus).flatMap(\.people))
        store.messages.removeFirst(surplus)
        let last = store.lastForgotten
        for person in forgotten {
            let kept = store.numbers[person, default: []].drop { $0 <= last }
            store.numbers[person] = kept.isEmpty ? nil : Array(kept)
        }
        store.deleted = store.deleted.filter { $0.value > last }
    }

    // MARK: - Letters are read

    func conversations(of person: String) -> [ConversationSummary] {
        store.withLock { store in
            var places: [String: Int] = [:]
            var conversations: [ConversationSummary] = []
            for index in store.indices(of: person).reversed() {
                let message = store.messages[index]
                let other = message.other(than: person)
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
            return store.indices(of: person).map { store.messages[$0] }
                .filter { $0.number > first && $0.other(than: person) == other }
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
            let newest = store.indices(of: person).last { index in
                let message = store.messages[index]
                return message.recipient == person && message.sender == other && message.number > first
            }
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
        for index in store.indices(of: person) {
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
}

extension Message {
    /// Who wrote it and who got it, each once.
    fileprivate var people: Set<String> { [sender, recipient] }

    fileprivate func other(than person: String) -> String { sender == person ? recipient : sender }
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
