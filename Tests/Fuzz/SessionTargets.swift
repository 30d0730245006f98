import Dispatch
import NavigationKit
import SessionStores
import Sessions
import Snapshots

/// Fuzzes paths: the location of every page is a path within the site, and every complete location opens a page with
/// the same location.
struct LocationTarget: Target {
    var seeds: [[UInt8]] {
        [
            "/letters/letter:7/letter:8", "/settings", "/letters/named:!2F..%C3%A4/both:!n:true",
            "/letters/=letter:1/!_", "/atlas/letter:1", "/atlas/named:x/letter:1/!_", "/more",
            "//evil.example/", "/%2e%2e/..;/\\", "/letters/named:~x/~letter:1", "",
        ].map { Array($0.utf8) }
    }

    func look(at input: [UInt8]) {
        let location = Location(String(decoding: input, as: UTF8.self))
        if Location(location.path).path != location.path { broken("\(location.path) is printed otherwise again") }
        let table = SessionTable(Sample.hosted, time: SystemTime())
        guard let page = wait({ try? await table.page(at: location, version: nil, for: nil) }) else { return }
        let path = page.location.path
        guard path.isEmpty || path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= Location.maxPathLength else {
            broken("\(path.debugDescription) is no path")
        }
        for step in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            if step.isEmpty || step == "." || step == ".." || step.contains("\\") || step.contains("?") {
                broken("\(path.debugDescription) has the step \(step.debugDescription)")
            }
        }
        // A path with a truncation marker does not describe the whole state.
        guard page.location.isComplete else { return }
        guard let again = wait({ try? await table.page(at: page.location, version: nil, for: nil) }) else {
            broken("\(path.debugDescription) is shown, but leads nowhere")
        }
        if again.location != page.location { broken("\(path.debugDescription) leads to \(again.location)") }
    }
}

/// Fuzzes stored sessions: all bytes give a page, an error or an unknown session, and a session that actions change can
/// be restored.
///
/// An input is a session's log: a snapshot without its checksum, and changes, each after its length as two bytes.
struct SnapshotTarget: Target {
    var seeds: [[UInt8]] {
        var seeds: [[UInt8]] = []
        for actions in [
            ["touch?number=1"], ["touch?number=1", "select-tab?tab=settings"], ["select-tab?tab=settings"],
            ["select-tab?tab=atlas", "open?number=1", "touch?number=1", "select-tab?tab=more"],
        ] {
            let store = OneSession([])
            let table = SessionTable(Sample.hosted, time: SystemTime(), store: store)
            var id: SessionID?
            for action in actions {
                id = act(action, in: table, for: id) ?? id
                seeds.append(
                    store.log.enumerated().flatMap { number, element in
                        let bytes = element.bytes.dropLast(number == 0 ? 8 : 0)
                        return [UInt8(truncatingIfNeeded: bytes.count), UInt8(truncatingIfNeeded: bytes.count >> 8)]
                            + bytes
                    })
            }
        }
        return seeds
    }

    private func log(in input: [UInt8]) -> [LogElement] {
        var log: [LogElement] = []
        var rest = input[...]
        while rest.count >= 2 {
            let count = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
            var bytes = Array(rest.dropFirst(2).prefix(count))
            rest = rest.dropFirst(2 + count)
            if log.isEmpty {
                // Append a correct checksum, as an attacker with write access would do.
                let sum = bytes.checksum
                bytes += (0..<8).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
            }
            log.append(LogElement(revision: Revision(number: UInt64(log.count + 1), salt: 7), bytes: bytes))
        }
        return log
    }

    func look(at input: [UInt8]) {
        let before = log(in: input)
        let store = OneSession(before)
        let table = SessionTable(Sample.hosted, time: SystemTime(), store: store)
        let id = SessionID.random()
        guard let page = wait({ try? await table.page(at: Location("/letters"), version: nil, for: id) }) else {
            return
        }
        guard !page.isOfUnknownSession else { return }
        for action in [
            "touch?number=2", "select-tab?tab=settings", "select-tab?tab=atlas", "open?number=1", "back",
            "select-tab?tab=letters",
        ] {
            _ = act(action, in: table, for: id)
        }
        // The stored result of the actions must be a valid session.
        let again = SessionTable(Sample.hosted, time: SystemTime(), store: OneSession(store.log))
        let revived = wait { try? await again.page(at: Location("/letters"), version: nil, for: id) }
        if store.log != before, revived == nil || revived?.isOfUnknownSession == true {
            broken("a session that was stored is not one any more")
        }
    }

    private func act(_ action: String, in table: SessionTable, for id: SessionID?) -> SessionID? {
        wait {
            guard let submission = try? FormSubmission(token: action) else { return nil }
            let request = ActionRequest(location: Location("/letters"), at: nil, submission: submission)
            guard case .done(let done)? = try? await table.act(request, for: id) else { return nil }
            return done.newID
        }
    }
}

/// Returns the result of an async `body`; blocks the thread until `body` has finished.
private func wait<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    nonisolated(unsafe) var value: Value?  // ok: written before the signal, read after it
    let done = DispatchSemaphore(value: 0)
    Task.immediate {
        value = await body()
        done.signal()
    }
    done.wait()
    guard let value else { broken("a task ended without its value") }
    return value
}
