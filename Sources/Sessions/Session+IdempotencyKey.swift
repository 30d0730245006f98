import Digests
import NavigationKit
import SessionStores

extension Session {
    /// Performs the action of a request on an application.
    ///
    /// - Parameters:
    ///   - id: the session's id; `nil` for a new session.
    ///   - base: the state that the action starts from.
    /// - Returns: the responders that were tried.
    /// - Throws: what the handlers throw, ``NavigationError`` or `CancellationError`.
    func perform(
        _ request: ActionRequest, offers: [Offer], typed: Draft?, as id: SessionID?, from base: Base,
        on application: Application
    ) async throws -> [ChainTrace.Entry] {
        let version: Int? = if case .version(let version) = base { version.number } else { nil }
        // Without a nonce there is no key, and without a closure no allocation.
        if request.nonce != nil {
            application.makeIdempotencyKey = { request.idempotencyKey(in: id, from: version) }
        }
        defer { application.makeIdempotencyKey = nil }
        return try await application.perform(
            request.submission, offers: offers, typed: typed, isTraced: request.isTraced, report: hosted.report)
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
        let state = version.map(String.init) ?? location.path
        let text = "cairn idempotency key;\(session);\(state);\(String(digest, radix: 16));\(nonce)"
        return String(SHA256.hexDigest(of: text.utf8).prefix(32))
    }
}
