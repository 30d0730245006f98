import Cairn

/// What goes with a message: what is known of a file, not the file itself.
struct Attachment: Codable, Sendable, Equatable {
    var name: String
    var byteCount: Int
    var caption: String
    var description = ""

    init(name: String, byteCount: Int, caption: String) {
        // The name comes from outside, and may be of any length.
        self.name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(120)))
        self.byteCount = byteCount
        self.caption = caption
    }

    /// Name, size and description in one line.
    var summary: String { "\(name), \(size)" + (description.isEmpty ? "" : ": \(description)") }

    /// As people say it: `812 bytes`, `1.5 KB`, `12 MB`.
    var size: String {
        for (unit, bytes) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1_000)] where byteCount >= bytes {
            let (whole, tenth) = (byteCount / bytes, byteCount % bytes / (bytes / 10))
            return whole < 10 && tenth > 0 ? "\(whole).\(tenth) \(unit)" : "\(whole) \(unit)"
        }
        return byteCount == 1 ? "1 byte" : "\(byteCount) bytes"
    }
}

/// A file was chosen, and what it shows was said.
struct ChooseFile: Action {
    var file: UploadedFile?
    var caption = ""
}
/// The file was described for those who cannot see it.
struct DescribeFile: Action { var description = "" }
/// There is to be no attachment after all.
struct LeaveFileOut: Action {}
/// All is known of a file that goes with the message.
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

/// A modal over the composer, with a modal of its own: a file, and then what it shows (feature A14).
final class AttachmentNavigation: NavigationController<AttachmentRoute> {
    @Saved var attachment: Attachment?

    init() { super.init(root: .file) }

    override class var actions: [Handler] { [.on(choose), .on(describe)] }

    func choose(_ action: ChooseFile) throws {
        guard let file = action.file else { throw InvalidInput(field: "file", "Please choose a file.") }
        attachment = Attachment(name: file.name, byteCount: file.byteCount, caption: action.caption)
        show(.description)
    }

    /// Passes along what is complete now; who presented all this takes it away.
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

/// Asks for a file. One that came with a form that has to be mended needs not be sent again (feature B31).
final class FileScreen: ViewController {
    @ViewBuilder override var view: any View {
        FileField("File", name: "file", isRequired: true)
        TextField("Caption", name: "caption", isRequired: true, maximumLength: 80)
        Text("Your friend sees the name, the size and what you say; the file itself is not kept.", style: .secondary)
        Button("Continue", role: .primary, action: ChooseFile())
    }
}

/// Asks what is on it.
final class DescriptionScreen: ViewController {
    let attachment: Attachment?

    /// - Parameter attachment: what is known so far; nothing where only a link led here.
    init(_ attachment: Attachment?) {
        self.attachment = attachment
        super.init()
    }

    @ViewBuilder override var view: any View {
        if let attachment {
            List("File") { Row(attachment.caption, subtitle: attachment.summary) }
            TextEditor("For those who cannot see it", name: "description", maximumLength: 300)
            Button("Add to letter", role: .primary, action: DescribeFile())
            Button("Leave it out", role: .destructive, action: LeaveFileOut())
        } else {
            Text("No file was chosen yet. Cancel leads back to where one is.", style: .placeholder)
        }
    }
}
