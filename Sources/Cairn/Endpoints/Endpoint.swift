import HTTPProtocol
import Hypermedia
import NavigationKit
import Sessions
import Sockets

/// The HTTP interface of one mounted app: GET shows a location, POST performs an action, usually with a redirect.
final class Endpoint: Sendable {
    let hosted: HostedApplication
    let mountPath: MountPath
    let sessions: SessionTable
    let uploads: UploadStore
    /// The open streams of the server.
    let streams: StreamBudget
    let routes: RouteTable
    /// The other origins whose pages can use the screens, which few apps have.
    let pageOrigins: AllowedOrigins
    /// The threads that read the files that routes send.
    let filePool: BlockingPool
    private let limits: Limits
    let report: @Sendable (String) -> Void
    private let noteSecurity: @Sendable (SecurityEvent) -> Void
    let screenPages: PageHeaders
    private let screenPagesForHistory: PageHeaders
    let vary: String
    private let themedAssets: ThemedAssets?
    let plainCookie: SessionCookie
    let secureCookie: SessionCookie
    private let rowFormat: HTMLRowFormat

    init(
        hosted: HostedApplication, mountPath: MountPath, sessions: SessionTable, uploads: UploadStore,
        streams: StreamBudget = StreamBudget(limit: 1_000),
        limits: Limits,
        filePool: BlockingPool? = nil, report: @escaping @Sendable (String) -> Void,
        noteSecurity: @escaping @Sendable (SecurityEvent) -> Void = { _ in }
    ) {
        self.hosted = hosted
        self.mountPath = mountPath
        self.sessions = sessions
        self.uploads = uploads
        self.streams = streams
        self.limits = limits
        self.filePool = filePool ?? uploads.pool
        routes = RouteTable(hosted.routes)
        pageOrigins = AllowedOrigins(hosted.pageOrigins)
        if let mistake = pageOrigins.mistake { report("\(hosted.name): \(mistake)") }
        self.report = report
        self.noteSecurity = noteSecurity
        vary = hosted.readsTraits ? TraitCollection.vary : ResponseBuilder.usualVary
        let isUsual = !hosted.readsTraits && hosted.outsideHosts.isEmpty && hosted.theme == nil
        screenPages = isUsual ? .usual : PageHeaders(for: hosted, vary: vary, caching: .never)
        screenPagesForHistory = isUsual ? .usualForHistory : PageHeaders(for: hosted, vary: vary, caching: .forHistory)
        themedAssets = hosted.theme.map { ThemedAssets($0, appName: hosted.name) }
        plainCookie = SessionCookie(app: hosted.name, isSecure: false)
        secureCookie = SessionCookie(app: hosted.name, isSecure: true)
        rowFormat = HTMLRowFormat(mountPath: mountPath)
        sessions.observeEnds { [streams] in streams.endStreams(of: $0) }
    }

    func respond(
        to request: Request, with upload: MultipartUpload?, at location: Location, from network: UInt64?,
        origin: PublicOrigin, assets: Assets, exposesDiagnostics: Bool
    ) async -> Response {
        let assets = self.assets(from: assets)
        if !routes.isEmpty,
            let response = await routeResponse(
                to: request, upload, at: location, from: network, origin: origin, assets: assets,
                exposesDiagnostics: exposesDiagnostics)
        {
            return response
        }
        let cookie = origin.isSecure ? secureCookie : plainCookie
        let presented =
            pageOrigins.isEmpty
            ? cookie.presented(by: request.fields) : presentedCookie(cookie, by: request, origin: origin)
        guard let mediaType = request.preferredType(of: ResponseBuilder.offered) ?? request.streamType else {
            return ErrorResponse.notAcceptable(offered: ResponseBuilder.offered)
        }
        let caching = mediaType == .html ? pageCaching(for: request, origin: origin) : .never
        // Create the builder in place: a copy would retain each of its texts.
        let context = RequestContext(
            request: request, upload: upload, location: location, network: network, cookie: cookie,
            presented: presented,
            builder: ResponseBuilder(
                mediaType: mediaType, origin: origin, assets: assets, mountPath: mountPath, appTitle: hosted.title,
                screenPages: caching == .never ? screenPages : screenPagesForHistory, vary: vary,
                source: request.method == .post ? .action : .page, target: request.target,
                exposesDiagnostics: exposesDiagnostics))
        if let target = StackTarget(location) { return await respond(with: target, context) }
        // A constant, see ``Response``.
        let response: Response
        do {
            switch request.method {
            case .get, .head: response = try await show(context)
            case .post: response = try await act(context)
            case .options: response = .allowing("GET, HEAD, POST, OPTIONS", for: request)
            default:
                var refusal = context.builder.problem(.methodNotAllowed(request.method.name))
                refusal.fields.add(.allow, "GET, HEAD, POST, OPTIONS")
                response = refusal
            }
        } catch {
            response = self.response(to: error, in: context)
        }
        guard response.body.bytes.count > Self.largestScreen else { return response }
        return refuseTooLarge(response, in: context)
    }

    /// The URLs of the static files for pages of this app.
    func assets(from assets: Assets) -> Assets { themedAssets?.assets(from: assets) ?? assets }

    /// The value of `Clear-Site-Data` (W3C). Some browsers also clear the pages that they keep for Back and Forward.
    static let clearedData = "\"cache\""

    // MARK: - GET

    private func show(_ context: RequestContext) async throws -> Response {
        let request = context.request
        if context.builder.mediaType == .eventStream { return try await events(in: context) }
        if context.builder.exposesDiagnostics, request.fields.contains(.cairnDryRun),
            let dryRun = try await dryRunOfPage(in: context)
        {
            return dryRun
        }
        let version = request.stateVersion
        let isUse = !isRequestedByScript(request)
        let isHTML = context.builder.mediaType == .html
        var page = try await sessions.page(
            at: context.location, version: version, for: context.sessionID, seen: context.seenRevision, isUse: isUse,
            PageOptions(isShown: isUse && request.method == .get && isHTML, rowFormat: isHTML ? rowFormat : nil))
        let isForgotten = page.isOfUnknownSession || context.presented == .unreadable
        if isForgotten, page.notice == nil { page.notice = Notice.forgotten }
        if let version, page.at != .version(version), !page.isSuccessor, page.notice == nil {
            page.notice = Notice.stateGone
        }
        let isFlashing =
            page.flash != nil && (page.isSuccessor || context.cookie.announces(page.at, to: request.fields))
        // A message with Undo stays until the next action.
        if !isFlashing, page.flash != nil, page.screen.isPlain || page.screen.undo == nil { page.flash = nil }
        // A constant, see ``Response``.
        let made = context.builder.page(page)
        let hasPrecondition = request.fields.contains(.ifMatch) || request.fields.contains(.ifNoneMatch)
        guard isFlashing || isForgotten || page.clearsCache || hasPrecondition else { return made }
        var response = made
        if isFlashing, request.method == .get { response.fields.add(.setCookie, context.cookie.flashDeletion) }
        if isForgotten { response.fields.add(.setCookie, context.cookie.deletion) }
        // Clear here too: WebKit ignores the field on a logout's redirect, and an expired session had no redirect.
        if isForgotten || page.clearsCache { response.fields.add(.clearSiteData, Self.clearedData) }
        guard hasPrecondition else { return response }
        let tag = response.fields[.etag]
        switch Precondition.evaluate(request.fields, tag: tag, modified: nil) {
        case .proceed: return response
        case .unchanged:
            response.status = .notModified
            response.body = .bytes([])
            return response
        case .failed: return changed(to: tag, page, context.builder)
        }
    }

    // MARK: - POST

    private func act(_ context: RequestContext) async throws -> Response {
        if let refusal = refusalBeforeReading(context, isAction: true) { return refusal }
        let request = context.request
        let type = request.bodyType
        var form: ParsedForm
        var uploaded: UploadedForm?
        do {
            if let upload = context.upload {
                uploaded = try upload.finish()
            } else if type == .other, request.hasFiles {
                uploaded = try await read(request, from: context.network).finish()
            }
            form = try ParsedForm(request, as: type, uploaded, uploads, for: context.sessionID)
            if uploads.isShared { try await addKeptFiles(to: &form, in: context) }
        } catch let error as ParsedForm.Failure {
            guard case .unkept? = uploaded?.refusal else { return context.builder.problem(error.problem) }
            return context.builder.problem(.noRoom).retried(after: 60)
        } catch let error as UploadStore.Failure {
            // A client can cause a full queue with every request, so it gets no line in the log.
            if case .busy = error {} else { report("The folder of uploaded files cannot be read: \(error)") }
            return context.builder.problem(.cannotLoadFile).retried(after: 5)
        } catch let error as BodyError {
            return context.builder.problem(
                error.code == .tooLarge ? .tooLarge(error) : .malformedBody(error.description))
        }
        let action = actionRequest(form, in: context)
        if case .unkept(let reason)? = uploaded?.refusal {
            report("An uploaded file cannot be stored: \(reason)")
            return await refill(form, uploaded, for: action, because: .noRoom, retryAfter: 60, in: context)
        }
        if request.fields.contains(.cairnDryRun), let dryRun = try await dryRun(of: action, in: context) {
            return dryRun
        }
        let outcome: ActionOutcome
        do {
            outcome = try await sessions.act(action, for: context.sessionID)
        } catch {
            guard let (problem, seconds) = unavailability(error) else { throw error }
            if error is LoadError { return refusalWithoutPage(problem, retryAfter: seconds, in: context) }
            return await refill(form, uploaded, for: action, because: problem, retryAfter: seconds, in: context)
        }
        switch outcome {
        // Keep the files of an action that was performed or failed: the app can still use them. For a form that is
        // shown again, keep the files of its fields.
        case .done: if let uploaded { uploaded.keep(for: outcome.newID ?? context.sessionID) { _ in true } }
        case .invalid(let page, _), .stale(let page), .outcomeUnknown(let page), .unhandled(let page, _):
            if page.screen.takesFiles { await keepFiles(of: form, uploaded, shownOn: page, in: context) }
        // No form of the page has an unknown action, so nothing could refer to its files.
        case .changed, .unknown: break
        }
        return await response(to: outcome, of: form.submission.name, in: context)
    }

    /// The response to a change from a page of another origin, or with a content coding; `nil` for other requests.
    @inline(__always)
    func refusalBeforeReading(_ context: RequestContext, isAction: Bool = false) -> Response? {
        guard
            CrossSite.permits(context.request, origin: context.builder.origin)
                || isAction && permitsForeignChange(context)
        else {
            noteSecurity(
                SecurityEvent(
                    .crossSitePost, "\(context.request.method.name) \(mountPath)\(context.location.path)",
                    from: context.network))
            return context.builder.problem(.crossSite)
        }
        guard !context.request.hasCodedContent else {
            var response = context.builder.problem(.codedBody)
            response.fields.add(.acceptEncoding, "identity")
            return response
        }
        return nil
    }

    private func actionRequest(_ form: ParsedForm, in context: RequestContext) -> ActionRequest {
        ActionRequest(
            location: context.location, at: form.at ?? context.request.stateVersion.map { .version($0) },
            versionSalt: form.versionSalt, submission: form.submission, nonce: form.nonce,
            isTraced: context.builder.exposesDiagnostics, network: context.network,
            sessionFingerprint: form.sessionFingerprint, userFingerprint: form.userFingerprint,
            precondition: precondition(of: context))
    }

    // Inlined: a separate stack frame would cost 400 instructions per action.
    @inline(__always)
    private func response(
        to outcome: ActionOutcome, of actionName: String, in context: RequestContext
    ) async -> Response {
        switch outcome {
        case .done(let done):
            return await redirect(to: done, in: context)
        case .invalid(let page, let problems):
            var response =
                context.builder.mediaType == .html
                ? context.builder.page(page, status: .unprocessableContent)
                : context.builder.problem(.invalidInput(problems, on: page))
            response.fields.set(.cacheControl, "no-store")
            raiseSeen(to: page.revision, in: &response, context)
            if context.builder.exposesDiagnostics { response.addChain(page.chain, nil) }
            return response
        case .stale(var page):
            page.notice = page.notice ?? Notice.changed(since: actionName, on: page.screen)
            var response = context.builder.refusal(page, .staleOffer(actionName, page))
            if let newID = page.newID {
                response.fields.add(.setCookie, context.cookie.set(newID, seen: page.revision))
            } else if page.isOfUnknownSession {
                response.fields.add(.setCookie, context.cookie.deletion)
            }
            return response
        case .outcomeUnknown(var page):
            page.notice = Notice.mayBeDone
            var response = context.builder.refusal(page, .mayBeDone(actionName, page))
            raiseSeen(to: page.revision, in: &response, context)
            return response
        case .changed(let page): return changed(to: context.builder.page(page).fields[.etag], page, context.builder)
        case .unknown(let page): return context.builder.refusal(page, .unknownAction(actionName, page))
        case .unhandled(let page, let chain):
            let last = chain.last?.name ?? ""
            report("Unhandled action: \(actionName), last responder: \(last)")
            let isDiagnosed = context.builder.exposesDiagnostics
            var response = context.builder.refusal(page, .unhandledAction(actionName, isDiagnosed ? chain : nil))
            if isDiagnosed { response.addChain(chain, nil) }
            return response
        }
    }

    /// Sets the cookie after a request that changed the session without a new version, such as by a draft, so that no
    /// process shows the browser the state before.
    func raiseSeen(to revision: UInt64?, in response: inout Response, _ context: RequestContext) {
        guard let revision, let id = context.sessionID, revision > context.seenRevision else { return }
        response.fields.add(.setCookie, context.cookie.set(id, seen: revision))
    }

    /// 503: for browsers the form with the submitted values, if it can be shown; problem details for scripts.
    private func refill(
        _ form: ParsedForm, _ uploaded: UploadedForm?, for action: ActionRequest, because problem: ProblemDetails,
        retryAfter seconds: Int, in context: RequestContext
    ) async -> Response {
        let builder = context.builder
        guard builder.mediaType == .html else { return builder.problem(problem).retried(after: seconds) }
        guard let page = try? await sessions.page(filledBy: action, for: context.sessionID) else {
            return refusalWithoutPage(problem, retryAfter: seconds, in: context)
        }
        if page.screen.takesFiles { await keepFiles(of: form, uploaded, shownOn: page, in: context) }
        return builder.refusal(page, problem.adding(localized("What you typed is still here."))).retried(after: seconds)
    }

    /// 503 for a form that cannot be shown again now.
    private func refusalWithoutPage(
        _ problem: ProblemDetails, retryAfter seconds: Int, in context: RequestContext
    ) -> Response {
        let isScript = context.builder.mediaType != .html
        let advice = localized("Go back to find what you typed.")
        return context.builder.problem(isScript ? problem : problem.adding(advice)).retried(after: seconds)
    }

    /// Parses a multipart body that arrived together with the head, so the connection did not parse it.
    func read(_ request: Request, from network: UInt64?) async -> MultipartUpload {
        let upload = MultipartUpload(request, to: uploads, limits: limits, from: network)
        let body = request.body
        guard let work = upload.receive(body.span) else { return upload }
        await upload.write(work)
        return upload
    }

    /// The URL of another site, or of a route of this app, that the action opened; `nil` if it opened none.
    private func outsideURL(of done: ActionOutcome.Done) -> String? {
        guard let outside = done.outside else {
            if !routes.isEmpty {
                for diagnostic in hosted.diagnostics(ofRoutesHiding: done.location) { hosted.report(diagnostic) }
            }
            return nil
        }
        return outside.utf8.first == UInt8(ascii: "/") ? mountPath.prefix + outside : outside
    }

    /// Post, redirect, get: 303 to the other site that the action opened, or the canonical URL, or that of the version
    /// if the canonical one shows another state; instead of these two the page, if the client prefers it. If the action
    /// threw, the response is the error, but a browser is redirected if that has an alert, so a reload resends nothing.
    private func redirect(to done: ActionOutcome.Done, in context: RequestContext) async -> Response {
        let canonical = mountPath.url(of: done.location)
        let url =
            outsideURL(of: done)
            ?? (done.isCanonical ? canonical : "\(canonical)\(done.location.hasQuery ? "&" : "?")at=\(done.version)")
        let failure = done.failure.flatMap { isAlert($0, in: context.builder) ? nil : $0 }
        var page: Page?
        if failure != nil || context.request.prefersRepresentation && done.outside == nil {
            do {
                page = try await sessions.page(
                    at: done.location, version: done.version, for: done.newID ?? context.sessionID,
                    PageOptions(isShown: context.builder.mediaType == .html))
            } catch {
                // The action has run, so send its cookie even if the page after it throws.
                report("\(mountPath)\(done.location.path): \(error)")
            }
        }
        var response: Response
        switch (failure, page) {
        case (let failure?, let page): response = self.response(to: failure, of: done, url: url, page, context.builder)
        case (nil, let page?):
            response = context.builder.page(page)
            response.fields.add(.contentLocation, url)
            response.fields.add(.preferenceApplied, "return=representation")
        case (nil, nil):
            var fields = ResponseFields()
            fields.add(.redirect)
            // A script would not expect a fragment. Browsers prefer HTML, and name it first.
            let hasTarget = done.hasScrollTarget && context.request.namesHTMLFirst
            fields.add(.location, hasTarget ? url.followed(by: PageContext.scrollTargetFragment) : url)
            response = Response(.seeOther, fields, body: .bytes([]), from: context.builder.source)
        }
        if done.clearsCache { response.fields.add(.clearSiteData, Self.clearedData) }
        if let id = done.newID ?? (done.revision == nil ? nil : context.sessionID) {
            response.fields.add(.setCookie, context.cookie.set(id, seen: done.revision))
        }
        // After the session's cookie, because some scripts read only the first one.
        if done.hasFlash, page == nil { response.fields.add(.setCookie, context.cookie.announcing(done.version)) }
        if context.builder.exposesDiagnostics { response.addChain(done.chain, done.operation) }
        return response
    }
}

extension Response {
    /// Adds the responder chain of the action and the navigation operation that it caused.
    mutating func addChain(_ chain: [ActionOutcome.Step], _ operation: NavigationKit.Operation?) {
        if !chain.isEmpty {
            fields.add(.cairnChain, chain.map { "\($0.name);\($0.disposition.rawValue)" }.joined(separator: ", "))
        }
        if let operation { fields.add(.cairnOperation, operation.rawValue) }
    }
}

extension FieldName {
    fileprivate static let cairnChain: FieldName = "Cairn-Chain"
    fileprivate static let cairnOperation: FieldName = "Cairn-Operation"
}
