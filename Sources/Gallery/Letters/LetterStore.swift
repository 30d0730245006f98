/// The letters that are kept, and what each person has of them.
///
/// A newcomer's letters of welcome are not kept: they are made up whenever somebody asks, until the newcomer changes
/// one of them or writes. So coming in takes no room, and drives out nobody's letters.
struct LetterStore: EventSourced {
    enum Event: Codable, Sendable {
        case delivered(Message)
        case read(String, from: String)
        case markedUnread(String, from: String)
        case deleted(String, with: String)
        /// A letter as it was when the file was written anew.
        case kept(Message)
        /// Up to which letter a person had deleted a conversation by then.
        case clearedUpTo(Int, person: String, with: String)
    }

    /// What one person has, for as long as one of their letters is kept.
    private struct Mailbox {
        /// The numbers of the letters that the person sent or got, the oldest first.
        var numbers: [Int] = []
        /// Up to which letter the person has deleted a conversation.
        var deleted: [String: Int] = [:]
    }

    private struct Counter {
        weak var count: UnreadCount?
    }

    private var letters: [Int: Message] = [:]
    private var mailboxes: [String: Mailbox] = [:]
    /// Only of those who are being told; for everybody else letters are counted when somebody asks.
    private var counters: [String: Counter] = [:]
    private var mostCounters = 64
    private var lastNumber = 0
    /// No letter before it is kept.
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
        case .clearedUpTo(let number, let person, let other): mailboxes[person]?.deleted[other] = number
        }
    }

    var history: [Event] {
        letters.values.sorted { $0.number < $1.number }.map { .kept($0) }
            + mailboxes.flatMap { person, mailbox in
                mailbox.deleted.map { .clearedUpTo($0.value, person: person, with: $0.key) }
            }
    }

    // MARK: - Letters come and go

    /// Keeps `message`, in place of its sender's oldest letter if they have as many as one may have.
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

    /// From now on the letters of welcome are kept as all others are.
    private mutating func open(_ person: String) {
        guard mailboxes[person] == nil else { return }
        for message in Self.welcome(person) { keep(message) }
    }

    private mutating func keep(_ message: Message) { put(message, as: lastNumber + 1) }

    private mutating func put(_ message: Message, as number: Int) {
        // Numbers grow; those of a file that says otherwise are left out.
        guard number > lastNumber else { return }
        if letters.isEmpty { firstNumber = number }
        lastNumber = number
        letters[number] = message
        letters[number]?.number = number
        for person in message.people { mailboxes[person, default: Mailbox()].numbers.append(number) }
        recount(message.recipient)
    }

    private mutating func remove(_ number: Int) {
        guard let message = letters.removeValue(forKey: number) else { return }
        for person in message.people {
            if let place = mailboxes[person]?.numbers.firstIndex(of: number) {
                mailboxes[person]?.numbers.remove(at: place)
            }
            if mailboxes[person]?.numbers.isEmpty ?? false { mailboxes[person] = nil }
            recount(person)
        }
    }

    private static func welcome(_ person: String) -> [Message] {
        Friend.all.prefix(3).filter { $0.name != person }.map {
            Message(sender: $0.name, recipient: person, text: $0.greeting)
        }
    }

    // MARK: - Letters are read

    /// What `person` sent and got and has not deleted, the oldest first.
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

    /// The newest letter of `other`, if it was read.
    func newestRead(_ person: String, from other: String) -> Message? {
        let newest = messages(of: person).last { $0.recipient == person && $0.sender == other }
        return newest.flatMap { $0.isUnread ? nil : $0 }
    }

    /// The newest letter of `other` counts as not read.
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

    // MARK: - Letters are counted

    /// How many letters `person` has not read yet, for as long as somebody holds it.
    mutating func unreadCount(of person: String) -> UnreadCount {
        if let count = counters[person]?.count { return count }
        let count = UnreadCount()
        if counters.count >= mostCounters {
            counters = counters.filter { $0.value.count != nil }
            mostCounters = 2 * counters.count + 64
        }
        counters[person] = Counter(count: count)
        recount(person)
        return count
    }

    private func recount(_ person: String) {
        guard let count = counters[person]?.count else { return }
        count.value = messages(of: person).count { $0.isUnread && $0.recipient == person }
    }
}

extension Message {
    /// Who wrote it and who got it, each once.
    fileprivate var people: [String] { sender == recipient ? [sender] : [sender, recipient] }

    /// Whom `person` wrote it to, or got it from.
    func other(than person: String) -> String { sender == person ? recipient : sender }

    fileprivate func isUnread(by person: String, from other: String) -> Bool {
        isUnread && recipient == person && sender == other
    }
}
