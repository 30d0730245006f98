import NavigationKit
import Snapshots

/// The version history of a session. It branches when an action starts from an older version.
///
/// Versions are numbered in order of creation and the oldest is dropped first, so the kept numbers are contiguous.
struct History: Sendable {
    private(set) var newest: Version
    private(set) var kept: [Entry]
    /// The saved values of the session; going back does not undo them.
    private(set) var saved: SavedValues?
    /// The versions that background work has replaced one after another, up to the newest version; `nil` once an action
    /// has followed. In memory only.
    private var replaced: Range<Int>?
    /// The flows that ended most recently, oldest first.
    private(set) var ended: [EndedFlow] = []
    /// The number of the first version after the last identity change; 0 if there was none since the last restore.
    private(set) var identityEpoch = 0
    /// The user and the network of the session, and the start of its lifetime.
    var owner: SessionOwner
    /// A submitted form whose location a guard refuses; it can be restored after the login.
    var waiting: WaitingDraft?
    /// The actions that were performed most recently, oldest first; kept only for a store.
    private(set) var requests: [PerformedRequest] = []
    /// The place of the session in the store's log; `nil` without a store, or before the first commit.
    var log: LogPosition?
    private var draftBytes = 0
    /// The number of the newest version whose page a visitor has seen.
    private var lastShown = 0
    /// The target on the page of the newest version, if its action has one.
    var scrollTarget: ScrollTarget?

    struct Entry {
        let version: Version
        /// A hash of the location, compared first because comparing the paths is slower.
        let fingerprint: UInt64
        /// True if the canonical URL, the location without a version number, shows this version or a newer one.
        var isCanonical: Bool
        /// The field values that the visitor last typed at this version.
        var draft: Draft?
        /// The intents and results of actions under the policy `.once`, by idempotency key.
        var performed: [String: OnceResult]?

        init(_ version: Version, isCanonical: Bool) {
            self.version = version
            self.isCanonical = isCanonical
            fingerprint = version.location.fingerprint
        }
    }

    /// Returns the operation that led to the version, and the target on its page, once: Back, a reload and older versions
    /// show no change.
    mutating func takeScrollTarget(
        at version: Version
    ) -> (operation: NavigationKit.Operation?, scrollTarget: ScrollTarget?)? {
        guard version.number > lastShown else { return nil }
        lastShown = version.number
        return (version.operation, version === newest ? scrollTarget : nil)
    }

    /// Returns the token of the action that opened `location` last; empty if it is unknown.
    func opener(of location: Location) -> String {
        kept.last { !$0.version.opener.isEmpty && $0.version.location.text == location.text }?.version.opener ?? ""
    }

    init(_ first: Version, saved: SavedValues?, owner: SessionOwner) {
        self.owner = owner
        newest = first
        kept = [Entry(first, isCanonical: false)]
        self.saved = saved
    }

    /// Restores a stored history; the last entry of `kept` is `newest`.
    init(
        _ kept: [Entry], newest: Version, saved: SavedValues?, ended: [EndedFlow], owner: SessionOwner,
        requests: [PerformedRequest]
    ) {
        self.owner = owner
        self.requests = requests
        self.kept = kept
        self.newest = newest
        self.saved = saved
        self.ended = ended
        draftBytes = kept.reduce(0) { $0 + ($1.draft?.byteCount ?? 0) }
    }

    /// The number of kept versions.
    var count: Int { kept.count }

    // MARK: - Finding

    private func index(of number: Int) -> Int? {
        guard let first = kept.first?.version.number, number >= first, number <= newest.number else { return nil }
        return number - first
    }

    /// Returns the version with this number if it is kept; never version 0, the initial state.
    func version(_ number: Int) -> Version? {
        guard number > 0 else { return nil }
        return number == newest.number ? newest : index(of: number).map { kept[$0].version }
    }

    /// Returns the version with this number if it is kept, also the initial state.
    func kept(_ number: Int) -> Version? { index(of: number).map { kept[$0].version } }

    /// Returns version `number` if it was at `location`; without a number, the canonical version of the location.
    ///
    /// - Parameter salt: the salt of the version, if the request has it.
    func version(at location: Location, number: Int?, salt: VersionSalt = .none) -> Version? {
        guard let number else { return canonicalVersion(at: location) }
        guard let version = version(number), version.location.text == location.text, version.salt.permits(salt) else {
            return nil
        }
        return version
    }

    /// Returns the canonical version of `location`: the one that its URL shows without a version number.
    func canonicalVersion(at location: Location) -> Version? {
        if isNewestCanonical, newest.location.text == location.text { return newest }
        return latest(at: location, location.fingerprint, isCanonical: true)
    }

    /// Returns the newest version at `location`.
    func latestVersion(at location: Location) -> Version? {
        if newest.number > 0, newest.location.text == location.text { return newest }
        return latest(at: location, location.fingerprint, isCanonical: false)
    }

    /// The version that the page of `version` shows: the newest one, if background work has replaced it and the visitor has
    /// not acted since.
    func shown(_ version: Version?) -> Version? {
        guard let replaced, let version, replaced.upperBound == newest.number, replaced.contains(version.number) else {
            return version
        }
        return newest
    }

    /// Notes that the newest version is the result of background work that started from version `number`.
    mutating func noteReplacement(of number: Int) {
        let first = replaced.flatMap { $0.upperBound == number ? $0.lowerBound : nil } ?? number
        if first < newest.number { replaced = first..<newest.number }
    }

    private var isNewestCanonical: Bool { newest.number > 0 && kept.last?.isCanonical == true }

    private func latest(at location: Location, _ fingerprint: UInt64, isCanonical: Bool) -> Version? {
        let entries = kept.span
        var index = entries.count - 1
        while index >= 0 {
            defer { index -= 1 }
            guard entries[index].fingerprint == fingerprint, !isCanonical || entries[index].isCanonical else {
                continue
            }
            let version = entries[index].version
            if version.number > 0, version.location.text == location.text { return version }
        }
        return nil
    }

    /// Returns the equal location of a kept version, or `location` itself, so that repeated visits share one string.
    func known(_ location: Location) -> Location {
        latest(at: location, location.fingerprint, isCanonical: false).map {
            location.isComplete == $0.location.isComplete ? $0.location : location
        } ?? location
    }

    /// Returns true if `version` is the newest and an identity change with `clearsCache` led to it.
    func clearsCache(at version: Version) -> Bool { owner.clearsCache && version === newest }

    func draft(of version: Version) -> Draft? { index(of: version.number).flatMap { kept[$0].draft } }

    /// Returns the result or the intent of a `.once` action from `version`, or, if that is `nil`, from any version at
    /// `location`.
    ///
    /// - Parameter token: the idempotency key.
    func performed(_ token: String, from version: Version?, at location: Location) -> OnceResult? {
        if let version { return index(of: version.number).flatMap { kept[$0].performed?[token] } }
        return kept.last { $0.performed?[token] != nil && $0.version.location == location }?.performed?[token]
    }

    /// Returns a result that can have been read from the store, with its ``ActionOutcome/Done/hasFlash``.
    func withFlash(_ done: ActionOutcome.Done) -> ActionOutcome.Done {
        var done = done
        if let index = index(of: done.version) { done.hasFlash = kept[index].version.state.flash != nil }
        return done
    }

    // MARK: - Changing

    /// Appends `version` as the newest.
    ///
    /// - Returns: true if the canonical URL of the version's location shows the version from now on.
    @discardableResult
    mutating func append(_ version: Version, saved: SavedValues?, from posted: Location?, limits: SessionLimits) -> Bool
    {
        var entry = Entry(version, isCanonical: false)
        entry.isCanonical = isCanonical(version, entry.fingerprint, from: posted)
        let isCanonical = entry.isCanonical
        kept.append(entry)
        newest = version
        self.saved = saved
        owner.clearsCache = false
        forgetOldest(kept.count - max(limits.versions, 1))
        limitDrafts(to: limits.bytes)
        return isCanonical
    }

    /// Returns true if the canonical URL can show `version`: it looks the same as the canonical version of its
    /// location, or, if there is none, the location alone implies the state. False for a truncated location, and for
    /// the one that the form was posted to: some browsers keep the old page if a redirect leads to the URL they show.
    private func isCanonical(_ version: Version, _ fingerprint: UInt64, from posted: Location?) -> Bool {
        guard version.location.isComplete, version.location.text != posted?.text else { return false }
        guard let before = latest(at: version.location, fingerprint, isCanonical: true) else {
            return version.state.isImpliedByLocation
        }
        return before.state.looksLike(version.state)
    }

    /// Drops the `count` oldest versions, but never the newest.
    mutating func forgetOldest(_ count: Int) {
        let dropped = 0..<max(0, min(count, kept.count - 1))
        for index in dropped { draftBytes -= kept[index].draft?.byteCount ?? 0 }
        kept.removeFirst(dropped.count)
    }

    private mutating func limitDrafts(to limit: Int) {
        while draftBytes > limit, kept.count > 1 { forgetOldest(1) }
    }

    /// Keeps the draft of `version`, and drops the oldest versions while all drafts together exceed the limit.
    mutating func keep(_ draft: Draft, of version: Version, limits: SessionLimits) {
        guard let index = index(of: version.number) else { return }
        draftBytes += draft.byteCount - (kept[index].draft?.byteCount ?? 0)
        kept[index].draft = draft
        limitDrafts(to: limits.bytes)
    }

    /// Records a login or a logout at `now`, and discards all earlier versions.
    mutating func change(_ identity: IdentityChange, at now: UInt64) {
        restart()
        owner.change(identity, at: now)
    }

    /// Restores the waiting draft to `version` if the current user can have it. A draft of an unknown user that is
    /// not restored at the next identity change is discarded.
    ///
    /// - Parameter part: what the form at `version` has fields for. If the form could not be loaded, a draft of an
    ///   unknown user waits on, but for the current user only.
    mutating func endWaiting(
        _ part: WaitingDraft.Part, at version: Version, hasNewIdentity: Bool, limits: SessionLimits
    ) {
        guard let waiting else { return }
        switch part {
        case .draft(let draft) where waiting.isFor(owner.userFingerprint):
            keep(draft, of: version, limits: limits)
            self.waiting = nil
        case .unknown: self.waiting = waiting.bound(to: owner.userFingerprint)
        case .none, .draft: if hasNewIdentity, waiting.userFingerprint == nil { self.waiting = nil }
        }
    }

    /// Notes the intent of a `.once` action, or its result in place of the intent. The first result stays.
    mutating func note(_ result: OnceResult, of token: String, from version: Version) {
        guard let index = index(of: version.number) else { return }
        if case .done? = kept[index].performed?[token] { return }
        kept[index].performed = kept[index].performed ?? [:]
        kept[index].performed?[token] = result
    }

    /// Removes the intent of a `.once` action that failed, so that it can be performed again.
    mutating func withdrawIntent(of token: String, from version: Version) {
        guard let index = index(of: version.number), case .intent? = kept[index].performed?[token] else { return }
        kept[index].performed?[token] = nil
        if kept[index].performed?.isEmpty == true { kept[index].performed = nil }
    }

    /// Ends the flow at `prefix`: its versions so far can no longer be opened.
    mutating func end(_ prefix: Location, onward: Location) {
        end(EndedFlow(prefix: prefix, onward: onward, last: newest.number))
    }

    private mutating func end(_ flow: EndedFlow) {
        ended.removeAll { $0.prefix == flow.prefix }
        ended.append(flow)
        if ended.count > Self.maxEndedFlows { ended.removeFirst() }
    }

    /// Returns the result of a performed request with this digest, if its version is kept.
    func result(ofRequest digest: UInt64, at now: UInt64, within nanoseconds: UInt64) -> ActionOutcome.Done? {
        guard let request = requests.last(where: { $0.digest == digest }), !request.isOlder(than: nanoseconds, at: now),
            let index = index(of: request.version)
        else { return nil }
        let entry = kept[index]
        let done = ActionOutcome.Done(
            location: entry.version.location, version: request.version, isCanonical: entry.isCanonical,
            operation: request.operation, chain: [], newID: nil, clearsCache: false, failure: nil,
            outside: request.outside)
        return withFlash(done)
    }

    /// Adds a performed request, and drops those that are older than `nanoseconds`.
    mutating func note(_ request: PerformedRequest, at now: UInt64, keptFor nanoseconds: UInt64) {
        requests.removeAll { $0.isOlder(than: nanoseconds, at: now) }
        if requests.count >= PerformedRequest.maxCount { requests.removeFirst() }
        requests.append(request)
    }

    /// Applies a change that was read from a store.
    ///
    /// - Throws: `SnapshotError` if the change does not fit this history.
    mutating func apply(_ change: HistoryChange) throws {
        for entry in [change.leaving, change.entry].compactMap(\.self) {
            kept.append(entry)
            newest = entry.version
            owner.clearsCache = false
        }
        if let ended = change.ended { end(ended) }
        if let saved = change.saved { self.saved = saved }
        if let owner = change.owner { self.owner = owner }
        for (number, draft) in change.drafts {
            guard let index = index(of: number) else { continue }
            draftBytes += draft.byteCount - (kept[index].draft?.byteCount ?? 0)
            kept[index].draft = draft
        }
        if let (number, token, result) = change.once, let version = kept(number) {
            if let result {
                note(result, of: token, from: version)
            } else {
                withdrawIntent(of: token, from: version)
            }
        }
        if let request = change.request {
            if requests.count >= PerformedRequest.maxCount { requests.removeFirst() }
            requests.append(request)
        }
        guard let first = kept.first?.version.number, first...newest.number ~= change.first else {
            throw SnapshotError.malformed("a change drops versions that are not kept")
        }
        forgetOldest(change.first - first)
    }

    static let maxEndedFlows = 16

    /// Returns the ended flow that contains `version`, or `location` if `version` is `nil`. A location of a flow that
    /// the session is in again is not ended.
    func endedFlow(at location: Location, _ version: Version?) -> EndedFlow? {
        ended.last { flow in
            guard flow.contains(location) else { return false }
            return version.map { $0.number <= flow.last }
                ?? !(newest.number > flow.last && flow.contains(newest.location))
        }
    }

    /// Discards all versions except the newest, because another person can be using the browser now.
    private mutating func restart() {
        kept = [Entry(newest, isCanonical: kept.last?.isCanonical ?? false)]
        identityEpoch = newest.number
        ended = []
        draftBytes = 0
    }
}

struct EndedFlow: Sendable, Equatable {
    /// The location of the flow, a prefix of the locations within it.
    let prefix: Location
    /// The location where the visitor can continue.
    let onward: Location
    /// The number of the last version that can belong to the flow.
    let last: Int

    func contains(_ location: Location) -> Bool {
        location.path == prefix.path || location.path.hasPrefix(prefix.path + "/")
    }
}

extension Draft {
    var byteCount: Int { values.reduce(0) { $0 + $1.name.utf8.count + $1.text.utf8.count } }
}
