import Cairn

/// Sends the composed message to a friend.
struct SendMessage: Action {
    var recipient: Friend.ID
    var text = ""
}
/// Opens the screens that attach a file.
struct AttachFile: Action {}
struct RemoveAttachment: Action {}

enum NewMessageRoute: Route {
    case recipients, composer(Friend.ID), attachment

    var transition: Transition {
        switch self {
        case .recipients, .composer: .push
        case .attachment: .modal
        }
    }

    /// Encodes only the recipient's number: `~compose/=7`.
    var segment: Segment {
        switch self {
        case .recipients: "recipients"
        case .composer(let id): Segment(String(id))
        case .attachment: "attachment"
        }
    }

    init?(segment: Segment) {
        switch segment {
        case "recipients": self = .recipients
        case "attachment": self = .attachment
        default:
            guard segment.words.count == 1, let word = segment.words[0], let id = Friend.ID(word), String(id) == word
            else { return nil }
            self = .composer(id)
        }
    }
}

/// A new message. It reuses the friend list, where selecting a friend chooses the recipient.
final class NewMessageNavigation: NavigationController<NewMessageRoute>, ComposerDataSource {
    let post: PostOffice
    @Saved var attachment: Attachment?

    /// - Parameter recipient: the recipient, or `nil` to choose one first.
    init(post: PostOffice, recipient: Friend.ID? = nil) {
        self.post = post
        super.init(root: recipient.map { .composer($0) } ?? .recipients)
    }

    override class var actions: [Handler] {
        [.on(select), .on(send), .on(attach), .on(finish), .on(leaveOut), .on(remove)]
    }

    func select(_ action: SelectFriend) { setRoutes([.composer(action.friend)]) }

    func send(_ action: SendMessage) async throws {
        let person = try required((any Account).self).person ?? ""
        let recipient = try Friend.named(action.recipient)
        try await post.deliver(action.text, with: attachment, from: person, to: recipient, key: idempotencyKey)
        flash("Your letter to \(recipient.name) is on its way.")
        try await send(MessageSent())
    }

    func attach(_ action: AttachFile) { show(.attachment) }
    func leaveOut(_ action: LeaveFileOut) { dismiss() }
    func remove(_ action: RemoveAttachment) { attachment = nil }

    func finish(_ action: AttachmentReady) {
        attachment = action.attachment
        dismiss()
    }

    /// An attached file is unsaved work, so leaving asks for confirmation, like for a draft.
    override var isModalInPresentation: Bool { attachment != nil }

    override func destination(for route: NewMessageRoute) throws -> ViewController {
        switch route {
        case .recipients: FriendList(Friend.all).titled("Select Recipient")
        case .composer(let id): Composer(recipient: try Friend.named(id)).titled("New Message")
        case .attachment: AttachmentNavigation()
        }
    }
}

/// The attachment that the composer shows. The composer finds it through the responder chain.
protocol ComposerDataSource: AnyObject {
    var attachment: Attachment? { get }
}

/// The form for a message to one friend. Leaving it with a draft asks for confirmation.
final class Composer: ViewController {
    let recipient: Friend
    @Saved var hasComeBack = false

    init(recipient: Friend) {
        self.recipient = recipient
        super.init()
    }

    override var isModalInPresentation: Bool { hasDraft }

    /// Records the return of the letter if the mailbox is full, and passes every error up the chain to the window.
    override func handle(_ error: any Error) {
        if error is MailboxFull { hasComeBack = true }
        super.handle(error)
    }

    @ViewBuilder override var view: any View {
        let attachment = nearest((any ComposerDataSource).self)?.attachment
        Text("To \(recipient.name)")
        if hasComeBack { Text("It came back once, and is still here to be sent another day.", style: .secondary) }
        TextEditor("Message", name: "text", isRequired: true, maximumLength: 500, showsLength: true)
        if let attachment {
            List("Attachment") {
                Row(
                    attachment.caption, subtitle: attachment.summary,
                    secondary: Button("Remove", role: .destructive, action: RemoveAttachment())
                )
                .icon(.paperclip)
            }
        }
        Button("Send", icon: .paperPlane, role: .primary, action: SendMessage(recipient: recipient.id))
        if attachment == nil { Button("Attach a file", icon: .paperclip, action: AttachFile()) }
    }
}
