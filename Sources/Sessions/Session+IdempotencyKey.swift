import Digests
import NavigationKit
import SessionStores

extension Session {
    /// Performs the action of a request on an application.
    ///
    /// - Parameters:
    ///   - id: the session's id; `nil` for a new session.
    ///   - version: the number of the version that the action starts from; `nil` for a path.
    /// - Returns: the responders that were tried.
    /// - Throws: what the handlers throw, ``NavigationError`` or `CancellationError`.
    func perform(
        _ request: ActionRequest, offers: [Offer], typed: Draft?, as id: SessionID?, from version: Int?,
        on application: Application
    ) async throws -> [ChainTrace.Entry] {
        let recorded = application.actionInputs
        // Without a nonce there is no key, so save the allocation.
        if recorded == nil, request.nonce != nil {
            application.actionInputs = RequestInputs(request, in: id, from: version)
        }
        defer { application.actionInputs = recorded }
        return try await application.perform(
            request.submission, offers: offers, typed: typed, isTraced: request.isTraced, report: hosted.report)
    }
}

/// The inputs of an action that a request submits.
class RequestInputs: ActionInputs {
    private let request: ActionRequest
    private let id: SessionID?
    private let version: Int?

    /// - Parameters:
    ///   - id: the session's id; `nil` for a new session.
    ///   - version: the version that the action starts from; `nil` if a path names the state.
    init(_ request: ActionRequest, in id: SessionID?, from version: Int?) {
        self.request = request
        self.id = id
        self.version = version
    }

    func idempotencyKey() -> String? { request.idempotencyKey(in: id, from: version) }
    func wallClock() -> UInt64? { nil }
    func randomNumber() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}

extension ActionRequest {
    /// The first 128 bits of a hash of the session, the version that the action starts from, and the request; `nil`
    /// without a nonce.
    ///
    /// The session and the version are part of it, because a visitor can send a nonce again for another purchase.
    func idempotencyKey(in id: SessionID?, from version: Int?) -> String? {
        guard let nonce, let digest else { return nil }
        let session = id.map { "\($0)" } ?? "new"
        let state = version.map(String.init) ?? location.text
        let text = "cairn idempotency key;\(session);\(state);\(String(digest, radix: 16));\(nonce)"
        return String(SHA256.hexDigest(of: text.utf8).prefix(32))
    }
}
