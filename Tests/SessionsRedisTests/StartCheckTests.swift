import RESP
import SessionStores
import Testing

@testable import SessionsRedis

@Suite("The check of the servers at the start", .timeLimit(.minutes(3))) struct StartCheckTests {
    @Test(
        .enabled(if: RunningServer.isInstalled, RunningServer.advice),
        arguments: [
            ([], 1, ["appendonly is no: a restart of the server loses all sessions since its last snapshot"]),
            (["--appendonly", "yes"], 1, []),
            (["--appendonly", "yes", "--maxmemory-policy", "allkeys-lru"], 1, []),
            (
                ["--appendonly", "yes", "--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru"], 1,
                [
                    "maxmemory-policy is allkeys-lru: the server discards sessions when its memory is full; use noeviction"
                ]
            ),
            (["--appendonly", "yes", "--maxmemory", "100mb", "--maxmemory-policy", "noeviction"], 1, []),
            (
                ["--appendonly", "yes"], 2,
                ["--store-copies 2: the server has 0 connected replicas, so no change is acknowledged"]
            ),
        ] as [([String], Int, [String])])
    func `settings with which sessions can be lost are warnings`(
        settings: [String], copies: Int, warnings: [String]
    ) async throws {
        let server = try await RunningServer.start(settings)
        defer { server.stop() }
        let client = try TestClient(server.url, copies: copies)
        defer { client.stop() }
        #expect(try await client.client.check() == warnings)
    }

    @Test func `a server that is away is no reason not to start`() async throws {
        let client = try TestClient("unix:/nonexistent/socket", timeout: .milliseconds(200))
        defer { client.stop() }
        #expect(try await client.client.check() == [])
    }

    @Test(arguments: [
        ("HELLO", "-ERR unknown command 'HELLO', with args beginning with: '3'\r\n", "Redis 7.0 or Valkey 8"),
        ("FCALL_RO", "-ERR unknown command `FCALL_RO`, with args beginning with: \r\n", "Redis 7.0 or Valkey 8"),
        ("HELLO", "-WRONGPASS invalid username-password pair or user is disabled.\r\n", "--state"),
        ("HELLO", "-NOAUTH HELLO must be called with the client already authenticated\r\n", "--state"),
        ("FCALL_RO", "-NOPERM this user has no permissions to run the 'fcall_ro' command\r\n", "ACL"),
    ])
    func `a server that only its operator can make usable is an error, with advice`(
        command: String, reply: String, advice: String
    ) async throws {
        try await withFake({ $0.name == command ? .send(reply) : nil }) { (_, client) async throws in
            await expectError(.permissionDenied, advice) { try await client.client.check() }
        }
    }
}
