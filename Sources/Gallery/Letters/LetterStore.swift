import Cairn

/// The stored letters and each person's mailbox.
///
/// A new person's welcome letters are not stored: they are generated on each read, until the person changes one of them
/// or writes a letter. So signing in uses no space and evicts no other letters.
struct LetterStore: SharedState {
    enum Event: Codable, Sendable {
        case delivered(Message)
        case read(String, from: String)
        case markedUnread(String, from: String)
        case deleted(String, with: String)
        /// Earlier releases wrote a letter in its state instead of the events that led to it.
        case kept(Message)
        /// A person has deleted the letters of a conversation up to a number, and restored those after it.
        case clearedUpTo(Int, person: String, with: String)
    }

    struct Checkpoint: Codable, Sendable {
        struct Deletion: Codable, Sendable {
            var person: String
            var other: String
            /// The number up to which the letters are deleted.
            var number: Int
        }

        /// The letters by their numbers; the last one is always among them.
        var letters: [Message]
        var deletions: [Deletion]
    }

    /// The letters of one person; it exists while at least one of them is stored.
    private struct Mailbox {
        /// The numbers of the letters that the person sent or received, the oldest first.
        var numbers: [Int] = []
        /// For each correspondent, the number up to which the letters are deleted.
        var deleted: [String: Int] = [:]
        /// The number of letters that the person has neither read nor deleted.
        var unread = 0
    }

    private var letters: [Int: Message] = [:]
    private var mailboxes: [String: Mailbox] = [:]
    private var lastNumber = 0
    /// The smallest letter number that can still be stored.
    private var firstNumber = 1
    private let capacity: Int
    private let capacityForOne: Int

    init(capacity: Int, capacityForOne: Int) {
        self.capacity = capacity
        self.capacityForOne = capacityForOne
    }

    mutating func apply(_ event: Event) {
        switch event {
        case .delivered(let message): add(message)
        case .read(let person, let other): markRead(person, other)
        case .markedUnread(let person, let other): markUnread(person, other)
        case .deleted(let person, let other): delete(person, other)
        case .kept(let message): put(message, as: message.number)
        case .clearedUpTo(let number, let person, let other):
            mailboxes[person]?.deleted[other] = number
            recount(person)
        }
    }

    func topics(changedBy event: Event) -> [Topic] {
        switch event {
        case .delivered(let message), .kept(let message): message.people.map(Topic.letters)
        case .read(let person, _), .markedUnread(let person, _), .deleted(let person, _): [.letters(of: person)]
        case .clearedUpTo(_, let person, _): [.letters(of: person)]
        }
    }

    // MARK: - The checkpoint

    var checkpoint: Checkpoint {
        Checkpoint(
            letters: letters.values.sorted { $0.number < $1.number },
            deletions: mailboxes.flatMap { person, mailbox in
                mailbox.deleted.map { Checkpoint.Deletion(person: person, other: $0.key, number: $0.value) }
            })
    }

    mutating func restore(_ checkpoint: Checkpoint) {
        self = LetterStore(capacity: capacity, capacityForOne: capacityForOne)
        for message in checkpoint.letters { put(message, as: message.number) }
        for deletion in checkpoint.deletions { mailboxes[deletion.person]?.deleted[deletion.other] = deletion.number }
        for person in mailboxes.keys { recount(person) }
    }

    // MARK: - Changing letters

    /// Stores `message`. Removes the sender's oldest letters first if the sender has reached their limit, and then the
    /// oldest letters of all people above `capacity`.
    private mutating func add(_ message: Message) {
        open(message.sender)
        while let mailbox = mailboxes[message.sender], mailbox.numbers.count >= capacityForOne,
            let oldest = mailbox.numbers.first
        { remove(oldest) }
        keep(message)
        while letters.count > capacity, firstNumber < lastNumber {
            remove(firstNumber)
            firstNumber += 1
        }
    }

    /// Stores the person's welcome letters on their first change.
    private mutating func open(_ person: String) {
        guard mailboxes[person] == nil else { return }
        for message in Self.welcome(person) { keep(message) }
    }

    private mutating func keep(_ message: Message) { put(message, as: lastNumber + 1) }

    private mutating func put(_ message: Message, as number: Int) {
        // Numbers must increase: skip a letter that breaks this order in a file.
        guard number > lastNumber else { return }
        if letters.isEmpty { firstNumber = number }
        lastNumber = number
        letters[number] = message
        letters[number]?.number = number
        for person in message.people { mailboxes[person, default: Mailbox()].numbers.append(number) }
        if message.isUnread { mailboxes[message.recipient]?.unread += 1 }
    }

    private mutating func remove(_ number: Int) {
        guard let message = letters.removeValue(forKey: number) else { return }
        if message.isUnread, number > mailboxes[message.recipient]?.deleted[message.sender] ?? 0 {
            mailboxes[message.recipient]?.unread -= 1
        }
        for person in message.people {
            if let place = mailboxes[person]?.numbers.firstIndex(of: number) {
                mailboxes[person]?.numbers.remove(at: place)
            }
            if mailboxes[person]?.numbers.isEmpty ?? false { mailboxes[person] = nil }
        }
    }

    private static func welcome(_ person: String) -> [Message] {
        Friend.all.prefix(3).filter { $0.name != person }.map {
            Message(sender: $0.name, recipient: person, text: $0.greeting)
        }
    }

    // MARK: - Reading letters

    /// The number up to which a person has deleted the letters of a conversation; 0 if none are deleted.
    func deletedUpTo(_ person: String, with other: String) -> Int { mailboxes[person]?.deleted[other] ?? 0 }

    /// True if an earlier attempt has stored the letter, which is then among the sender's newest.
    func hasLetter(like message: Message) -> Bool {
        guard let key = message.key, let mailbox = mailboxes[message.sender] else { return false }
        return mailbox.numbers.suffix(50).contains { letters[$0]?.key == key }
    }

    /// The letters that `person` sent or received and has not deleted, the oldest first.
    func messages(of person: String) -> [Message] {
        guard let mailbox = mailboxes[person] else { return Self.welcome(person) }
        return mailbox.numbers.compactMap { letters[$0] }
            .filter { $0.number > mailbox.deleted[$0.other(than: person)] ?? 0 }
    }

    func hasUnread(_ person: String, from other: String) -> Bool {
        messages(of: person).contains { $0.isUnread(by: person, from: other) }
    }

    private mutating func markRead(_ person: String, _ other: String) {
        guard hasUnread(person, from: other) else { return }
        open(person)
        for message in messages(of: person) where message.isUnread(by: person, from: other) {
            letters[message.number]?.isUnread = false
        }
        recount(person)
    }

    /// The newest letter from `other`, if `person` has read it.
    func newestRead(_ person: String, from other: String) -> Message? {
        let newest = messages(of: person).last { $0.recipient == person && $0.sender == other }
        return newest.flatMap { $0.isUnread ? nil : $0 }
    }

    /// Marks the newest letter from `other` as unread.
    private mutating func markUnread(_ person: String, _ other: String) {
        guard let newest = newestRead(person, from: other) else { return }
        letters[newest.number]?.isUnread = true
        recount(person)
    }

    func hasConversation(_ person: String, with other: String) -> Bool {
        messages(of: person).contains { $0.other(than: person) == other }
    }

    private mutating func delete(_ person: String, _ other: String) {
        guard hasConversation(person, with: other) else { return }
        open(person)
        mailboxes[person]?.deleted[other] = lastNumber
        recount(person)
    }

    // MARK: - Counting unread letters

    /// The number of letters that `person` has neither read nor deleted.
    func unreadCount(of person: String) -> Int {
        mailboxes[person]?.unread ?? Friend.all.prefix(3).count { $0.name != person }
    }

    private mutating func recount(_ person: String) {
        let unread = messages(of: person).count { $0.isUnread && $0.recipient == person }
        mailboxes[person]?.unread = unread
    }
}

extension Topic {
    /// The letters that a person has sent and received.
    static func letters(of person: String) -> Topic { Topic("letters", person) }
}

extension Message {
    /// The sender and the recipient, without duplicates.
    fileprivate var people: [String] { sender == recipient ? [sender] : [sender, recipient] }

    /// The correspondent of `person` in this letter.
    func other(than person: String) -> String { sender == person ? recipient : sender }

    fileprivate func isUnread(by person: String, from other: String) -> Bool {
        isUnread && recipient == person && sender == other
    }
}
