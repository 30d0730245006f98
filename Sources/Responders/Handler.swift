import Synchronization

/// An entry of a class's handler table: the method that performs an action.
///
/// A handler belongs to a class and captures no object, so it uses no memory of a session and cannot create a cycle.
public struct Handler: Sendable {
    /// The type of the action.
    public let action: any Action.Type
    package let name: String
    package let invocation: Invocation
    /// True if the handler unwinds to the container before it calls the method.
    package var unwinds = false
    /// True if performing the action sends the visitor to another site.
    var leavesSite = false
    /// The route of an action of `show(_:)`; `nil` for other handlers.
    package var shown: ShownRoute?

    /// The method to call. Most methods are not `async`, and calling those needs no suspension point.
    package enum Invocation: Sendable {
        case immediate(@Sendable (Responder, any Action) throws -> Bool)
        case suspending(Suspending)

        package typealias Suspending =
            nonisolated(nonsending) @Sendable (Responder, any Action) async throws -> Bool
    }

    /// Handles an action with `method`; both types are inferred: `.on(select)`.
    ///
    /// For an overloaded method, pass the action's type: `.on(Save.self, handle)`.
    public static func on<R: Responder, A: Action>(
        _ action: A.Type = A.self, _ method: @escaping @Sendable (R) -> (A) throws -> Void
    ) -> Handler {
        Handler(
            action: action, name: action.name,
            invocation: .immediate { responder, action in
                // The table finds handlers by the action's exact type, so compare types instead of casting.
                guard let responder = responder as? R, type(of: action) == A.self else { return false }
                try method(responder)(action.exactly(A.self))
                return true
            })
    }

    /// Handles an action with an `async` method.
    public static func on<R: Responder, A: Action>(
        _ action: A.Type = A.self,
        _ method: @escaping @Sendable (R) -> nonisolated(nonsending) (A) async throws -> Void
    ) -> Handler {
        Handler(
            action: action, name: action.name,
            invocation: .suspending { responder, action in
                guard let responder = responder as? R, type(of: action) == A.self else { return false }
                try await method(responder)(action.exactly(A.self))
                return true
            })
    }

    /// Handles the action type that is inferred from `method`.
    public static func on<R: Responder, A: Action>(
        _ method: @escaping @Sendable (R) -> (A) throws -> Void
    ) -> Handler {
        on(A.self, method)
    }

    /// Handles the action type that is inferred from an `async` method.
    public static func on<R: Responder, A: Action>(
        _ method: @escaping @Sendable (R) -> nonisolated(nonsending) (A) async throws -> Void
    ) -> Handler {
        on(A.self, method)
    }
}

/// The route that a handler of `show(_:)` shows.
package final class ShownRoute: Sendable {
    /// Returns the location that the action leads to, if a link can lead there.
    let location: @Sendable (Responder, any Action) -> Location?
    /// Returns the replacement of the route, if the guard refuses it now.
    let redirect: @Sendable (Responder, any Action) -> GuardRedirect?

    package init(
        location: @escaping @Sendable (Responder, any Action) -> Location?,
        redirect: @escaping @Sendable (Responder, any Action) -> GuardRedirect?
    ) {
        self.location = location
        self.redirect = redirect
    }
}

/// A fact about a class that an instance reveals while the program runs, such as that it loads nothing. It saves work
/// for later instances; the program is also correct while it is not known.
///
/// The module whose classes have the facts declares them all in one place.
package struct ClassFact: Sendable {
    let rawValue: UInt8

    /// - Parameter rawValue: a bit that no other fact has.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// All handlers of one class, created once per process and shared by all instances.
@usableFromInline
package final class HandlerTable: Sendable {
    /// The name of the class's `displayType` in chains, graphs and diagnostics.
    package let typeName: String
    package let handlers: [Handler]
    /// The handlers of ``Responder/actions``, which come first; the others are built in.
    package var ownHandlers: ArraySlice<Handler> { handlers[..<ownCount] }
    private let ownCount: Int
    /// The names of the class's ``Saved`` properties.
    let savedNames = SavedNames()
    /// The action types of `handlers`, in the same order. A separate, compact list, because each button searches it.
    private let keys: [ObjectIdentifier]
    private let unwinding: [ObjectIdentifier]
    private let showing: [ObjectIdentifier]
    private let leaving: [ObjectIdentifier]
    /// The names of actions with several handlers in `actions`. The first handler is used; inspecting a screen reports
    /// the others.
    package let duplicates: [String]
    private let facts = Atomic<UInt8>(0)
    /// 0: not looked up yet; 1: the class has no ``Query``; 2: it has some. Kept, because the look-up uses reflection.
    private let queries = Atomic<UInt8>(0)

    init(of type: Responder.Type) {
        typeName = String(token: type.displayType)
        var seen: Set<ObjectIdentifier> = []
        var twice: [String] = []
        let actions = type.actions
        for handler in actions where !seen.insert(ObjectIdentifier(handler.action)).inserted {
            twice.append(handler.name)
        }
        duplicates = twice
        handlers = actions + type.standardActions
        ownCount = actions.count
        keys = handlers.map { ObjectIdentifier($0.action) }
        unwinding = handlers.filter(\.unwinds).map { ObjectIdentifier($0.action) }
        leaving = handlers.filter(\.leavesSite).map { ObjectIdentifier($0.action) }
        showing = handlers.filter { $0.shown != nil }.map { ObjectIdentifier($0.action) }
    }

    /// True if the class has ``Query`` properties; `lookUp` is called once to find out.
    func hasQueries(_ lookUp: () -> Bool) -> Bool {
        let known = queries.load(ordering: .relaxed)
        guard known == 0 else { return known == 2 }
        let hasSome = lookUp()
        queries.store(hasSome ? 2 : 1, ordering: .relaxed)
        return hasSome
    }

    /// True if an instance of the class has revealed `fact`.
    package func has(_ fact: ClassFact) -> Bool { facts.load(ordering: .relaxed) & fact.rawValue != 0 }

    /// Notes a fact about the class for later instances.
    package func note(_ fact: ClassFact) { facts.bitwiseOr(fact.rawValue, ordering: .relaxed) }

    package func handler(for action: ObjectIdentifier) -> Handler? {
        keys.firstIndex(of: action).map { handlers[$0] }
    }

    /// The name of `action` if this table handles it.
    package func name(of action: ObjectIdentifier) -> String? {
        keys.firstIndex(of: action).map { handlers[$0].name }
    }

    /// True if handling `action` unwinds to the container.
    package func unwinds(_ action: ObjectIdentifier) -> Bool { !unwinding.isEmpty && unwinding.contains(action) }

    /// True if `action` sends the visitor to another site.
    package func leaves(_ action: ObjectIdentifier) -> Bool { !leaving.isEmpty && leaving.contains(action) }

    /// True if handling `action` shows a route, whose location can be known beforehand.
    package func shows(_ action: ObjectIdentifier) -> Bool { !showing.isEmpty && showing.contains(action) }

    /// The location that `action` leads to if `responder`, of this class, performs it; `nil` if that is unknown
    /// beforehand, or if a link cannot lead there.
    package func destination(of action: AnyAction, from responder: Responder) -> Location? {
        guard shows(ObjectIdentifier(action.type)) else { return nil }
        return handler(for: ObjectIdentifier(action.type))?.shown?.location(responder, action.action)
    }

    /// The replacement of the route that `action` would show, if `responder`, of this class, performs it and its guard
    /// refuses the route; `nil` for all handlers except those of `show(_:)`.
    package func redirect(of action: AnyAction, from responder: Responder) -> GuardRedirect? {
        handler(for: ObjectIdentifier(action.type))?.shown?.redirect(responder, action.action)
    }

    @inline(__always)
    func handles(_ action: ObjectIdentifier) -> Bool { keys.contains(action) }
}

extension String {
    /// The name of a type without its generic arguments, as a token (RFC 9110 §5.6.2) that begins with a letter or `*`,
    /// as required for the lists of `Cairn-Chain` (RFC 8941 §3.3.4). A Swift type name can contain other characters.
    fileprivate init(token type: Any.Type) {
        // Swift prints a raw identifier between backticks.
        let name = String(describing: type).prefix { $0 != "<" }.filter { $0 != "`" }
        let isToken = name.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || byte == UInt8(ascii: "_")
        }
        if isToken, let first = name.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 {
            self = name
        } else {
            // Escape each other character, so that different names rarely have the same token.
            self = name.unicodeScalars.reduce(into: "*") { token, scalar in
                let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                token += isPlain || scalar == "_" ? String(scalar) : "~" + String(scalar.value, radix: 16)
            }
        }
    }
}

/// The tables created so far. They depend on the program only, so all sessions share one registry.
private let tables = Mutex<[ObjectIdentifier: HandlerTable]>([:])

extension HandlerTable {
    @usableFromInline
    package static func table(of type: Responder.Type) -> HandlerTable {
        if let table = tables.withLock({ $0[ObjectIdentifier(type)] }) { return table }
        let table = HandlerTable(of: type)
        return tables.withLock { all in
            if let first = all[ObjectIdentifier(type)] { return first }
            all[ObjectIdentifier(type)] = table
            return table
        }
    }

    /// Returns true if a table created so far has a handler for an action with this name.
    package static func knows(actionNamed name: String) -> Bool {
        tables.withLock { $0.values.contains { $0.handlers.contains { $0.name == name } } }
    }
}
