import NavigationKit

/// The versions of a session: a tree, of which the youngest are kept (DESIGN D9, D10).
///
/// They are numbered in the order they were made, and the oldest goes first, so those that are kept are a range.
struct History: Sendable {
    private(set) var newest: Version
    private(set) var kept: [Entry]
    /// What belongs to the session, and is never rolled back.
    private(set) var saved: SavedValues?
    /// Flows that are over: their locations, and where their visitors may go on.
    private(set) var ended: [EndedFlow] = []
    /// The first version since the visitor's identity changed.
    private(set) var firstOfIdentity = 0
    /// The user, and the network of the first action.
    var owner: SessionOwner
    /// A submitted form whose location a guard refuses now; it is restored after the login.
    var waiting: WaitingDraft?
    private var draftBytes = 0

    struct Entry {
        let version: Version
        /// What tells locations apart before their texts are compared.
        let fingerprint: UInt64
        /// Whether its location without a number stands for it.
        var isClean: Bool
        /// What was typed there when the visitor left.
        var draft: Draft?
        /// What an action led to that may be done only once from here.
        var performed: [String: ActionOutcome.Done]?

        init(_ version: Version, isClean: Bool) {
            self.version = version
            self.isClean = isClean
            fingerprint = version.location.fingerprint
        }
    }

    init(_ first: Version, saved: SavedValues?, owner: SessionOwner) {
        self.owner = owner
        newest = first
        kept = [Entry(first, isClean: false)]
        self.saved = saved
    }

    /// A history that was stored; `kept` holds `newest` last.
    init(_ kept: [Entry], newest: Version, saved: SavedValues?, ended: [EndedFlow], owner: SessionOwner) {
        self.owner = owner
        self.kept = kept
        self.newest = newest
        self.saved = saved
        self.ended = ended
        draftBytes = kept.reduce(0) { $0 + ($1.draft?.byteCount ?? 0) }
    }

    /// The number of versions that can be returned to.
    var count: Int { kept.count }

    /// Adds what finding the newest versions reads.
    func appendFootprint(to footprint: inout Footprint) {
        footprint.add(newest, bytes: 64)
        footprint.add(newest.location.path)
        kept.withUnsafeBytes { entries in
            guard let start = entries.baseAddress else { return }
            // Their number stands before the first; the next one will stand behind the last.
            footprint.add(start - 32, bytes: 32)
            let size = MemoryLayout<Entry>.stride
            let last = min(kept.count, 3) * size
            footprint.add(start + (entries.count - last), bytes: last + size)
        }
        // Most visitors go to and fro between two places.
        guard kept.count > 1 else { return }
        let before = kept[kept.count - 2].version
        footprint.add(before, bytes: 64)
        before.state.appendFootprint(to: &footprint)
    }

    // MARK: - Finding

    private func index(of number: Int) -> Int? {
        guard let first = kept.first?.version.number, number >= first, number <= newest.number else { return nil }
        return number - first
    }

    /// The version with this number, if it is kept and was made by an action.
    func version(_ number: Int) -> Version? {
        guard number > 0 else { return nil }
        return number == newest.number ? newest : index(of: number).map { kept[$0].version }
    }

    /// The version called `number` if that was at `location`, or without a number the one that the location stands for.
    func version(at location: Location, number: Int?) -> Version? {
        guard let number else { return cleanVersion(at: location) }
        guard let version = version(number), version.location.path == location.path else { return nil }
        return version
    }

    /// The version that a location without a number stands for.
    func cleanVersion(at location: Location) -> Version? {
        if isNewestClean, newest.location.path == location.path { return newest }
        return latest(at: location, location.fingerprint, isClean: true)
    }

    /// The newest version that was at `location`.
    func latestVersion(at location: Location) -> Version? {
        if newest.number > 0, newest.location.path == location.path { return newest }
        return latest(at: location, location.fingerprint, isClean: false)
    }

    private var isNewestClean: Bool { newest.number > 0 && kept.last?.isClean == true }

    private func latest(at location: Location, _ fingerprint: UInt64, isClean: Bool) -> Version? {
        let entries = kept.span
        var index = entries.count - 1
        while index >= 0 {
            defer { index -= 1 }
            guard entries[index].fingerprint == fingerprint, !isClean || entries[index].isClean else { continue }
            let version = entries[index].version
            if version.number > 0, version.location.path == location.path { return version }
        }
        return nil
    }

    /// The same location as a version has it that is kept, so that going to and fro keeps one text.
    func known(_ location: Location) -> Location {
        latest(at: location, location.fingerprint, isClean: false).map {
            location.isComplete == $0.location.isComplete ? $0.location : location
        } ?? location
    }

    /// Whether the page of `version` is the one that a change of identity with `clearsCache` led to.
    func clearsCache(at version: Version) -> Bool { owner.clearsCache && version === newest }

    func draft(of version: Version) -> Draft? { index(of: version.number).flatMap { kept[$0].draft } }

    /// What an action led to that may be done only once from `version`, or without one from any state at `location`.
    func performed(_ token: String, from version: Version?, at location: Location) -> ActionOutcome.Done? {
        if let version { return index(of: version.number).flatMap { kept[$0].performed?[token] } }
        return kept.last { $0.performed?[token] != nil && $0.version.location == location }?.performed?[token]
    }

    // MARK: - Changing

    /// Makes `version` the newest. - Returns: whether its location without a number stands for it from now on (D8).
    @discardableResult
    mutating func append(_ version: Version, saved: SavedValues?, from posted: Location?, limits: SessionLimits) -> Bool
    {
        var entry = Entry(version, isClean: false)
        entry.isClean = isClean(version, entry.fingerprint, from: posted)
        let isClean = entry.isClean
        kept.append(entry)
        newest = version
        self.saved = saved
        owner.clearsCache = false
        while kept.count > max(limits.versions, 1) || draftBytes > limits.bytes && kept.count > 1 { dropOldest() }
        return isClean
    }

    /// A location is clean when it shows what it showed before, or leads to the same state without this session, and is
    /// not the one just posted to: some browsers keep the old page when they are redirected to the URL that they show
    /// already.
    private func isClean(_ version: Version, _ fingerprint: UInt64, from posted: Location?) -> Bool {
        guard version.location.isComplete, version.location.path != posted?.path else { return false }
        guard let before = latest(at: version.location, fingerprint, isClean: true) else {
            return version.state.isImpliedByLocation
        }
        return before.state.looksLike(version.state)
    }

    /// Forgets the `count` oldest versions, but never the newest.
    mutating func forgetOldest(_ count: Int) {
        for _ in 0..<min(count, kept.count - 1) { dropOldest() }
    }

    private mutating func dropOldest() {
        let dropped = kept.removeFirst()
        draftBytes -= dropped.draft?.byteCount ?? 0
    }

    /// Keeps what was typed at `version`, as long as it is within the limits.
    mutating func keep(_ draft: Draft, of version: Version, limits: SessionLimits) {
        guard let index = index(of: version.number) else { return }
        draftBytes += draft.byteCount - (kept[index].draft?.byteCount ?? 0)
        kept[index].draft = draft
        while draftBytes > limits.bytes, kept.count > 1 { dropOldest() }
    }

    /// Notes a login or a logout at `now`, and discards all earlier versions.
    mutating func change(_ identity: IdentityChange, at now: UInt64) {
        restart()
        owner.change(identity, at: now)
    }

    /// Restores the waiting draft to `version` if it belongs to the present user. A draft of an unknown user is
    /// discarded after one login.
    ///
    /// - Parameter draft: the part of it that the form at `version` has fields for; `nil` if it is of another place.
    mutating func endWaiting(_ draft: Draft?, at version: Version, hasNewIdentity: Bool, limits: SessionLimits) {
        guard let waiting else { return }
        if let draft, waiting.isFor(owner.userTag) {
            keep(draft, of: version, limits: limits)
            self.waiting = nil
        } else if hasNewIdentity, waiting.userTag == nil {
            self.waiting = nil
        }
    }

    mutating func note(_ done: ActionOutcome.Done, of token: String, from version: Version) {
        guard let index = index(of: version.number) else { return }
        kept[index].performed = (kept[index].performed ?? [:]).merging([token: done]) { first, _ in first }
    }

    /// Closes the flow at `prefix`: nothing in it can be returned to (B7).
    mutating func end(_ prefix: Location, onward: Location) {
        ended.removeAll { $0.prefix == prefix }
        ended.append(EndedFlow(prefix: prefix, onward: onward, last: newest.number))
        if ended.count > Self.mostEndedFlows { ended.removeFirst() }
    }

    static let mostEndedFlows = 16

    /// The flow that is over and that `location`, or `version` at it, belongs to. Who has entered it anew since then may
    /// go wherever its locations lead.
    func endedFlow(at location: Location, _ version: Version?) -> EndedFlow? {
        ended.last { flow in
            guard flow.contains(location) else { return false }
            return version.map { $0.number <= flow.last }
                ?? !(newest.number > flow.last && flow.contains(newest.location))
        }
    }

    /// Begins anew with the newest version alone, as for another person (DESIGN D9).
    private mutating func restart() {
        kept = [Entry(newest, isClean: kept.last?.isClean ?? false)]
        firstOfIdentity = newest.number
        ended = []
        draftBytes = 0
    }
}

/// A flow that is over.
struct EndedFlow: Sendable, Equatable {
    /// Where it stood.
    let prefix: Location
    /// Where its visitors may go on.
    let onward: Location
    /// The last version that may have shown it.
    let last: Int

    func contains(_ location: Location) -> Bool {
        location.path == prefix.path || location.path.hasPrefix(prefix.path + "/")
    }
}

extension Draft {
    var byteCount: Int { values.reduce(0) { $0 + $1.name.utf8.count + $1.text.utf8.count } }
}
