/// The contract of a store as rules.
enum StoreContract {
    /// The sentence of the rule that a store can be opened.
    static let opening = "A store on new data can be opened."
    /// The sentence of the rule that a shared store is not checked as the store of one process.
    static let sharing = "A shared store is checked with two processes."

    /// All rules, in the order of the check.
    static var rules: [StoreRule] {
        ReadingRules.all + CommitRules.all + LeaseRules.all + NewIDRules.all + RemovalRules.all + ConcurrencyRules.all
            + ReopeningRules.all + ProcessRules.all + LeaseEndRules.all
    }
}
