import RESP
import SessionStores
import Testing

@testable import SessionsRedis

@Suite("Users of a real server", .enabled(if: RunningServer.isInstalled, RunningServer.advice), .timeLimit(.minutes(3)))
struct PermissionTests {
    private let id = SessionID.random()

    /// The permissions that the README of the module lists, without those of features that are not used.
    private static let permissions = [
        "fcall", "fcall_ro", "function|load", "role", "wait", "scan", "lindex", "lrange", "lset", "rpush", "rpop",
        "del",
        "expire", "pexpire", "time",
    ]

    /// Starts a server with one user for each permission, which lacks it, and the user `all`.
    private func server() async throws -> (RunningServer, TestClient) {
        let server = try await RunningServer.start()
        let administrator = try TestClient(server.url)
        for name in ["all"] + Self.permissions {
            var command = RESPCommand("ACL", "SETUSER", name, "on", ">pass word", "~cairn:*", "-@all")
            for permission in Self.permissions where permission != name { command.append("+" + permission) }
            let reply = try await administrator.client.perform(command, "test", at: .init(host: nil))
            #expect(reply == .simpleString("OK"))
        }
        return (server, administrator)
    }

    private func client(_ user: String, of server: RunningServer, copies: Int = 1) throws -> TestClient {
        let user = user.replacing("|", with: "%7C")
        return try TestClient("unix://\(user):pass%20word@\(server.socket)", copies: copies)
    }

    /// Does all that a store can do.
    private func useAll(of client: TestClient) async throws {
        let store = client.store
        let first = try await store.change(id, after: nil)
        let second = try await store.change(id, after: first)
        let lease = try await store.lease(of: id)
        #expect(try await store.renew(lease))
        store.release(lease)
        store.touch(id)
        let element = LogElement(revision: .following(second), bytes: [])
        let next = SessionID.random(near: id)
        let rekeying = SessionChange(.replace(element), after: second, newID: next)
        #expect(try await store.commit(rekeying, under: store.lease(of: id)) == .done)
        #expect(try await store.load(next, since: nil) == .whole([element]))
        #expect(try await store.count() == 1)
        try await store.remove(next)
    }

    @Test func `the documented permissions are enough`() async throws {
        let (server, administrator) = try await server()
        defer { server.stop() }
        defer { administrator.stop() }
        let client = try client("all", of: server)
        defer { client.stop() }
        try await useAll(of: client)
        #expect(client.messages == [])
    }

    @Test func `a missing permission is named, before anything was done`() async throws {
        let (server, administrator) = try await server()
        defer { server.stop() }
        defer { administrator.stop() }
        for permission in Self.permissions {
            if permission == "function|load" { try await administrator.command("FUNCTION", "FLUSH") }
            let client = try client(permission, of: server, copies: permission == "wait" ? 2 : 1)
            defer { client.stop() }
            // A missing WAIT is noticed only after the commit.
            let code = permission == "wait" ? StoreError.Code.outcomeUnknown : .permissionDenied
            await expectError(code, permission) {
                _ = try await client.store.commit(.following(nil), under: client.store.lease(of: .random()))
                return try await client.store.count()
            }
            if permission == "function|load" { try await administrator.store.change(id, after: nil) }
        }
    }

    @Test(arguments: ["unix://all:SECRET@", "unix://SECRET:SECRET@", "unix://"])
    func `wrong credentials are refused at once and not shown`(url: String) async throws {
        let (server, administrator) = try await server()
        defer { server.stop() }
        defer { administrator.stop() }
        try await administrator.command("CONFIG", "SET", "requirepass", "pass word")
        let client = try TestClient("\(url)\(server.socket)")
        defer { client.stop() }
        for _ in 0..<2 {
            let error = await storeError { try await client.store.load(id, since: nil) }
            #expect(error?.code == .permissionDenied)
            #expect(error?.description.contains("--state") == true)
            #expect(error?.description.contains("SECRET") == false)
        }
    }
}
