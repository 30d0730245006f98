import RESP
import SessionStores

/// Counts the sessions of an app, by looking at all keys of the store.
struct SessionCount {
    private let client: RedisClient
    private let prefix: [UInt8]

    init(_ client: RedisClient, prefix: [UInt8]) {
        self.client = client
        self.prefix = prefix
    }

    func value() async throws(StoreError) -> Int {
        var sum = 0
        for primary in try await client.primaries() {
            var cursor = Array("0".utf8)
            repeat {
                var scan = RESPCommand("SCAN")
                scan.append(cursor)
                scan.append("MATCH")
                scan.append(pattern)
                for word in ["COUNT", "1000", "TYPE", "list"] { scan.append(word) }
                guard case .array(let page) = try await client.perform(scan, "count", at: primary), page.count == 2,
                    case .bulkString(let next) = page[0], case .array(let keys) = page[1]
                else { throw client.error(.system, "count", "the reply to SCAN is not valid") }
                sum += try await sessions(among: keys, at: primary)
                cursor = next
            } while !cursor.elementsEqual("0".utf8)
        }
        return sum
    }

    /// The pattern of the app's keys; the prefix can contain characters that have a meaning in patterns.
    private var pattern: [UInt8] {
        prefix.flatMap { Array("*?[]^\\-".utf8).contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] } + Array("{*".utf8)
    }

    /// A key that has only a lease is no session. In a cluster each call has one key, since their slots differ.
    private func sessions(among keys: [RESPValue], at primary: ServerLinks.Target) async throws(StoreError) -> Int {
        var names: [[UInt8]] = []
        for case .bulkString(let name) in keys { names.append(name) }
        var sum = 0
        let size = primary.host == nil ? 1_000 : 1
        for start in stride(from: 0, to: names.count, by: size) {
            let part = names[start..<min(start + size, names.count)]
            var command = RESPCommand("FCALL_RO", FunctionLibrary.name + "_count", String(part.count))
            for name in part { command.append(name) }
            guard case .integer(let count) = try await client.perform(command, "count", at: primary) else {
                throw client.error(.system, "count", "the reply is not a number")
            }
            sum += Int(clamping: count)
        }
        return sum
    }
}
