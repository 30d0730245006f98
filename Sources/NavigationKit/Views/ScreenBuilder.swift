/// Collects the elements of a screen and, beside them, the offers that stay in the session (DESIGN D6).
public final class ScreenBuilder {
    package private(set) var screen = Screen()
    package private(set) var offers: [Offer] = []
    /// While an alert is up, the content can be read but nothing in it can be done.
    package private(set) var isInert = false

    private let coder: ActionCoder
    private let report: (Issue) -> Void
    private var responder: Responder
    /// The responder itself, not its address, which another one may have by the time it is asked about.
    private var resolved: (action: ObjectIdentifier, start: Responder, found: (name: String, performer: Responder)?)?
    /// Whether some view has a responder of its own, so that equal words may mean different performers.
    private var hasViewResponders = false
    private var form = 0
    private var formCount = 0
    private var fields: [(form: Int, field: Field)] = []
    private let submitted: Submission?
    private let problems: InvalidInput?

    package init(
        for responder: Responder, coder: ActionCoder, submitted: Submission? = nil, problems: InvalidInput? = nil,
        report: @escaping (Issue) -> Void
    ) {
        self.responder = responder
        self.coder = coder
        self.submitted = submitted
        self.problems = problems
        self.report = report
        screen.elements.reserveCapacity(24)
        screen.actions.reserveCapacity(24)
        offers.reserveCapacity(24)
    }

    func append(_ element: Screen.Element) {
        switch element {
        case .beginForm:
            formCount += 1
            form = formCount
        case .endForm: form = 0
        default: break
        }
        screen.elements.append(element)
    }

    func append(_ field: Field, text: String) {
        if fields.contains(where: { $0.field.name == field.name }) {
            report(.repeatedField(field.name, chain: responder.chainDescription))
        }
        fields.append((form, field))
        let typed = field.kind == .password ? "" : submitted?.text(of: field.name) ?? text
        let error = problems?.problems.first { $0.field == field.name }?.message
        screen.elements.append(.field(Screen.FieldElement(field: field, value: typed, error: error)))
    }

    func within(_ inner: ViewResponder, _ body: () -> Void) {
        let outer = responder
        inner.enclosing = outer
        responder = inner
        hasViewResponders = true
        body()
        responder = outer
    }

    func update(_ change: (inout Screen) -> Void) { change(&screen) }

    /// Lowers what `body` adds as text that can only be read.
    func inert(_ body: () -> Void) {
        isInert = true
        body()
        isInert = false
    }

    /// Offers `action`, starting at the responder that encloses the view, if somebody in the chain performs it.
    func offer(_ action: some Action, title: String) -> Screen.ActionIndex? {
        guard !isInert, let (name, performer) = performer(of: action) else { return nil }
        do {
            let words = try coder.words(for: action, named: name)
            let offered = OfferedAction(words: words, inputs: [], title: title)
            offers.append(Offer(action: action, start: responder, performer: performer, offered: offered, form: form))
            screen.actions.append(offered)
            return screen.actions.count - 1
        } catch {
            report(.unwritableAction(name, chain: responder.chainDescription))
            return nil
        }
    }

    /// The wire name if somebody performs the action now. Rows of a list ask the same question one after another.
    private func performer<A: Action>(of action: A) -> (name: String, performer: Responder)? {
        let type = ObjectIdentifier(A.self)
        if let resolved, resolved.action == type, resolved.start === responder { return resolved.found }
        let found = responder.performer(of: A.self)
        if found == nil { reportIfNobodyEverPerforms(A.self) }
        resolved = (type, responder, found)
        return found
    }

    /// A submission could not say which of them is meant, so they are told to the log.
    private func reportRepeatedOffers() {
        var performers: [String: Responder] = [:]
        for offer in offers {
            let first = performers.updateValue(offer.performer, forKey: offer.offered.words.token)
            guard let first, first !== offer.performer else { continue }
            report(.repeatedOffer(offer.offered.words.token, chain: offer.start.chainDescription))
        }
    }

    /// A handler that declines for now is the app's will; a chain without any is its mistake.
    private func reportIfNobodyEverPerforms<A: Action>(_ action: A.Type) {
        let chain = responder.chain
        if let last = chain.last, last.next != nil { report(.cycle(chain: responder.chainDescription)) }
        guard !chain.contains(where: { $0.table.handler(for: ObjectIdentifier(action)) != nil }) else { return }
        report(.nobodyPerforms(A.name, chain: responder.chainDescription))
    }

    func barItem(_ title: String, role: ButtonRole, action: some Action) -> Screen.BarItem? {
        offer(action, title: title).map { Screen.BarItem(title: title, role: role, action: $0) }
    }

    /// Assigns the fields to the actions that take them.
    func finish() -> (Screen, [Offer]) {
        if !fields.isEmpty {
            for index in offers.indices {
                offers[index].takeInputs(from: fields)
                screen.actions[index] = offers[index].offered
            }
        }
        if hasViewResponders { reportRepeatedOffers() }
        return (screen, offers)
    }
}

extension Responder {
    fileprivate func performer<A: Action>(of action: A.Type) -> (name: String, performer: Responder)? {
        var responder: Responder? = self
        for _ in 0..<Responder.longestChain {
            guard let current = responder else { return nil }
            if current.canPerform(action) {
                return (current.table.handler(for: ObjectIdentifier(action))?.name ?? A.name, current)
            }
            responder = current.next
        }
        return nil
    }
}

/// What is wrong with a program, found while it runs: told to the log once, never to a visitor.
public enum Issue: Hashable, Sendable, CustomStringConvertible {
    /// An action that a screen has a button for, but nobody in its chain performs: it is not offered.
    case nobodyPerforms(String, chain: String)
    /// An action whose values cannot be written as words.
    case unwritableAction(String, chain: String)
    /// Two fields of one screen have the same name.
    case repeatedField(String, chain: String)
    /// Two offers of one screen have the same words but other performers; the first one is performed.
    case repeatedOffer(String, chain: String)
    /// Two handlers of one class claim the same action.
    case repeatedHandler(String, type: String)
    /// Following `next` leads back to where it began.
    case cycle(chain: String)

    /// What was found, where, and what would have worked.
    public var description: String {
        switch self {
        case .nobodyPerforms(let action, let chain):
            "Not offered: nobody performs \(action) in the chain \(chain). Add a handler to one of them."
        case .unwritableAction(let action, let chain):
            "Not offered: the values of \(action) cannot be written as words (\(chain)). Use numbers, texts and structs of them."
        case .repeatedField(let name, let chain):
            "Two fields are called \(name) on one screen (\(chain)). Give each its own name."
        case .repeatedOffer(let action, let chain):
            "\(action) is offered twice on one screen, to different responders (\(chain)). Give the action a value that tells them apart."
        case .repeatedHandler(let action, let type):
            "\(type) has two handlers for \(action); the first one wins. Remove the other."
        case .cycle(let chain):
            "The responder chain does not end: \(chain). An override of `next` leads back into it."
        }
    }
}
