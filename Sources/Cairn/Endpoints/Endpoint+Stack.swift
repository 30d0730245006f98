import HTTPProtocol
import Hypermedia
import NavigationKit
import Sessions

/// The stack of a location as a resource: GET lists its routes, PUT replaces them, and DELETE of an upper part removes
/// that part. A change makes a version, as an action does, and redirects to the stack of that version.
extension Endpoint {
    func respond(with target: StackTarget, _ request: RequestContext) async -> Response {
        guard let mediaType = request.request.preferredType(of: ResponseBuilder.offeredForStacks) else {
            return ErrorResponse.notAcceptable(offered: ResponseBuilder.offeredForStacks)
        }
        let context = RequestContext(
            request: request.request, upload: nil, location: target.location, network: request.network,
            cookie: request.cookie, presented: request.presented,
            builder: ResponseBuilder(
                mediaType: mediaType, origin: request.builder.origin, assets: request.builder.assets,
                mountPath: mountPath, appTitle: hosted.title, vary: request.builder.vary,
                exposesDiagnostics: request.builder.exposesDiagnostics))
        let response: Response
        do {
            switch (context.request.method, target.from) {
            case (.get, _), (.head, _): response = try await show(target, context)
            case (.put, nil): response = try await replace(target, context)
            case (.delete, let from?): response = try await change(target, .remove(from: from), context)
            case (.options, _): return .allowing(target.methods, for: context.request)
            default:
                var refusal = context.builder.problem(.methodNotAllowed(context.request.method.name))
                refusal.fields.add(.allow, target.methods)
                return refusal
            }
        } catch let error as StackError {
            response = refusal(of: error, target, context)
        } catch {
            response = self.response(to: error, in: context)
        }
        guard response.body.bytes.count > Self.largestScreen else { return response }
        return refuseTooLarge(response, in: context)
    }

    // MARK: - GET

    private func show(_ target: StackTarget, _ context: RequestContext) async throws -> Response {
        let request = context.request
        let version = request.stateVersion
        var page = try await sessions.stack(
            at: target.location, version: version, for: context.sessionID, seen: context.seenRevision)
        let isForgotten = page.isOfUnknownSession || context.presented == .unreadable
        if isForgotten { page.notice = page.notice ?? Notice.forgotten }
        if let version, page.at != .version(version) { page.notice = page.notice ?? Notice.stateGone }
        var response = try context.builder.stack(page, target)
        if isForgotten { response.fields.add(.setCookie, context.cookie.deletion) }
        let tag = response.fields[.etag]
        switch Precondition.evaluate(request.fields, tag: tag, modified: nil) {
        case .proceed: break
        case .unchanged: (response.status, response.body) = (.notModified, .bytes([]))
        case .failed: response = failed(page, target, context)
        }
        return response
    }

    // MARK: - PUT and DELETE

    private func replace(_ target: StackTarget, _ context: RequestContext) async throws -> Response {
        if let refusal = refusalBeforeReading(context) { return refusal }
        let request = context.request
        guard case .json = request.bodyType else {
            var response = context.builder.problem(.unsupportedStack(request.fields[.contentType] ?? ""))
            // In a response, the media types that the resource accepts (RFC 9110 §12.5.1).
            response.fields.add(.accept, "application/json, application/vnd.siren+json")
            return response
        }
        let routes: [String]
        do {
            routes = try StackBody.parse(request.body, limit: Window.maximumStackDepthSetting)
        } catch {
            return context.builder.problem(.malformedStack(error))
        }
        return try await change(target, .set(routes), context)
    }

    private func change(
        _ target: StackTarget, _ edit: StackEdit, _ context: RequestContext
    ) async throws -> Response {
        if let refusal = refusalBeforeReading(context) { return refusal }
        let request = context.request
        guard let isDryRun = request.isDryRun else { return context.builder.problem(.malformedDryRun) }
        guard !isDryRun else { return context.builder.problem(.noDryRunOfStack) }
        let change = try StackRequest(
            edit, location: target.location, version: request.stateVersion,
            discardsChanges: request.discardsChanges, network: context.network,
            precondition: stackPrecondition(target, context))
        switch try await sessions.change(change, for: context.sessionID) {
        case .done(let done): return await redirect(toStackAfter: done, in: context)
        case .unchanged(let page):
            var response = Response(.noContent)
            if request.prefersRepresentation {
                response = try context.builder.stack(page, target)
                response.fields.add(.preferenceApplied, "return=representation")
            } else {
                response.fields.add(.redirect)
            }
            response.fields.add(.contentLocation, context.builder.url(of: page, target))
            return response
        case .failed(let page): return failed(page, target, context)
        case .stale(let location, let version, let isOfUnknownSession):
            let query = version.map { location.query(ofVersion: $0) } ?? ""
            var response = context.builder.problem(.staleStack, links: [stackLink(to: location, query)])
            if isOfUnknownSession { response.fields.add(.setCookie, context.cookie.deletion) }
            return response
        }
    }

    /// The check of `If-Match` (RFC 9110 §13.1.1) and `If-None-Match` (§13.1.2); `nil` without these fields.
    private func stackPrecondition(
        _ target: StackTarget, _ context: RequestContext
    ) -> (@Sendable (StackPage) -> Bool)? {
        let (fields, builder) = (context.request.fields, context.builder)
        guard fields.contains(.ifMatch) || fields.contains(.ifNoneMatch) else { return nil }
        return { page in
            Precondition.permitsAction(fields, on: [(try? builder.stack(page, target))?.fields[.etag]])
        }
    }

    /// 303 to the stack of the new version, or 200 with it, if the client prefers it.
    private func redirect(toStackAfter done: ActionOutcome.Done, in context: RequestContext) async -> Response {
        let query = done.isCanonical ? "" : done.location.query(ofVersion: done.version)
        let url = mountPath.urlOfStack(at: mountPath.url(of: done.location)) + query
        var response = Response(.seeOther)
        var shown: Response?
        if context.request.prefersRepresentation {
            do {
                let page = try await sessions.stack(
                    at: done.location, version: done.version, for: done.newID ?? context.sessionID)
                shown = try context.builder.stack(page, StackTarget(location: page.location, from: nil))
            } catch {
                // The change was made, so send its cookie even if the stack cannot be shown.
                report("\(mountPath)\(done.location.path): \(error)")
            }
        }
        if let shown {
            response = shown
            response.fields.add(.contentLocation, url)
            response.fields.add(.preferenceApplied, "return=representation")
        } else {
            response.fields.add(.redirect)
            response.fields.add(.location, url)
        }
        if done.clearsCache { response.fields.add(.clearSiteData, Self.clearedData) }
        if let id = done.newID ?? (done.revision == nil ? nil : context.sessionID) {
            response.fields.add(.setCookie, context.cookie.set(id, seen: done.revision))
        }
        if context.builder.exposesDiagnostics { response.addChain([], done.operation) }
        return response
    }

    // MARK: - Refusals

    /// 412 with the present entity tag (RFC 9110 §13).
    private func failed(_ page: StackPage, _ target: StackTarget, _ context: RequestContext) -> Response {
        var response = context.builder.problem(
            .changedMeanwhile, links: [stackLink(to: page.location, page.query)])
        if let tag = (try? context.builder.stack(page, target))?.fields[.etag] { response.fields.add(.etag, tag) }
        return response
    }

    private func refusal(of error: StackError, _ target: StackTarget, _ context: RequestContext) -> Response {
        let screen = mountPath.url(of: target.location)
        let version = context.request.stateVersion.map { target.location.query(ofVersion: $0) } ?? ""
        let link: PageLink
        switch error {
        case .noStack, .alert:
            link = PageLink(title: "The screen", path: screen + version, rel: "urn:cairn:screen")
        case .refused(_, _, let location?):
            link = PageLink(
                title: "The screen that is shown instead", path: mountPath.url(of: location),
                rel: "urn:cairn:instead")
        case .unsaved:
            let stack = mountPath.urlOfStack(at: screen, part: target.suffix) + version
            link = PageLink(
                title: "Remove them anyway", path: stack + (stack.contains("?") ? "&" : "?") + Request.discarding,
                rel: "urn:cairn:discard")
        default: link = stackLink(to: target.location, version)
        }
        return context.builder.problem(.stack(error), links: [link])
    }

    private func stackLink(to location: Location, _ query: String) -> PageLink {
        PageLink(
            title: "The stack", path: mountPath.urlOfStack(at: mountPath.url(of: location)) + query,
            rel: "urn:cairn:stack")
    }
}

extension Request {
    /// The part of a query that permits to remove routes that hold typed text or require a confirmation.
    fileprivate static let discarding = "discard=true"

    fileprivate var discardsChanges: Bool {
        query?.utf8.split(separator: UInt8(ascii: "&")).contains { $0.elementsEqual(Request.discarding.utf8) } ?? false
    }
}
