extension Status {
    /// 100 (RFC 9110 §15.2.1).
    package static var `continue`: Status { Status(unchecked: 100, "Continue") }
    /// 200 (RFC 9110 §15.3.1).
    public static var ok: Status { Status(unchecked: 200, "OK") }
    /// 201 (RFC 9110 §15.3.2).
    public static var created: Status { Status(unchecked: 201, "Created") }
    /// 202 (RFC 9110 §15.3.3).
    public static var accepted: Status { Status(unchecked: 202, "Accepted") }
    /// 204 (RFC 9110 §15.3.5).
    public static var noContent: Status { Status(unchecked: 204, "No Content") }
    /// 205 (RFC 9110 §15.3.6).
    public static var resetContent: Status { Status(unchecked: 205, "Reset Content") }
    /// 206 (RFC 9110 §15.3.7).
    public static var partialContent: Status { Status(unchecked: 206, "Partial Content") }
    /// 301 (RFC 9110 §15.4.2).
    public static var movedPermanently: Status { Status(unchecked: 301, "Moved Permanently") }
    /// 302 (RFC 9110 §15.4.3).
    public static var found: Status { Status(unchecked: 302, "Found") }
    /// 303 (RFC 9110 §15.4.4).
    public static var seeOther: Status { Status(unchecked: 303, "See Other") }
    /// 304 (RFC 9110 §15.4.5).
    public static var notModified: Status { Status(unchecked: 304, "Not Modified") }
    /// 307 (RFC 9110 §15.4.8).
    public static var temporaryRedirect: Status { Status(unchecked: 307, "Temporary Redirect") }
    /// 308 (RFC 9110 §15.4.9).
    public static var permanentRedirect: Status { Status(unchecked: 308, "Permanent Redirect") }
    /// 400 (RFC 9110 §15.5.1).
    public static var badRequest: Status { Status(unchecked: 400, "Bad Request") }
    /// 401 (RFC 9110 §15.5.2).
    public static var unauthorized: Status { Status(unchecked: 401, "Unauthorized") }
    /// 403 (RFC 9110 §15.5.4).
    public static var forbidden: Status { Status(unchecked: 403, "Forbidden") }
    /// 404 (RFC 9110 §15.5.5).
    public static var notFound: Status { Status(unchecked: 404, "Not Found") }
    /// 405 (RFC 9110 §15.5.6).
    public static var methodNotAllowed: Status { Status(unchecked: 405, "Method Not Allowed") }
    /// 406 (RFC 9110 §15.5.7).
    public static var notAcceptable: Status { Status(unchecked: 406, "Not Acceptable") }
    /// 408 (RFC 9110 §15.5.9).
    public static var requestTimeout: Status { Status(unchecked: 408, "Request Timeout") }
    /// 409 (RFC 9110 §15.5.10).
    public static var conflict: Status { Status(unchecked: 409, "Conflict") }
    /// 410 (RFC 9110 §15.5.11).
    public static var gone: Status { Status(unchecked: 410, "Gone") }
    /// 412 (RFC 9110 §15.5.13).
    public static var preconditionFailed: Status { Status(unchecked: 412, "Precondition Failed") }
    /// 413 (RFC 9110 §15.5.14).
    public static var contentTooLarge: Status { Status(unchecked: 413, "Content Too Large") }
    /// 414 (RFC 9110 §15.5.15).
    public static var uriTooLong: Status { Status(unchecked: 414, "URI Too Long") }
    /// 415 (RFC 9110 §15.5.16).
    public static var unsupportedMediaType: Status { Status(unchecked: 415, "Unsupported Media Type") }
    /// 416 (RFC 9110 §15.5.17).
    public static var rangeNotSatisfiable: Status { Status(unchecked: 416, "Range Not Satisfiable") }
    /// 417 (RFC 9110 §15.5.18).
    public static var expectationFailed: Status { Status(unchecked: 417, "Expectation Failed") }
    /// 421 (RFC 9110 §15.5.20).
    public static var misdirectedRequest: Status { Status(unchecked: 421, "Misdirected Request") }
    /// 422 (RFC 9110 §15.5.21).
    public static var unprocessableContent: Status { Status(unchecked: 422, "Unprocessable Content") }
    /// 428 (RFC 6585 §3).
    public static var preconditionRequired: Status { Status(unchecked: 428, "Precondition Required") }
    /// 429 (RFC 6585 §4).
    public static var tooManyRequests: Status { Status(unchecked: 429, "Too Many Requests") }
    /// 431 (RFC 6585 §5).
    public static var requestHeaderFieldsTooLarge: Status { Status(unchecked: 431, "Request Header Fields Too Large") }
    /// 500 (RFC 9110 §15.6.1).
    public static var internalServerError: Status { Status(unchecked: 500, "Internal Server Error") }
    /// 501 (RFC 9110 §15.6.2).
    public static var notImplemented: Status { Status(unchecked: 501, "Not Implemented") }
    /// 502 (RFC 9110 §15.6.3).
    public static var badGateway: Status { Status(unchecked: 502, "Bad Gateway") }
    /// 503 (RFC 9110 §15.6.4).
    public static var serviceUnavailable: Status { Status(unchecked: 503, "Service Unavailable") }
    /// 504 (RFC 9110 §15.6.5).
    public static var gatewayTimeout: Status { Status(unchecked: 504, "Gateway Timeout") }
    /// 505 (RFC 9110 §15.6.6).
    public static var httpVersionNotSupported: Status { Status(unchecked: 505, "HTTP Version Not Supported") }
    /// 507 (RFC 4918 §11.5).
    public static var insufficientStorage: Status { Status(unchecked: 507, "Insufficient Storage") }
}

extension Status {
    /// The statuses above by code, for their reason phrases.
    static let registered: [Int: Status] = {
        let all: [Status] = [
            .`continue`, .ok, .created, .accepted, .noContent, .resetContent, .partialContent, .movedPermanently,
            .found, .seeOther, .notModified, .temporaryRedirect, .permanentRedirect, .badRequest, .unauthorized,
            .forbidden, .notFound, .methodNotAllowed, .notAcceptable, .requestTimeout, .conflict, .gone,
            .preconditionFailed, .contentTooLarge, .uriTooLong, .unsupportedMediaType, .rangeNotSatisfiable,
            .expectationFailed, .misdirectedRequest, .unprocessableContent, .preconditionRequired, .tooManyRequests,
            .requestHeaderFieldsTooLarge, .internalServerError, .notImplemented, .badGateway, .serviceUnavailable,
            .gatewayTimeout, .httpVersionNotSupported, .insufficientStorage,
        ]
        return Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
    }()
}
