import Cairn
import Glibc
import HTTPProtocol
import Hypermedia
import NavigationKit
import Synchronization

/// The HTTP layer without navigation, for external server test suites: minimal handlers for the requests that they
/// send.
struct Target {
    /// The folder that `/static` serves: the built-in assets, the README's picture, and three files for tests.
    let folder: String
    private let names: [String]

    init() throws {
        var path = Array((P_tmpdir + "/cairn-target-XXXXXX").utf8CString)
        guard let made = mkdtemp(&path) else { throw Unwritable(path: "a temporary folder") }
        folder = String(cString: made)
        // Bytes that depend on their position, so that a test can check the offset of a range.
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

    @Sendable func answer(to request: Request) -> DirectResponse? {
        switch (String(request.path), request.method) {
        case ("/", .post), ("/echo", .post): .now(echo(request))
        case ("/", _): only("GET, HEAD, POST, OPTIONS", request) { root(request) }
        case ("/echo", _): only("GET, HEAD, POST, OPTIONS", request) { text(head(of: request)) }
        case ("/cookie", _): only("GET, HEAD, OPTIONS", request) { cookies(request) }
        case ("/empty", _): only("GET, HEAD, OPTIONS", request) { Response(.noContent) }
        case ("/redirect", _): only("GET, HEAD, OPTIONS", request) { redirect(request) }
        case ("/set-cookie", _): only("GET, HEAD, OPTIONS", request) { setCookie(request) }
        case ("/echo-cookies", _):
            only("GET, HEAD, OPTIONS", request) {
                text(lines(request.fields) { $0 == "cookie" })
            }
        case ("/echo-headers", _): only("GET, HEAD, OPTIONS", request) { text(lines(request.fields)) }
        case ("/reflect", _): only("GET, HEAD, OPTIONS", request) { reflect(request) }
        case ("/negotiated", _): only("GET, HEAD, OPTIONS", request) { negotiated(request) }
        case ("/generated", _): only("GET, HEAD, OPTIONS", request) { generated(request) }
        case ("/generators", _): only("GET, HEAD, OPTIONS", request) { text(String(Self.generatorCount)) }
        case ("/slow", .get), ("/slow", .head): slow(request)
        case ("/slow", _): .now(.allowing("GET, HEAD, OPTIONS", for: request))
        default: nil
        }
    }

    private func only(_ methods: String, _ request: Request, _ make: () -> Response) -> DirectResponse {
        guard request.method == .get || request.method == .head else { return .now(.allowing(methods, for: request)) }
        return .now(make())
    }

    private func text(_ text: String, status: Status = .ok) -> Response { self.text(Array(text.utf8), status: status) }

    private func text(_ octets: [UInt8], status: Status = .ok) -> Response {
        var response = Response(status, body: octets)
        response.fields.add(.contentType, MediaType.plainText.name)
        response.fields.add(.cacheControl, "no-store")
        return response
    }

    /// Returns one line per wanted field, with the octets as received.
    private func lines(_ fields: HeaderFields, where isWanted: (String) -> Bool = { _ in true }) -> [UInt8] {
        fields.indices.flatMap { index -> [UInt8] in
            let (name, value) = fields.octets(at: index)
            guard isWanted(String(decoding: name, as: UTF8.self).lowercased()) else { return [] }
            return name + Array(": ".utf8) + value + Array("\n".utf8)
        }
    }

    private func head(of request: Request) -> [UInt8] {
        let version = request.version == .http11 ? "HTTP/1.1" : "HTTP/1.0"
        return Array("\(request.method.name) \(request.target) \(version)\n".utf8) + lines(request.fields)
    }

    /// Returns a parameter of the query, percent-decoded and not necessarily UTF-8.
    private func octets(_ name: String, in request: Request) -> [UInt8]? {
        for pair in (request.query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.first.map(String.init) == name else { continue }
            return PercentEncoding.decode((parts.dropFirst().first ?? "").replacing("+", with: " ").utf8)
        }
        return nil
    }

    private func value(_ name: String, in request: Request) -> String? {
        octets(name, in: request).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// A short text that never changes, so that it has a strong ETag and needs no modification date.
    private func root(_ request: Request) -> Response {
        let tag = "\"cairn-target\""
        var response = text("Cairn\n")
        response.fields.set(.cacheControl, "no-cache")
        response.fields.add(.etag, tag)
        let status: Status? =
            switch Precondition.evaluate(request.fields, tag: tag, modified: nil) {
            case .proceed: nil
            case .unchanged: .notModified
            case .failed: .preconditionFailed
            }
        if let status {
            (response.status, response.body) = (status, .bytes([]))
            response.fields.remove(.contentType)
        }
        return response
    }

    /// Returns each cookie of the request on its own line, and sets a cookie for each name and value in the query.
    private func cookies(_ request: Request) -> Response {
        var sent: [UInt8] = []
        request.fields.forEachValue(of: .cookie) { line in
            let line = line.withUnsafeBytes { Array($0) }
            for pair in line.split(separator: UInt8(ascii: ";")) {
                sent += pair.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } + Array("\n".utf8)
            }
        }
        var response = text(sent)
        for pair in (request.query ?? "").split(separator: "&") where pair.utf8.contains(UInt8(ascii: "=")) {
            guard let cookie = PercentEncoding.decode(pair.utf8), !cookie.contains(UInt8(ascii: ";")),
                response.fields.add(.setCookie, octets: cookie + Array("; Path=/".utf8))
            else { return unwritable }
        }
        return response
    }

    private func echo(_ request: Request) -> Response {
        var response = Response(.ok, body: request.body)
        response.fields.add(.contentType, request.fields[.contentType] ?? "application/octet-stream")
        response.fields.add(.cacheControl, "no-store")
        return response
    }

    private func redirect(_ request: Request) -> Response {
        var response = Response(.found)
        response.fields.add(.location, Self.reference(octets("to", in: request) ?? [UInt8(ascii: "/")]))
        return response
    }

    /// Percent-encodes all octets that a URI reference cannot contain (RFC 9110 §10.2.2, RFC 3986 §2).
    private static func reference(_ octets: [UInt8]) -> String {
        let others = Set("\"<>\\^`{|} ".utf8)
        return octets.reduce(into: "") { text, octet in
            if octet > 0x20, octet < 0x7F, !others.contains(octet) {
                text.unicodeScalars.append(Unicode.Scalar(octet))
            } else {
                text += "%" + (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true)
            }
        }
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
        guard response.fields.add("X-Reflected", octets: octets("x", in: request) ?? []) else { return unwritable }
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

    /// The number of ``generated(_:)`` contents that are being written.
    private static let generators = Atomic(0)

    private static var generatorCount: Int { generators.load(ordering: .relaxed) }

    /// Generates a CSV file of at least `bytes` octets while it is sent. `bytes` is limited to 4 GB.
    private func generated(_ request: Request) -> Response {
        let byteCount = min(max(Int(value("bytes", in: request) ?? "") ?? 1_000_000, 0), 4_000_000_000)
        let columns = String(repeating: ",ten octets", count: 10) + "\n"
        let body = ResponseBody.writer { writer in
            Self.generators.add(1, ordering: .relaxed)
            defer { Self.generators.subtract(1, ordering: .relaxed) }
            var (sent, row) = (0, 0)
            while sent < byteCount {
                var block: [UInt8] = []
                while block.count < 65_536, sent + block.count < byteCount {
                    row += 1
                    block += String(row).utf8
                    block += columns.utf8
                }
                sent += block.count
                try await writer.write(block)
            }
        }
        var response = Response(.ok, body: body)
        response.fields.add(.contentType, "text/csv")
        response.fields.add(.cacheControl, "no-store")
        return response
    }

    /// Responds after a delay, at most one minute, so that no request is held for long.
    private func slow(_ request: Request) -> DirectResponse {
        let milliseconds = min(max(Int(value("ms", in: request) ?? "") ?? 100, 0), 60_000)
        return .later {
            try? await Task.sleep(for: .milliseconds(milliseconds))
            return text("\(milliseconds) ms\n")
        }
    }
}
