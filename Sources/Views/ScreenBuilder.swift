/// Collects the elements of a screen, and the offers that stay on the server.
public struct ScreenBuilder: ~Copyable {
    /// The reason for building a screen. `looking` needs no offers; `acting` needs only those that the submission can
    /// name.
    @usableFromInline
    package enum Purpose {
        case everything, looking
        case acting(FormSubmission)
    }

    package var screen = Screen()
    /// True if the visible controller hides the tabs once it is pushed on a stack.
    package var hidesTabsWhenPushed = false
    /// True if the tabs are hidden.
    package var hidesTabs = false
    package private(set) var offers: [Offer] = []
    /// True while the content below an alert is built: it is readable, but none of its actions is available.
    package private(set) var isInert = false

    package let keepsElements: Bool
    private let keepsOffers: Bool
    private let wanted: FormSubmission?
    /// True once the offer with exactly the submitted token was found.
    private var isFound = false
    let coder: ActionEncoder
    let report: (Diagnostic) -> Void
    var responder: Responder
    private(set) var resolved = ResolvedAction()
    /// The performer of each offer made in ``within(_:_:)``, by token: there, two responders can have the same offer.
    private var performers: [String: Responder] = [:]
    /// Actions that are not offered because no responder performs them now; recorded only for ``Purpose/everything``.
    private var declined: [Inspection.Declined]?
    private(set) var isWithinView = false
    private var adjustments: [(inout EnvironmentValues) -> Void] = []
    private var actionCount = 0
    private var form = 0
    private var formCount = 0
    private(set) var isInTable = false
    /// The form of each action in a separate form, by the action's index.
    private var forms: [Screen.ActionIndex: Int] = [:]
    private var fields: ScreenFields
    /// Writes rows instead of keeping them as elements, where that is possible.
    var rowOutput = RowOutput(nil)

    /// - Parameters:
    ///   - draft: the text that was typed into the screen before.
    ///   - keepsRows: true to keep all rows as elements.
    package init(
        for responder: Responder, _ request: RenderRequest, draft: Draft? = nil, keepsRows: Bool = false
    ) {
        self.responder = responder
        coder = request.coder
        fields = ScreenFields(submitted: request.submitted, draft: draft, problems: request.problems)
        report = request.report
        switch request.purpose {
        case .everything:
            (keepsElements, keepsOffers, wanted) = (true, true, nil)
            declined = []
        case .looking: (keepsElements, keepsOffers, wanted) = (true, false, nil)
        case .acting(let submission): (keepsElements, keepsOffers, wanted) = (false, true, submission)
        }
        guard keepsElements else { return }
        screen.elements.reserveCapacity(24)
        screen.actions.reserveCapacity(24)
        // A written row keeps neither its offer nor its action.
        if !keepsOffers, !keepsRows, !request.needsActions { rowOutput = RowOutput(request.rowFormat) }
        if !rowOutput.isOpen { screen.rows.reserveCapacity(24) }
    }

    /// Returns false if there is a submitted action and its name is not `name`.
    package func mayWant(_ name: String) -> Bool { wanted.map { $0.name == name } ?? true }

    package mutating func append(_ element: @autoclosure () -> Screen.Element) {
        if keepsElements { screen.elements.append(element()) }
    }

    package mutating func append(_ row: consuming Screen.RowElement) {
        guard keepsElements else { return }
        screen.elements.append(.row(screen.rows.count))
        screen.rows.append(row)
    }

    package mutating func append(_ pane: Screen.Pane) {
        guard keepsElements else { return }
        keepAllRows()
        screen.elements.append(.beginPane(screen.panes.count))
        screen.panes.append(pane)
    }

    /// Adds a table whose cells are views. Tables and forms within it add only their content.
    mutating func withinTable(
        _ table: @autoclosure () -> Screen.TableElement, _ body: (inout ScreenBuilder) -> Void
    ) {
        guard !isInTable else { return body(&self) }
        if keepsElements {
            screen.elements.append(.beginTable(screen.tables.count))
            screen.tables.append(table())
        }
        isInTable = true
        body(&self)
        isInTable = false
        append(.endTable)
    }

    mutating func withinForm(_ body: (inout ScreenBuilder) -> Void) {
        // A form cannot begin in a cell and end after it (HTML §4.9.10), and the table can be in a form.
        guard !isInTable else { return body(&self) }
        keepAllRows()
        append(.beginForm)
        formCount += 1
        form = formCount
        body(&self)
        form = 0
        append(.endForm)
    }

    /// Sets the query of the screen's location.
    ///
    /// - Parameter names: the names of all items that the query can have.
    package mutating func setQuery(_ query: LocationQuery, names: [String]) {
        screen.query = query
        for name in names {
            let isReserved = LocationQuery.reserved.contains(name)
            if isReserved || screen.queryNames.contains(name) {
                report(.ambiguousQuery(name, isReserved: isReserved, chain: responder.chainDescription))
            } else {
                screen.queryNames.append(name)
            }
        }
    }

    /// Adds a form that changes the query. Within it, nothing is offered.
    mutating func withinQueryForm(_ element: Screen.QueryFormElement, _ content: some View) {
        guard !isInert, !isInTable, form == 0 else { return content.build(into: &self) }
        keepAllRows()
        append(.beginQueryForm(element))
        formCount += 1
        form = formCount
        fields.addQueryForm(form, names: element.names)
        inert { content.build(into: &$0) }
        form = 0
        append(.endForm)
    }

    /// The draft of the primary pane while that is built, used where the page's own draft has no value.
    package var paneDraft: Draft? {
        get { fields.paneDraft }
        set { fields.paneDraft = newValue }
    }

    /// - Parameter isMember: true if the field fills a part of the property before the full stop in its name.
    mutating func append(_ field: Field, text: String, isMember: Bool = false) {
        if fields.contains(field.name) { report(.repeatedField(field.name, chain: responder.chainDescription)) }
        if let pattern = field.pattern, !pattern.isReadable {
            report(.unreadablePattern(pattern.source, field: field.name, chain: responder.chainDescription))
        }
        keepAllRows()
        if field.kind == .file { screen.takesFiles = true }
        if keepsElements, field.isShownByScript { screen.usesScript = true }
        fields.add(field, to: form, isMember: isMember)
        if let wanted { fields.keepTyped(wanted, in: field, initially: text) }
        let element = fields.element(of: field, initially: text)
        append(.field(element))
    }

    mutating func within(_ inner: ViewResponder, _ body: (inout ScreenBuilder) -> Void) {
        inner.enclosing = UpwardReference(responder)
        within(inner as Responder, body)
    }

    /// Builds the content of `body` with `inner` as the first responder of its actions.
    package mutating func within(_ inner: Responder, _ body: (inout ScreenBuilder) -> Void) {
        let (outer, wasWithinView) = (responder, isWithinView)
        responder = inner
        isWithinView = true
        body(&self)
        responder = outer
        isWithinView = wasWithinView
    }

    /// Returns the body of a view, evaluated with access to the environment.
    func body<Content: View>(of view: Content) -> Content.Body {
        EnvironmentValues.$source.withValue(EnvironmentSource(responder: responder, adjustments: adjustments)) {
            view.body
        }
    }

    /// Calls `body` with access to the environment.
    func evaluate(_ body: () -> Void) {
        EnvironmentValues.$source.withValue(EnvironmentSource(responder: responder, adjustments: adjustments)) {
            body()
        }
    }

    func reportInvalidMarkup(_ problem: String, of element: String) {
        report(.invalidMarkup(problem, element: element, chain: responder.chainDescription))
    }

    /// Builds the content of `body` in an adjusted environment.
    mutating func adjusting(
        _ adjustment: @escaping (inout EnvironmentValues) -> Void, _ body: (inout ScreenBuilder) -> Void
    ) {
        adjustments.append(adjustment)
        body(&self)
        adjustments.removeLast()
    }

    /// Builds the content of `body` without any available action.
    package mutating func inert(_ body: (inout ScreenBuilder) -> Void) {
        isInert = true
        body(&self)
        isInert = false
    }

    /// Offers `action`, starting at the responder that encloses the view. Returns `nil` if no responder performs it, if
    /// the content is inert, if the submission cannot name it, and for an offer that is reported as a mistake.
    ///
    /// - Parameters:
    ///   - title: the action's title for people.
    ///   - known: the encoded action, if it was encoded before.
    ///   - confirmation: the question that the visitor answers first.
    ///   - usesDraft: true if the action contains the text that was typed on the page before.
    ///   - mayBeLink: false if it must be a button, such as the choice of an alert, which also dismisses the alert.
    ///   - location: the location that the action leads to, if that is its only effect.
    package mutating func offer(
        _ action: AnyAction, title: String, known: EncodedAction? = nil,
        confirmedBy confirmation: Confirmation? = nil, usesDraft: Bool = false, mayBeLink: Bool = true,
        leadingTo location: @autoclosure () -> Location? = nil
    ) -> Screen.ActionIndex? {
        guard !isInert, resolve(action.type), !isFound, resolved.isNameWanted else {
            if declined != nil, !isInert, resolved.performer == nil { noteDeclined(title) }
            return nil
        }
        do {
            let words = try known ?? coder.encode(action, named: resolved.name)
            if let wanted {
                isFound = wanted.token == words.token
                guard isFound || !wanted.contradicts(words) else { return nil }
            }
            if isWithinView, !isOnlyOffer(words.token) { return nil }
            let index = actionCount
            actionCount += 1
            if keepsOffers {
                let offered = OfferedAction(words: words, title: title)
                offers.append(
                    Offer(
                        action: action, start: responder, offered: offered, confirmation: confirmation,
                        usesDraft: usesDraft))
            }
            if keepsElements {
                let isConfirmed = confirmation != nil
                let target = isConfirmed || !mayBeLink ? nil : location() ?? destination(of: action)
                if target != nil { screen.hasLinks = true }
                if resolved.leavesSite { screen.hasActionsLeavingSite = true }
                screen.actions.append(
                    OfferedAction(
                        words: words, title: title, location: target, leavesSite: resolved.leavesSite,
                        isConfirmed: isConfirmed))
            }
            if form > 0 { forms[index] = form }
            return index
        } catch {
            report(.unwritableAction(resolved.name, chain: responder.chainDescription))
            return nil
        }
    }

    /// Returns false only if actions of `type` need not be offered, such as those that the submission does not name.
    /// Call it first for each of many rows, because it copies nothing from them.
    @inline(__always)
    mutating func mayOffer(_ type: any Action.Type) -> Bool {
        keepsElements || !isFound && !isInert && resolve(type) && resolved.isNameWanted
    }

    /// Returns false if another responder performs an earlier offer of the same action: a submission could not
    /// distinguish the two, so the second is not offered.
    private mutating func isOnlyOffer(_ token: String) -> Bool {
        if let first = performers[token], first !== resolved.performer {
            report(.repeatedOffer(token, chain: responder.chainDescription))
            return false
        }
        performers[token] = resolved.performer
        return true
    }

    /// Finds the performer of the action and the action's name, unless they are those of the action before.
    @inline(__always)
    mutating func resolve(_ action: any Action.Type) -> Bool {
        if resolved.type != ObjectIdentifier(action) || resolved.start !== responder { find(action) }
        return resolved.performer != nil
    }

    /// The location that the resolved action leads to, if its performer knows it beforehand.
    @inline(__always)
    func destination(of action: AnyAction) -> Location? {
        guard resolved.showsRoute, let performer = resolved.performer else { return nil }
        return performer.table.destination(of: action, from: performer)
    }

    private mutating func find(_ action: any Action.Type) {
        resolved.type = ObjectIdentifier(action)
        resolved.start = responder
        resolved.performer = responder.performer(of: action)
        guard let performer = resolved.performer else { return decline(action) }
        let name = performer.table.name(of: ObjectIdentifier(action)) ?? action.name
        resolved.name = name
        resolved.leavesSite = performer.table.leaves(ObjectIdentifier(action))
        resolved.showsRoute = performer.table.shows(ObjectIdentifier(action))
        resolved.isNameWanted = mayWant(name)
    }

    /// Reports a missing performer only if the chain has no handler of the action, a mistake in the app. A handler
    /// that declines for now is intended.
    private mutating func decline(_ action: any Action.Type) {
        if let known = declined, !known.contains(where: { $0.action == action && $0.start === responder }) {
            declined?.append(Inspection.Declined(action: action, start: responder))
        }
        let chain = responder.chain
        if let last = chain.last, last.next != nil { report(.cycle(chain: responder.chainDescription)) }
        guard !chain.contains(where: { $0.table.handler(for: ObjectIdentifier(action)) != nil }) else { return }
        report(.unhandledAction(action.name, chain: responder.chainDescription))
    }

    /// Adds the title of a view whose action no responder performs now.
    private mutating func noteDeclined(_ title: String) {
        let index = declined?.firstIndex { ObjectIdentifier($0.action) == resolved.type && $0.start === responder }
        guard let index, let titles = declined?[index].titles, titles.count < Inspection.Declined.maxTitles,
            !titles.contains(title)
        else { return }
        declined?[index].titles.append(title)
    }

    /// True once the offer of the submitted action was found, so that no other offer is needed.
    package var isComplete: Bool { isFound }

    /// Finishes building. A property with the name of a field in the same form moves from its action's hidden values to
    /// the action's inputs.
    package consuming func finish() -> (Screen, [Offer]) {
        if !fields.isEmpty { takeFields() }
        rowOutput.finish(&screen)
        // Moved out: a copy would retain all parts of the screen.
        var finished = Screen()
        swap(&finished, &screen)
        return (finished, offers)
    }

    /// Like ``finish()``, but returns the declined actions too.
    package consuming func finishInspection() -> Inspection {
        if !fields.isEmpty { takeFields() }
        return Inspection(screen: screen, offers: offers, declined: declined ?? [])
    }

    /// Like ``finish()``, but returns only the offers and the draft.
    package consuming func finishOffers() -> (offers: [Offer], typed: Draft?) {
        if !fields.isEmpty { takeFields() }
        return (offers, fields.typed)
    }

    private mutating func takeFields() {
        var used: Set<String> = []
        for index in 0..<actionCount {
            let offered = keepsElements ? screen.actions[index] : offers[index].offered
            let words = offered.words
            let taken = fields.filling(words, in: forms[index, default: 0])
            guard !taken.isEmpty else { continue }
            let names = taken.map(\.name)
            used.formUnion(names)
            let filled = OfferedAction(
                words: words.without(names), inputs: names, title: offered.title, leavesSite: offered.leavesSite,
                isConfirmed: offered.isConfirmed)
            if keepsElements { screen.actions[index] = filled }
            if keepsOffers { offers[index].take(taken, as: filled) }
        }
        // A link does not submit fields, so actions must not be links where there are fields outside a separate form.
        if fields.areOutsideForms { screen.forgetLocations() }
        guard keepsElements, screen.alert == nil else { return }
        for name in fields.unused(besides: used) {
            report(.unusedField(name, chain: responder.chainDescription))
        }
    }
}

/// The responder that performs the actions of one type, and what is known of it. The builder keeps the last one,
/// because the rows of a list repeat the same search: without it, a page of 20 rows takes 22 % more instructions.
struct ResolvedAction {
    var type: ObjectIdentifier?
    /// The first responder of the chain that was searched. A strong reference, not an address: another object could get
    /// the address before the comparison.
    var start: Responder?
    /// `nil` if no responder performs the action now.
    var performer: Responder?
    var name = ""
    /// True if the performer leads to another site.
    var leavesSite = false
    /// True if the performer knows the route that the action shows.
    var showsRoute = false
    /// False if the submission names another action.
    var isNameWanted = true
}

extension Responder {
    func performer(of action: any Action.Type) -> Responder? {
        var responder: Responder? = self
        for _ in 0..<Responder.maxChainLength {
            guard let current = responder else { return nil }
            if current.canPerform(action) { return current }
            responder = current.next
        }
        return nil
    }
}
