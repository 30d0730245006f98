package import NavigationKit
import Snapshots

/// An action in a session's log, with all its inputs, so that it can be performed again from the same version.
package final class RecordedAction: Sendable {
    /// The state that the action was performed from.
    package enum Origin: Sendable, Equatable {
        /// The version with this number.
        case version(Int)
        /// The state that a location describes.
        case path(Location)
    }

    package let origin: Origin
    /// The time at which the action began, in nanoseconds since 1970.
    package let time: UInt64
    /// The seed of the random numbers; 0 if the action used none.
    let seed: UInt64
    /// The idempotency key; `nil` if the action did not use it.
    let idempotencyKey: String?
    /// The numbers of the revisions that the shared data had when the action began, by the name of the log.
    package let shared: [String: UInt64]
    /// The action as its offer encodes it.
    package let token: String
    /// The submitted fields, without those of ``withheld``.
    let values: [FormSubmission.Value]
    /// The names of the submitted passwords and files, whose content is not recorded.
    package let withheld: WithheldFields

    init(
        _ submission: RecordableSubmission, from origin: Origin, at time: UInt64, seed: UInt64,
        idempotencyKey: String?, shared: [String: UInt64]
    ) {
        self.origin = origin
        self.time = time
        self.seed = seed
        self.idempotencyKey = idempotencyKey
        self.shared = shared
        token = submission.token
        values = submission.values
        withheld = submission.withheld
    }

    /// The name of the action.
    package var name: Substring { token.prefix { $0 != "?" } }
}

// MARK: - Format

/// ```
/// recorded = version [ path ] time seed key shared token fields passwords files
/// shared   = count *( name number )
/// fields   = count *( name text )
/// passwords = count *name
/// files    = count *name
/// ```
/// Version 0 means that `path` names the state. An empty `key` means none.
extension RecordedAction {
    func write(to writer: inout some ItemWriter) {
        switch origin {
        case .version(let number): writer.write(number)
        case .path(let location):
            writer.write(0)
            writer.write(location.text)
        }
        writer.write(Int(clamping: time))
        writer.write(Int(bitPattern: UInt(seed)))
        writer.write(idempotencyKey ?? "")
        writer.write(shared.count)
        for (name, number) in shared.sorted(by: { $0.key < $1.key }) {
            writer.write(name)
            writer.write(Int(clamping: number))
        }
        writer.write(token)
        writer.write(values.count)
        for value in values {
            writer.write(value.name)
            writer.write(value.text)
        }
        for names in [withheld.passwords, withheld.files] {
            writer.write(names.count)
            for name in names { writer.write(name) }
        }
    }

    /// - Throws: `SnapshotError`.
    convenience init(from reader: inout some ItemReader) throws {
        let number = try reader.readNumber()
        let origin: Origin = number == 0 ? .path(Location(try reader.readText())) : .version(number)
        let (time, seed) = (try reader.readNumber(), try reader.readNumber())
        let key = try reader.readText()
        var shared: [String: UInt64] = [:]
        for _ in 0..<(try reader.readCount()) {
            let name = try reader.readText()
            shared[name] = UInt64(clamping: try reader.readNumber())
        }
        var submission = RecordableSubmission(token: try reader.readText())
        for _ in 0..<(try reader.readCount()) {
            let name = try reader.readText()
            submission.values.append(FormSubmission.Value(name: name, text: try reader.readText()))
        }
        for _ in 0..<(try reader.readCount()) { submission.withheld.passwords.append(try reader.readText()) }
        for _ in 0..<(try reader.readCount()) { submission.withheld.files.append(try reader.readText()) }
        self.init(
            submission, from: origin, at: UInt64(clamping: time), seed: UInt64(UInt(bitPattern: seed)),
            idempotencyKey: key.isEmpty ? nil : key, shared: shared)
    }
}

extension ItemReader {
    /// Reads a number of items. A false number has no effect but that the reader reaches its end.
    fileprivate mutating func readCount() throws -> Int {
        let count = try readNumber()
        guard count >= 0 else { throw SnapshotError.malformed("a recorded action has a negative count") }
        return count
    }
}
