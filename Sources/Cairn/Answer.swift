import HTTPProtocol
import Hypermedia
import NavigationKit

/// How one request wants to be answered, and the pages and problems that do so.
struct Answer {
    let mediaType: MediaType
    let origin: PublicOrigin
    let assets: Assets
    let mountPath: String
    let appTitle: String
    var screenPages = ScreenPageFields.usual
    var vary = Answer.usualVary

    static let usualVary = "Accept, Cookie"

    /// What pages and problems are offered in, best first.
    static let offered: [MediaType] = [.html, .siren, .json]

    func page(_ page: Page, status: Status = .ok) -> Response {
        let context = PageContext(
            appTitle: appTitle, appPath: mountPath, location: mountPath.followed(by: page.location.path),
            origin: mediaType == .html ? "" : origin.description,
            at: page.atText, once: page.once, notice: page.notice, assets: assets,
            operation: page.operation)
        var response = Response(status)
        if mediaType == .html {
            HTMLRenderer.render(page.screen, in: context, into: &response.body)
            response.fields.add(screenPages[page.operation])
        } else {
            SirenRenderer.render(page.screen, in: context, into: &response.body)
            response.fields.add(.contentType, mediaType.name)
            response.fields.add(.cacheControl, "private, no-cache")
            if status == .ok { response.fields.add(.etag, EntityTag.strong(of: response.body)) }
            response.fields.add(.vary, vary)
            response.protect()
        }
        return response
    }

    /// An error that is no screen: a page for a browser, problem details for others (RFC 9457).
    func problem(_ problem: ProblemDetails, links: [PageLink] = []) -> Response {
        var response = Response(Status(code: problem.status) ?? .internalServerError)
        if mediaType == .html {
            HTMLRenderer.renderMessage(
                title: problem.title, paragraphs: problem.detail.map { [$0] } ?? [],
                links: links + [
                    PageLink(title: "Start again at \(appTitle)", path: mountPath.isEmpty ? "/" : mountPath)
                ],
                assets: assets, into: &response.body)
            response.fields.add(.contentType, MediaType.html.name)
            response.protectPage()
        } else {
            response.body = problem.json()
            response.fields.add(.contentType, MediaType.problem.name)
            response.protect()
        }
        response.fields.add(.cacheControl, "no-store")
        response.fields.add(.vary, vary)
        return response
    }

    /// The present state together with what was wrong: the page for a browser, problem details for others.
    func refusal(_ page: Page, _ problem: ProblemDetails) -> Response {
        guard mediaType == .html else { return self.problem(problem) }
        var page = page
        page.notice = page.notice ?? problem.detail
        return self.page(page, status: Status(code: problem.status) ?? .conflict)
    }
}

extension Page {
    /// What a form says as `_at`: the state, and who saw it.
    var atText: String {
        let state = if case .version(let number) = at { String(number) } else { "path" }
        return tag.map { state.followed(by: "-").followed(by: $0) } ?? state
    }
}

extension String {
    /// Both, in one piece: `+` copies twice and checks what it copies, which a request feels.
    func followed(by other: String) -> String {
        utf8.span.withUnsafeBufferPointer { first in
            other.utf8.span.withUnsafeBufferPointer { second in
                String(unsafeUninitializedCapacity: first.count + second.count) { bytes in
                    let end = bytes.initialize(fromContentsOf: first)
                    return bytes[end...].initialize(fromContentsOf: second)
                }
            }
        }
    }
}

/// RFC 9110 §8.8.3.
enum EntityTag {
    /// A tag that differs when the bytes differ: 64 bits of FNV-1a over words, with the length.
    static func strong(of bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset &+ 8 <= buffer.count {
                hash = (hash ^ buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x100_0000_01B3
                hash ^= hash >> 32
                offset &+= 8
            }
            while offset < buffer.count {
                hash = (hash ^ UInt64(buffer[offset])) &* 0x100_0000_01B3
                offset &+= 1
            }
        }
        return "\"\(String(hash, radix: 36))-\(String(bytes.count, radix: 36))\""
    }

    /// Whether a field names `tag`, or says that any will do: `If-None-Match` by the weak comparison, which lets a weak tag
    /// match (RFC 9110 §8.8.3.2, §13.1.2), or `If-Match` by the strong one (§13.1.1).
    static func matches(
        _ fields: HeaderFields, _ tag: String?, in name: FieldName = .ifNoneMatch, isStrong: Bool = false
    ) -> Bool {
        fields.values(of: name).contains { list($0, names: tag, isStrong: isStrong) }
    }

    /// As bytes: somebody may send many of them, for each of many requests.
    private static func list(_ list: String, names tag: String?, isStrong: Bool) -> Bool {
        let wanted = tag.map { Array($0.utf8) }
        return list.utf8.split(separator: UInt8(ascii: ",")).contains { element in
            let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]
            let trimmed = element.drop(while: blanks.contains).prefix { !blanks.contains($0) }
            if trimmed.elementsEqual("*".utf8) { return true }
            guard let wanted else { return false }
            return trimmed.elementsEqual(wanted)
                || !isStrong && trimmed.starts(with: "W/".utf8) && trimmed.dropFirst(2).elementsEqual(wanted)
        }
    }
}
