import Synchronization

/// One row of a class's table: which method performs which action (DESIGN D1).
///
/// A handler belongs to a class and captures no object, so it costs a session no memory and cannot make a cycle.
public struct Handler: Sendable {
    /// The action it performs.
    public let action: any Action.Type
    package let name: String
    package let invocation: Invocation
    /// Whether the container takes away what is above it before.
    var unwinds = false
    /// Whether performing it sends the visitor to another site.
    var leavesSite = false
    /// Where an action leads that does nothing but show a route, as far as that is known without performing it.
    var destination: (@Sendable (Responder, any Action) -> Location?)?

    /// How the method is called: most do not wait for anything, and are not made to.
    package enum Invocation: Sendable {
        case immediate(@Sendable (Responder, any Action) throws -> Bool)
        case suspending(Suspending)

        package typealias Suspending =
            nonisolated(nonsending) @Sendable (Responder, any Action) async throws -> Bool
    }

    /// A handler that calls `method`; both types are inferred: `.on(select)`.
    ///
    /// Overloaded methods name their action: `.on(Save.self, handle)`.
    public static func on<R: Responder, A: Action>(
        _ action: A.Type = A.self, _ method: @escaping @Sendable (R) -> (A) throws -> Void
    ) -> Handler {
        Handler(
            action: action, name: action.name,
            invocation: .immediate { responder, action in
                // A table is asked by the action's own type.
                guard let responder = responder as? R, type(of: action) == A.self else { return false }
                try method(responder)(action.exactly(A.self))
                return true
            })
    }

    /// A handler that calls `method`, which may wait.
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

    /// A handler whose action type is inferred from the method.
    public static func on<R: Responder, A: Action>(
        _ method: @escaping @Sendable (R) -> (A) throws -> Void
    ) -> Handler {
        on(A.self, method)
    }

    /// A handler whose action type is inferred from the method, which may wait.
    public static func on<R: Responder, A: Action>(
        _ method: @escaping @Sendable (R) -> nonisolated(nonsending) (A) async throws -> Void
    ) -> Handler {
        on(A.self, method)
    }
}

extension Action {
    /// Itself, where its type was compared with `Same` before; a checked cast would look `Same?` up by its name.
    @inline(__always)
    fileprivate func exactly<Same>(_: Same.Type) -> Same {
        assert(Self.self == Same.self)
        return unsafeBitCast(self, to: Same.self)
    }
}

/// All handlers of one class, made once for the process and shared by every instance.
package final class HandlerTable: Sendable {
    /// What chains, graphs and mistakes call the class.
    package let typeName: String
    package let handlers: [Handler]
    /// Those that the class itself declares, which come first; the others are the kit's.
    package var ownHandlers: ArraySlice<Handler> { handlers[..<ownCount] }
    private let ownCount: Int
    /// What the class's saved values are called.
    let savedNames = SavedNames()
    /// The handlers' actions, in the same order: searched for every button, so without the handlers around them.
    private let keys: [ObjectIdentifier]
    private let unwinding: [ObjectIdentifier]
    private let showing: [ObjectIdentifier]
    private let leaving: [ObjectIdentifier]
    /// Actions that two handlers of the same list claim; the first one wins and the server reports the others at start.
    package let duplicates: [String]

    init(of type: Responder.Type) {
        typeName = String(token: type.namesake)
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
        showing = handlers.filter { $0.destination != nil }.map { ObjectIdentifier($0.action) }
    }

    package func handler(for action: ObjectIdentifier) -> Handler? {
        keys.firstIndex(of: action).map { handlers[$0] }
    }

    /// What `action` is called where this table handles it.
    func name(of action: ObjectIdentifier) -> String? {
        keys.firstIndex(of: action).map { handlers[$0].name }
    }

    /// Whether `action` leads back to the container that handles it.
    func unwinds(_ action: ObjectIdentifier) -> Bool { !unwinding.isEmpty && unwinding.contains(action) }

    /// Whether `action` sends the visitor to another site.
    func leaves(_ action: ObjectIdentifier) -> Bool { !leaving.isEmpty && leaving.contains(action) }

    /// Where `action` leads that `responder`, of this class, performs; `nil` if only performing it tells.
    func destination(of action: AnyAction, from responder: Responder) -> Location? {
        guard !showing.isEmpty, showing.contains(ObjectIdentifier(action.type)) else { return nil }
        return handler(for: ObjectIdentifier(action.type))?.destination?(responder, action.action)
    }

    @inline(__always)
    func handles(_ action: ObjectIdentifier) -> Bool { keys.contains(action) }
}

extension String {
    /// The name of a type without its generic arguments, as a token (RFC 9110 §5.6.2) that starts with a letter as the
    /// lists of `Cairn-Chain` want it (RFC 8941 §3.3.4): Swift's names may hold any character.
    fileprivate init(token type: Any.Type) {
        // A name of several words stands between backticks.
        let name = String(describing: type).prefix { $0 != "<" }.filter { $0 != "`" }
        let isToken = name.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || byte == UInt8(ascii: "_")
        }
        if isToken, name.utf8.first.map({ $0 != UInt8(ascii: "_") }) ?? false {
            self = name
        } else {
            // Each character tells one type from another.
            self = name.unicodeScalars.reduce(into: "*") { token, scalar in
                let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                token += isPlain || scalar == "_" ? String(scalar) : "~" + String(scalar.value, radix: 16)
            }
        }
    }
}

/// The tables made so far. Types are facts of the program, not of a visitor, so one registry serves all sessions.
private let tables = Mutex<[ObjectIdentifier: HandlerTable]>([:])

extension HandlerTable {
    package static func table(of type: Responder.Type) -> HandlerTable {
        if let table = tables.withLock({ $0[ObjectIdentifier(type)] }) { return table }
        let table = HandlerTable(of: type)
        return tables.withLock { all in
            if let first = all[ObjectIdentifier(type)] { return first }
            all[ObjectIdentifier(type)] = table
            return table
        }
    }

    /// Whether any table made so far performs an action of this name.
    package static func knows(actionNamed name: String) -> Bool {
        tables.withLock { $0.values.contains { $0.handlers.contains { $0.name == name } } }
    }
}
