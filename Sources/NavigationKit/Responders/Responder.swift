/// An object that can perform actions and passes on those it does not know (UIKit's `UIResponder`).
///
/// Following `next` from any responder leads through its controllers and containers to the window, the application and the
/// application's delegate (seed 000).
open class Responder {
    private final var isCounted = false
    private final var ownTable: HandlerTable?
    private final var ownAnchor: Anchor?
    @exclusivity(unchecked) package var savedValues: SavedValues?
    /// How often the saved values were replaced; a ``Saved`` that knows an older number reads its value anew.
    private(set) final var restorations = 0

    /// A responder on its own; containers and views put it into a chain.
    public init() { isCounted = LiveObjects.add(type(of: self)) }

    deinit {
        ownAnchor?.cut()
        if isCounted { LiveObjects.remove(type(of: self)) }
    }

    /// Who is asked next. Override it to reroute the chain; a cycle is detected and reported.
    open var next: Responder? { nil }

    /// The actions that instances of this class perform.
    open class var actions: [Handler] { [] }

    /// The kit's own actions, consulted after `actions` so that overriding those cannot drop them.
    package class var standardActions: [Handler] { [] }

    /// The type that instances are known by in chains and graphs: mostly their class.
    package class var namesake: Any.Type { self }

    /// Whether this object would perform `action` now. Override it for an action that depends on state.
    open func canPerform(_ action: any Action.Type) -> Bool {
        table.handles(ObjectIdentifier(action))
    }

    /// Performs `action` and answers true, or answers false to let the next responder try.
    ///
    /// The one escape hatch: override it, together with ``canPerform(_:)``, where a table of handlers is not enough. It is
    /// called only where that says yes.
    /// - Throws: whatever the handler throws; the error then climbs the chain through ``handle(_:)``.
    open func perform(_ action: any Action) async throws -> Bool {
        let type = type(of: action)
        guard canPerform(type), let handler = table.handler(for: ObjectIdentifier(type)) else { return false }
        switch handler.invocation {
        case .immediate(let perform): return try perform(self, action)
        case .suspending(let perform): return try await perform(self, action)
        }
    }

    /// Takes an error that an action threw. By default the next responder gets it; the window shows an alert.
    ///
    /// Call `super` to observe and pass along. Nothing else changes: the action's own changes were undone before.
    open func handle(_ error: any Error) {
        // In a cycle nobody is the last one to take it; the cycle is reported when the screen is built.
        guard chain.last?.next == nil else { return }
        next?.handle(error)
    }

    /// Adds to the environment of all that this object encloses, and may replace what those around it provide.
    open func provide(_ environment: inout EnvironmentValues) {}

    package final func restoreSavedValues(_ values: SavedValues?) {
        savedValues = values
        restorations += 1
    }

    /// Called after a ``Saved`` value of this object was written.
    package func savedValueDidChange() {}

    final var anchor: Anchor {
        if let ownAnchor { return ownAnchor }
        let anchor = Anchor(self)
        ownAnchor = anchor
        return anchor
    }

    package final var table: HandlerTable {
        if let ownTable { return ownTable }
        let table = HandlerTable.table(of: type(of: self))
        ownTable = table
        return table
    }
}

extension Responder {
    /// The longest chain that is walked; a longer one is a cycle or a mistake, and the walk ends there.
    package static let longestChain = 512

    /// This responder and all after it, in order. A cycle ends the list before its first repetition.
    public var chain: [Responder] {
        var chain: [Responder] = []
        var responder: Responder? = self
        while let current = responder, chain.count < Responder.longestChain, !chain.contains(where: { $0 === current })
        {
            chain.append(current)
            responder = current.next
        }
        return chain
    }

    /// The names of the types in the chain, for diagnostics.
    public var chainDescription: String {
        chain.map(\.table.typeName).joined(separator: " → ")
    }

    /// Sends `action` up the chain, this responder first.
    ///
    /// One that nobody performs is a mistake of the program, and told to the log.
    /// - Returns: whether somebody performed it.
    /// - Throws: what the handler throws, or ``ResponderError/cycle(_:)``.
    @discardableResult
    public final func send(_ action: some Action) async throws -> Bool {
        if try await climb(with: action, ChainTrace.current) { return true }
        noteUnhandled(action)
        return false
    }

    private func noteUnhandled(_ action: some Action) {
        let chain = chain
        guard let last = chain.last else { return }
        ChainTrace.current?.noteEnd(of: type(of: action), at: last)
        let window = nearest(Window.self) ?? nearest(Application.self)?.window
        window?.note(
            .unhandled(type(of: action).name, last: last.table.typeName, chain: chainDescription))
    }

    /// Passes `action` on to the next responder, from within the method that handles it here (seed 000: handle and pass along).
    ///
    /// It counts as handled even if nobody above takes it, and may be another action by now: what came, completed by what
    /// is known here. - Throws: what a handler above throws.
    public final func forward(_ action: some Action) async throws {
        let trace = ChainTrace.current
        trace?.notePassing(by: self)
        guard let next else { return }
        _ = try await next.climb(with: action, trace)
    }

    package final func climb(with action: any Action, _ trace: ChainTrace?) async throws -> Bool {
        var responder: Responder? = self
        var steps = 0
        let type = type(of: action)
        while let current = responder {
            let place = trace?.enter(current, type)
            // Who cannot is not asked to, which would be a call that may wait.
            if current.canPerform(type), try await current.perform(action) {
                if let place { trace?.leave(place, hasHandled: true) }
                return true
            }
            if let place { trace?.leave(place, hasHandled: false) }
            responder = current.next
            steps += 1
            guard steps < Responder.longestChain else { throw ResponderError.cycle(chainDescription) }
        }
        return false
    }

    /// The nearest responder that conforms to `type`, this one included: `nearest((any ScenePresenting).self)` (seeds 001, 003).
    public final func nearest<P>(_ type: P.Type) -> P? {
        var responder: Responder? = self
        for _ in 0..<Responder.longestChain {
            guard let current = responder else { return nil }
            if let found = current as? P { return found }
            responder = current.next
        }
        return nil
    }

    /// Like ``nearest(_:)``, where its absence is a mistake of the program.
    ///
    /// - Throws: ``ResponderError/notFound(type:chain:)``, which names the type and the chain.
    public final func required<P>(_ type: P.Type) throws -> P {
        guard let found = nearest(type) else {
            throw ResponderError.notFound(type: String(describing: type), chain: chainDescription)
        }
        return found
    }
}

/// What can be wrong with a chain.
public enum ResponderError: Error, Equatable, CustomStringConvertible {
    /// Following `next` does not end.
    case cycle(String)
    /// No responder in the chain conforms to the type.
    case notFound(type: String, chain: String)

    /// What was looked for, where, and what would have worked.
    public var description: String {
        switch self {
        case .cycle(let chain):
            "The responder chain does not end: \(chain). An override of `next` leads back into it."
        case .notFound(let type, let chain):
            "No responder conforms to \(type) in the chain \(chain). Put one that does above the sender."
        }
    }
}
