import SessionStores

/// A result other than the one that a rule demands. It ends the rule.
struct Mismatch: Error {
    let expected: String
    let actual: String

    /// Returns the mismatch that ends `body`; any other error counts as one.
    static func caught(_ body: () async throws -> Void) async -> Mismatch? {
        do {
            try await body()
            return nil
        } catch let mismatch as Mismatch {
            return mismatch
        } catch {
            return Mismatch(expected: "no error", actual: "\(error)")
        }
    }

    /// Throws a mismatch if the values differ.
    static func require<Value: Equatable>(
        _ actual: Value, equals expected: Value, _ operation: String,
        describing: (Value) -> String = { "\($0)" }
    ) throws {
        guard actual != expected else { return }
        let isSameText = describing(actual) == describing(expected)
        throw Mismatch(
            expected: "\(describing(expected)) from \(operation)",
            actual: isSameText ? "the same revisions and sizes with other bytes" : describing(actual))
    }
}

extension StoredSession {
    /// The kind of the answer, and the revision and size of each element.
    var summary: String {
        switch self {
        case .missing: "missing"
        case .unchanged: "unchanged"
        case .tail(let elements): "the tail \(Self.summary(of: elements))"
        case .whole(let elements): "the whole log \(Self.summary(of: elements))"
        }
    }

    private static func summary(of elements: [LogElement]) -> String {
        let shown = elements.prefix(20).map { "\($0.revision) (\($0.bytes.count) bytes)" }
        let rest = elements.count > shown.count ? ["and \(elements.count - shown.count) more"] : []
        return "[\((shown + rest).joined(separator: ", "))]"
    }
}

extension CommitResult {
    /// The result in words.
    var summary: String {
        switch self {
        case .done: "done"
        case .overtaken(nil): "overtaken by nil"
        case .overtaken(let revision?): "overtaken by \(revision)"
        }
    }
}
