import HTTPProtocol
import Hypermedia

extension Endpoint {
    /// Maximum size of a rendered screen in bytes: 1 MiB. Bounds the memory that a slow client occupies.
    static let largestScreen = 1 << 20

    /// Replaces a response whose screen is too large with 500. If an action was performed, the error states it. Keeps
    /// `Set-Cookie` and `Clear-Site-Data`.
    func refuseTooLarge(_ response: Response, in context: RequestContext) -> Response {
        let reference = Reference.random()
        report(
            "\(context.request.method.name) \(context.request.path): the screen has \(response.body.bytes.count) bytes; "
                + "at most \(Self.largestScreen) are allowed. Show fewer items, in a PagedList. (reference \(reference))"
        )
        // Only the page after a performed action has this field.
        let wasPerformed = response.fields[.preferenceApplied] != nil
        var refusal = context.builder.problem(wasPerformed ? .performedButTooLarge(reference) : .cannotShow(reference))
        for name in [FieldName.setCookie, .clearSiteData] {
            if let value = response.fields[name] { refusal.fields.add(name, value) }
        }
        return refusal
    }
}
