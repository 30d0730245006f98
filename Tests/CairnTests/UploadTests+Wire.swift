import CairnTesting
import Foundation
import Glibc
import HTTPProtocol
import NavigationKit
import Sessions
import Sockets
import Synchronization
import Testing

@testable import Cairn

/// Uploads over a socket, limits on space and number, repeats, and the removal of files.
extension UploadTests {
    private func head(length: Int, _ fields: String = "") -> String {
        "POST /album HTTP/1.1\r\nHost: \(Wire.host)\r\nContent-Type: \(Self.type)\r\nContent-Length: \(length)\r\n\(fields)\r\n"
    }

    @Test func `a large file reaches its handler unchanged`() async throws {
        let long = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }
        let folder = try Folder()
        try await serve(.socket, in: folder) { visitor, seen, _ in
            let reply = try await visitor.send(hang("Long", file: ("long.bin", long)))
            #expect(reply.status == 303)
            #expect(seen.all.first?.content == Data(long))
        }
        #expect(folder.files.isEmpty)
    }

    @Test func `a body can arrive octet by octet, or in chunks`() async throws {
        let whole = body([("action", "hang-picture"), ("title", "Slow")], file: ("slow.png", content))
        try await serve(.socket, in: try Folder()) { _, seen, wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            try await client.send(head(length: whole.count))
            for octet in whole { try await client.send([octet]) }
            #expect(try await client.reply().status == 303)
            try await client.send(
                head(length: 0).replacing("Content-Length: 0", with: "Transfer-Encoding: chunked"))
            for start in stride(from: 0, to: whole.count, by: 7) {
                let part = whole[start..<min(start + 7, whole.count)]
                try await client.send(Array("\(String(part.count, radix: 16))\r\n".utf8) + part + Array("\r\n".utf8))
            }
            try await client.send("0\r\n\r\n")
            #expect(try await client.reply().status == 303)
            #expect(seen.all.map(\.content) == [Data(content), Data(content)])
        }
    }

    @Test func `RFC 9110 §10.1.1: a client that waits for 100 gets 100 or 413`() async throws {
        let whole = body([("action", "hang-picture"), ("title", "Polite")], file: ("a.png", [1]))
        try await configured(.socket, in: try Folder(), { $0.messages.upload = 2_000_000 }) { _, seen, wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            try await client.send(head(length: whole.count, "Expect: 100-continue\r\n"))
            #expect(try await client.reply(orInterim: true).status == 100)
            try await client.send(whole)
            #expect(try await client.reply().status == 303)
            #expect(seen.all.count == 1)
            try await client.send(head(length: 2_000_001, "Expect: 100-continue\r\n"))
            #expect(try await client.reply().status == 413)
            #expect(try await client.receiveUntilEnd().isEmpty)
        }
    }

    @Test func `RFC 9110 §15.5.14: a chunked body above the limit is refused and leaves no file`()
        async throws
    {
        let folder = try Folder()
        func limit(_ configuration: inout Configuration) {
            (configuration.messages.body, configuration.messages.upload) = (1_000, 50_000)
            configuration.messages.drainedUpload = 100_000
        }
        try await configured(.socket, in: folder, limit) { _, _, wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            try await client.send(head(length: 0).replacing("Content-Length: 0", with: "Transfer-Encoding: chunked"))
            let start = Array("--b-1\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a\"\r\n\r\n".utf8)
            try await client.send(Array("\(String(start.count, radix: 16))\r\n".utf8) + start + Array("\r\n".utf8))
            let part = [UInt8](repeating: 65, count: 0x4000)
            for _ in 0..<7 { try? await client.send(Array("4000\r\n".utf8) + part + Array("\r\n".utf8)) }
            #expect(try await client.reply().status == 413)
            #expect(try await client.receiveUntilEnd().isEmpty)
        }
        #expect(folder.files.isEmpty)
    }

    @Test func `RFC 9110 §15.5.14: texts have a lower limit than files`() async throws {
        let folder = try Folder()
        try await configured(.socket, in: folder, { $0.messages.body = 1_000 }) { visitor, seen, _ in
            let title = String(repeating: "t", count: 2_000)
            let reply = try await visitor.send(hang(title, file: ("a.png", [1])))
            #expect(reply.status == 413)
            #expect(seen.all.isEmpty)
        }
        #expect(folder.files.isEmpty)
    }

    @Test func `RFC 9110 §15.5.1: a malformed body gets 400 and leaves no file`() async throws {
        let folder = try Folder()
        try await serve(.socket, in: folder) { _, _, wire in
            guard case .socket(let port) = wire.kind else { return }
            let whole = body([("action", "hang-picture")], file: ("a.png", content))
            let wrong: [([UInt8], String)] = [
                (Array(whole.dropLast(8)), Self.type), (Array(whole.dropFirst(2)), Self.type),
                (whole, "multipart/form-data"),
                (whole, "multipart/form-data; boundary=other"),
                // Without a semicolon; the answer must not depend on how the octets arrive.
                (whole, "multipart/form-data boundary=b-1"),
            ]
            for (bytes, type) in wrong {
                for isHeldBack in [false, true] {
                    let client = try await SocketClient(port: port)
                    let head = head(length: bytes.count).replacing(Self.type, with: type)
                    if isHeldBack {
                        try await client.send(head)
                        for octet in bytes { try? await client.send([octet]) }
                    } else {
                        try await client.send(Array(head.utf8) + bytes)
                    }
                    #expect(try await client.reply().status == 400)
                }
            }
        }
        #expect(folder.files.isEmpty)
    }

    @Test func `a client that disconnects leaves no file, and others are served`() async throws {
        let folder = try Folder()
        try await serve(.socket, in: folder) { visitor, _, wire in
            guard case .socket(let port) = wire.kind else { return }
            for _ in 0..<20 {
                let client = try await SocketClient(port: port)
                let start = body([], file: ("a.png", content)).dropLast(12)
                try await client.send(Array(head(length: 1_000_000).utf8) + start)
                client.breakOff()
            }
            #expect(try await visitor.send(hang("Dawn", file: ("a.png", [1]))).status == 303)
            // The loop has handled the resets by now, or handles them while it stops.
        }
        await folder.waitUntilEmpty()
    }

    @Test func `RFC 9110 §15.6.4: the space for uploads is limited, and is freed after some time`() async throws {
        let folder = try Folder()
        let clock = HeldClock()
        try await configured(.memory, in: folder, { $0.uploadSpace = 6_000 }, time: clock) { visitor, seen, wire in
            guard case .memory(let site) = wire.kind else { return }
            let kept = try kept(
                in: try await visitor.send(hang("wrong", file: ("a.png", [UInt8](repeating: 1, count: 600)))))
            let reply = try await visitor.send(hang("Dawn", file: ("b.png", [UInt8](repeating: 1, count: 600))))
            #expect(reply.status == 503)
            #expect(reply["Retry-After"] == "60")
            #expect(folder.files.filter { $0 != "lock" }.count == 1)
            clock.advance(seconds: 10_000)
            site.reap()
            #expect(folder.files == ["lock"])
            #expect(try await visitor.send(hang("Dawn", file: nil, kept: kept)).status == 422)
            #expect(
                try await visitor.send(hang("Dawn", file: ("b.png", [UInt8](repeating: 1, count: 600)))).status == 303)
            #expect(seen.all.count == 1)
        }
    }

    @Test func `an unwritable folder causes a 503 that does not contain its name`()
        async throws
    {
        try await configured(.memory, in: try Folder(), { $0.uploadFolder = "/nowhere/at/all" }) { visitor, _, _ in
            let reply = try await visitor.send(hang("Dawn", file: ("a.png", [1]), accept: "application/json"))
            #expect(reply.status == 503)
            #expect(!String(decoding: reply.body, as: UTF8.self).contains("nowhere"))
        }
    }

    @Test func `an upload that is sent twice is performed once, and both requests get the response`() async throws {
        try await serve(.socket, in: try Folder()) { visitor, seen, wire in
            let page = try await visitor.get("/album", accept: "text/html")
            let html = String(decoding: page.body, as: UTF8.self)
            let once = try #require(html.firstMatch(of: #/name="_once" value="([^"]*)"/#)).1
            let texts = [("action", "hang-picture"), ("title", "Twice"), ("_at", "path"), ("_once", String(once))]
            let call = Call(
                "POST", "/album", fields: [("Content-Type", Self.type)], body: body(texts, file: ("a.png", content)))
            async let one = Visitor(wire).send(call)
            async let other = Visitor(wire).send(call)
            let replies = try await [one, other]
            #expect(replies.map(\.status) == [303, 303])
            #expect(replies[0]["Set-Cookie"] == replies[1]["Set-Cookie"])
            #expect(seen.all.count == 1)
            let changed = Call(
                "POST", "/album", fields: [("Content-Type", Self.type)], body: body(texts, file: ("b.png", [1])))
            #expect(try await visitor.send(changed).status == 303)
            #expect(seen.all.count == 2)
        }
    }

    @Test(arguments: [
        ("/nowhere", [], 404), ("/healthz", [], 405), ("/album/nowhere", [], 404),
        ("/album", [("Sec-Fetch-Site", "cross-site")], 403), ("/album", [("Accept", "image/png")], 406),
    ])
    func `an upload that is refused before its action leaves no file`(
        path: String, fields: [(String, String)], status: Int
    ) async throws {
        let folder = try Folder()
        try await serve(.socket, in: folder) { _, _, wire in
            guard case .socket(let port) = wire.kind else { return }
            let whole = body([("action", "hang-picture"), ("title", "x")], file: ("a.png", content))
            let client = try await SocketClient(port: port)
            let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
            try await client.send(head(length: whole.count, lines).replacing("POST /album", with: "POST " + path))
            for part in [whole[..<100], whole[100...]] { try await client.send(Array(part)) }
            #expect(try await client.reply().status == status)
            await folder.waitUntilEmpty()
        }
    }

    @Test func `an action that was not performed leaves no file`() async throws {
        let folder = try Folder()
        try await serve(.memory, in: folder) { visitor, _, _ in
            for action in ["fly-away", ""] {
                let call = Call(
                    "POST", "/album", fields: [("Content-Type", Self.type)],
                    body: body([("action", action)], file: ("a.png", content)))
                let reply = try await visitor.send(call)
                #expect(reply.status == 400 || reply.status == 404)
            }
            // Another thread removes dropped files, possibly after the response is sent.
            #expect(try await visitor.send(hang("Dawn", file: ("b.png", [1]))).status == 303)
            #expect(try await visitor.send(hang("Dawn", file: ("c.png", [1]))).status == 303)
            while !Task.isCancelled, folder.files.filter({ $0 != "lock" }).count > 2 { await Task.yield() }
        }
    }

    @Test func `the number of files in a form is limited, and each counts more than its bytes`() async throws {
        let folder = try Folder()
        try await configured(.memory, in: folder, { $0.uploadSpace = 3 * 4_096 }) { visitor, _, _ in
            func empty(_ count: Int) -> Call {
                let part = "--b-1\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a\"\r\n\r\n\r\n"
                return Call(
                    "POST", "/album", fields: [("Content-Type", Self.type)],
                    body: Array((String(repeating: part, count: count) + "--b-1--").utf8))
            }
            for (count, status) in [(17, 400), (4, 503), (3, 400)] {
                var reply = try await visitor.send(empty(count))
                // A dropped file counts toward the limit until a thread has removed it.
                while status != 503, reply.status == 503 { reply = try await visitor.send(empty(count)) }
                #expect(reply.status == status)
            }
        }
    }

    @Test func `files of a killed process are removed, those of a running one are not`() async throws {
        let folder = try Folder()
        let dead = folder.path + "/cairn-uploads-dead00"
        try FileManager.default.createDirectory(atPath: dead, withIntermediateDirectories: false)
        for name in ["lock", "0123"] { try Data([1]).write(to: URL(filePath: dead + "/" + name)) }
        try await serve(.memory, in: folder) { first, _, _ in
            let reply = try await first.send(hang("wrong", file: ("a.png", [1])))
            #expect(reply.status == 422)
            #expect(access(dead, F_OK) != 0)
            try await serve(.memory, in: folder) { second, _, _ in
                let reply = try await second.send(hang("wrong", file: ("b.png", [1])))
                #expect(reply.status == 422)
                #expect(folder.files.filter { $0 != "lock" }.count == 2)
            }
        }
    }

    @Test func `a dropped file counts toward the limit until it is removed`() async throws {
        let folder = try Folder()
        let uploads = UploadStore(in: folder.path, room: 40_000, idle: 1, time: { 0 })
        let place = try uploads.make(from: 7)
        let gate = DispatchSemaphore(value: 0)
        // Two jobs occupy the threads, others fill the queue, and the rest are rejected.
        for _ in 0..<5_000 { uploads.pool.start { gate.wait() } }
        uploads.drop(place.path, 0, 7)
        #expect(folder.files.contains { place.path.hasSuffix($0) })
        #expect(throws: UploadStore.Failure.self) { try uploads.make(from: 7) }
        uploads.reap()
        #expect(!folder.files.contains { place.path.hasSuffix($0) })
        #expect(throws: Never.self) { try uploads.make(from: 7) }
        for _ in 0..<5_000 { gate.signal() }
    }

    @Test func `different content with the same name and length is a different action`() async throws {
        let folder = try Folder()
        // A repeat is recognized for ten seconds only, and a busy machine can take longer.
        let clock = HeldClock()
        try await configured(.memory, in: folder, { _ in }, time: clock) { visitor, seen, _ in
            let once = try #require(
                try await visitor.visit("/album").source.firstMatch(of: /name="_once" value="([^"]+)"/))
            for content in ["AAAA", "BBBB", "BBBB"] {
                let bytes = body(
                    [("action", "hang-picture"), ("title", "a"), ("_once", String(once.1))],
                    file: ("a.bin", Array(content.utf8)))
                _ = try await visitor.send(
                    Call("POST", "/album", fields: [("Content-Type", Self.type)], body: bytes))
            }
            #expect(seen.all.map(\.content) == [Data("AAAA".utf8), Data("BBBB".utf8)])
        }
    }

    @Test func `no file is kept for an action without a file field`() async throws {
        let folder = try Folder()
        var configuration = Transport.configuration
        configuration.uploadFolder = folder.path
        try await Transport.memory.serve([Desk.hosted()], configuration: configuration) { wire in
            let bytes = body([("action", "no-such-action")], file: ("a.bin", Array("AAAA".utf8)))
            let stale = body([("action", "increment"), ("_at", "99")], file: ("a.bin", Array("AAAA".utf8)))
            for (bytes, status) in [(bytes, 404), (stale, 409)] {
                let reply = try await Visitor(wire).send(
                    Call("POST", "/desk", fields: [("Content-Type", Self.type)], body: bytes))
                #expect(reply.status == status)
            }
            guard case .memory(let site) = wire.kind else { return }
            site.uploads.reap()
            await folder.waitUntilEmpty()
        }
    }

    @Test func `a folder that was removed is created again`() async throws {
        let folder = try Folder()
        try await serve(.memory, in: folder) { visitor, _, _ in
            let reply = try await visitor.send(hang("Dawn", file: ("a.png", [1])))
            #expect(reply.status == 303)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                try FileManager.default.removeItem(atPath: folder.path + "/" + name)
            }
            #expect(try await visitor.send(hang("Dawn", file: ("a.png", [1]))).status == 303)
        }
    }

    private final class HeldClock: TimeSource {
        private let moment = Atomic<UInt64>(1)
        var now: UInt64 { moment.load(ordering: .relaxed) }
        func sleep(for duration: Duration) async throws {}
        func advance(seconds: UInt64) { moment.add(seconds * 1_000_000_000, ordering: .relaxed) }
    }
}
