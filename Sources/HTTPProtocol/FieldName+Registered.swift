extension FieldName {
    /// `Accept` (RFC 9110 §12.5.1).
    public static var accept: FieldName { FieldName(unchecked: "Accept") }
    /// `Accept-Encoding` (RFC 9110 §12.5.3).
    public static var acceptEncoding: FieldName { FieldName(unchecked: "Accept-Encoding") }
    /// `Accept-Language` (RFC 9110 §12.5.4).
    public static var acceptLanguage: FieldName { FieldName(unchecked: "Accept-Language") }
    /// `Accept-Ranges` (RFC 9110 §14.3).
    public static var acceptRanges: FieldName { FieldName(unchecked: "Accept-Ranges") }
    /// `Allow` (RFC 9110 §10.2.1).
    public static var allow: FieldName { FieldName(unchecked: "Allow") }
    /// `Authorization` (RFC 9110 §11.6.2).
    public static var authorization: FieldName { FieldName(unchecked: "Authorization") }
    /// `Cache-Control` (RFC 9111 §5.2).
    public static var cacheControl: FieldName { FieldName(unchecked: "Cache-Control") }
    /// `Clear-Site-Data` (W3C Clear Site Data).
    public static var clearSiteData: FieldName { FieldName(unchecked: "Clear-Site-Data") }
    /// `Content-Disposition` (RFC 6266).
    public static var contentDisposition: FieldName { FieldName(unchecked: "Content-Disposition") }
    /// `Content-Encoding` (RFC 9110 §8.4).
    public static var contentEncoding: FieldName { FieldName(unchecked: "Content-Encoding") }
    /// `Content-Language` (RFC 9110 §8.5).
    public static var contentLanguage: FieldName { FieldName(unchecked: "Content-Language") }
    /// `Content-Location` (RFC 9110 §8.7).
    public static var contentLocation: FieldName { FieldName(unchecked: "Content-Location") }
    /// `Content-Range` (RFC 9110 §14.4).
    public static var contentRange: FieldName { FieldName(unchecked: "Content-Range") }
    /// `Content-Security-Policy` (W3C CSP 3).
    public static var contentSecurityPolicy: FieldName { FieldName(unchecked: "Content-Security-Policy") }
    /// `Content-Type` (RFC 9110 §8.3).
    public static var contentType: FieldName { FieldName(unchecked: "Content-Type") }
    /// `Cookie` (RFC 6265 §5.4).
    public static var cookie: FieldName { FieldName(unchecked: "Cookie") }
    /// `Cross-Origin-Opener-Policy` (HTML).
    public static var crossOriginOpenerPolicy: FieldName { FieldName(unchecked: "Cross-Origin-Opener-Policy") }
    /// `Cross-Origin-Resource-Policy` (Fetch).
    public static var crossOriginResourcePolicy: FieldName { FieldName(unchecked: "Cross-Origin-Resource-Policy") }
    /// `ETag` (RFC 9110 §8.8.3).
    public static var etag: FieldName { FieldName(unchecked: "ETag") }
    /// `Expires` (RFC 9111 §5.3).
    public static var expires: FieldName { FieldName(unchecked: "Expires") }
    /// `Forwarded` (RFC 7239 §4).
    public static var forwarded: FieldName { FieldName(unchecked: "Forwarded") }
    /// `Host` (RFC 9110 §7.2).
    public static var host: FieldName { FieldName(unchecked: "Host") }
    /// `If-Match` (RFC 9110 §13.1.1).
    public static var ifMatch: FieldName { FieldName(unchecked: "If-Match") }
    /// `If-Modified-Since` (RFC 9110 §13.1.3).
    public static var ifModifiedSince: FieldName { FieldName(unchecked: "If-Modified-Since") }
    /// `If-None-Match` (RFC 9110 §13.1.2).
    public static var ifNoneMatch: FieldName { FieldName(unchecked: "If-None-Match") }
    /// `If-Range` (RFC 9110 §13.1.5).
    public static var ifRange: FieldName { FieldName(unchecked: "If-Range") }
    /// `If-Unmodified-Since` (RFC 9110 §13.1.4).
    public static var ifUnmodifiedSince: FieldName { FieldName(unchecked: "If-Unmodified-Since") }
    /// `Last-Event-ID` (HTML).
    public static var lastEventId: FieldName { FieldName(unchecked: "Last-Event-ID") }
    /// `Last-Modified` (RFC 9110 §8.8.2).
    public static var lastModified: FieldName { FieldName(unchecked: "Last-Modified") }
    /// `Link` (RFC 8288 §3).
    public static var link: FieldName { FieldName(unchecked: "Link") }
    /// `Location` (RFC 9110 §10.2.2).
    public static var location: FieldName { FieldName(unchecked: "Location") }
    /// `Origin` (RFC 6454 §7).
    public static var origin: FieldName { FieldName(unchecked: "Origin") }
    /// `Permissions-Policy` (W3C Permissions Policy).
    public static var permissionsPolicy: FieldName { FieldName(unchecked: "Permissions-Policy") }
    /// `Prefer` (RFC 7240 §2).
    public static var prefer: FieldName { FieldName(unchecked: "Prefer") }
    /// `Preference-Applied` (RFC 7240 §3).
    public static var preferenceApplied: FieldName { FieldName(unchecked: "Preference-Applied") }
    /// `Range` (RFC 9110 §14.2).
    public static var range: FieldName { FieldName(unchecked: "Range") }
    /// `Referer` (RFC 9110 §10.1.3).
    public static var referer: FieldName { FieldName(unchecked: "Referer") }
    /// `Referrer-Policy` (W3C Referrer Policy).
    public static var referrerPolicy: FieldName { FieldName(unchecked: "Referrer-Policy") }
    /// `Retry-After` (RFC 9110 §10.2.3).
    public static var retryAfter: FieldName { FieldName(unchecked: "Retry-After") }
    /// `Sec-Fetch-Dest` (W3C Fetch Metadata).
    public static var secFetchDest: FieldName { FieldName(unchecked: "Sec-Fetch-Dest") }
    /// `Sec-Fetch-Mode` (W3C Fetch Metadata).
    public static var secFetchMode: FieldName { FieldName(unchecked: "Sec-Fetch-Mode") }
    /// `Sec-Fetch-Site` (W3C Fetch Metadata).
    public static var secFetchSite: FieldName { FieldName(unchecked: "Sec-Fetch-Site") }
    /// `Server` (RFC 9110 §10.2.4).
    public static var server: FieldName { FieldName(unchecked: "Server") }
    /// `Set-Cookie` (RFC 6265 §4.1).
    public static var setCookie: FieldName { FieldName(unchecked: "Set-Cookie") }
    /// `Strict-Transport-Security` (RFC 6797 §6.1).
    public static var strictTransportSecurity: FieldName { FieldName(unchecked: "Strict-Transport-Security") }
    /// `User-Agent` (RFC 9110 §10.1.5).
    public static var userAgent: FieldName { FieldName(unchecked: "User-Agent") }
    /// `Vary` (RFC 9110 §12.5.5).
    public static var vary: FieldName { FieldName(unchecked: "Vary") }
    /// `WWW-Authenticate` (RFC 9110 §11.6.1).
    public static var wwwAuthenticate: FieldName { FieldName(unchecked: "WWW-Authenticate") }
    /// `X-Content-Type-Options` (Fetch).
    public static var xContentTypeOptions: FieldName { FieldName(unchecked: "X-Content-Type-Options") }
    /// `X-Forwarded-For` (de facto).
    public static var xForwardedFor: FieldName { FieldName(unchecked: "X-Forwarded-For") }
    /// `X-Forwarded-Host` (de facto).
    public static var xForwardedHost: FieldName { FieldName(unchecked: "X-Forwarded-Host") }
    /// `X-Forwarded-Proto` (de facto).
    public static var xForwardedProto: FieldName { FieldName(unchecked: "X-Forwarded-Proto") }
    /// `X-Frame-Options` (RFC 7034).
    public static var xFrameOptions: FieldName { FieldName(unchecked: "X-Frame-Options") }
}

/// Fields of the message format: readable in a request, written by the connection alone in a response.
extension FieldName {
    /// `Connection` (RFC 9110 §7.6.1).
    public static var connection: FieldName { FieldName(unchecked: "Connection", isOwnedByConnection: true) }
    /// `Content-Length` (RFC 9110 §8.6).
    public static var contentLength: FieldName { FieldName(unchecked: "Content-Length", isOwnedByConnection: true) }
    /// `Date` (RFC 9110 §6.6.1).
    public static var date: FieldName { FieldName(unchecked: "Date", isOwnedByConnection: true) }
    /// `Expect` (RFC 9110 §10.1.1).
    public static var expect: FieldName { FieldName(unchecked: "Expect") }
    /// `Transfer-Encoding` (RFC 9112 §6.1).
    public static var transferEncoding: FieldName {
        FieldName(unchecked: "Transfer-Encoding", isOwnedByConnection: true)
    }
}
