import CairnTesting
import Testing

@testable import Gallery

/// Somebody who presses everything on offer in Letters, whatever state that leads to, breadth first.
///
/// Of many rows alike the first and the one in the middle say it all; among all friends the latter's mailbox is full.
/// Two states are one if they say the same and offer actions of the same names, and if so does each tab out of sight.
final class Crawl {
    /// A thing to press, as a person would describe it.
    private struct Press: Hashable {
        var label: String
        var row: String?
        var place: RenderedPage.Place

        init(_ button: RenderedPage.Button) {
            label = button.label
            row = button.row
            place = button.place
        }
    }

    /// A state that was met, the presses that led there, and who met it.
    private struct State {
        var presses: [Press] = []
        var page: RenderedPage
        var person: String
        var tabs: [Substring: String]
    }

    private let visitor: Visitor
    /// How many presses there were at each depth.
    private(set) var pressed: [Int] = []
    /// How many different states were met, the first included.
    private(set) var states = 1
    /// How many presses ended in an alert.
    private(set) var alerts = 0
    /// The versions of the present session that were met, newest last.
    private(set) var met: [RenderedPage] = []
    private var people = 0
    /// Whether something was deleted that earlier states showed.
    private var isSpent = false
    private var person: String { "Crawler \(people)" }

    init(_ visitor: Visitor) { self.visitor = visitor }

    /// Presses all there is, up to `depth` presses from the friends of somebody new.
    func run(depth: Int, look: (RenderedPage) async throws -> Void = { _ in }) async throws {
        var level = [try await newcomer()]
        var known = Set(level.map(\.tabs))
        for _ in 0..<depth {
            pressed.append(0)
            var next: [State] = []
            for var state in level {
                for press in presses(on: try await reach(&state)) {
                    // What another press took away, as a deleted row, is no longer offered.
                    guard let button = find(press, on: try await reach(&state)) else { continue }
                    let page = try await self.press(button, on: state.page)
                    pressed[pressed.count - 1] += 1
                    try await look(page)
                    let tabs = state.tabs.merging(tabs(of: page)) { $1 }
                    guard known.insert(tabs).inserted else { continue }
                    next.append(State(presses: state.presses + [press], page: page, person: person, tabs: tabs))
                }
            }
            states += next.count
            level = next
        }
    }

    // MARK: - States

    /// Somebody who has just said who they are; letters wait for everybody new.
    private func newcomer() async throws -> State {
        people += 1
        isSpent = false
        visitor.forgetCookies()
        try await visitor.visit("/letters")
        try await visitor.signIn(as: person)
        let page = try visitor.page
        // The screen that only a path named, the name that was given, and the friends.
        #expect(page.number == 3)
        met = [page]
        return State(page: page, person: person, tabs: tabs(of: page))
    }

    /// Opens the very version that the state was met as, or leads somebody new there.
    private func reach(_ state: inout State) async throws -> RenderedPage {
        if state.person == person, !isSpent {
            let page = try await visitor.visit(state.page.exactURL)
            if page.at == state.page.at { return page }
        }
        state.page = try await newcomer().page
        state.person = person
        for press in state.presses {
            let button = try #require(find(press, on: state.page), "\(press) on the way back to a state")
            state.page = try await self.press(button, on: state.page)
        }
        return state.page
    }

    /// What is seen in the tab that is shown, whoever sees it.
    private func tabs(of page: RenderedPage) -> [Substring: String] {
        let path = page.url.prefix { $0 != "?" }.split(separator: "/")
        let names = Set(page.buttons.map { $0.action.prefix { $0 != "?" } }).sorted()
        let said = [page.heading, page.alert?.title ?? ""] + page.texts + names.map(String.init)
        let tab = path.dropFirst().first ?? ""
        return ["shown": String(tab), tab: said.joined(separator: "\n").replacing(person, with: "")]
    }

    // MARK: - Pressing

    private func presses(on page: RenderedPage) -> [Press] {
        let alike = Dictionary(grouping: page.buttons.filter { $0.place != .hidden }) { button in
            "\(button.action.prefix { $0 != "?" }) \(button.place == .tab ? button.label : "")"
        }
        // Backwards, so that what is to be deleted is opened before.
        let chosen = alike.sorted { $0.key > $1.key }.flatMap { _, buttons in
            Set([0, buttons.count / 2]).sorted().map { buttons[$0] }
        }
        return chosen.map(Press.init)
    }

    private func find(_ press: Press, on page: RenderedPage) -> RenderedPage.Button? {
        page.buttons.first { Press($0) == press }
    }

    /// Whatever is pressed is performed, and makes one version; another one stands for the state that only a path named.
    private func press(_ button: RenderedPage.Button, on page: RenderedPage) async throws -> RenderedPage {
        for field in page.fields {
            if field.kind == "file" {
                try visitor.attach("crawled.png", [7], to: field.label)
            } else {
                try visitor.fill(field.label, with: person)
            }
        }
        let result = try await visitor.press(button)
        let told = "\(button.action) at \(page.exactURL) led to \(result.exactURL)"
        #expect(visitor.replies.map(\.status) == [303, 200], "\(told)")
        let newest = try #require(met.last?.number)
        #expect(result.number == newest + (page.number == nil ? 2 : 1), "\(told), after \(newest)")
        if result.alert != nil { alerts += 1 }
        // Whoever signs in or out begins a new history.
        if visitor.replies.first?["set-cookie"] != nil { met = [] }
        // No version brings back what was deleted.
        if button.action.hasPrefix("delete-") { isSpent = true }
        met.append(result)
        return result
    }
}

extension RenderedPage {
    /// What its form says it was rendered from.
    var at: Substring? { source.firstMatch(of: /name="_at" value="([^"]*)"/)?.1 }

    /// Its version.
    var number: Int? { at.flatMap { Int($0.prefix { $0 != "-" }) } }

    /// Where exactly this version is shown.
    var exactURL: String {
        let path = url.prefix { $0 != "?" }
        return number.map { "\(path)?at=\($0)" } ?? String(path)
    }

    /// Where its markup leads within the site, in the head and in the body.
    var targets: [String] { source.matches(of: /href="(\/[^"]*)"/).map { String($0.1) } }
}
