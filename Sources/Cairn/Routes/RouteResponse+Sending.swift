import HTTPProtocol
import Hypermedia
import NavigationKit
import Sockets

extension RouteResponse {
    /// Builds the response to `request`, with the security fields and the route's own.
    ///
    /// - Parameters:
    ///   - mountPath: the path of the app, for redirects.
    ///   - outsideHosts: the hosts that the app can redirect to.
    ///   - vary: the request fields that the response depends on; `nil` if it depends on none.
    ///   - pool: the threads that read files.
    /// - Throws: ``NavigationError/notFound`` for a missing file, ``OutsideURLError`` and ``RouteFieldError`` for a
    ///   redirect or a media type that is not permitted, ``InformationalStatusError``, or an error of opening a file.
    func response(
        to request: Request, mountPath: MountPath, outsideHosts: [String], vary: String?, on pool: BlockingPool
    ) async throws -> Response {
        guard !status.isInformational else { throw InformationalStatusError(code: status.code) }
        var response: Response
        switch content {
        case .body(let body, let type):
            response = Response(status, body: body.keepingContext())
            if let type, !response.fields.add(.contentType, type) {
                throw RouteFieldError(name: FieldName.contentType.text)
            }
        case .file(let path, let type):
            let file = try await RouteFile(path: path, type: type, on: pool)
            guard RouteFieldError.permits(.contentType, file.type) else {
                throw RouteFieldError(name: FieldName.contentType.text)
            }
            response = file.response(to: request, status: status, on: pool)
        case .location(let path):
            response = Response(status)
            response.fields.add(.location, try Self.url(of: path, below: mountPath))
        case .outside(let url):
            guard let host = OutsideURL.host(of: url), outsideHosts.contains(host) else {
                throw OutsideURLError(url: url, allowed: outsideHosts)
            }
            response = Response(status)
            response.fields.add(.location, url)
        }
        addDefaults(to: &response, vary: vary)
        return response
    }

    /// - Throws: ``RoutePathError`` for a path that names no resource of the app, such as one that a browser would read
    ///   as that of another host.
    private static func url(of path: String, below mountPath: MountPath) throws -> String {
        let isWithin = path.isEmpty || path.utf8.first == UInt8(ascii: "/") || path.utf8.first == UInt8(ascii: "?")
        let url = mountPath.url(of: Location(path))
        guard isWithin, !url.hasPrefix("//"), !url.contains("\\") else { throw RoutePathError(path: path) }
        return url
    }

    /// Adds the default fields, unless the route has set a field of the same name, and then the route's own.
    private func addDefaults(to response: inout Response, vary: String?) {
        response.addSecurityHeaders()
        response.fields.add(.cacheControl, "no-store")
        for field in fields { response.fields.remove(field.name) }
        for field in fields { response.fields.add(field.name, field.value) }
        // After the route's fields, which can change the type.
        if !(response.fields[.contentType]?.isInert ?? true), response.fields[.contentSecurityPolicy] == nil {
            response.fields.add(.contentSecurityPolicy, "default-src 'none'; sandbox")
        }
        if let vary { response.fields.add(.vary, vary) }
    }
}

/// A route or an interceptor has answered with a status that ends no request (RFC 9110 §15.2).
struct InformationalStatusError: Error, CustomStringConvertible {
    let code: Int

    var description: String { "\(code) is no final status; use one from 200 on" }
}

extension ResponseBody {
    /// A writer runs after its handler has returned. It keeps the language and the values of the request.
    fileprivate func keepingContext() -> ResponseBody {
        guard case .writer(let write) = self else { return self }
        let (language, values) = (LocalizationContext.current, RequestValues.current)
        return .writer { writer in
            try await LocalizationContext.$current.withValue(language) {
                try await RequestValues.$current.withValue(values) { try await write(writer) }
            }
        }
    }
}

extension String {
    /// True for media types whose documents contain no scripts. Any other type, also one that browsers could read as
    /// another one, is shown in a sandbox.
    fileprivate var isInert: Bool {
        let parts = split(separator: ";", omittingEmptySubsequences: false)
        guard let type = parts.first?.lowercased(), !contains(",") else { return false }
        return Self.inertTypes.contains(type)
            || ["image/", "audio/", "video/", "font/"].contains { type.hasPrefix($0) }
                && !type.contains("svg") && !type.contains("xml")
    }

    private static let inertTypes: Set = [
        "text/plain", "text/csv", "text/css", "text/markdown", "text/calendar", "text/event-stream", "application/json",
        "application/problem+json", "application/vnd.siren+json", "application/x-ndjson", "application/octet-stream",
        "application/zip", "application/gzip",
    ]
}
