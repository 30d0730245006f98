@testable import Navigation
@testable import Responders
@testable import Views

/// A screen that records its lifecycle callbacks.
class Page: ViewController {
    let diary: Diary
    let name: String
    @Saved var note = ""
    @Saved var stars = 0

    init(_ name: String, diary: Diary = Diary()) {
        self.name = name
        self.diary = diary
        super.init()
        diary.built.append(name)
    }

    private func write(_ event: String) { diary.lines.append("\(name) \(event)") }

    override func viewDidLoad() async throws { write("didLoad") }
    override func viewWillAppear() { write("willAppear") }
    override func viewDidAppear() { write("didAppear") }
    override func viewWillDisappear() { write("willDisappear") }
    override func viewDidDisappear() { write("didDisappear") }
    override func willMove(toParent parent: ViewController?) { write(parent == nil ? "willLeave" : "willMove") }
    override func didMove(toParent parent: ViewController?) { write(parent == nil ? "didLeave" : "didMove") }

    @ViewBuilder override var view: any View { Text(note) }
}

final class Login: Page {
    init(diary: Diary = Diary()) { super.init("Login", diary: diary) }
    @ViewBuilder override var view: any View {
        TextField("Name", name: "name", isRequired: true, maximumLength: 10)
        Button("Sign in", role: .primary, action: SignIn(name: ""))
    }
}

struct Fire: PresentableError {
    var alert: Alert { Alert(title: "Fire", message: "The letter burns badly.") }
}

/// A row's responder that handles some actions before its screen does.
final class LetterRow: ViewResponder {
    let diary: Diary
    let letter: Int
    init(_ letter: Int, diary: Diary) {
        self.letter = letter
        self.diary = diary
        super.init()
    }
    override class var actions: [Handler] { [.on(archive), .on(burn)] }
    func archive(_ action: Archive) { diary.lines.append("row \(letter) archived \(action.letter)") }
    func burn(_ action: Burn) throws { throw Fire() }
}

final class Inbox: Page {
    init(diary: Diary = Diary()) { super.init("Inbox", diary: diary) }
    override class var actions: [Handler] { [.on(archive)] }
    func archive(_ action: Archive) { diary.lines.append("inbox archived \(action.letter)") }

    @ViewBuilder override var view: any View {
        List("Letters") {
            ForEach(1...3) { letter in
                Row("Letter \(letter)", action: OpenLetter(letter: letter))
                Row("Archive \(letter)", action: Archive(letter: letter)).responder(LetterRow(letter, diary: diary))
            }
        }
        Row("Burn", action: Burn()).responder(LetterRow(9, diary: diary))
        Row("Archive all", action: Archive(letter: 0))
        Button("Write", action: WriteTo(friend: 7))
        Button("Sign out", action: SignOut())
    }
}

final class Letter: Page {
    init(existing number: Int, diary: Diary) throws {
        guard 0..<1_000 ~= number else { throw NavigationError.notFound }
        super.init("Letter \(number)", diary: diary)
        title = name
    }
    override class var actions: [Handler] { [.on(rename)] }
    func rename(_ action: Rename) { note = action.name }
    @ViewBuilder override var view: any View {
        Text(note)
        TextField("Name", name: "name")
        Button("Rename", action: Rename(name: note))
    }
}

final class FriendList: Page {
    init(diary: Diary = Diary()) { super.init("FriendList", diary: diary) }
    @ViewBuilder override var view: any View {
        List { ForEach(1...3) { Row("Friend \($0)", action: SelectFriend(friend: $0)) } }
    }
}

final class Draft: Page {
    init(diary: Diary = Diary()) { super.init("Draft", diary: diary) }
    @ViewBuilder override var view: any View {
        Button("Choose", action: ChooseRecipient())
        Button("Another", action: WriteAnother())
    }
}

/// A screen whose content the test passes.
final class Sheet: ViewController {
    private let content: () -> any View
    init(@ViewBuilder _ content: @escaping () -> any View) {
        self.content = content
        super.init()
    }
    @ViewBuilder override var view: any View { Opened(content: content()) }

    private struct Opened: View {
        let content: any View
        var body: EmptyView { EmptyView() }
        func build(into screen: inout ScreenBuilder) { content.build(into: &screen) }
    }
}
