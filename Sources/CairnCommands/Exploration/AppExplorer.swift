import NavigationKit
import Sessions

/// Explores an app for an ``AppExploration``. Rebuilds a state for each action that it performs there.
final class AppExplorer {
    var exploration = AppExploration()
    let hosted: HostedApplication
    private let limits: AppExploration.Limits
    private let resetData: (() async throws -> Void)?
    private var waiting: [State] = []
    /// The number of states in ``waiting`` whose actions were performed, except the destructive ones.
    private var next = 0
    /// The number of states in ``waiting`` whose destructive actions were performed.
    private var nextLast = 0
    /// The queued and explored states: by appearance, the saved values of the application and the depth of the path.
    private var known: [Appearance: Set<[UInt8]>] = [:]
    private var declared: [(handler: DeclaredHandler, name: String)] = []
    var reached: Set<DeclaredHandler> = []
    /// The names of the actions whose background work was performed.
    var worked: Set<String> = []
    let tasks = ExploredTasks()

    /// The maximum number of states of one appearance. Saved values, such as a basket, and the stack depth can affect
    /// offers elsewhere, so several such states are explored. But a saved value can also count clicks, so their number
    /// is limited.
    private static let maxAlike = 6
    /// The maximum number of offers of one name that are all performed. If a state has more, such as in a long list,
    /// only the first, the middle and the last one are performed.
    private static let maxOfOneName = 8

    struct State {
        let state: WindowState
        let saved: SavedValues?
        let depth: Int
        let path: [VisiblePlace]
        let tokens: [String]
        /// Destructive actions, performed when no other action is left.
        let lastTokens: [String]
    }

    private struct Appearance: Hashable {
        var path: [VisiblePlace]
        var hasAlert: Bool
        var names: Set<String>
    }

    struct DeclaredHandler: Hashable {
        var type: String
        var action: ObjectIdentifier
    }

    init(
        _ hosted: HostedApplication, _ limits: AppExploration.Limits, resetData: (() async throws -> Void)? = nil
    ) {
        self.hosted = hosted
        self.limits = limits
        self.resetData = resetData
    }

    func run() async {
        for (appearance, contrast) in hosted.theme?.lowContrasts ?? [] {
            found(
                .lowContrast(
                    text: contrast.text, background: contrast.background, appearance: appearance,
                    ratio: Double(contrast.hundredths) / 100))
        }
        guard !hosted.languages.isEmpty else { return await explore() }
        let context = LocalizationContext(hosted.languages) { text, language in
            self.found(.untranslated(text: text, language: language.tag))
        }
        await LocalizationContext.$current.withValue(context) { await self.explore() }
    }

    private func explore() async {
        do {
            let application = try hosted.makeApplication(tasks: tasks)
            try await application.settle()
            try await application.load()
            _ = try meet(application, depth: 0)
            for diagnostic in try hosted.routeDiagnostics() { found(.diagnostic(diagnostic)) }
        } catch {
            return found(.cannotStart(error: "\(error)"))
        }
        await performAll()
        if !unreached.isEmpty {
            // An action can have changed shared data after a state was explored, so that the state offers more now.
            for state in waiting { await meetAgain(state) }
            await performAll()
        }
        for (handler, name) in unreached { found(.unreachable(action: name, type: handler.type)) }
    }

    /// Performs the actions of all waiting states, also of those that it finds.
    private func performAll() async {
        while next < waiting.count || nextLast < waiting.count {
            // Destructive actions last: they can delete shared data, such as a letter, that other states show.
            guard next < waiting.count else {
                let state = waiting[nextLast]
                nextLast += 1
                for token in state.lastTokens { await perform(token, from: state) }
                continue
            }
            let state = waiting[next]
            next += 1
            for token in state.tokens { await perform(token, from: state) }
        }
    }

    /// The handlers that no action reached, except that for paging: a list that fits one page does not offer it.
    private var unreached: [(handler: DeclaredHandler, name: String)] {
        declared.filter { !reached.contains($0.handler) && $0.handler.action != ObjectIdentifier(ShowPage.self) }
    }

    /// Inspects an explored state again and queues it if it offers other actions than before.
    private func meetAgain(_ state: State) async {
        do {
            try await resetData?()
            _ = try meet(try await build(state).0, depth: state.depth)
        } catch {
            // Shared data that the state showed is gone.
        }
    }

    // MARK: - States

    /// Inspects the first state or one that an action led to, and queues it if it is new and within the limits.
    ///
    /// - Returns: the path to the visible screen.
    func meet(_ application: Application, depth: Int) throws -> [VisiblePlace] {
        let screen = try hosted.inspect(application) { self.found(.diagnostic($0)) }
        for table in application.tables(around: screen) { declare(table) }
        let path = try application.visiblePlaces
        exploration.screens.insert(path)
        let names = Set(screen.offers.map(\.offered.words.name))
        let appearance = Appearance(path: path, hasAlert: screen.screen.alert != nil, names: names)
        let alike = known[appearance, default: []]
        let location = try application.location
        for diagnostic in hosted.diagnostics(ofRoutesHiding: location) { found(.diagnostic(diagnostic)) }
        let depthOfPath = location.path.utf8.count { $0 == UInt8(ascii: "/") }
        let values = bytes(of: application.savedValues) + [UInt8(clamping: depthOfPath)]
        guard alike.count < Self.maxAlike, !alike.contains(values) else { return path }
        guard depth <= limits.depth, exploration.states < limits.states else {
            exploration.isComplete = false
            return path
        }
        known[appearance] = alike.union([values])
        exploration.states += 1
        let destructive = screen.screen.destructiveTokens
        let tokens = tokens(of: screen.offers)
        waiting.append(
            State(
                state: try application.state, saved: application.savedValues, depth: depth, path: path,
                tokens: tokens.filter { !destructive.contains($0) },
                lastTokens: tokens.filter { destructive.contains($0) }))
        return path
    }

    private func bytes(of values: SavedValues?) -> [UInt8] {
        var writer = SnapshotWriter()
        writer.write(values)
        return writer.finish()
    }

    private func tokens(of offers: [Offer]) -> [String] {
        var names: [String] = []
        var tokens: [String: [String]] = [:]
        for offer in offers.map(\.offered.words) {
            if tokens[offer.name] == nil { names.append(offer.name) }
            if tokens[offer.name]?.contains(offer.token) != true { tokens[offer.name, default: []].append(offer.token) }
        }
        return names.flatMap { name in
            let all = tokens[name] ?? []
            guard all.count > Self.maxOfOneName else { return all }
            return [0, all.count / 2, all.count - 1].map { all[$0] }
        }
    }

    private func declare(_ table: HandlerTable) {
        for handler in table.ownHandlers {
            let declaration = DeclaredHandler(type: table.typeName, action: ObjectIdentifier(handler.action))
            guard !declared.contains(where: { $0.handler == declaration }) else { continue }
            declared.append((declaration, handler.name))
        }
    }

    func found(_ finding: AppExploration.Finding) {
        if !exploration.findings.contains(finding) { exploration.findings.append(finding) }
    }

    func note(_ text: String) {
        if !exploration.notes.contains(text) { exploration.notes.append(text) }
    }

    // MARK: - Actions

    private func perform(_ token: String, from state: State) async {
        do {
            try await resetData?()
            let (application, screen) = try await build(state)
            // Shared data of the app can have changed since the offer was found: then perform one of the same name.
            let name = token.prefix { $0 != "?" }
            guard
                let offer = screen.offers.first(where: { $0.offered.words.token == token })
                    ?? screen.offers.first(where: { $0.offered.words.name == name })
            else { return }
            try await perform(offer, on: application, screen, from: state)
        } catch {
            found(.failed(action: token, location: location(of: state), error: "\(error)"))
        }
    }

    func build(_ state: State) async throws -> (Application, Inspection) {
        let application = try hosted.makeApplication(state: state.state, saved: state.saved, tasks: tasks)
        try await application.load()
        return (application, try application.inspect(coder: hosted.coder) { self.found(.diagnostic($0)) })
    }

    private func perform(
        _ offer: Offer, on application: Application, _ screen: Inspection, from state: State
    ) async throws {
        let (words, performer) = (offer.offered.words, offer.performer)
        let submission = try hosted.exampleSubmission(of: offer, on: screen.screen)
        let problems = offer.problems(with: submission)
        guard problems.isEmpty else { return missExamples(words.name, problems, at: state) }
        exploration.actions += 1
        if let performer { reached.insert(DeclaredHandler(type: performer.table.typeName, action: offer.actionType)) }
        do {
            let chain = try await application.perform(submission, offers: screen.offers) {
                self.found(.diagnostic($0))
            }
            for entry in chain where entry.disposition != .none && entry.disposition != .unhandled {
                reached.insert(DeclaredHandler(type: entry.name, action: entry.action))
            }
            if try await application.settle() == .none {
                await checkIdentity(after: words.name, of: application, from: state)
            }
            let commands = application.takeTaskCommands()
            if let commands { tasks.note(commands) }
            guard await loads(application, after: words.name, from: state) else { return }
            let path = try meet(application, depth: state.depth + 1)
            exploration.steps.insert(
                AppExploration.Step(
                    from: state.path, action: words.name, isBuiltIn: performer?.isBuiltIn ?? false, to: path))
            if let commands {
                try await finish(commands, of: words.name, after: application, at: path, depth: state.depth + 1)
            }
        } catch ActionError.unhandled(_, let chain) {
            found(.unhandled(action: words.name, chain: chain.map(\.name).joined(separator: " → ")))
        } catch let error as InvalidInput {
            missExamples(words.name, error.problems, at: state)
        } catch {
            try await showAlert(of: error, after: submission, from: state)
        }
    }

    /// Explores the state that a session shows after an error: unchanged, with an alert that can be dismissed.
    private func showAlert(of error: any Error, after submission: FormSubmission, from state: State) async throws {
        if !(error is any PresentableError) {
            found(.failed(action: submission.name, location: location(of: state), error: "\(error)"))
        }
        let (application, screen) = try await build(state)
        application.handle(error, of: submission, offers: screen.offers)
        try await application.settle()
        try await application.load()
        _ = try meet(application, depth: state.depth + 1)
    }

    /// Loads the page after an action, and reports an error without an alert. Nothing is offered on an error page.
    private func loads(_ application: Application, after action: String, from state: State) async -> Bool {
        do {
            try await application.load()
            return true
        } catch {
            if !(error is any PresentableError) {
                found(.failed(action: action, location: location(of: state), error: "\(error)"))
            }
            return false
        }
    }

    /// Reports a login or logout that keeps the session id. After such a login, anyone who knew the id before could act
    /// for the user (session fixation). Detects such an action by its effects: it sets or clears an optional saved
    /// value of the application, and a guard then shows another screen for the same state.
    private func checkIdentity(after action: String, of application: Application, from state: State) async {
        guard let property = application.savedValues?.optionalsThatCameOrWent(since: state.saved).first else { return }
        // A state that cannot be rebuilt gives no information about guards.
        guard let before = try? await places(of: state.state, state.saved),
            let after = try? await places(of: state.state, application.savedValues)
        else { return }
        if before != after {
            found(.unchangedIdentity(action: action, location: location(of: state), property: property))
        }
    }

    private func places(of state: WindowState, _ saved: SavedValues?) async throws -> [VisiblePlace] {
        let application = try hosted.makeApplication(state: state, saved: saved)
        try await application.load()
        return try application.visiblePlaces
    }

    private func missExamples(_ action: String, _ problems: [InvalidInput.Problem], at state: State) {
        let messages = problems.map { "\($0.field): \($0.message)" }.joined(separator: " ")
        note("\(action) at \(location(of: state)) was not tried: \(messages) Give the app valid examples.")
    }

    func location(of state: State) -> String {
        let location = try? hosted.makeApplication(state: state.state, saved: state.saved).location
        return location?.description ?? "?"
    }
}

extension Screen {
    /// The tokens of the actions with the role `.destructive`.
    fileprivate var destructiveTokens: Set<String> {
        var indices: [ActionIndex] = (leadingItems + trailingItems + (alert?.choices ?? [])).compactMap {
            $0.role == .destructive ? $0.action : nil
        }
        for case .button(let button) in elements where button.role == .destructive {
            if let action = button.action { indices.append(action) }
        }
        for button in rows.flatMap(\.buttons) where button.role == .destructive {
            if let action = button.action { indices.append(action) }
        }
        return Set(indices.filter(actions.indices.contains).map { actions[$0].words.token })
    }
}
