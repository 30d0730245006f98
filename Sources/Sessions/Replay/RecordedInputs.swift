import Digests
import NavigationKit
import SessionStores
import SharedLogs

/// The inputs of an action that is recorded or replayed. It notes the inputs that the action uses.
final class RecordedInputs: RequestInputs {
    private let origin: RecordedAction.Origin
    private let time: UInt64
    private let shared: [String: UInt64]
    private let replayed: RecordedAction?
    private var submission: RecordableSubmission?
    private var seed: UInt64 = 0
    private var count: UInt64 = 0
    private var key: String?

    /// - Parameters:
    ///   - base: the state that the action starts from.
    ///   - time: the time at which the action begins.
    ///   - logs: the shared data.
    ///   - replayed: the action whose inputs are used again; `nil` to record new ones.
    init(
        _ request: ActionRequest, in id: SessionID?, from base: Session.Base, at time: UInt64,
        sharing logs: [any AnySharedLog], replaying replayed: RecordedAction?
    ) {
        let number: Int? = if case .version(let version) = base { version.number } else { nil }
        origin = number.map { .version($0) } ?? .path(request.location)
        self.time = replayed?.time ?? time
        shared = Dictionary(logs.map { ($0.name, $0.revision?.number ?? 0) }) { first, _ in first }
        self.replayed = replayed
        super.init(request, in: id, from: number)
    }

    /// The action as far as it was performed; `nil` if its offer was not found.
    var action: RecordedAction? {
        submission.map { RecordedAction($0, from: origin, at: time, seed: seed, idempotencyKey: key, shared: shared) }
    }

    /// Notes the submission, without passwords and files.
    func note(_ submission: FormSubmission, offers: [Offer], typed: Draft?) {
        self.submission = offers.first { $0.matches(submission) }?.recordable(submission, typed: typed)
    }

    override func wallClock() -> UInt64? { time }

    override func idempotencyKey() -> String? {
        if let replayed { return replayed.idempotencyKey }
        key = super.idempotencyKey()
        return key
    }

    /// A hash of the seed and a counter: a visitor who sees some of the numbers cannot compute others.
    override func randomNumber() -> UInt64 {
        if seed == 0 { seed = replayed?.seed ?? .random(in: 1 ... .max) }
        count += 1
        let digest = SHA256.digest(of: Array("cairn random numbers;\(seed);\(count)".utf8))
        return digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension Session {
    /// Returns the inputs of an action if it is recorded or replayed.
    func recordedInputs(
        of request: ActionRequest, in id: SessionID?, from base: Base, _ persistence: some SessionPersistence
    ) -> RecordedInputs? {
        let replayed = persistence.replayed
        // Without a store there is no log.
        guard hosted.recordsActions && persistence.isStored || replayed != nil else { return nil }
        return RecordedInputs(
            request, in: id, from: base, at: time.wallClock, sharing: hosted.sharedLogs, replaying: replayed)
    }
}

extension Application {
    /// The action that was performed on this application, if it is recorded.
    var recordedAction: RecordedAction? { (actionInputs as? RecordedInputs)?.action }
}
