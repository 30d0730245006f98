import Cairn
import Glibc
import HTTPProtocol
import Hypermedia

/// The HTTP layer without the navigation on top, for suites from outside that test servers: small answers to what they ask.
struct Target {
    /// Where the files of `/static` are gathered: the kit's assets, the README's picture, and three that only a test needs.
    let folder: String
    private let names: [String]

    init() throws {
        var path = Array((P_tmpdir + "/cairn-target-XXXXXX").utf8CString)
        guard let made = mkdtemp(&path) else { throw Unwritable(path: "a temporary folder") }
        folder = String(cString: made)
        // Not the same byte all over, so that a range shows where it is from.
        let mebibyte = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8 ^ $0 >> 16) }
        var files = [("mebibyte.bin", mebibyte), ("empty.txt", []), ("with space.txt", Array("A space.\n".utf8))]
        for path in ["Sources/Cairn/Assets/cairn.css", "Sources/Cairn/Assets/favicon.svg", "Public/screenshot.png"] {
            let name = path.split(separator: "/").last.map { String($0) } ?? path
            files.append((name, try Self.read(path)))
        }
        names = files.map(\.0)
        for (name, bytes) in files { try Self.write(bytes, to: folder + "/" + name) }
    }

    func remove() {
        for name in names { unlink(folder + "/" + name) }
        rmdir(folder)
    }

    private struct Unwritable: Error { let path: String }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw Unwritable(path: path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "w") else { throw Unwritable(path: path) }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Unwritable(path: path) }
    }

    @Sendable func answer(to request: Request) -> PlainAnswer? {
        switch (String(request.path), request.method) {
        case ("/", .post), ("/echo", .post): .now(echo(request))
        case ("/", _): only("GET, HEAD, POST, OPTIONS", request) { text("Cairn\n") }
        case ("/echo", _): .now(.allowing("POST, OPTIONS", for: request))
        case ("/empty", _): only("GET, HEAD, OPTIONS", request) { Response(.noContent) }
        case ("/redirect", _): only("GET, HEAD, OPTIONS", request) { redirect(request) }
        case ("/set-cookie", _): only("GET, HEAD, OPTIONS", request) { setCookie(request) }
        case ("/echo-cookies", _):
            only("GET, HEAD, OPTIONS", request) {
                text(lines(request.fields.filter { $0.name.lowercased() == "cookie" }))
            }
        case ("/echo-headers", _): only("GET, HEAD, OPTIONS", request) { text(lines(Array(request.fields))) }
        case ("/reflect", _): only("GET, HEAD, OPTIONS", request) { reflect(request) }
        case ("/negotiated", _): only("GET, HEAD, OPTIONS", request) { negotiated(request) }
        case ("/slow", .get), ("/slow", .head): slow(request)
        case ("/slow", _): .now(.allowing("GET, HEAD, OPTIONS", for: request))
        default: nil
        }
    }

    private func only(_ methods: String, _ request: Request, _ make: () -> Response) -> PlainAnswer {
        guard request.method == .get || request.method == .head else { return .now(.allowing(methods, for: request)) }
        return .now(make())
    }

    private func text(_ text: String, status: Status = .ok) -> Response {
        var response = Response(status, body: Array(text.utf8))
        response.fields.add(.contentType, MediaType.plainText.name)
        response.fields.add(.cacheControl, "no-store")
        return response
    }

    private func lines(_ fields: [HeaderFields.Element]) -> String {
        fields.map { "\($0.name): \($0.value)\n" }.joined()
    }

    private func value(_ name: String, in request: Request) -> String? {
        let fields = try? FormBody.parse(Array((request.query ?? "").utf8))
        return fields?.first { $0.name == name }?.text
    }

    private func echo(_ request: Request) -> Response {
        var response = Response(.ok, body: request.body)
        response.fields.add(.contentType, request.fields[.contentType] ?? "application/octet-stream")
        response.fields.add(.cacheControl, "no-store")
        return response
    }

    private func redirect(_ request: Request) -> Response {
        var response = Response(.found)
        guard response.fields.add(.location, value("to", in: request) ?? "/") else { return unwritable }
        return response
    }

    private func setCookie(_ request: Request) -> Response {
        var response = text("A cookie comes with this.\n")
        let pair = "\(value("name", in: request) ?? "crumb")=\(value("value", in: request) ?? "1")"
        guard !pair.contains(";"), response.fields.add(.setCookie, pair + "; Path=/; HttpOnly; SameSite=Lax") else {
            return unwritable
        }
        return response
    }

    private func reflect(_ request: Request) -> Response {
        var response = text("See X-Reflected.\n")
        guard response.fields.add("X-Reflected", value("x", in: request) ?? "") else { return unwritable }
        return response
    }

    private var unwritable: Response {
        text("This value cannot stand in a header field: it has a control character.\n", status: .badRequest)
    }

    private func negotiated(_ request: Request) -> Response {
        var response: Response
        switch Negotiation.preferred(accept: request.fields[.accept], of: [.html, .json, .plainText]) {
        case .html?:
            response = text("<!doctype html><html lang=en><title>Cairn</title><p>Cairn</p></html>\n")
            response.fields.set(.contentType, MediaType.html.name)
        case .json?:
            response = text("{\"name\":\"Cairn\"}\n")
            response.fields.set(.contentType, MediaType.json.name)
        case .some: response = text("Cairn\n")
        case nil: response = text("HTML, JSON or text.\n", status: .notAcceptable)
        }
        response.fields.add(.vary, "Accept")
        return response
    }

    /// At most a minute, so that nothing is held for long.
    private func slow(_ request: Request) -> PlainAnswer {
        let milliseconds = min(max(Int(value("ms", in: request) ?? "") ?? 100, 0), 60_000)
        return .later {
            try? await Task.sleep(for: .milliseconds(milliseconds))
            return text("\(milliseconds) ms\n")
        }
    }
}
