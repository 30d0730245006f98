import RESP
import SessionStores
import Testing

@testable import SessionsRedis

@Suite("Reactions to error replies") struct ReactionTests {
    private static let sender = RedisAddress.Host(name: "10.0.0.1", port: 6_379)

    private static func reaction(to text: String, from host: RedisAddress.Host? = sender) -> Reaction {
        Reaction(to: RESPErrorReply(text), from: host)
    }

    @Test(
        arguments: [
            ("MOVED 3999 127.0.0.1:6381", .moved(to: .init(name: "127.0.0.1", port: 6_381), slot: 3_999)),
            ("MOVED 0 fd00::1:6381", .moved(to: .init(name: "fd00::1", port: 6_381), slot: 0)),
            ("MOVED 16383 :6382", .moved(to: .init(name: "10.0.0.1", port: 6_382), slot: 16_383)),
            ("ASK 5 db.example:1", .ask(.init(name: "db.example", port: 1))),
            ("ASK 5 :2", .ask(.init(name: "10.0.0.1", port: 2))),
            ("TRYAGAIN Multiple keys request during rehashing of slot", .retry),
            ("CLUSTERDOWN The cluster is down", .retry), ("CLUSTERDOWN Hash slot not served", .retry),
            ("LOADING Redis is loading the dataset in memory", .retry),
            ("BUSY Redis is busy running a script. You can only call FUNCTION KILL.", .retry),
            ("BUSY Valkey is busy running a script.", .retry),
            ("READONLY You can't write against a read only replica.", .reconnect),
            ("MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", .reconnect),
            ("ERR Function not found", .loadLibrary),
        ] as [(String, Reaction)])
    func `a passing error has its reaction`(text: String, expected: Reaction) {
        #expect(Self.reaction(to: text) == expected)
    }

    @Test(
        arguments: [
            ("NOREPLICAS Not enough good replicas to write.", .unavailable, "min-replicas-to-write"),
            ("OOM command not allowed when used memory > 'maxmemory'.", .unavailable, "maxmemory"),
            ("MISCONF Redis is configured to save RDB snapshots", .unavailable, "disk"),
            ("NOAUTH Authentication required.", .permissionDenied, "--state"),
            ("WRONGPASS invalid username-password pair or user is disabled.", .permissionDenied, "--state"),
            ("NOPERM this user has no permissions to run the 'role' command", .permissionDenied, "ACL"),
            ("WRONGTYPE Operation against a key holding the wrong kind of value", .damaged, nil),
            ("CROSSSLOT Keys in request don't hash to the same slot", .system, nil),
            ("ERR The user executing the script can't run this command or subcommand", .system, nil),
            ("ERR ACL failure in script: User cairn has no permissions", .system, nil),
            ("ERR Function not found here", .system, nil), ("ERR Library 'cairn1' already exists", .system, nil),
            ("CAIRN begin needs: known, node (8), token (8), milliseconds", .system, nil), ("NOSCRIPT", .system, nil),
            ("EXECABORT", .system, nil), ("", .system, nil), (" ", .system, nil), ("moved 1 a:1", .system, nil),
            ("MOVEDX 1 a:1", .system, nil),
        ] as [(String, StoreError.Code, String?)])
    func `a lasting error has its code and advice`(text: String, code: StoreError.Code, advice: String?) throws {
        guard case .fail(code, let given) = Self.reaction(to: text) else {
            Issue.record("\(Self.reaction(to: text))")
            return
        }
        if let advice { #expect(given?.contains(advice) == true) } else { #expect(given == nil) }
    }

    @Test(arguments: [
        "MOVED", "MOVED ", "MOVED 1", "MOVED 1 ", "MOVED x a:1", "MOVED -1 a:1", "MOVED 16384 a:1", "MOVED 65536 a:1",
        "MOVED 1 a", "MOVED 1 a:", "MOVED 1 a:x", "MOVED 1 a:65536", "MOVED 1 a:-1", "MOVED 1 a:1 b", "ASK a:1 1",
        "ASK 1 :", "ASK 99999999999999999999 a:1",
    ])
    func `a redirection that is garbage makes the store unavailable`(text: String) {
        #expect(Self.reaction(to: text) == .fail(.unavailable, advice: nil))
    }

    @Test func `a redirection without a host needs a sender`() {
        #expect(Self.reaction(to: "MOVED 1 :6379", from: nil) == .fail(.unavailable, advice: nil))
    }
}
