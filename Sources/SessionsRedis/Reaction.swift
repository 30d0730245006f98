import RESP
import SessionStores

/// The client's next step after an error reply. A server sends each of these errors before it changes anything.
enum Reaction: Equatable {
    /// The function library is missing, such as after a restart without persistence.
    case loadLibrary
    /// A passing state: the same command later.
    case retry
    /// The server is no longer the primary: another connection.
    case reconnect
    /// The hash slot has another primary.
    case moved(to: RedisAddress.Host, slot: UInt16)
    /// The hash slot is moving, and the key is at this server already.
    case ask(RedisAddress.Host)
    case fail(StoreError.Code, advice: String?)

    /// - Parameter host: the server that sent the reply; a redirection without a host means the same one.
    init(to reply: RESPErrorReply, from host: RedisAddress.Host?) {
        self =
            switch reply.code {
            case "MOVED", "ASK": Self.redirection(reply, from: host) ?? .fail(.unavailable, advice: nil)
            case "TRYAGAIN", "CLUSTERDOWN", "LOADING", "BUSY": .retry
            case "READONLY", "MASTERDOWN": .reconnect
            case "NOREPLICAS": .fail(.unavailable, advice: "start a replica, or lower min-replicas-to-write")
            case "OOM": .fail(.unavailable, advice: "give the store more memory (maxmemory)")
            case "MISCONF": .fail(.unavailable, advice: "free the store's disk: it cannot save its data")
            case "NOAUTH", "WRONGPASS": .fail(.permissionDenied, advice: "correct the user and the password in --state")
            case "NOPERM": .fail(.permissionDenied, advice: "extend the ACL of the user; the documentation lists it")
            case "WRONGTYPE": .fail(.damaged, advice: nil)
            case "ERR" where reply.message == "ERR Function not found": .loadLibrary
            default: .fail(.system, advice: nil)
            }
    }

    /// True if the command is not repeated.
    var isFinal: Bool { if case .fail = self { true } else { false } }

    /// Parses `MOVED 3999 127.0.0.1:6381`; the host can be an IPv6 address without brackets, or empty.
    private static func redirection(_ reply: RESPErrorReply, from host: RedisAddress.Host?) -> Reaction? {
        let parts = reply.message.split(separator: " ")
        guard parts.count == 3, let slot = UInt16(parts[1]), slot < 16_384, let colon = parts[2].lastIndex(of: ":"),
            let port = UInt16(parts[2][parts[2].index(after: colon)...])
        else { return nil }
        let name = String(parts[2][..<colon])
        guard let name = name.isEmpty ? host?.name : name else { return nil }
        let target = RedisAddress.Host(name: name, port: port)
        return reply.code == "MOVED" ? .moved(to: target, slot: slot) : .ask(target)
    }
}
