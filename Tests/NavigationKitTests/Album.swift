@testable import Navigation
@testable import Responders
@testable import Views

// A split with screens and a stack as details, a presented stack, and guards that redirect.

struct ShowPhoto: Action { var photo: Int }
struct NextPhoto: Action { var photo: Int }
struct ShowNotes: Action {}
struct WriteCaption: Action {}
struct Search: Action { var words: String }
struct Praise: Action {}

enum AlbumRoute: Route {
    case photos, photo(Int), notes, caption, secret
    var transition: Transition { self == .caption ? .modal : .push }
}

final class Album: SplitViewController<AlbumRoute> {
    let diary: Diary
    var isGuest = false
    var isNarrow = false
    var ended = 0

    init(diary: Diary = Diary()) {
        self.diary = diary
        super.init(root: .photos)
    }

    override var isCollapsed: Bool { isNarrow }

    override class var actions: [Handler] { [.on(select), .on(next), .on(takeNotes), .on(write)] }
    func select(_ action: ShowPhoto) { show(.photo(action.photo)) }
    func next(_ action: NextPhoto) { showDetail(.photo(action.photo)) }
    func takeNotes(_ action: ShowNotes) { show(.notes) }
    func write(_ action: WriteCaption) { show(.caption) }

    override func guardResult(for route: AlbumRoute) -> GuardResult {
        switch route {
        case .secret: .redirect(to: .photos)
        case .photo(13) where isGuest: .redirect(to: .photo(0))
        case .photos where isGuest: .redirect(to: .secret)
        default: .allowed
        }
    }

    override func childDidFinish(_ child: ContainerViewController) { ended += 1 }

    override func destination(for route: AlbumRoute) throws -> ViewController {
        switch route {
        case .photos: PhotoList(diary: diary).titled("Photos")
        case .photo(let number): try Photo(existing: number, diary: diary)
        case .notes, .caption: Composing(diary: diary).titled("Notes")
        case .secret: Page("Nothing to see", diary: diary).titled("Guests")
        }
    }
}

final class PhotoList: Page {
    init(diary: Diary) {
        super.init("Photos", diary: diary)
        navigationItem.rightBarButtonItems = [BarButtonItem("Notes", action: ShowNotes())]
    }
    override class var actions: [Handler] { [.on(search)] }
    func search(_ action: Search) { note = action.words }

    @ViewBuilder override var view: any View {
        Text("Found \(note)")
        TextField("Search", name: "words")
        Button("Find", action: Search(words: ""))
        List { ForEach(1...3) { Row("Photo \($0)", action: ShowPhoto(photo: $0)) } }
    }
}

final class Photo: Page {
    let number: Int
    init(existing number: Int, diary: Diary) throws {
        guard 0..<1_000 ~= number else { throw NavigationError.notFound }
        self.number = number
        super.init("Photo \(number)", diary: diary)
        title = name
    }
    override class var actions: [Handler] { [.on(praise)] }
    func praise(_ action: Praise) { stars += 1 }

    @ViewBuilder override var view: any View {
        Text("Stars \(stars)")
        Button("Praise", action: Praise())
        Button("Next", action: NextPhoto(photo: number + 1))
        Button("Caption", action: WriteCaption())
    }
}
