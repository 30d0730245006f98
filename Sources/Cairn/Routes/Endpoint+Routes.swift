import HTTPProtocol
import Hypermedia
import NavigationKit
import Sessions
import Sockets

/// Routes beside the screens: resources of the app that have the visitor's session, but make no version of it.
extension Endpoint {
    /// The response of the route at `location`; `nil` if there is none.
    func routeResponse(
        to request: Request, _ upload: MultipartUpload?, at location: Location, from network: UInt64?,
        origin: PublicOrigin, assets: Assets, exposesDiagnostics: Bool
    ) async -> Response? {
        guard let match = routes.match(location) else { return nil }
        let cookie = origin.isSecure ? secureCookie : plainCookie
        let resource = match.resource
        let context = RequestContext(
            request: request, upload: upload, location: location, network: network, cookie: cookie,
            presented: cookie.presented(by: request.fields),
            builder: ResponseBuilder(
                mediaType: request.wantsPage ? .html : .json, origin: origin, assets: assets, mountPath: mountPath,
                appTitle: hosted.title, screenPages: screenPages, vary: vary, exposesDiagnostics: exposesDiagnostics))
        var response: Response
        if request.method == .options {
            response = preflight(resource, request)
        } else if let route = resource.route(for: request.method) {
            do {
                response = try await self.response(of: route, match.parameters, in: context)
            } catch {
                response = refusal(of: route, because: error, in: context)
            }
            route.origins.addFields(to: &response, for: request)
        } else {
            response = context.builder.problem(.methodNotAllowed(request.method.name))
            response.fields.add(.allow, resource.methods)
        }
        response.note(.route)
        return response
    }

    /// The response to OPTIONS, which can be a preflight request of a page of another origin (WHATWG Fetch §3.2.2).
    private func preflight(_ resource: RouteTable.Resource, _ request: Request) -> Response {
        var response = Response.allowing(resource.methods, for: request)
        let asked = request.fields["Access-Control-Request-Method"].flatMap { Method(name: $0) }
        guard let route = asked.flatMap({ resource.route(for: $0) }) else { return response }
        route.origins.addPreflightFields(
            to: &response, for: request, methods: route.kind == .get ? "GET, HEAD" : "POST")
        return response
    }

    private func response(
        of route: AppRoute, _ parameters: [String: String], in context: RequestContext
    ) async throws -> Response {
        let request = context.request
        var sessionID = context.sessionID
        if route.kind == .post, route.origins.permitsChange(by: request) {
            // Another origin is trusted with the route, but not with the visitor's session.
            if !CrossSite.permits(request, origin: context.builder.origin) { sessionID = nil }
            if request.hasCodedContent { throw RouteError.unsupportedMediaType }
        } else if route.kind == .post, let refusal = refusalBeforeReading(context) {
            return refusal
        }
        guard request.body.count <= route.maxBytes, request.declaredLength <= route.maxBytes else {
            return context.builder.problem(.bodyTooLong(route.maxBytes))
        }
        let uploaded = try await uploadedForm(of: route, in: context)
        let routeRequest = RouteRequest(
            request, parameters: parameters, form: try Self.form(of: route, request, uploaded),
            network: context.network)
        let answer: RouteResponse
        switch route.handler {
        case .session(let perform, _):
            answer = try await sessions.read(for: sessionID, seen: context.seenRevision, by: route) { application in
                try await perform(application, routeRequest)
            }
        case .plain(let perform): answer = try await perform(routeRequest)
        }
        // Until here the handler can read the received files.
        withExtendedLifetime(uploaded) {}
        return try await answer.response(
            to: request, mountPath: mountPath, outsideHosts: hosted.outsideHosts,
            vary: route.kind == .webhook ? nil : hosted.readsTraits ? vary : "Cookie", on: filePool)
    }

    // MARK: - The body

    /// True if the upload of a POST to a route should be received; `nil` if the request is none to a route.
    func takesRouteUpload(_ request: Request, origin: PublicOrigin) -> Bool? {
        guard !routes.isEmpty, let location = request.location(below: mountPath), let match = routes.match(location)
        else { return nil }
        guard let route = match.resource.route(for: request.method), route.kind == .post else { return false }
        let isPermitted = CrossSite.permits(request, origin: origin) || route.origins.permitsChange(by: request)
        return isPermitted && !request.hasCodedContent && request.declaredLength <= route.maxBytes
    }

    /// The parsed multipart body; `nil` for other bodies.
    private func uploadedForm(of route: AppRoute, in context: RequestContext) async throws -> UploadedForm? {
        guard context.request.hasFiles else { return nil }
        guard route.kind == .post else { throw RouteError.unsupportedMediaType }
        let upload: MultipartUpload
        if let received = context.upload {
            upload = received
        } else {
            upload = await read(context.request, from: context.network)
        }
        do {
            return try upload.finish()
        } catch {
            throw RouteError.invalidRequest(error.description)
        }
    }

    private static func form(
        of route: AppRoute, _ request: Request, _ uploaded: UploadedForm?
    ) throws -> RouteForm {
        if let uploaded {
            switch uploaded.refusal {
            case .tooLarge(let limit)?: throw RouteBodyError.tooLong(min(limit, route.maxBytes))
            case .unkept?: throw RouteBodyError.filesNotKept
            case nil: break
            }
            let size =
                uploaded.files.values.reduce(0) { $0 + $1.byteCount }
                + uploaded.values.reduce(0) { sum, value in
                    // The text of a file is only a reference.
                    uploaded.files[value.text] == nil ? sum + value.name.utf8.count + value.text.utf8.count : sum
                }
            guard size <= route.maxBytes else { throw RouteBodyError.tooLong(route.maxBytes) }
            return RouteForm(values: uploaded.values, files: uploaded.files)
        }
        guard route.kind == .post, case .form = request.bodyType else { return RouteForm() }
        do {
            return RouteForm(values: try FormBody.parse(request.body))
        } catch {
            throw RouteError.invalidRequest("\(error)")
        }
    }

    // MARK: - Errors

    private func refusal(of route: AppRoute, because error: any Error, in context: RequestContext) -> Response {
        let builder = context.builder
        switch error {
        case is RefusedRouteError, RouteError.loginRequired: return loginRequired(route, builder)
        case RouteBodyError.tooLong(let limit): return builder.problem(.bodyTooLong(limit))
        case RouteBodyError.filesNotKept: return builder.problem(.noRoom).retried(after: 60)
        case let error as OpenedFile.Unreadable:
            report("\(context.request.method.name) \(context.request.path): \(error)")
            return builder.problem(.cannotReadRouteFile).retried(after: 5)
        default: return builder.refusal(because: error) ?? response(to: error, in: context)
        }
    }

    /// 303 to the location that the route requires, or 403 for clients that are not browsers. The login then leads to
    /// that location.
    private func loginRequired(_ route: AppRoute, _ builder: ResponseBuilder) -> Response {
        guard builder.mediaType == .html else { return builder.problem(.routeRefused) }
        var response = Response(.seeOther)
        response.fields.add(.redirect)
        response.fields.add(.location, mountPath.url(of: route.guardedLocation ?? Location("")))
        response.fields.add(.vary, vary)
        return response
    }
}

/// The reasons why the body of a POST to a route cannot be passed to its handler.
private enum RouteBodyError: Error {
    /// The maximum length, in bytes.
    case tooLong(Int)
    case filesNotKept
}

extension Request {
    /// True if the client is a browser that shows the response as a page: `Accept` names HTML.
    fileprivate var wantsPage: Bool {
        fields.list(of: .accept)?.lowercased().contains("text/html") ?? false
    }

    /// The value of `Content-Length`; 0 without the field.
    fileprivate var declaredLength: Int { fields["Content-Length"].flatMap { Int($0) } ?? 0 }
}
