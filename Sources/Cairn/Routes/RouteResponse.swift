public import HTTPProtocol
import Hypermedia
import NavigationKit

/// The response of a route of an app.
///
/// ```swift
/// return try RouteResponse.text(csv, type: "text/csv; charset=utf-8").download(as: "orders.csv")
/// ```
/// By default it has the security fields of the server, is not stored by caches (`Cache-Control: no-store`), and varies
/// with the cookie. HTML, SVG and XML get the policy `default-src 'none'; sandbox`, so that a document that visitors
/// have sent cannot run scripts on this site. ``field(_:_:)`` replaces each of these fields.
public struct RouteResponse: Sendable {
    enum Content: Sendable {
        case body(ResponseBody, type: String?)
        case file(path: String, type: String?)
        case location(String)
        case outside(String)
    }

    let content: Content
    var fields: [(name: FieldName, value: String)] = []
    private(set) var status: Status

    private init(_ content: Content, _ status: Status = .ok) {
        self.content = content
        self.status = status
    }

    // MARK: - Content

    /// Bytes in memory.
    ///
    /// - Parameter type: the media type, such as `application/pdf`.
    public static func bytes(_ bytes: [UInt8], type: String) -> RouteResponse {
        RouteResponse(.body(.bytes(bytes), type: type))
    }

    /// A text as UTF-8.
    public static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> RouteResponse {
        bytes(Array(text.utf8), type: type)
    }

    /// A value as JSON (RFC 8259), through its `Encodable` conformance. For another form of dates or keys encode it
    /// with an encoder of your own, and pass the result to ``bytes(_:type:)``.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot represent, or any error of the value's `encode(to:)`.
    public static func json(_ value: some Encodable) throws -> RouteResponse {
        bytes(try JSONEncoding.bytes(of: value), type: MediaType.json.name)
    }

    /// A regular file, which is read in pieces while it is sent. It has an entity tag, so that clients can request a
    /// part of it (RFC 9110 §14) and need not load an unchanged file again. A missing file is answered with 404.
    ///
    /// Build no path from a request's text without a check of your own: any file that the process can read is sent.
    /// - Parameters:
    ///   - path: the file's path.
    ///   - type: the media type; by default that of the filename extension.
    public static func file(_ path: String, type: String? = nil) -> RouteResponse {
        RouteResponse(.file(path: path, type: type))
    }

    /// Content of unknown length, which `write` generates while it is sent: ``BodyWriter/write(_:)-(String)`` suspends
    /// while the client does not read, so that the memory stays flat at any length.
    ///
    /// `write` runs after the handler has returned, on an event loop: pass it values, not the application, and no work
    /// that blocks.
    public static func stream(
        _ type: String, _ write: @escaping @Sendable (BodyWriter) async throws -> Void
    ) -> RouteResponse {
        RouteResponse(.body(.writer(write), type: type))
    }

    /// No content: 204.
    public static var empty: RouteResponse { RouteResponse(.body(.bytes([]), type: nil), .noContent) }

    /// 303 to a location or a route of this app, such as `/queue/ticket:7`.
    ///
    /// - Parameter location: a path below the app's mount path; without a query.
    public static func redirect(to location: String) -> RouteResponse {
        RouteResponse(.location(location), .seeOther)
    }

    /// 303 to another site. The response is an error unless the app's `outsideHosts` contain the host.
    ///
    /// - Parameter url: an `https` URL.
    public static func redirect(toOutside url: String) -> RouteResponse { RouteResponse(.outside(url), .seeOther) }

    // MARK: - Changes

    /// Returns the response with another status, such as ``Status/created``.
    public func status(_ status: Status) -> RouteResponse {
        var response = self
        response.status = status
        return response
    }

    /// Returns the response as a download: a browser saves the content under this name (RFC 6266).
    ///
    /// - Parameter name: the name of the file, in any characters; a browser replaces those that it cannot use.
    public func download(as name: String) -> RouteResponse {
        let name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.maxNameLength)))
        var plain = ""
        for scalar in name.unicodeScalars { plain.unicodeScalars.append(scalar.isPlainInFilename ? scalar : "_") }
        var value = "attachment; filename=\"\(plain)\""
        if plain != name { value += "; filename*=UTF-8''\(name.encodedForParameter)" }
        var response = self
        response.fields.append((.contentDisposition, value))
        return response
    }

    private static let maxNameLength = 200

    /// Returns the response with a header field, which replaces a default one of the same name.
    ///
    /// - Throws: ``RouteFieldError`` for a value with a control character, such as a line break, and for fields that
    ///   belong to the server: those of the connection and the framing, `Location`, `Access-Control-*`, and a cookie with
    ///   the name of a session's.
    public func field(_ name: FieldName, _ value: String) throws -> RouteResponse {
        guard RouteFieldError.permits(name, value) else { throw RouteFieldError(name: name.text) }
        var response = self
        response.fields.append((name, value))
        return response
    }
}

/// The error for a header field that a route cannot set.
public struct RouteFieldError: Error, Equatable, CustomStringConvertible {
    /// The name of the field.
    public let name: String

    /// The name and the possible reasons, without the value, which a client can have sent.
    public var description: String {
        "A route cannot set the field \(name): its value has a control character, or the field belongs to the server."
    }

    /// The fields of the connection (RFC 9110 §7.6.1) that ``ResponseFields/add(_:_:)`` does not refuse, and those that
    /// other parts of a route's declaration set.
    private static let reserved: Set<FieldName> = [
        "Proxy-Connection", "Proxy-Authenticate", "Proxy-Authorization", "TE", .location,
    ]

    static func permits(_ name: FieldName, _ value: String) -> Bool {
        var probe = ResponseFields()
        guard probe.add(name, value), !reserved.contains(name) else { return false }
        let lowercased = name.text.lowercased()
        // Browsers ignore blanks before the name (RFC 6265 §5.2).
        let start = value.lowercased().drop { $0 == " " || $0 == "\t" }
        let isSessionCookie =
            lowercased == "set-cookie" && ["cairn-", "__host-cairn-"].contains { start.hasPrefix($0) }
        return !lowercased.hasPrefix("access-control-") && !isSessionCookie
    }
}

extension Unicode.Scalar {
    /// True for the characters of a quoted `filename` that all browsers read in the same way.
    fileprivate var isPlainInFilename: Bool {
        (0x20...0x7E).contains(value) && self != "\"" && self != "\\" && self != "%" && self != "/"
    }
}

extension String {
    /// The text as `ext-value` (RFC 8187 §3.2.1), without the character set in front.
    fileprivate var encodedForParameter: String {
        var encoded = ""
        for octet in utf8 {
            let scalar = Unicode.Scalar(octet)
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isPlain || octet == UInt8(ascii: ".") || octet == UInt8(ascii: "-") || octet == UInt8(ascii: "_") {
                encoded.unicodeScalars.append(scalar)
            } else {
                let digits = String(octet, radix: 16, uppercase: true)
                encoded += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return encoded
    }
}
