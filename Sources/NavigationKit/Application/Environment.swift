/// A value of the environment by its type (SwiftUI's `EnvironmentKey`).
public protocol EnvironmentKey {
    /// What the environment holds under the key.
    associatedtype Value
    /// What holds where nobody has provided another.
    static var defaultValue: Value { get }
}

/// What controllers and views read of what encloses them, without having been given it (seeds 003, 004).
///
/// Whoever encloses them says it in ``Responder/provide(_:)``; nothing is looked up before it is asked for.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    /// The defaults.
    public init() {}

    /// The value under `key`.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// The values that views read while their bodies are asked for.
    static var current: EnvironmentValues { source?.values ?? EnvironmentValues() }

    @TaskLocal static var source: EnvironmentSource?
}

/// Where the values come from: made of the chain when one of them is read.
struct EnvironmentSource: @unchecked Sendable {  // ok: read while one body is asked for, on the thread that asks
    let responder: Responder
    let adjustments: [(inout EnvironmentValues) -> Void]

    var values: EnvironmentValues {
        var values = responder.environment
        for adjust in adjustments { adjust(&values) }
        return values
    }
}

extension Responder {
    /// What encloses this object provides, the outermost first, and what it provides itself.
    public final var environment: EnvironmentValues {
        var values = EnvironmentValues()
        for responder in chain.reversed() { responder.provide(&values) }
        return values
    }
}

/// Reads a value of the environment in a view: `@Environment(\.coordinator) var coordinator`.
///
/// It is there while the `body` is asked for; elsewhere it is the default.
@propertyWrapper
public struct Environment<Value> {
    private let keyPath: KeyPath<EnvironmentValues, Value>

    /// - Parameter keyPath: the value.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

    /// The value where the view stands.
    public var wrappedValue: Value { EnvironmentValues.current[keyPath: keyPath] }
}

extension View {
    /// Sets a value for this view and all within it.
    public func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View {
        EnvironmentView(content: self) { $0[keyPath: keyPath] = value }
    }
}

private struct EnvironmentView<Content: View>: View, PrimitiveView {
    let content: Content
    let adjust: (inout EnvironmentValues) -> Void

    func lower(into screen: inout ScreenBuilder) {
        screen.adjusting(adjust) { content.lower(into: &$0) }
    }
}
