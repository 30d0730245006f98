@testable import Navigation
@testable import Responders
@testable import Views

/// Drives an application as a session does, without the server: render the screen, perform one offer, settle.
final class Visit<App: Application> {
    let app: App
    private let coder = ActionEncoder()
    private(set) var issues: [Diagnostic] = []

    init(_ app: App, state: WindowState? = nil, at location: String? = nil) throws {
        self.app = app
        try app.start(state: state, saved: app.savedValues)
        if let location { try app.open(Location(location)) }
    }

    func see(
        for purpose: ScreenBuilder.Purpose = .everything, submitted: FormSubmission? = nil,
        problems: InvalidInput? = nil
    ) async throws -> (screen: Screen, offers: [Offer]) {
        try await app.load()
        return try app.screen(
            RenderRequest(for: purpose, coder: coder, submitted: submitted, problems: problems) {
                self.issues.append($0)
            })
    }

    var screen: Screen { get async throws { try await see().screen } }

    /// Performs the first action titled `title`. As for a visitor, only actions on the screen can be performed.
    @discardableResult
    func click(_ title: String, typing values: [String: String] = [:]) async throws -> [String] {
        let actions = try await see().screen.actions
        guard let action = actions.first(where: { $0.title == title }) else {
            throw NothingToPress(title: title, offered: actions.map(\.title))
        }
        return try await submit(action.words.token, typing: values)
    }

    /// - Returns: each responder in the trace with its disposition, such as `Inbox;none`.
    @discardableResult
    func submit(_ token: String, typing values: [String: String] = [:]) async throws -> [String] {
        let submission = try FormSubmission(token: token, values: values.map { .init(name: $0.key, text: $0.value) })
        try await app.load()
        let (offers, typed) = try app.offers(for: submission, coder: coder) { self.issues.append($0) }
        let trace = try await app.perform(submission, offers: offers, typed: typed)
        try await app.settle()
        return trace.map { "\($0.name);\($0.disposition.rawValue)" }
    }

    var location: String { get throws { try app.location.path } }

    var path: [ViewController] { get throws { try app.window?.visiblePath() ?? [] } }

    func visible<Controller: ViewController>(_ type: Controller.Type) throws -> Controller {
        guard let found = try path.last(where: { $0 is Controller }) as? Controller else {
            throw NothingToPress(title: String(describing: type), offered: try path.map { "\($0)" })
        }
        return found
    }
}

struct NothingToPress: Error {
    var title: String
    var offered: [String]
}

extension PostOffice {
    static func visit(
        at location: String? = nil, state: WindowState? = nil, signedIn: Bool = true
    ) throws -> Visit<PostOffice> {
        let app = PostOffice()
        if signedIn { app.visitor = "Ada" }
        return try Visit(app, state: state, at: location)
    }
}

/// An application with one root controller.
final class Stage: Application {
    private let root: ViewController
    init(_ root: ViewController) {
        self.root = root
        super.init()
    }
    override func makeRootViewController() -> ViewController { root }
}

extension Screen {
    var offeredTitles: [String] { actions.map(\.title) }
}

/// The SplitMix64 generator; a fixed seed gives the same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Words that a browser, a proxy or the location grammar could misinterpret.
let treacherousWords = [
    "", ".", "..", "...", "/", "//", "a/b", "\\", ":", "a:b", "~", "~x", "x~", "!", "!e", "!n", "!_", "_", "%", "%2F",
    "%41", "é", "e\u{301}", "日本", "🏳️‍🌈", "\n", "\0", "\u{7F}", "+", " ", "?", "#", "&", "=", "=a", ";", "\"", "<b>", "-",
    "a-b",
]
