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
    /// The first commands of a connection that older servers do not know.
    private static let newCommands = ["HELLO", "FCALL_RO", "FUNCTION"]

    /// - Parameter reply: the error with which a server answered one of the first commands.
    init(_ reply: RESPErrorReply) {
        let isTooOld =
            reply.message.hasPrefix("ERR unknown command") && Self.newCommands.contains(where: reply.message.contains)
        guard !isTooOld else {
            self.init("\(reply.message); the server needs to be Redis 7.0 or Valkey 8, or newer", isPermanent: true)
            return
        }
        guard case .fail(let code, let advice) = Reaction(to: reply, from: nil) else {
            self.init(reply.message)
            return
        }
        self.init(
            [reply.message, advice].compactMap(\.self).joined(separator: "; "),
            isPermanent: code == .permissionDenied)
    }
}
