import Cairn

/// A conversation was chosen.
struct SelectConversation: Action { var with: String }
/// The visitor wants to write to somebody.
struct ComposeMessage: Action {}
/// A conversation is to be removed from the visitor's own list.
struct DeleteConversation: Action { var with: String }
/// A message is on its way.
struct MessageSent: Action {}

enum MessagesRoute: Route {
    case list, conversation(String), compose

    var transition: Transition {
        switch self {
        case .list, .conversation: .push
        case .compose: .modal
        }
    }
}

/// The tab of messages: New presents the composer, and what it presented it also dismisses.
final class MessagesNavigation: NavigationController<MessagesRoute> {
    let post: PostOffice

    init(post: PostOffice) {
        self.post = post
        super.init(root: .list)
    }

    override class var actions: [Handler] { [.on(select), .on(compose), .on(sent)] }

    func select(_ action: SelectConversation) { show(.conversation(action.with)) }
    func compose(_ action: ComposeMessage) { show(.compose) }
    func sent(_ action: MessageSent) { dismiss() }

    override func destination(for route: MessagesRoute) throws -> ViewController {
        let person = try required((any Account).self).person ?? ""
        switch route {
        case .list:
            let list = MessageList(person: person, post: post).titled("Messages")
            list.navigationItem.rightBarButtonItems = [BarButtonItem("New", action: ComposeMessage())]
            return list
        case .conversation(let other):
            return Conversation(person: person, other: other, post: post).titled(other)
        case .compose: return NewMessageNavigation(post: post)
        }
    }
}

/// The visitor's conversations, newest first.
final class MessageList: ViewController {
    let person: String
    let post: PostOffice

    init(person: String, post: PostOffice) {
        self.person = person
        self.post = post
        super.init()
    }

    @ViewBuilder override var view: any View {
        let conversations = post.conversations(of: person)
        if conversations.isEmpty {
            Text("No letters yet. Choose New to write the first one.", style: .placeholder)
        } else {
            List("Conversations") {
                ForEach(conversations) { conversation in
                    Row(
                        conversation.other, subtitle: conversation.latest.text,
                        action: SelectConversation(with: conversation.other),
                        secondary: Button(
                            "Delete", role: .destructive, action: DeleteConversation(with: conversation.other))
                    )
                    .responder(ConversationCell(person: person, other: conversation.other, post: post))
                }
            }
        }
    }
}

/// A row that deletes its own conversation, as a table cell would; everything else climbs on.
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

    override class var actions: [Handler] { [.on(delete)] }

    func delete(_ action: DeleteConversation) { post.delete(conversationOf: person, with: other) }
}

/// What two people wrote to each other.
final class Conversation: ViewController {
    let person: String
    let other: String
    let post: PostOffice

    init(person: String, other: String, post: PostOffice) {
        self.person = person
        self.other = other
        self.post = post
        super.init()
    }

    @ViewBuilder override var view: any View {
        let messages = post.messages(between: person, and: other)
        if messages.isEmpty {
            Text("Nothing written yet.", style: .placeholder)
        } else {
            List("Letters") {
                ForEach(messages) { Row($0.text, subtitle: $0.sender == person ? "You" : $0.sender) }
            }
        }
    }
}
