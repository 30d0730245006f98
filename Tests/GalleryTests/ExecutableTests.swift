import CairnTesting
import Foundation
import Testing

@Suite("The executable", .serialized) struct ExecutableTests {
    /// The executable that was built with these tests.
    private static var program: URL {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appending(path: "cairn")
    }

    /// A running process and its output.
    private final class Run: @unchecked Sendable {  // ok: one test uses it, one step after another
        let process = Process()
        private let output = Pipe()
        private let errors = Pipe()

        init(_ arguments: [String], environment: [String: String] = [:]) throws {
            process.executableURL = ExecutableTests.program
            process.arguments = arguments
            process.environment = environment
            process.standardOutput = output
            process.standardError = errors
            try process.run()
        }

        deinit { if process.isRunning { process.terminate() } }

        /// Waits on a separate thread: the cooperative pool has few threads, and other tests need them.
        private func waiting<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
            }
        }

        /// Returns the port from the process's first log lines.
        func port() async throws -> UInt16 {
            try await waiting {
                var text = ""
                while true {
                    let data = self.errors.fileHandleForReading.availableData
                    guard !data.isEmpty else { throw NotServing(text: text) }
                    text += String(decoding: data, as: UTF8.self)
                    if let match = text.firstMatch(of: /http:\/\/localhost:([0-9]+)/), let port = UInt16(match.1) {
                        return port
                    }
                }
            }
        }

        /// Terminates the process and returns its output.
        func stop() async throws -> String {
            process.terminate()
            return try await output()
        }

        /// Returns the output when the process has exited.
        func output() async throws -> String {
            try await waiting {
                let data = self.output.fileHandleForReading.readDataToEndOfFile()
                self.process.waitUntilExit()
                return String(decoding: data, as: UTF8.self)
            }
        }

        func errorText() async throws -> String {
            try await waiting {
                String(decoding: self.errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            }
        }

        var openDescriptors: Int {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count) ?? -1
        }
    }

    private struct NotServing: Error { let text: String }

    @Test func `a server logs one line per request, even a hostile one, and exits with 0 on SIGTERM`() async throws {
        let run = try Run(["--host", "127.0.0.1"], environment: ["PORT": "0"])
        let port = try await run.port()
        let client = try await SocketClient(port: port)
        try await client.send("GET /a\"b\\c%0d%0aGET HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try await client.reply().status == 404)
        let visitor = Visitor(.socket(port: port))
        #expect(try await visitor.visit("/letters").heading == "Welcome to Letters")
        let lines = try await run.stop().split(separator: "\n")
        #expect(run.process.terminationStatus == 0)
        #expect(run.process.terminationReason == .exit)
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.count { $0 == "\"" } == 2 })
        #expect(lines.first?.contains(#""GET /a\x22b\x5Cc%0d%0aGET" 404 "#) == true)
        #expect(lines.last?.hasPrefix("127.0.0.1 [") == true)
        #expect(lines.last?.contains("\"GET /letters\" 200 ") == true)
    }

    @Test func `two hundred aborted connections leave no open descriptor`() async throws {
        let run = try Run(
            ["--access-log=off", "--threads", "1"], environment: ["PORT": "0", "CAIRN_HOST": "127.0.0.1"])
        let port = try await run.port()
        let probe = Visitor(.socket(port: port))
        _ = try await probe.visit("/healthz-page-that-is-not-there")
        let before = run.openDescriptors
        for number in 0..<200 {
            let client = try await SocketClient(port: port)
            switch number % 4 {
            case 0: break
            case 1: try await client.send("GET /letters HT")
            case 2: try await client.send("GET /letters HTTP/1.1\r\nHost: a\r\n\r\n")
            default: try await client.send("POST /letters HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx")
            }
            client.breakOff()
        }
        // The same event loop usually handles the closed connections before it sends these responses.
        for _ in 1...3 { _ = try await Visitor(.socket(port: port)).visit("/letters") }
        _ = try await probe.visit("/letters")
        let deadline = ContinuousClock.now + .seconds(60)
        while run.openDescriptors > before, ContinuousClock.now < deadline { _ = try await probe.visit("/letters") }
        #expect(run.openDescriptors <= before)
        _ = try await run.stop()
    }

    @Test func `the healthcheck command reports whether the server runs`() async throws {
        let run = try Run(["--access-log=off"], environment: ["PORT": "0", "CAIRN_HOST": "127.0.0.1"])
        let port = try await run.port()
        let check = try Run(["healthcheck", "--port", "\(port)"])
        _ = try await check.output()
        #expect(check.process.terminationStatus == 0)
        _ = try await run.stop()
        let late = try Run(["healthcheck", "--port", "\(port)"])
        _ = try await late.output()
        #expect(late.process.terminationStatus == 1)
    }

    @Test func `a crawl of all apps leaves no live object in the server process`() async throws {
        let run = try Run(["--access-log=off", "--explain"], environment: ["PORT": "0", "CAIRN_HOST": "127.0.0.1"])
        let port = try await run.port()
        let crawl = try Run(["crawl", "http://127.0.0.1:\(port)/", "--depth=3", "--example", "words=atlas"])
        let lines = try await crawl.output().split(separator: "\n")
        #expect(crawl.process.terminationStatus == 0, "\(lines)")
        let sums = lines.filter { $0.contains(": no faults: ") && $0.contains(" 0 objects left, ") }
        #expect(sums.count == 5, "\(lines)")
        // The server counts objects, and idle sessions have no controllers.
        #expect(try await LiveObjectCounts.read(over: .socket(port: port))?.count == 0)
        _ = try await run.stop()
    }

    @Test func `an unknown option causes exit status 2 and a line that names it`() async throws {
        let run = try Run(["--prot", "1"])
        let text = try await run.errorText()
        _ = try await run.output()
        #expect(run.process.terminationStatus == 2)
        #expect(text == "cairn: --prot is not a setting; did you mean --port? See --help.\n")
        let help = try Run(["--help"])
        let printed = try await help.output()
        #expect(printed.hasPrefix("cairn serves the gallery of apps.\n\n  cairn [serve] [SETTING …]     serve until "))
        #expect(printed.contains("\n  cairn crawl URL [--depth N] ") && printed.contains("--public-origin"))
        #expect(help.process.terminationStatus == 0)
    }
}
