package import NavigationKit
package import SessionStores

extension SessionTable {
    /// Returns the visible stack at `location` for the session `id`, or for a visitor without a session.
    ///
    /// - Throws: ``StackError/noStack``, and the errors of ``page(at:version:for:)``.
    package func stack(
        at location: Location, version: Int?, for id: SessionID?, seen: UInt64 = 0
    ) async throws -> StackPage {
        var found = Found.unknown
        while let id {
            found = try await find(id, seen: seen)
            guard case .session(let session) = found else { break }
            let page = try await session.stack(at: location, version: version)
            // A concurrent login can have re-keyed the session: a request with the old id must not receive the new
            // identity's stack.
            if place(of: id)?.session === session { return page }
        }
        let application = try hosted.makeApplication(limits: limits, time: time)
        try application.open(location)
        try await application.load(within: limits, time)
        var page = try application.stackPage(at: try application.location(asked: location))
        page.isOfUnknownSession = id != nil
        if case .ended = found { page.notice = Notice.ended }
        return page
    }

    /// Changes a stack in the session `id`, or in a new session if `id` is `nil`. A new session is kept only if the
    /// change created a version. If the session no longer exists, or the request names a version but no session, nothing
    /// is changed. If the task is cancelled before the commit begins, nothing is committed.
    ///
    /// - Throws: ``StackError``, ``SessionError``, ``LocationError``, ``EndedFlowError``, ``SessionLoadError``,
    ///   ``StoreError``, `CancellationError`, or what a controller throws while it is built or loads.
    package func change(_ request: StackRequest, for id: SessionID?) async throws -> StackOutcome {
        try await withTaskCancellationHandler {
            let outcome = try await perform(request, for: id)
            if case .done(let done) = outcome, let ending = done.ending { note(ending, from: request.action.network) }
            return outcome
        } onCancel: {
            request.action.commitGate.cancel()
        }
    }

    private func perform(_ request: StackRequest, for id: SessionID?) async throws -> StackOutcome {
        guard let id else { return try await performAnew(request) }
        // Look the session up again if it was re-keyed or left memory while the request waited.
        for _ in 0..<3 {
            guard case .session(let session) = try await find(id, isLeased: true) else {
                return .stale(request.action.location, version: nil, isOfUnknownSession: true)
            }
            do {
                let outcome = try await session.change(
                    request,
                    persistence: SessionTableEntry(
                        table: self, session: session, id: id, network: request.action.network, isNew: false))
                return outcome.withRevision(sharedRevision(of: session))
            } catch SessionError.renamed {
                continue
            }
        }
        throw SessionError.busy
    }

    private func performAnew(_ request: StackRequest) async throws -> StackOutcome {
        let network = request.action.network
        guard request.version == nil else { return .stale(request.action.location, version: nil) }
        try checkRoom(for: network)
        let session = try Session(hosted, limits: limits, time: time, network: network)
        let ownID = SessionID.random()
        let entry = SessionTableEntry(table: self, session: session, id: ownID, network: network, isNew: true)
        let outcome = try await session.change(request, persistence: entry)
        guard case .done(var done) = outcome else { return outcome }
        let newID = done.newID ?? ownID
        insert(session, as: newID)
        if let commands = done.taskCommands { perform(commands, for: newID, from: network) }
        done.newID = newID
        return StackOutcome.done(done).withRevision(sharedRevision(of: session))
    }
}
