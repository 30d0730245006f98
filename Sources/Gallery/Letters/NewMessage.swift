import Cairn

/// A message was written.
struct SendMessage: Action {
    var recipient: Friend.ID
    var text = ""
}

enum NewMessageRoute: Route {
    case recipients, composer(Friend.ID)

    /// A recipient's number says enough: `~compose/=7`.
    var segment: Segment {
        switch self {
        case .recipients: "recipients"
        case .composer(let id): Segment(String(id))
        }
    }

    init?(segment: Segment) {
        if segment == "recipients" {
            self = .recipients
        } else if segment.words.count == 1, let word = segment.words[0], let id = Friend.ID(word), String(id) == word {
            self = .composer(id)
        } else {
            return nil
        }
    }
}

/// A new message: the friend list in another context, where choosing means writing to (seed 000).
final class NewMessageNavigation: NavigationController<NewMessageRoute> {
    let post: PostOffice

    /// - Parameter recipient: who is written to, if that is known already.
    init(post: PostOffice, recipient: Friend.ID? = nil) {
        self.post = post
        super.init(root: recipient.map { .composer($0) } ?? .recipients)
    }

    override class var actions: [Handler] { [.on(select), .on(send)] }

    func select(_ action: SelectFriend) { setRoutes([.composer(action.friend)]) }

    func send(_ action: SendMessage) async throws {
        let person = try required((any Account).self).person ?? ""
        try post.deliver(action.text, from: person, to: try Friend.named(action.recipient))
        try await send(MessageSent())
    }

    override func destination(for route: NewMessageRoute) throws -> ViewController {
        switch route {
        case .recipients: FriendList(Friend.all).titled("Select Recipient")
        case .composer(let id): Composer(recipient: try Friend.named(id)).titled("New Message")
        }
    }
}

/// Writes a message to one friend.
final class Composer: ViewController {
    let recipient: Friend

    init(recipient: Friend) {
        self.recipient = recipient
        super.init()
    }

    @ViewBuilder override var view: any View {
        Text("To \(recipient.name)")
        TextEditor("Message", name: "text", isRequired: true, maximumLength: 500)
        Button("Send", role: .primary, action: SendMessage(recipient: recipient.id))
    }
}
