/// An object that performs actions and passes unknown actions to the next responder (UIKit's `UIResponder`).
///
/// Following `next` from an attached responder leads through its controllers and containers to the window, the
/// application and, if there is one, its delegate.
open class Responder {
    private final var isCounted = false
    // Without checks of exclusive access: one task at a time uses this object. With the checks of all such
    // objects, a page takes 22 % more instructions, and an action 12 %.
    @usableFromInline @exclusivity(unchecked) final var ownTable: HandlerTable?
    private final var ownAnchor: Anchor?
    @exclusivity(unchecked) package var savedValues: SavedValues?
    /// The number of times that the saved values were replaced; a ``Saved`` property with an older number reads its
    /// value again.
    private(set) final var restorations = 0

    /// Creates a responder outside of a chain; containers and views insert it into one.
    public init() { isCounted = ObjectCounts.add(type(of: self)) }

    deinit {
        ownAnchor?.cut()
        if isCounted { ObjectCounts.remove(type(of: self)) }
    }

    /// The next responder of the chain. Override it to reroute the chain; a cycle is detected and reported.
    open var next: Responder? { nil }

    /// The actions that instances of this class perform.
    open class var actions: [Handler] { [] }

    /// The built-in actions, consulted after `actions`. An override of `actions` cannot remove them.
    open class var standardActions: [Handler] { [] }

    /// The type that identifies instances in chains and graphs; usually their class.
    open class var displayType: Any.Type { self }

    /// Returns true if this object would perform `action` now. Override it for an action that depends on state.
    open func canPerform(_ action: any Action.Type) -> Bool {
        table.handles(ObjectIdentifier(action))
    }

    /// Performs `action` and returns true, or returns false to pass it to the next responder.
    ///
    /// Override it, together with ``canPerform(_:)``, where a table of handlers is not enough. It is called only if
    /// `canPerform` returns true.
    /// - Throws: any error of the handler. Most errors, but no `InvalidInput`, then climb the chain by ``handle(_:)``.
    open func perform(_ action: any Action) async throws -> Bool {
        let type = type(of: action)
        guard canPerform(type), let handler = table.handler(for: ObjectIdentifier(type)) else { return false }
        switch handler.invocation {
        case .immediate(let perform): return try perform(self, action)
        case .suspending(let perform): return try await perform(self, action)
        }
    }

    /// Handles an error of an action or container. By default passes it to `next`; the window shows an alert.
    ///
    /// Call `super` to observe the error and pass it on. If an action threw it, its changes to the session are undone.
    open func handle(_ error: any Error) {
        // Stop if the chain is cyclic or too long.
        guard chain.last?.next == nil else { return }
        next?.handle(error)
    }

    /// Adds values to the environment of everything within this responder; can replace values of outer responders.
    open func provide(_ environment: inout EnvironmentValues) {}

    package final func restoreSavedValues(_ values: SavedValues?) {
        savedValues = values
        restorations += 1
    }

    /// Called after a ``Saved`` value of this object was written.
    open func savedValueDidChange() {}

    @usableFromInline package final var anchor: Anchor {
        if let ownAnchor { return ownAnchor }
        let anchor = Anchor(self)
        ownAnchor = anchor
        return anchor
    }

    // Each button looks up its action in the tables of its chain, usually from another module.
    @inlinable package final var table: HandlerTable {
        if let ownTable { return ownTable }
        let table = HandlerTable.table(of: type(of: self))
        ownTable = table
        return table
    }
}

extension Responder {
    /// The maximum number of responders in a chain. A longer chain is a cycle or a mistake, so a search stops after
    /// this number.
    package static let maxChainLength = 512

    /// This responder and those that follow, in order, at most 512. A cycle ends the list before its first repetition.
    public var chain: [Responder] {
        var chain: [Responder] = []
        var responder: Responder? = self
        while let current = responder, chain.count < Responder.maxChainLength,
            !chain.contains(where: { $0 === current })
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
    /// An action that no responder handles is a programming error; the window or application in the chain logs it.
    /// - Returns: true if a responder performed the action.
    /// - Throws: any error of the handler, or ``ResponderError/cycle(_:)``.
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
        nearest((any DiagnosticReporter).self)?
            .note(.unhandled(type(of: action).name, last: last.table.typeName, chain: chainDescription))
    }

    /// Passes `action` to the next responder. Call it in a handler, with the handler's action or another one, such as a
    /// copy with added values. The handler's action counts as handled even if no later responder handles `action`.
    ///
    /// - Throws: any error of a later handler, or ``ResponderError/cycle(_:)``.
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
            // Check `canPerform` first: `perform` is async and would add a suspension point per responder.
            if current.canPerform(type), try await current.perform(action) {
                if let place { trace?.leave(place, hasHandled: true) }
                return true
            }
            if let place { trace?.leave(place, hasHandled: false) }
            responder = current.next
            steps += 1
            guard steps < Responder.maxChainLength else { throw ResponderError.cycle(chainDescription) }
        }
        return false
    }

    /// The nearest responder of the chain that conforms to `type`, including this one: `nearest((any
    /// ScenePresenting).self)`.
    public final func nearest<P>(_ type: P.Type) -> P? {
        var responder: Responder? = self
        for _ in 0..<Responder.maxChainLength {
            guard let current = responder else { return nil }
            if let found = current as? P { return found }
            responder = current.next
        }
        return nil
    }

    /// Works as ``nearest(_:)``, but throws if the type is absent, which is a programming error.
    ///
    /// - Throws: ``ResponderError/notFound(type:chain:)``, which names the type and the chain.
    public final func required<P>(_ type: P.Type) throws -> P {
        guard let found = nearest(type) else {
            throw ResponderError.notFound(type: String(describing: type), chain: chainDescription)
        }
        return found
    }
}

/// The errors of a responder chain. Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum ResponderError: Error, Equatable, CustomStringConvertible {
    /// The chain of `next` contains a cycle or is too long.
    case cycle(String)
    /// No responder in the chain conforms to the type, or the result of a container has no receiver or no handler.
    case notFound(type: String, chain: String)

    /// The error, the chain, and the cause or the correction.
    public var description: String {
        switch self {
        case .cycle(let chain):
            "The responder chain has a cycle: \(chain). An override of `next` returns an earlier responder."
        case .notFound(let type, let chain):
            "No responder provides \(type) in the chain \(chain). Add one that does above the sender."
        }
    }
}

extension Responder {
    /// The values that the responders of the chain provide, the outermost first, including this object's own.
    public final var environment: EnvironmentValues {
        var values = EnvironmentValues()
        for responder in chain.reversed() { responder.provide(&values) }
        return values
    }
}

/// The shared indirection between a responder and the references to it; the responder clears it in its `deinit`.
@usableFromInline
package final class Anchor {
    @usableFromInline @exclusivity(unchecked) package fileprivate(set) var target: Unmanaged<Responder>?

    init(_ target: Responder) { self.target = .passUnretained(target) }

    func cut() { target = nil }
}
