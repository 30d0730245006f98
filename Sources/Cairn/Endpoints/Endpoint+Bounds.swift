import HTTPProtocol
import Hypermedia

extension Endpoint {
    /// Maximum size of a rendered screen in bytes: 1 MiB. Bounds the memory that a slow client occupies.
    static let largestScreen = 1 << 20

    /// Replaces a response whose screen is too large with 500. Keeps a new cookie, because the action was performed.
    func refuseTooLarge(_ response: Response, in context: RequestContext) -> Response {
        let reference = Reference.random()
        report(
            "\(context.request.method.name) \(context.request.path): the screen has \(response.body.bytes.count) bytes; at most "
                + "\(Self.largestScreen) are allowed. Show fewer items, in a PagedList. (reference \(reference))"
        )
        var refusal = context.builder.problem(.cannotShow(reference))
        if let cookie = response.fields[.setCookie] { refusal.fields.add(.setCookie, cookie) }
        return refusal
    }
}
