/// The source of a view's environment: each read collects the values of the responder chain, then applies the values
/// that enclosing views set.
struct EnvironmentSource: @unchecked Sendable {  // ok: read while one body is evaluated, on the same thread
    let responder: Responder
    let adjustments: [(inout EnvironmentValues) -> Void]

    var values: EnvironmentValues {
        var values = responder.environment
        for adjust in adjustments { adjust(&values) }
        return values
    }
}

extension EnvironmentValues {
    /// The values that views read while their bodies are evaluated.
    static var current: EnvironmentValues { source?.values ?? EnvironmentValues() }

    @TaskLocal static var source: EnvironmentSource?
}
