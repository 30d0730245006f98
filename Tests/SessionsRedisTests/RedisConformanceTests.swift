import CairnTesting
import RESP
import SessionStores
import Sockets
import Testing

@testable import SessionsRedis

@Suite(
    "The conformance of a store in Redis", .enabled(if: RunningServer.isInstalled, RunningServer.advice),
    .timeLimit(.minutes(3)))
struct RedisConformanceTests {
    @Test func `a store in Redis conforms, also for two processes`() async throws {
        let server = try RunningServer()
        defer { server.stop() }
        let loop = try EventLoop()
        loop.start()
        defer { loop.stop() }
        let pool = BlockingPool(threads: 1)
        defer { pool.shutdown() }
        let numbers = Numbers()
        let clock = try RedisClient(at: RedisAddress(server.url), loops: [loop], pool: pool, report: { _ in })
        let conformance = StoreConformance(keepsData: true, advancing: { try await Self.advance(clock, by: $0) }) {
            let app = "app\(numbers.next())"
            return {
                let client = try RedisClient(
                    at: RedisAddress(server.url), loops: [loop], pool: pool, report: { _ in })
                return RedisStore(client, app: app, idle: .seconds(3_600))
            }
        }
        let violations = await conformance.violations()
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test(arguments: [1, 2]) func `shared logs in Redis conform, also for two processes`(copies: Int) async throws {
        let deployment = try await Deployment.primary(replicas: copies - 1)
        defer { deployment.stop() }
        let url = "redis://\(deployment.servers[0].host)"
        let loop = try EventLoop()
        loop.start()
        defer { loop.stop() }
        let pool = BlockingPool(threads: 1)
        defer { pool.shutdown() }
        let numbers = Numbers()
        let conformance = EventStoreConformance(isShared: true, keepsData: true) {
            let address = try RedisAddress("\(url)?prefix=p\(numbers.next()):")
            return {
                RedisEventStore(
                    try RedisClient(at: address, copies: copies, loops: [loop], pool: pool, report: { _ in }))
            }
        }
        let client = try TestClient(url, copies: copies)
        defer { client.stop() }
        _ = try await eventually { try await client.store.change(.random(), after: nil) }
        let violations = await conformance.violations()
        #expect(violations.isEmpty, "\(violations)")
    }

    /// Lets time pass for all leases: moves their deadlines into the past, since the clock is that of the server.
    private static func advance(_ client: RedisClient, by duration: Duration) async throws {
        let milliseconds = Int(duration / .milliseconds(1))
        let script = """
            for _, key in ipairs(redis.call('KEYS', '*')) do
              local last = redis.call('LINDEX', key, -1)
              if string.byte(last) == 255 then
                local deadline = struct.unpack('>I6', last, 18) - ARGV[1]
                redis.call('LSET', key, -1, string.sub(last, 1, 17) .. struct.pack('>I6', deadline) .. string.sub(last, 24))
              end
            end
            return 1
            """
        let command = RESPCommand("EVAL", script, "0", String(milliseconds))
        for primary in try await client.primaries() {
            #expect(try await client.perform(command, "advance", at: primary) == .integer(1))
        }
    }
}
