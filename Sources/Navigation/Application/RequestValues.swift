/// A key of ``RequestValues``: a type without values that names one value.
///
/// ```swift
/// enum ProxyUser: RequestValueKey { static var defaultValue: String? { nil } }
/// ```
public protocol RequestValueKey {
    /// The type of the value.
    associatedtype Value: Sendable

    /// The value of a request for which no interceptor has set one.
    static var defaultValue: Value { get }
}

/// Values that the server's interceptors set for one request, such as the user that a proxy has authenticated.
public struct RequestValues: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Creates values that are all the defaults.
    public init() {}

    /// The value under `key`.
    public subscript<Key: RequestValueKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// The values of the current request.
    @TaskLocal package static var current = RequestValues()
}

extension Responder {
    /// The values that the server's interceptors have set for the current request. Read them in handlers, guards and
    /// views; a controller that keeps one from its `viewDidLoad()` can show it in a later request.
    public final var requestValues: RequestValues { .current }
}
