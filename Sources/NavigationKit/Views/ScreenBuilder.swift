/// Collects the elements of a screen and, beside them, the offers that stay in the session (DESIGN D6).
public struct ScreenBuilder: ~Copyable {
    /// What a screen is built for. Looking needs no offers, and acting needs only those that are meant.
    package enum Purpose {
        case everything, looking
        case acting(Submission)
    }

    package internal(set) var screen = Screen()
    package private(set) var offers: [Offer] = []
    /// While an alert is up, the content can be read but nothing in it can be done.
    package private(set) var isInert = false

    let keepsElements: Bool
    private let keepsOffers: Bool
    private let wanted: Submission?
    /// Whether the very offer that is meant was met.
    private var isFound = false
    /// What the token of what is meant named when it was last found, if that is known.
    private let meaning: TokenCache.Meaning?
    private let coder: ActionCoder
    private let report: (Misuse) -> Void
    private var responder: Responder
    /// The responder itself, not its address, which another one may have by the time it is asked about.
    private var resolvedStart: Responder?
    private var resolvedAction: ObjectIdentifier?
    private var performer: Responder?
    private var performerLeavesSite = false
    private var name = ""
    private var isNameWanted = true
    /// Who performs what is offered within views that have responders of their own.
    private var performers: [String: Responder] = [:]
    /// What is not offered because nobody performs it now; noted only where everything is looked at.
    private var declined: [Inspection.Declined]?
    private var isWithinView = false
    private var adjustments: [(inout EnvironmentValues) -> Void] = []
    private var actionCount = 0
    private var form = 0
    private var formCount = 0
    /// The form of each action, once there is more than one.
    private var forms: [Screen.ActionIndex: Int] = [:]
    private var fields: [(form: Int, field: Field)] = []
    private let submitted: Submission?
    private let draft: Draft?
    /// What was typed in the pane that is lowered, if the page's own draft does not say otherwise.
    var paneDraft: Draft?
    /// What the submission brings that differs from what the fields hold at first; `nil` if it brings none of them.
    private var typed: Draft?
    private let problems: InvalidInput?

    package init(
        for responder: Responder, coder: ActionCoder, purpose: Purpose = .everything, submitted: Submission? = nil,
        draft: Draft? = nil, problems: InvalidInput? = nil, usesMeanings: Bool = false,
        report: @escaping (Misuse) -> Void
    ) {
        self.responder = responder
        self.coder = coder
        self.submitted = submitted
        self.draft = draft
        self.problems = problems
        self.report = report
        switch purpose {
        case .everything:
            (keepsElements, keepsOffers, wanted) = (true, true, nil)
            declined = []
        case .looking: (keepsElements, keepsOffers, wanted) = (true, false, nil)
        case .acting(let submission): (keepsElements, keepsOffers, wanted) = (false, true, submission)
        }
        meaning = if let wanted, usesMeanings { coder.meaning(of: wanted) } else { nil }
        guard keepsElements else { return }
        screen.elements.reserveCapacity(24)
        screen.rows.reserveCapacity(24)
        screen.actions.reserveCapacity(24)
    }

    /// Whether an offer of this name is of any use.
    func mayWant(_ name: String) -> Bool { wanted.map { $0.name == name } ?? true }

    mutating func append(_ element: @autoclosure () -> Screen.Element) {
        if keepsElements { screen.elements.append(element()) }
    }

    mutating func append(_ row: consuming Screen.RowElement) {
        guard keepsElements else { return }
        screen.elements.append(.row(screen.rows.count))
        screen.rows.append(row)
    }

    mutating func append(_ pane: Screen.Pane) {
        guard keepsElements else { return }
        screen.elements.append(.beginPane(screen.panes.count))
        screen.panes.append(pane)
    }

    mutating func withinForm(_ body: (inout ScreenBuilder) -> Void) {
        append(.beginForm)
        formCount += 1
        form = formCount
        body(&self)
        form = 0
        append(.endForm)
    }

    mutating func append(_ field: Field, text: String) {
        if fields.contains(where: { $0.field.name == field.name }) {
            report(.repeatedField(field.name, chain: responder.chainDescription))
        }
        if let pattern = field.pattern, !pattern.isReadable {
            report(.unreadablePattern(pattern.source, field: field.name, chain: responder.chainDescription))
        }
        fields.append((form, field))
        if field.kind == .file { screen.takesFiles = true }
        guard field.kind != .file else { return appendFile(field) }
        let isSecret = field.kind == .password
        if let sent = wanted?.text(of: field), !isSecret {
            var typed = self.typed ?? Draft(values: [])
            let kept = field.kept(of: sent)
            if kept != text, kept.utf8.count <= Self.longestDraft {
                typed.values.append(Submission.Value(name: field.name, text: kept))
            }
            self.typed = typed
        }
        let kept = draft?.text(of: field.name) ?? paneDraft?.text(of: field.name)
        let sent = submitted?.text(of: field).map(field.kept)
        let typed = isSecret ? "" : sent ?? kept ?? text
        let error = problems?.problems.first { $0.field == field.name }?.message
        append(Screen.Element.field(Screen.FieldElement(field: field, value: typed, error: error)))
    }

    /// A file that came with what is mended now is there; of another nobody knows how long it will be.
    private mutating func appendFile(_ field: Field) {
        let sent = submitted?.text(of: field.name) ?? ""
        let error = problems?.problems.first { $0.field == field.name }?.message
        let value = submitted?.files[sent] == nil ? "" : sent
        append(Screen.Element.field(Screen.FieldElement(field: field, value: value, error: error)))
    }

    mutating func within(_ inner: ViewResponder, _ body: (inout ScreenBuilder) -> Void) {
        inner.enclosing = UpwardReference(responder)
        within(inner as Responder, body)
    }

    /// Lowers what `body` adds with `inner` as the first one that is asked to perform what it offers.
    mutating func within(_ inner: Responder, _ body: (inout ScreenBuilder) -> Void) {
        let (outer, wasWithinView) = (responder, isWithinView)
        responder = inner
        isWithinView = true
        body(&self)
        responder = outer
        isWithinView = wasWithinView
    }

    /// The body of a view that may read the environment.
    func body<Content: View>(of view: Content) -> Content.Body {
        EnvironmentValues.$source.withValue(EnvironmentSource(responder: responder, adjustments: adjustments)) {
            view.body
        }
    }

    /// Lowers what `body` adds in another environment.
    mutating func adjusting(
        _ adjustment: @escaping (inout EnvironmentValues) -> Void, _ body: (inout ScreenBuilder) -> Void
    ) {
        adjustments.append(adjustment)
        body(&self)
        adjustments.removeLast()
    }

    /// Lowers what `body` adds as text that can only be read.
    mutating func inert(_ body: (inout ScreenBuilder) -> Void) {
        isInert = true
        body(&self)
        isInert = false
    }

    /// Offers `action`, starting at the responder that encloses the view, if somebody in the chain performs it.
    ///
    /// - Parameters:
    ///   - known: its words, where they were made before.
    ///   - location: where it leads, if it is known to do nothing but that.
    mutating func offer(
        _ action: AnyAction, title: String, known: ActionWords? = nil,
        leadingTo location: @autoclosure () -> Location? = nil
    ) -> Screen.ActionIndex? {
        guard !isInert, resolve(action.type), !isFound, isNameWanted else { return nil }
        do {
            let words = try known ?? coder.words(for: action, named: name)
            if let wanted {
                isFound = wanted.token == words.token
                guard isFound || !wanted.contradicts(words) else { return nil }
                if isFound, meaning == nil { coder.remember(action, as: words) }
            }
            if isWithinView, !isOnlyOffer(words.token) { return nil }
            let index = actionCount
            actionCount += 1
            if keepsOffers {
                let offered = OfferedAction(words: words, title: title)
                offers.append(Offer(action: action, start: responder, offered: offered))
            }
            if keepsElements {
                let target = location() ?? performer.flatMap { $0.table.destination(of: action, from: $0) }
                if target != nil { screen.hasLinks = true }
                if performerLeavesSite { screen.hasOutsideLinks = true }
                screen.actions.append(
                    OfferedAction(words: words, title: title, location: target, leavesSite: performerLeavesSite))
            }
            if form > 0 { forms[index] = form }
            return index
        } catch {
            report(.unwritableAction(name, chain: responder.chainDescription))
            return nil
        }
    }

    /// Whether offering an action of `type` with these bits may be of any use. Asked first for each of many rows: where
    /// somebody acts, most of them are not meant, and saying so takes no copy of what they hold.
    @inline(__always)
    mutating func mayOffer(_ type: any Action.Type, _ bits: AnyAction.Bits?) -> Bool {
        guard !keepsElements else { return true }
        guard !isFound, !isInert, resolve(type), isNameWanted else { return false }
        guard let bits, let wanted else { return true }
        if let meaning, meaning.type == ObjectIdentifier(type) { return meaning.bits == bits }
        return coder.mayMean(wanted, ObjectIdentifier(type), bits)
    }

    /// A submission could not say which of two performers is meant, so the second is not offered.
    private mutating func isOnlyOffer(_ token: String) -> Bool {
        if let first = performers[token], first !== performer {
            report(.repeatedOffer(token, chain: responder.chainDescription))
            return false
        }
        performers[token] = performer
        return true
    }

    /// Finds out who performs the action now and what it is called. Rows of a list ask the same question one after another.
    @inline(__always)
    private mutating func resolve(_ action: any Action.Type) -> Bool {
        if resolvedAction != ObjectIdentifier(action) || resolvedStart !== responder { find(action) }
        return performer != nil
    }

    private mutating func find(_ action: any Action.Type) {
        resolvedAction = ObjectIdentifier(action)
        resolvedStart = responder
        performer = responder.performer(of: action)
        guard let performer else { return decline(action) }
        name = performer.table.name(of: ObjectIdentifier(action)) ?? action.name
        performerLeavesSite = performer.table.leaves(ObjectIdentifier(action))
        isNameWanted = mayWant(name)
    }

    /// A handler that declines for now is the app's will; a chain without any is its mistake.
    private mutating func decline(_ action: any Action.Type) {
        if let known = declined, !known.contains(where: { $0.action == action && $0.start === responder }) {
            declined?.append(Inspection.Declined(action: action, start: responder))
        }
        let chain = responder.chain
        if let last = chain.last, last.next != nil { report(.cycle(chain: responder.chainDescription)) }
        guard !chain.contains(where: { $0.table.handler(for: ObjectIdentifier(action)) != nil }) else { return }
        report(.nobodyPerforms(action.name, chain: responder.chainDescription))
    }

    /// Whether a stack within offers its way back already.
    var hasBackItem: Bool {
        screen.leadingItems.contains { screen.actions[$0.action].words.name == Back.name }
    }

    mutating func barItem(
        _ title: String, role: ButtonRole, action: AnyAction, leadingTo location: @autoclosure () -> Location? = nil
    ) -> Screen.BarItem? {
        guard let index = offer(action, title: title, leadingTo: location()), keepsElements else { return nil }
        return Screen.BarItem(title: title, role: role, action: index)
    }

    /// Moves the properties that share their name with a field of the same form from an action's hidden values to its
    /// inputs.
    consuming func finish() -> (Screen, [Offer]) {
        if !fields.isEmpty { takeFields() }
        return (screen, offers)
    }

    /// As ``finish()``, with what is not offered.
    consuming func finishInspection() -> Inspection {
        if !fields.isEmpty { takeFields() }
        return Inspection(screen: screen, offers: offers, declined: declined ?? [])
    }

    /// The longest text of a field that is kept as a draft, in bytes.
    private static let longestDraft = 16_384

    /// Whether rows may have been passed over whose bits are not those that the token named last, and the one that it means
    /// was not met: then it may be one of them.
    var hasMissed: Bool { meaning != nil && !isFound }

    /// As ``finish()``, where nobody looks: the offers, and what was typed if the submission says so.
    consuming func finishOffers() -> (offers: [Offer], typed: Draft?) {
        if !fields.isEmpty { takeFields() }
        return (offers, typed)
    }

    private mutating func takeFields() {
        var used: Set<String> = []
        for index in 0..<actionCount {
            let offered = keepsElements ? screen.actions[index] : offers[index].offered
            let words = offered.words
            let taken = fields.filter { entry in
                entry.form == forms[index, default: 0] && words.values.contains { $0.name == entry.field.name }
            }.map(\.field)
            guard !taken.isEmpty else { continue }
            let names = taken.map(\.name)
            used.formUnion(names)
            let filled = OfferedAction(
                words: words.without(names), inputs: names, title: offered.title, leavesSite: offered.leavesSite)
            if keepsElements { screen.actions[index] = filled }
            if keepsOffers { offers[index].take(taken, as: filled) }
        }
        // A link takes nothing along of what was typed.
        if fields.contains(where: { $0.form == 0 }) { screen.forgetLocations() }
        for entry in fields where keepsElements && screen.alert == nil && !used.contains(entry.field.name) {
            report(.unusedField(entry.field.name, chain: responder.chainDescription))
        }
    }
}

extension Responder {
    fileprivate func performer(of action: any Action.Type) -> Responder? {
        var responder: Responder? = self
        for _ in 0..<Responder.longestChain {
            guard let current = responder else { return nil }
            if current.canPerform(action) { return current }
            responder = current.next
        }
        return nil
    }
}
