import CairnTesting
import HTTPProtocol
import Testing

@testable import Cairn

/// Files that are too large or for which there is no space: a browser gets the form again, with its texts.
extension UploadTests {
    private func limit(_ configuration: inout Configuration) {
        (configuration.messages.upload, configuration.messages.body) = (50_000, 20_000)
    }

    @Test(arguments: Transport.allCases)
    func `a file above the limit causes an error at its field, and the other input is kept`(
        transport: Transport
    ) async throws {
        let folder = try Folder()
        try await configured(transport, in: folder, limit) { visitor, seen, _ in
            let large = [UInt8](repeating: 7, count: 400_000)
            let reply = try await visitor.send(hang("Dawn", file: ("a.png", large)))
            #expect(reply.status == 422)
            let page = try reply.page()
            #expect(page.fields.map(\.value) == ["Dawn", ""])
            let error = "“Picture” is too large: at most 48 kB can be sent. Please choose a smaller file."
            #expect(page.fields.map(\.error) == [nil, error])
            let problem = try await visitor.send(hang("Dawn", file: ("a.png", large), accept: "application/json"))
                .problem
            #expect(problem.status == 422 && problem.errors?.map(\.name) == ["picture"])
            #expect(seen.all.isEmpty)
            #expect(try await visitor.send(hang("Dawn", file: ("a.png", [1, 2]))).status == 303)
            #expect(seen.all.map(\.title) == ["Dawn"])
        }
        await folder.waitUntilEmpty()
    }

    @Test func `a chunked file above the limit causes an error, and the texts after it are kept`() async throws {
        let folder = try Folder()
        try await configured(.socket, in: folder, limit) { _, seen, wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            try await client.send(
                "POST /album HTTP/1.1\r\nHost: \(Wire.host)\r\nAccept: text/html\r\nContent-Type: \(Self.type)\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n")
            let file = body([("action", "hang-picture")], file: ("a.png", [UInt8](repeating: 7, count: 100_000)))
            let title = "--b-1\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nLate\r\n--b-1--\r\n"
            let whole = file.dropLast("--b-1--\r\n".utf8.count) + Array(title.utf8)
            for start in stride(from: 0, to: whole.count, by: 0x4000) {
                let part = whole[start..<min(start + 0x4000, whole.count)]
                try await client.send(Array("\(String(part.count, radix: 16))\r\n".utf8) + part + Array("\r\n".utf8))
            }
            try await client.send("0\r\n\r\n")
            let reply = try await client.reply()
            #expect(reply.status == 422)
            #expect(try reply.page().fields.map(\.value) == ["Late", ""])
            #expect(seen.all.isEmpty)
            // The connection stays open.
            try await client.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.reply().status == 200)
        }
        #expect(folder.files.isEmpty)
    }

    @Test func `if there is no space for a file, the form is shown again with its texts`() async throws {
        try await configured(.memory, in: try Folder(), { $0.uploadSpace = 0 }) { visitor, seen, _ in
            let reply = try await visitor.send(hang("Dawn", file: ("a.png", [1])))
            #expect(reply.status == 503 && reply["Retry-After"] == "60")
            #expect(try reply.page().fields.map(\.value) == ["Dawn", ""])
            #expect(reply.text.contains("What you typed is still here."))
            #expect(seen.all.isEmpty)
        }
    }
}
