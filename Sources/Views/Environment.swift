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
