import Cairn

/// Opens a conversation.
struct SelectConversation: Action { var with: String }
/// Starts a new message, whose first screen asks for the recipient.
struct ComposeMessage: Action {}
/// Removes a conversation from the visitor's own list.
struct DeleteConversation: Action { var with: String }
/// Undoes a deletion: restores the letters after the number up to which they were deleted before.
struct RestoreConversation: Action {
    var with: String
    var deletedUpTo: Int
}
struct MarkUnread: Action { var with: String }
/// Reports that a message was sent.
struct MessageSent: Action {}

enum MessagesRoute: Route {
    case list, conversation(String), compose, write(Friend.ID)

    var transition: Transition {
        switch self {
        case .list, .conversation: .push
        case .compose, .write: .modal
        }
    }
}

/// The container that shows one conversation beside the list of them.
protocol ConversationShowing: AnyObject {
    /// The other person of the conversation that is shown.
    var shownConversation: String? { get }
    /// Closes the conversation with `other` if it is shown.
    func closeConversation(with other: String)
}

/// The tab of messages: a list of conversations beside the letters of one. New and Reply present a new message, and this
/// container also dismisses it.
final class MessagesNavigation: SplitViewController<MessagesRoute>, ConversationShowing {
    let post: PostOffice

    init(post: PostOffice) {
        self.post = post
        super.init(root: .list)
    }

    override class var actions: [Handler] {
        [.on(select), .on(compose), .on(write), .on(markUnread), .on(restore), .on(sent)]
    }

    func select(_ action: SelectConversation) { show(.conversation(action.with)) }
    func compose(_ action: ComposeMessage) { show(.compose) }
    func write(_ action: WriteTo) { show(.write(action.friend)) }
    func sent(_ action: MessageSent) { dismiss() }

    func markUnread(_ action: MarkUnread) async throws {
        try await post.markUnread(conversationOf: try person, with: action.with)
        closeDetail()
    }

    var shownConversation: String? {
        if case .conversation(let other)? = detailRoute { other } else { nil }
    }

    func closeConversation(with other: String) {
        if shownConversation == other { closeDetail() }
    }

    func restore(_ action: RestoreConversation) async throws {
        try await post.restore(conversationOf: try person, with: action.with, upTo: action.deletedUpTo)
        flash("Your letters with \(action.with) are back.")
    }

    private var person: String { get throws { try required((any Account).self).person ?? "" } }

    override func destination(for route: MessagesRoute) throws -> ViewController {
        switch route {
        case .list:
            let list = MessageList(person: try person, post: post).titled("Messages")
            list.navigationItem.rightBarButtonItems = [BarButtonItem("New", icon: .pencil, action: ComposeMessage())]
            return list
        case .conversation(let other):
            let conversation = Conversation(person: try person, other: other, post: post).titled(other)
            if let friend = Friend.all.first(where: { $0.name == other }) {
                let reply = BarButtonItem("Reply", icon: .pencil, action: WriteTo(friend: friend.id))
                conversation.navigationItem.rightBarButtonItems = [reply]
            }
            return conversation
        case .compose: return NewMessageNavigation(post: post)
        case .write(let id): return NewMessageNavigation(post: post, recipient: id)
        }
    }
}

/// The visitor's conversations, newest first.
final class MessageList: ViewController {
    let person: String
    let post: PostOffice
    @Saved var listing = ListState()
    private var conversations: [PostOffice.ConversationSummary] = []

    init(person: String, post: PostOffice) {
        self.person = person
        self.post = post
        super.init()
    }

    /// Reads the letters once per page, although an action can build the view twice.
    override func load() async throws { conversations = post.conversations(of: person) }

    override class var actions: [Handler] { [.on(show), .on(search)] }

    func show(_ action: ShowPage) { listing.show(action) }
    func search(_ action: Search) { listing.search(action) }

    @ViewBuilder override var view: any View {
        let shown = nearest((any ConversationShowing).self)?.shownConversation
        let found = listing.filter(conversations) { "\($0.other) \($0.latest.text)" }
        let now = post.clock()
        PagedList(
            "Conversations", found, at: listing,
            placeholder: "No letters yet. Choose New to write the first one."
        ) { [person, post] conversation in
            Row(
                conversation.other, subtitle: conversation.latest.text,
                // The mark of an unread row says what the badge of one letter would.
                badge: conversation.unread > 1 ? UnreadBadge.text(for: conversation.unread) : nil,
                action: SelectConversation(with: conversation.other)
            )
            .avatar(conversation.other)
            .selected(conversation.other == shown)
            .unread(conversation.unread > 0)
            .time(conversation.latest.time(at: now))
            .menu { Button("Delete", role: .destructive, action: DeleteConversation(with: conversation.other)) }
            .responder(ConversationCell(person: person, other: conversation.other, post: post))
        }
        .searchable(listing, prompt: "Search conversations")
        Link("Save all letters as CSV", route: "letters.csv", type: "text/csv")
    }
}

/// The responder of a row, which handles actions before any container, like a table cell: it deletes the row's own
/// conversation; when the row is selected, it marks the conversation as read and forwards the action.
final class ConversationCell: ViewResponder {
    let person: String
    let other: String
    let post: PostOffice

    init(person: String, other: String, post: PostOffice) {
        self.person = person
        self.other = other
        self.post = post
        super.init()
    }

    override class var actions: [Handler] { [.on(delete), .on(select)] }

    func delete(_ action: DeleteConversation) async throws {
        let before = try await post.delete(conversationOf: person, with: other)
        flash("Your letters with \(other) are deleted.", undo: RestoreConversation(with: other, deletedUpTo: before))
        nearest((any ConversationShowing).self)?.closeConversation(with: other)
    }

    func select(_ action: SelectConversation) async throws {
        try await post.markRead(conversationOf: person, with: other)
        try await forward(action)
    }
}

/// The letters between two people.
final class Conversation: ViewController {
    let person: String
    let other: String
    let post: PostOffice
    @Saved var listing = ListState()

    init(person: String, other: String, post: PostOffice) {
        self.person = person
        self.other = other
        self.post = post
        super.init()
    }

    override class var actions: [Handler] { [.on(show)] }

    func show(_ action: ShowPage) { listing.show(action) }

    @ViewBuilder override var view: any View {
        let messages = post.messages(between: person, and: other)
        let now = post.clock()
        PagedList(
            "Letters", messages.newestPageFirst(of: Self.lettersOnPage), at: listing, size: Self.lettersOnPage,
            placeholder: "Nothing written yet."
        ) { [person] message in
            Row(message.text, subtitle: message.sender == person ? "You" : message.sender)
                .avatar(message.sender).time(message.time(at: now))
            if let attachment = message.attachment {
                Row(attachment.caption, subtitle: attachment.summary, badge: "Attached").icon(.paperclip)
            }
        }
        if messages.contains(where: { $0.sender == other }) {
            Button("Mark as unread", action: MarkUnread(with: other))
        }
    }

    private static let lettersOnPage = 20
}

extension [Message] {
    /// Reorders the letters for a list with pages of `size`: pages are counted from the end, so the newest page comes
    /// first, and each page starts with its oldest letter.
    func newestPageFirst(of size: Int) -> [Message] {
        stride(from: count, to: 0, by: -size).flatMap { self[Swift.max(0, $0 - size)..<$0] }
    }
}
