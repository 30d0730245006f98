/// The operations that only some stores, or some callers of the check, provide.
struct StoreCapabilities: OptionSet, Sendable {
    let rawValue: Int

    /// A second store can be opened on the data, as another process does.
    static let secondProcess = StoreCapabilities(rawValue: 1)
    /// The data can be opened again after the store was closed.
    static let reopening = StoreCapabilities(rawValue: 2)
    /// The check can let time pass.
    static let clock = StoreCapabilities(rawValue: 4)
}

/// A rule of the contract: a sentence, and a function that throws ``Mismatch`` if the store does not follow it.
struct StoreRule: Sendable {
    let sentence: String
    let needs: StoreCapabilities
    let check: @Sendable (Trial) async throws -> Void

    init(
        _ sentence: String, needs: StoreCapabilities = [], _ check: @escaping @Sendable (Trial) async throws -> Void
    ) {
        self.sentence = sentence
        self.needs = needs
        self.check = check
    }
}
