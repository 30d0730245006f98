import NavigationKit
import Snapshots

/// The parts that the formats of a snapshot and of a change have in common.
///
/// ```
/// place   = path flags [ path-change ]       ; flags: 1 canonical, 2 complete, 4 with a draft, 8 with `outside`,
///                                            ; 16 times the bits of the version's salt, and 1048576 if the path is
///                                            ; the difference from another place; `path` is then its inserted text
/// path-change = prefix skipped kept appended
/// ended-flow = prefix onward last
/// result  = token place version operation [ outside ]        ; of an action under the policy `.once`; version 0 for
///                                                             ; its intent, -1 if the action failed after that
/// request = digest time version operation outside
/// ```
/// The items `path`, `token`, `operation`, `onward`, `outside` and `appended`, and the `prefix` of a flow, are texts; the
/// others are integers.
extension ItemWriter {
    /// - Parameter earlier: a location that the reader knows; a long path is stored as the difference from its path.
    mutating func write(
        _ location: Location, after earlier: Location? = nil, isCanonical: Bool, hasDraft: Bool = false,
        hasOutside: Bool = false, salt: VersionSalt = .none
    ) {
        let change = earlier.flatMap { PathChange(from: $0.text, to: location.text) }
        write(change?.inserted ?? location.text)
        write(
            (isCanonical ? 1 : 0) | (location.isComplete ? 2 : 0) | (hasDraft ? 4 : 0) | (hasOutside ? 8 : 0)
                | Int(salt.bits) << 4 | (change == nil ? 0 : PathChange.flag))
        guard let change else { return }
        write(change.prefix)
        write(change.skipped)
        write(change.kept)
        write(change.appended)
    }

    mutating func write(_ flow: EndedFlow) {
        write(flow.prefix.path)
        write(flow.onward.path)
        write(flow.last)
    }

    mutating func write(_ result: OnceResult?, of token: String) {
        write(token)
        guard case .done(let done)? = result else {
            write(Location(""), isCanonical: false)
            write(result == nil ? -1 : 0)
            write("")
            return
        }
        write(done.location, isCanonical: done.isCanonical, hasOutside: done.outside != nil)
        write(done.version)
        write(done.operation?.rawValue ?? "")
        if let outside = done.outside { write(outside) }
    }

    mutating func write(_ request: PerformedRequest) {
        write(Int(bitPattern: UInt(request.digest)))
        write(Int(clamping: request.time))
        write(request.version)
        write(request.operation?.rawValue ?? "")
        write(request.outside ?? "")
    }
}

extension ItemReader {
    mutating func readNumber(in range: ClosedRange<Int>) throws -> Int {
        let number = try readNumber()
        guard range ~= number else { throw SnapshotError.malformed("a number in the history is out of range") }
        return number
    }

    /// - Parameter earlier: the location that the writer was given.
    mutating func readPlace(after earlier: Location? = nil) throws -> (
        location: Location, isCanonical: Bool, hasDraft: Bool, hasOutside: Bool, salt: VersionSalt
    ) {
        var (path, flags) = (try readText(), try readNumber())
        if flags & PathChange.flag != 0 {
            guard let earlier else { throw SnapshotError.malformed("a path is the difference from none") }
            let change = PathChange(
                prefix: try readNumber(), inserted: path, skipped: try readNumber(), kept: try readNumber(),
                appended: try readText())
            path = try change.applied(to: earlier.text)
            flags &= ~PathChange.flag
        }
        return (
            Location(path, isComplete: flags & 2 != 0), flags & 1 != 0, flags & 4 != 0, flags & 8 != 0,
            VersionSalt(stored: UInt16(truncatingIfNeeded: flags >> 4))
        )
    }

    mutating func readEndedFlow() throws -> EndedFlow {
        EndedFlow(
            prefix: Location(try readText()), onward: Location(try readText()), last: try readNumber())
    }

    mutating func readResult() throws -> (token: String, result: OnceResult?) {
        let (token, place) = (try readText(), try readPlace())
        let done = ActionOutcome.Done(
            location: place.location, version: try readNumber(), isCanonical: place.isCanonical,
            operation: Operation(rawValue: try readText()), chain: [], newID: nil, clearsCache: false, failure: nil,
            outside: place.hasOutside ? try readText() : nil)
        if done.version > 0 { return (token, .done(done)) }
        return (token, done.version == 0 ? .intent : nil)
    }

    mutating func readRequest() throws -> PerformedRequest {
        let (digest, time, version) = (try readNumber(), try readNumber(), try readNumber())
        let (operation, outside) = (try readText(), try readText())
        return PerformedRequest(
            digest: UInt64(UInt(bitPattern: digest)), time: UInt64(clamping: time), version: version,
            operation: Operation(rawValue: operation), outside: outside.isEmpty ? nil : outside)
    }
}
