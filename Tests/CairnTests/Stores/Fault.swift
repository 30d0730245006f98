import SessionStores
import Testing

/// A faulty store, and the sentence of the rule that it violates.
struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rule: String
    let store: @Sendable (MemoryStore) -> any SessionStore

    init(_ name: String, violating rule: String, _ store: @escaping @Sendable (MemoryStore) -> any SessionStore) {
        (testDescription, self.rule, self.store) = (name, rule, store)
    }

    static let all = ofOneProcess + ofTwoProcesses
    static let ofOneProcess = reading + changing + leasing

    private static let reading = [
        Fault(
            "answers unchanged always",
            violating: "A copy with an older revision of the log gets the elements after it."
        ) {
            KnowsEveryCopy(base: $0)
        },
        Fault("never answers unchanged", violating: "A copy with the newest revision is unchanged.") {
            NeverUnchanged(base: $0)
        },
        Fault("ignores the random bits", violating: "A revision with other random bits is not in the log.") {
            IgnoresSalt(base: $0)
        },
        Fault("loses the tail", violating: "Appended changes follow one another in the log.") { LosesTail(base: $0) },
        Fault("ends bytes at zero", violating: "Elements come back byte for byte and in order.") {
            EndsAtZero(base: $0)
        },
        Fault("reverses the log", violating: "Elements come back byte for byte and in order.") {
            ReversesLog(base: $0)
        },
        Fault("invents sessions", violating: "A session that was never committed is missing.") { Invents(base: $0) },
        Fault("mixes similar ids", violating: "Sessions with similar ids do not mix.") { MixesIDs(base: $0) },
    ]

    private static let changing = [
        Fault(
            "ignores the expected revision",
            violating: "A commit after another revision than the newest is overtaken and changes nothing."
        ) { IgnoresExpected(base: $0) },
        Fault(
            "makes a change twice",
            violating: "A change that is committed twice is overtaken by itself and is made once."
        ) { IgnoresExpected(base: $0) },
        Fault(
            "leaves the old id",
            violating: "A new id has exactly the checkpoint, and the old id is missing from then on."
        ) { LeavesOldID(base: $0) },
        Fault(
            "forgets that a new id was committed",
            violating: "A new id that is committed twice is overtaken by itself and is made once."
        ) { ForgetsNewID(base: $0) },
        Fault(
            "resurrects a removed session",
            violating: "A commit that was begun before a removal does not bring the session back."
        ) { Resurrects(base: $0) },
        Fault("creates a session on touch", violating: "A touch of a missing session does nothing.") {
            CreatesOnTouch(base: $0)
        },
        Fault(
            "fails to remove a missing session",
            violating: "The removal of a missing session is not an error."
        ) {
            RemovesOnlyExisting(base: $0)
        },
        Fault("appends a checkpoint", violating: "A checkpoint replaces the elements before it.") {
            AppendsCheckpoints(base: $0)
        },
        Fault("overwrites a new id", violating: "A new id that another session has is refused and changes nothing.") {
            OverwritesNewID(base: $0)
        },
        Fault("appends under a new id", violating: "An append with a new id is refused and changes nothing.") {
            AppendsUnderNewID(base: $0)
        },
        Fault("expires all sessions", violating: "Expiry keeps sessions that are in use.") { ExpiresAll(base: $0) },
        Fault("has no room", violating: "A store without sessions has room for one.") { HasNoRoom(base: $0) },
        Fault("counts one too many", violating: "The count is the number of stored sessions.") {
            CountsTooMany(base: $0)
        },
        Fault(
            "creates a session by an append",
            violating: "An append without a session is refused and creates nothing."
        ) {
            AppendsToNothing(base: $0)
        },
    ]

    private static let leasing = [
        Fault(
            "ignores the token",
            violating: "A commit under a replaced lease is overtaken and changes nothing."
        ) {
            IgnoresToken(base: $0)
        },
        Fault("repeats tokens", violating: "The leases of a session have different tokens.") {
            RepeatsTokens(base: $0)
        },
        Fault(
            "commits without a lease", violating: "A lease from before a removal does not create the session again."
        ) { CommitsWithoutLease(base: $0) },
        Fault(
            "forgets replaced leases",
            violating: "A replaced lease is over even after the later lease has ended."
        ) { CommitsWithoutLease(base: $0) },
        Fault("releases any lease", violating: "The release of a replaced lease does not end the later one.") {
            ReleasesAny(base: $0)
        },
        Fault(
            "keeps no lease",
            violating: "After a commit with keepsLease, a second one follows under the same lease."
        ) {
            KeepsNoLease(base: $0)
        },
        Fault(
            "is busy for its own process",
            violating: "A process that begins again gets a new lease at once."
        ) {
            BusyForItself(base: $0)
        },
    ]

    static let ofTwoProcesses = [
        Fault("renews always", violating: "A lease that was given to another process is not renewed.") {
            RenewsAlways(base: $0)
        },
        Fault(
            "renews always",
            violating: "A process whose lease was taken over can neither commit nor renew."
        ) {
            RenewsAlways(base: $0)
        },
        Fault("renews always", violating: "A renewed lease has its full duration.") {
            RenewsAlways(base: $0)
        },
        Fault(
            "refuses a commit when the time is over",
            violating: "A lease that has ended is good for a commit until another one is granted."
        ) { ObeysClock(base: $0) },
        Fault("ends no lease", violating: "A commit ends the lease for other processes.") { EndsNoLease(base: $0) },
        Fault("is busy for too long", violating: "A session is busy while another process has its lease.") {
            BusyTooLong(base: $0)
        },
        Fault("loads from a cache", violating: "A load returns the commit of another process at once.") {
            Caches(base: $0)
        },
        Fault("loses the data", violating: "A store that is opened again has every session.") { _ in
            SharesNothing(base: MemoryStore())
        },
    ]
}
