import Cairn
import CairnTesting
import Testing

@Suite("A list whose source has cursors") struct CursorPagerTests {
    struct Position: Codable, Equatable, Sendable { var after: Int?, before: Int? }

    final class Log: ViewController {
        @Query var position = Position()

        /// The numbers 1 to 7 in pages of three.
        private var lines: [Int] {
            if let before = position.before { return Array((1...7).filter { $0 < before }.suffix(3)) }
            return Array((1...7).filter { $0 > position.after ?? 0 }.prefix(3))
        }

        @ViewBuilder override var view: any View {
            let (first, last) = (lines.first, lines.last)
            List("Lines") { ForEach(lines) { Row("Line \($0)") } }
            CursorPager($position)
                .previous(first.flatMap { first in first > 1 ? { $0 = Position(before: first) } : nil })
                .next(last.flatMap { last in last < 7 ? { $0 = Position(after: last) } : nil })
        }
    }

    final class LogApp: Application {
        override func makeRootViewController() -> ViewController { Log().titled("Log") }
    }

    @Test func `its pager has links to the next and the previous page, and no numbers`() async throws {
        try await Visitor.each(apps: { [HostedApplication("log", title: "Log") { LogApp() }] }) { visitor in
            let first = try await visitor.visit("/log")
            #expect(first.rows.map(\.title) == ["Line 1", "Line 2", "Line 3"])
            #expect(first.links.map(\.title) == ["Next page"])
            #expect(first.reply["Link"] == "</log?after=3>; rel=\"next\"")
            let second = try await visitor.follow("Next page")
            #expect(second.rows.map(\.title) == ["Line 4", "Line 5", "Line 6"] && second.url.hasSuffix("/log?after=3"))
            let last = try await visitor.follow("Next page")
            #expect(last.rows.map(\.title) == ["Line 7"] && last.links.map(\.title) == ["Previous page"])
            #expect(try await visitor.follow("Previous page").rows.map(\.title) == ["Line 4", "Line 5", "Line 6"])
            let siren = try await visitor.get("/log?after=3", accept: "application/vnd.siren+json").text
            #expect(siren.contains("\"title\":\"Pages\"}") && siren.contains("\"rel\":[\"next\"]"))
        }
    }
}

@Suite("The first responder of a screen") struct FirstResponderTests {
    struct Save: Action {}

    /// A screen with two editors; the buttons of its bar belong to the second one.
    final class Editors: ViewController {
        private let second = Editor()
        @Saved var saved = 0

        override func viewDidLoad() async throws {
            addChild(Editor())
            addChild(second)
            navigationItem.rightBarButtonItems = [BarButtonItem("Save", action: Save())]
        }

        override var firstResponder: Responder { second }
        override class var actions: [Handler] { [.on(save)] }
        func save(_ action: Save) { saved += 100 }
        @ViewBuilder override var view: any View { Text("Screen \(saved)") }
    }

    final class Editor: ViewController {
        @Saved var saved = 0
        override class var actions: [Handler] { [.on(save)] }
        func save(_ action: Save) { saved += 1 }
        @ViewBuilder override var view: any View { Text("Editor \(saved)") }
    }

    final class EditorApp: Application {
        override func makeRootViewController() -> ViewController { Editors().titled("Editors") }
    }

    @Test func `it gets the actions of the bar's buttons before the screen`() async throws {
        try await Visitor.each(apps: { [HostedApplication("edit", title: "Edit") { EditorApp() }] }) { visitor in
            try await visitor.visit("/edit")
            let page = try await visitor.click("Save")
            #expect(page.texts == ["Screen 0", "Editor 0", "Editor 1"])
        }
    }
}
