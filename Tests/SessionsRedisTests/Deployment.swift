import Foundation
import RESP

@testable import SessionsRedis
@testable import Sockets

/// Servers of a test that know one another, on ports of 127.0.0.1.
final class Deployment: Sendable {
    typealias Host = RedisAddress.Host

    let servers: [(host: Host, server: RunningServer)]

    private init(_ servers: [(Host, RunningServer)]) { self.servers = servers.map { (host: $0.0, server: $0.1) } }

    func stop() { for (_, server) in servers { server.stop() } }

    subscript(host: Host) -> RunningServer? { servers.first { $0.host == host }?.server }

    /// Returns a port on which no server listens. The bus of a cluster uses the port 10,000 above it.
    static func freeHost() throws -> Host {
        while true {
            let probe = try FakeServer()
            probe.stop()
            if probe.host.port < 55_536 { return probe.host }
        }
    }

    private static func start(_ arguments: [String]) async throws -> (Host, RunningServer) {
        let host = try freeHost()
        let settings = ["--port", String(host.port), "--bind", host.name, "--appendonly", "no"] + arguments
        return (host, try await RunningServer.start(settings))
    }

    /// A primary and its replicas.
    static func primary(replicas: Int) async throws -> Deployment {
        var servers = [try await start(["--repl-diskless-sync-delay", "0"])]
        let primary = servers[0]
        let arguments = ["--replicaof", primary.0.name, String(primary.0.port), "--repl-diskless-sync-delay", "0"]
        for _ in 0..<replicas { servers.append(try await start(arguments)) }
        return Deployment(servers)
    }

    /// Primaries with equal shares of the hash slots.
    static func cluster(of count: Int) async throws -> Deployment {
        let arguments = [
            "--cluster-enabled", "yes", "--cluster-node-timeout", "1000", "--cluster-require-full-coverage", "no",
        ]
        var servers: [(Host, RunningServer)] = []
        for _ in 0..<count { servers.append(try await start(arguments)) }
        let cluster = Deployment(servers)
        let hosts = cluster.servers.map(\.host)
        let client = try TestClient("redis-cluster://\(hosts[0])")
        defer { client.stop() }
        for (number, host) in hosts.enumerated() {
            let (first, next) = (16_384 * number / count, 16_384 * (number + 1) / count)
            try await client.command("CLUSTER", "SET-CONFIG-EPOCH", String(number + 1), at: host)
            try await client.command("CLUSTER", "ADDSLOTSRANGE", String(first), String(next - 1), at: host)
            try await client.command("CLUSTER", "MEET", hosts[0].name, String(hosts[0].port), at: host)
        }
        for host in hosts {
            while true {
                let (slots, state) = (
                    try await client.command("CLUSTER", "SLOTS", at: host),
                    try await client.command("CLUSTER", "INFO", at: host)
                )
                if case .array(let slots) = slots, slots.count == count, case .bulkString(let state) = state,
                    String(decoding: state, as: UTF8.self).contains("cluster_state:ok")
                {
                    break
                }
                try await pause()
            }
        }
        return cluster
    }

    /// Sentinels of a primary, which notice its end after half a second.
    static func sentinels(of primary: Host, count: Int) async throws -> Deployment {
        var servers: [(Host, RunningServer)] = []
        for _ in 0..<count { servers.append(try await startSentinel(of: primary)) }
        return Deployment(servers)
    }

    private static func startSentinel(of primary: Host) async throws -> (Host, RunningServer) {
        let (host, folder) = (try freeHost(), try RunningServer.makeFolder())
        let file = folder.appending(path: "sentinel.conf")
        let settings = """
            port \(host.port)
            bind \(host.name)
            dir \(folder.path)
            sentinel monitor name \(primary.name) \(primary.port) 2
            sentinel down-after-milliseconds name 500
            sentinel failover-timeout name 2000

            """
        try settings.write(to: file, atomically: true, encoding: .utf8)
        let arguments = [file.path, "--sentinel"]
        return (
            host, try await RunningServer.onThread { try RunningServer(arguments, in: folder, until: "+monitor") }
        )
    }
}
