import SessionStores
import Snapshots
import Synchronization

extension SharedLog {
    /// Reads and applies what other nodes have appended.
    ///
    /// - Returns: true if there was anything.
    @discardableResult
    func readNews(_ link: Link) async throws -> Bool {
        let stored = try await link.store.read(name, after: content.withLock(\.revision))
        guard stored != .unchanged else { return false }
        try absorb(stored, link)
        return true
    }

    private func absorb(_ stored: StoredEvents, _ link: Link) throws {
        let news = try decoded(stored)
        content.withLock { $0.absorb(news) }
        link.changed()
        announce()
    }

    /// Makes the updates, in as many records as they need.
    func append(_ updates: [Update], _ link: Link) async {
        var rest = updates[...]
        var attempts = 0
        do {
            while !rest.isEmpty {
                let (base, round) = decide(rest)
                try refuseIfFull(round.events)
                guard try await isMade(round, after: base, link) else {
                    attempts += 1
                    guard attempts < Self.maxAttempts else { throw SharedLogError(.contended, log: name) }
                    continue
                }
                (rest, attempts) = (round.rest, 0)
            }
        } catch {
            let failure = failure(error)
            if failure.code != .contended { link.report("\(failure)") }
            for update in rest { update.continuation.resume(throwing: failure) }
        }
        if content.withLock(\.needsCompaction) { await compact(link) }
    }

    /// Decides on a copy of the state that is released on return, because changing a shared one would copy all of it.
    private func decide(_ updates: ArraySlice<Update>) -> (Revision?, UpdateRound<State>) {
        let (state, revision) = content.withLock { ($0.state, $0.revision) }
        return (revision, UpdateRound(updates, on: state, log: name))
    }

    /// - Throws: ``SharedLogError`` with the code `full` if the log has no room, and these events do not lead to a state
    ///   for which a checkpoint can be made, such as by removing something.
    private func refuseIfFull(_ events: [State.Event]) throws {
        guard !events.isEmpty, content.withLock(\.isFull) else { return }
        var state = content.withLock(\.state)
        for event in events { state.apply(event) }
        do { _ = try CBOR.encode(state.checkpoint, limit: limits.checkpoint) } catch {
            throw SharedLogError(.full, log: name, detail: "\(error)")
        }
    }

    /// Returns false if another node has changed the log since the decisions.
    private func isMade(_ round: UpdateRound<State>, after base: Revision?, _ link: Link) async throws -> Bool {
        guard !round.accepted.isEmpty else {
            // A refusal is valid only if no other node has changed the state meanwhile.
            guard try await !readNews(link) else { return false }
            round.finishOthers()
            return true
        }
        let record = LogElement(revision: .following(base), bytes: round.bytes)
        do {
            if case .done = try await link.store.append(record, to: name, after: base) {
                let applied = DecodedRecord(
                    revision: record.revision, byteCount: record.bytes.count, events: round.events)
                content.withLock { $0.apply(applied) }
                announce()
                round.finishAll()
                return true
            }
        } catch {
            guard try await isFound(record, after: base, insteadOf: error, link) else {
                throw SharedLogError(.unavailable, log: name, detail: "\(error)")
            }
            round.finishAll()
            return true
        }
        // The store may have appended it and lost the answer: then it is there, perhaps with others after it.
        guard try await isFound(record, after: base, insteadOf: nil, link) else { return false }
        round.finishAll()
        return true
    }

    /// Reads what was appended after `base`, and returns true if the record is there.
    ///
    /// - Throws: ``SharedLogError`` with the code `unconfirmed` if that is not known after `error`.
    private func isFound(
        _ record: LogElement, after base: Revision?, insteadOf error: (any Error)?, _ link: Link
    ) async throws -> Bool {
        let stored: StoredEvents
        do { stored = try await link.store.read(name, after: base) } catch let second {
            throw SharedLogError(error == nil ? .unavailable : .unconfirmed, log: name, detail: "\(error ?? second)")
        }
        guard stored != .unchanged else {
            // The append can still be on its way, on another connection than the read.
            if let error, (error as? StoreError)?.code == .outcomeUnknown {
                throw SharedLogError(.unconfirmed, log: name, detail: "\(error)")
            }
            return false
        }
        try absorb(stored, link)
        switch stored {
        case .unchanged: return false
        case .tail(let records): return records.contains { $0.revision == record.revision }
        case .whole(let checkpoint, let records):
            if records.contains(where: { $0.revision == record.revision }) { return true }
            guard let checkpoint, checkpoint.revision != record.revision else { return checkpoint != nil }
            // Compacted meanwhile, so the checkpoint can contain the record.
            guard let error, checkpoint.revision.number > record.revision.number else { return false }
            throw SharedLogError(.unconfirmed, log: name, detail: "\(error)")
        }
    }

    private func failure(_ error: any Error) -> SharedLogError {
        error as? SharedLogError ?? SharedLogError(.unavailable, log: name, detail: "\(error)")
    }

    // MARK: - Compaction

    /// Replaces the records up to the present one by a checkpoint. If that fails, the records stay, and the next attempt
    /// follows after as many more.
    private func compact(_ link: Link) async {
        let (state, revision) = content.withLock { ($0.state, $0.revision) }
        guard let revision else { return }
        do {
            let bytes = try CBOR.encode(state.checkpoint, limit: limits.checkpoint)
            try await link.store.compact(name, to: LogElement(revision: revision, bytes: bytes))
            content.withLock {
                $0.tail = (0, 0)
                $0.compaction = Content.compaction(after: bytes.count)
            }
        } catch {
            content.withLock { $0.compaction = ($0.tail.records + Self.minRecords, 2 * $0.tail.bytes) }
            link.report("its records could not be replaced by a checkpoint: \(error)")
        }
    }
}
