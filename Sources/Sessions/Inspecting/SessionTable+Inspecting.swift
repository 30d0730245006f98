package import NavigationKit
package import SessionStores
import Synchronization

/// Reads sessions for the inspector. No read keeps a session alive, and none returns a session id.
extension SessionTable {
    /// The sessions in memory with controllers, in no order, and the number of hibernated ones.
    package var listed: (live: [ListedSession], hibernated: Int) {
        var live: [ListedSession] = []
        var hibernated = 0
        for shard in shards {
            for entry in shard.entries.withLock(\.all) {
                if let session = entry.place.session {
                    guard let notes = session.notes else { continue }
                    live.append(ListedSession(session: session, notes: notes, lastUse: entry.place.lastUse))
                } else {
                    hibernated += 1
                }
            }
        }
        return (live, hibernated)
    }

    /// The facts about a session. Compute them only for the sessions that are shown.
    package func summary(of listed: ListedSession) -> SessionSummary { summary(of: listed.session, listed.notes) }

    /// The session with this key; `nil` if there is none in memory.
    ///
    /// - Parameters:
    ///   - key: the key of a summary.
    ///   - version: the number of the version to show; `nil` for the newest.
    ///   - streams: returns the number of open event streams of a session.
    package func report(
        ofSession key: String, version: Int?, streams: @Sendable (SessionID) -> Int
    ) async -> SessionReport? {
        for shard in shards {
            let entry = shard.entries.withLock { $0.all.first { $0.place.session?.notes?.key == key } }
            guard let entry, let session = entry.place.session, let notes = session.notes else { continue }
            let (state, shown) = await session.report(ofVersion: version)
            let history = session.history.withLock(\.self)
            return SessionReport(
                summary: summary(of: session, notes), versions: session.versionReports(in: history),
                oldest: history.kept.first?.version.number ?? 0, saved: session.savedOutlines(in: history),
                presses: notes.presses, state: state, shown: shown, streams: streams(entry.id))
        }
        return nil
    }

    /// The state that a visitor without a session sees at `location`.
    package func report(at location: Location) async -> StateReport {
        do {
            return try await Session(hosted, limits: limits, time: time).report(of: .path(location))
        } catch {
            var report = StateReport(location: location, version: nil)
            report.failure = String(describing: error).shortened(to: 400)
            return report
        }
    }

    private func summary(of session: Session, _ notes: SessionNotes) -> SessionSummary {
        let (owner, count, newest) = session.history.withLock { ($0.owner, $0.count, $0.newest) }
        let (now, wall, lastUse) = (time.now, time.wallClock, session.lastUse.load(ordering: .relaxed))
        return SessionSummary(
            key: notes.key, user: owner.user?.shortened(to: 40),
            age: .nanoseconds(wall > owner.since ? wall - owner.since : 0),
            idle: .nanoseconds(now > lastUse ? now - lastUse : 0), versions: count, newest: newest.number,
            location: "/" + newest.location.text.dropFirst(), isBusy: session.isBusy)
    }
}

/// A session in the inspector's list, before its row is shown.
package struct ListedSession: Sendable {
    fileprivate let session: Session
    fileprivate let notes: SessionNotes
    /// The time of the last request, in the nanoseconds of the table's clock.
    package let lastUse: UInt64
}

extension Session {
    /// The kept versions in the order of their tree.
    fileprivate func versionReports(in history: History) -> [VersionReport] {
        let origins = history.kept.map { notes?.origin(of: $0.version.number) }
        let numbers = history.kept.map(\.version.number)
        var children: [Int: [Int]] = [:]
        var roots: [Int] = []
        for (index, origin) in origins.enumerated() {
            if let base = origin?.base, let parent = numbers.firstIndex(of: base), parent < index {
                children[parent, default: []].append(index)
            } else {
                roots.append(index)
            }
        }
        var reports: [VersionReport] = []
        // An explicit stack: a session has at most ``SessionLimits/versions`` versions, each of which can follow another.
        var waiting = roots.reversed().map { (index: $0, branch: 0) }
        while let (index, branch) = waiting.popLast() {
            let (entry, origin) = (history.kept[index], origins[index])
            reports.append(
                VersionReport(
                    number: entry.version.number, location: "/" + entry.version.location.text.dropFirst(),
                    action: origin?.action, base: origin?.base, branch: branch, redirects: origin?.redirects ?? [],
                    operation: entry.version.operation?.rawValue, isNewest: entry.version === history.newest,
                    isCanonical: entry.isCanonical))
            // The newest child continues the branch, because most actions start from the newest version.
            let own = children[index] ?? []
            if let last = own.last { waiting.append((last, branch)) }
            for child in own.dropLast().reversed() { waiting.append((child, branch + 1)) }
        }
        return reports
    }

    fileprivate func savedOutlines(in history: History) -> [SavedOutline] {
        let responder = Responder()
        responder.restoreSavedValues(history.saved)
        return responder.savedOutlines
    }
}
