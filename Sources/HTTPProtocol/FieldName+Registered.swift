extension FieldName {
    /// `Accept` (RFC 9110 §12.5.1).
    public static let accept = FieldName(unchecked: "Accept")
    /// `Accept-Encoding` (RFC 9110 §12.5.3).
    public static let acceptEncoding = FieldName(unchecked: "Accept-Encoding")
    /// `Accept-Language` (RFC 9110 §12.5.4).
    public static let acceptLanguage = FieldName(unchecked: "Accept-Language")
    /// `Accept-Ranges` (RFC 9110 §14.3).
    public static let acceptRanges = FieldName(unchecked: "Accept-Ranges")
    /// `Allow` (RFC 9110 §10.2.1).
    public static let allow = FieldName(unchecked: "Allow")
    /// `Authorization` (RFC 9110 §11.6.2).
    public static let authorization = FieldName(unchecked: "Authorization")
    /// `Cache-Control` (RFC 9111 §5.2).
    public static let cacheControl = FieldName(unchecked: "Cache-Control")
    /// `Clear-Site-Data` (W3C Clear Site Data).
    public static let clearSiteData = FieldName(unchecked: "Clear-Site-Data")
    /// `Content-Disposition` (RFC 6266).
    public static let contentDisposition = FieldName(unchecked: "Content-Disposition")
    /// `Content-Encoding` (RFC 9110 §8.4).
    public static let contentEncoding = FieldName(unchecked: "Content-Encoding")
    /// `Content-Language` (RFC 9110 §8.5).
    public static let contentLanguage = FieldName(unchecked: "Content-Language")
    /// `Content-Location` (RFC 9110 §8.7).
    public static let contentLocation = FieldName(unchecked: "Content-Location")
    /// `Content-Range` (RFC 9110 §14.4).
    public static let contentRange = FieldName(unchecked: "Content-Range")
    /// `Content-Security-Policy` (W3C CSP 3).
    public static let contentSecurityPolicy = FieldName(unchecked: "Content-Security-Policy")
    /// `Content-Type` (RFC 9110 §8.3).
    public static let contentType = FieldName(unchecked: "Content-Type")
    /// `Cookie` (RFC 6265 §5.4).
    public static let cookie = FieldName(unchecked: "Cookie")
    /// `Cross-Origin-Opener-Policy` (HTML).
    public static let crossOriginOpenerPolicy = FieldName(unchecked: "Cross-Origin-Opener-Policy")
    /// `Cross-Origin-Resource-Policy` (Fetch).
    public static let crossOriginResourcePolicy = FieldName(unchecked: "Cross-Origin-Resource-Policy")
    /// `ETag` (RFC 9110 §8.8.3).
    public static let etag = FieldName(unchecked: "ETag")
    /// `Expires` (RFC 9111 §5.3).
    public static let expires = FieldName(unchecked: "Expires")
    /// `Forwarded` (RFC 7239 §4).
    public static let forwarded = FieldName(unchecked: "Forwarded")
    /// `Host` (RFC 9110 §7.2).
    public static let host = FieldName(unchecked: "Host")
    /// `If-Match` (RFC 9110 §13.1.1).
    public static let ifMatch = FieldName(unchecked: "If-Match")
    /// `If-Modified-Since` (RFC 9110 §13.1.3).
    public static let ifModifiedSince = FieldName(unchecked: "If-Modified-Since")
    /// `If-None-Match` (RFC 9110 §13.1.2).
    public static let ifNoneMatch = FieldName(unchecked: "If-None-Match")
    /// `If-Range` (RFC 9110 §13.1.5).
    public static let ifRange = FieldName(unchecked: "If-Range")
    /// `If-Unmodified-Since` (RFC 9110 §13.1.4).
    public static let ifUnmodifiedSince = FieldName(unchecked: "If-Unmodified-Since")
    /// `Last-Event-ID` (HTML).
    public static let lastEventId = FieldName(unchecked: "Last-Event-ID")
    /// `Last-Modified` (RFC 9110 §8.8.2).
    public static let lastModified = FieldName(unchecked: "Last-Modified")
    /// `Link` (RFC 8288 §3).
    public static let link = FieldName(unchecked: "Link")
    /// `Location` (RFC 9110 §10.2.2).
    public static let location = FieldName(unchecked: "Location")
    /// `Origin` (RFC 6454 §7).
    public static let origin = FieldName(unchecked: "Origin")
    /// `Permissions-Policy` (W3C Permissions Policy).
    public static let permissionsPolicy = FieldName(unchecked: "Permissions-Policy")
    /// `Prefer` (RFC 7240 §2).
    public static let prefer = FieldName(unchecked: "Prefer")
    /// `Preference-Applied` (RFC 7240 §3).
    public static let preferenceApplied = FieldName(unchecked: "Preference-Applied")
    /// `Range` (RFC 9110 §14.2).
    public static let range = FieldName(unchecked: "Range")
    /// `Referer` (RFC 9110 §10.1.3).
    public static let referer = FieldName(unchecked: "Referer")
    /// `Referrer-Policy` (W3C Referrer Policy).
    public static let referrerPolicy = FieldName(unchecked: "Referrer-Policy")
    /// `Retry-After` (RFC 9110 §10.2.3).
    public static let retryAfter = FieldName(unchecked: "Retry-After")
    /// `Sec-Fetch-Dest` (W3C Fetch Metadata).
    public static let secFetchDest = FieldName(unchecked: "Sec-Fetch-Dest")
    /// `Sec-Fetch-Mode` (W3C Fetch Metadata).
    public static let secFetchMode = FieldName(unchecked: "Sec-Fetch-Mode")
    /// `Sec-Fetch-Site` (W3C Fetch Metadata).
    public static let secFetchSite = FieldName(unchecked: "Sec-Fetch-Site")
    /// `Server` (RFC 9110 §10.2.4).
    public static let server = FieldName(unchecked: "Server")
    /// `Set-Cookie` (RFC 6265 §4.1).
    public static let setCookie = FieldName(unchecked: "Set-Cookie")
    /// `Strict-Transport-Security` (RFC 6797 §6.1).
    public static let strictTransportSecurity = FieldName(unchecked: "Strict-Transport-Security")
    /// `User-Agent` (RFC 9110 §10.1.5).
    public static let userAgent = FieldName(unchecked: "User-Agent")
    /// `Vary` (RFC 9110 §12.5.5).
    public static let vary = FieldName(unchecked: "Vary")
    /// `Via` (RFC 9110 §7.6.3).
    public static let via = FieldName(unchecked: "Via")
    /// `WWW-Authenticate` (RFC 9110 §11.6.1).
    public static let wwwAuthenticate = FieldName(unchecked: "WWW-Authenticate")
    /// `X-Accel-Buffering`, which tells nginx whether to collect a response in its buffer.
    public static let accelBuffering = FieldName(unchecked: "X-Accel-Buffering")
    /// `X-Content-Type-Options` (Fetch).
    public static let xContentTypeOptions = FieldName(unchecked: "X-Content-Type-Options")
    /// `X-Forwarded-For` (de facto).
    public static let xForwardedFor = FieldName(unchecked: "X-Forwarded-For")
    /// `X-Forwarded-Host` (de facto).
    public static let xForwardedHost = FieldName(unchecked: "X-Forwarded-Host")
    /// `X-Forwarded-Proto` (de facto).
    public static let xForwardedProto = FieldName(unchecked: "X-Forwarded-Proto")
    /// `X-Frame-Options` (RFC 7034).
    public static let xFrameOptions = FieldName(unchecked: "X-Frame-Options")
}

/// Fields that concern framing and the connection, and `Date`. `isOwnedByConnection` marks those that only
/// ``ServerConnection`` writes in responses.
extension FieldName {
    /// `Connection` (RFC 9110 §7.6.1).
    package static let connection = FieldName(unchecked: "Connection", isOwnedByConnection: true)
    /// `Content-Length` (RFC 9110 §8.6).
    package static let contentLength = FieldName(unchecked: "Content-Length", isOwnedByConnection: true)
    /// `Date` (RFC 9110 §6.6.1).
    package static let date = FieldName(unchecked: "Date", isOwnedByConnection: true)
    /// `Expect` (RFC 9110 §10.1.1).
    package static let expect = FieldName(unchecked: "Expect")
    /// `Transfer-Encoding` (RFC 9112 §6.1).
    package static let transferEncoding = FieldName(unchecked: "Transfer-Encoding", isOwnedByConnection: true)
}
