import Cairn

/// The metadata of an attached file. A letter does not contain the file itself.
struct Attachment: Codable, Sendable, Equatable {
    var name: String
    var byteCount: Int
    var caption: String
    var description = ""

    init(name: String, byteCount: Int, caption: String) {
        // The client chooses the name, so its length is limited.
        self.name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(120)))
        self.byteCount = byteCount
        self.caption = caption
    }

    /// Name, size and, if there is one, the description.
    var summary: String { "\(name), \(size)" + (description.isEmpty ? "" : ": \(description)") }

    /// A readable size: `812 bytes`, `1.5 KB`, `12 MB`.
    var size: String {
        for (unit, bytes) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1_000)] where byteCount >= bytes {
            let (whole, tenth) = (byteCount / bytes, byteCount % bytes / (bytes / 10))
            return whole < 10 && tenth > 0 ? "\(whole).\(tenth) \(unit)" : "\(whole) \(unit)"
        }
        return byteCount == 1 ? "1 byte" : "\(byteCount) bytes"
    }
}

/// Chooses a file and its caption.
struct ChooseFile: Action {
    var file: UploadedFile?
    var caption = ""
}
/// Adds a description for people who cannot see the file.
struct DescribeFile: Action { var description = "" }
/// Cancels the attachment.
struct LeaveFileOut: Action {}
/// Returns the finished attachment to the presenter.
struct AttachmentReady: Action { var attachment: Attachment }

enum AttachmentRoute: Route {
    case file, description

    var transition: Transition {
        switch self {
        case .file: .push
        case .description: .modal
        }
    }
}

/// A modal over the composer: it asks for the file, and then presents a modal of its own that asks for a description.
final class AttachmentNavigation: NavigationController<AttachmentRoute> {
    @Saved var attachment: Attachment?

    init() { super.init(root: .file) }

    override class var actions: [Handler] { [.on(choose), .on(describe)] }

    func choose(_ action: ChooseFile) throws {
        guard let file = action.file else { throw InvalidInput(field: "file", "Please choose a file.") }
        attachment = Attachment(name: file.name, byteCount: file.byteCount, caption: action.caption)
        show(.description)
    }

    /// Forwards the finished attachment. The presenter dismisses this modal.
    func describe(_ action: DescribeFile) async throws {
        guard var attachment else { return }
        attachment.description = action.description
        try await forward(AttachmentReady(attachment: attachment))
    }

    override func destination(for route: AttachmentRoute) throws -> ViewController {
        switch route {
        case .file: FileScreen().titled("Attach a File")
        case .description: DescriptionScreen(attachment).titled("Describe It")
        }
    }
}

/// Asks for a file. A file that arrived with a rejected form does not have to be uploaded again.
final class FileScreen: ViewController {
    @ViewBuilder override var view: any View {
        FileField("File", name: "file", isRequired: true)
        TextField("Caption", name: "caption", isRequired: true, maximumLength: 80)
        Text("Your friend sees the name, the size and what you say; the file itself is not kept.", style: .secondary)
        Button("Continue", role: .primary, action: ChooseFile())
    }
}

/// Asks for a description of the file.
final class DescriptionScreen: ViewController {
    let attachment: Attachment?

    /// - Parameter attachment: the chosen file; `nil` if a link opened this screen directly.
    init(_ attachment: Attachment?) {
        self.attachment = attachment
        super.init()
    }

    @ViewBuilder override var view: any View {
        if let attachment {
            List("File") { Row(attachment.caption, subtitle: attachment.summary) }
            TextEditor("For those who cannot see it", name: "description", maximumLength: 300, showsLength: true)
            Button("Add to letter", role: .primary, action: DescribeFile())
            Button("Leave it out", role: .destructive, action: LeaveFileOut())
        } else {
            Text("No file was chosen yet. Cancel leads back to where one is.", style: .placeholder)
        }
    }
}
