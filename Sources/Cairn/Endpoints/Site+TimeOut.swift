import HTTPProtocol

extension Site {
    /// The response to a request whose handler exceeded its time limit.
    func handlerTimeOut(_ request: Request, seenOrigin: PublicOrigin?) -> Response {
        let origin = origin(of: request, seenOrigin)
        let endpoint = endpoints.first { request.location(below: $0.mountPath) != nil }
        let builder = responseBuilder(for: request, origin: origin, of: endpoint)
        var response = builder.problem(.tookTooLong)
        response.fields.add(.retryAfter, "5")
        return response
    }

    /// The request's name in the log: method, path and, for a POST with a valid form that is not multipart, the action;
    /// no query and no typed values.
    func name(of request: Request) -> String {
        let name = "\(request.method.name) \(request.path)"
        guard request.method == .post,
            let form = try? ParsedForm(request, as: request.bodyType, nil, uploads, for: nil)
        else { return name }
        return name + " (action \(form.submission.name))"
    }
}
