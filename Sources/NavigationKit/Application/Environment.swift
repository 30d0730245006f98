/// Identifies a value of the environment by a type (SwiftUI's `EnvironmentKey`).
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value
    /// The value that applies if no responder provides one.
    static var defaultValue: Value { get }
}

/// The values that responders provide to the controllers and views within them, instead of passing them as arguments.
///
/// A responder provides values in ``Responder/provide(_:)``; the chain is searched only when a value is read.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    /// Creates an environment in which all values are the defaults.
    public init() {}

    /// The value under `key`.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// The values that views read while their bodies are evaluated.
    static var current: EnvironmentValues { source?.values ?? EnvironmentValues() }

    @TaskLocal static var source: EnvironmentSource?
}

/// The source of the values, which are collected from the chain when one of them is read.
struct EnvironmentSource: @unchecked Sendable {  // ok: read while one body is evaluated, on the same thread
    let responder: Responder
    let adjustments: [(inout EnvironmentValues) -> Void]

    var values: EnvironmentValues {
        var values = responder.environment
        for adjust in adjustments { adjust(&values) }
        return values
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

/// Reads a value of the environment in a view: `@Environment(\.coordinator) var coordinator`.
///
/// The value is available while the `body` is evaluated; elsewhere the default applies.
@propertyWrapper
public struct Environment<Value> {
    private let keyPath: KeyPath<EnvironmentValues, Value>

    /// - Parameter keyPath: the path of the value.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

    /// The value that applies at the view's position.
    public var wrappedValue: Value { EnvironmentValues.current[keyPath: keyPath] }
}

extension View {
    /// Sets a value for this view and all views within it.
    public func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View {
        EnvironmentView(content: self) { $0[keyPath: keyPath] = value }
    }
}

private struct EnvironmentView<Content: View>: View, PrimitiveView {
    let content: Content
    let adjust: (inout EnvironmentValues) -> Void

    func build(into screen: inout ScreenBuilder) {
        screen.adjusting(adjust) { content.build(into: &$0) }
    }
}
