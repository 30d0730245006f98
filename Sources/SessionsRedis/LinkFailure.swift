import RESP
import SessionStores

/// The reason for which a server cannot be used.
struct LinkFailure: Error, Equatable, CustomStringConvertible {
    let description: String
    /// True if only the operator can correct it, such as a wrong password. Then commands do not wait for the next
    /// attempt.
    var isPermanent = false

    init(_ description: String, isPermanent: Bool = false) {
        self.description = description
        self.isPermanent = isPermanent
    }
}

extension LinkFailure {
    /// - Parameter reply: the error with which a server answered one of the first commands.
    init(_ reply: RESPErrorReply) {
        guard case .fail(let code, let advice) = Reaction(to: reply, from: nil) else {
            self.init(reply.message)
            return
        }
        self.init(
            [reply.message, advice].compactMap(\.self).joined(separator: "; "),
            isPermanent: code == .permissionDenied)
    }
}
