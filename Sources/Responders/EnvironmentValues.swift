/// Identifies a value of the environment by a type (SwiftUI's `EnvironmentKey`).
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value
    /// The value that applies if no responder or enclosing view provides one.
    static var defaultValue: Value { get }
}

/// The values that responders provide to the controllers and views within them, instead of passing them as arguments.
///
/// A responder provides values in ``Responder/provide(_:)``, a view in `environment(_:_:)`; the chain is searched only
/// when a value is read.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    /// Creates an environment in which all values are the defaults.
    public init() {}

    /// The value under `key`.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}
