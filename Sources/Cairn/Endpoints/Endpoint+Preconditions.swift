import HTTPProtocol
import Sessions

/// Conditional actions (RFC 9110 §13).
extension Endpoint {
    /// Builds the check of `If-Match` (RFC 9110 §13.1.1) and `If-None-Match` (§13.1.2) for the page that the action is
    /// sent to; `nil` without these fields.
    func precondition(of context: RequestContext) -> (@Sendable (Page) -> Bool)? {
        // Check before copying: a request and a builder have many texts.
        guard context.request.fields.contains(.ifMatch) || context.request.fields.contains(.ifNoneMatch) else {
            return nil
        }
        let (fields, builder) = (context.request.fields, context.builder)
        return { page in
            var tags = [builder.page(page).fields[.etag]]
            // A message without Undo is shown once, so the client has the page with it or without.
            if page.flash != nil, page.screen.undo == nil {
                var silent = page
                silent.flash = nil
                tags.append(builder.page(silent).fields[.etag])
            }
            return Precondition.permitsAction(fields, on: tags)
        }
    }

    /// 412 for a precondition that fails (RFC 9110 §13), with the current entity tag if the page has one.
    func changed(to tag: String?, _ page: Page, _ builder: ResponseBuilder) -> Response {
        var response = builder.problem(.changedMeanwhile, links: [builder.link(to: page)])
        if let tag { response.fields.add(.etag, tag) }
        return response
    }
}
