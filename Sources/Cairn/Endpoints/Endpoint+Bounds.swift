import HTTPProtocol
import Hypermedia

extension Endpoint {
    /// Maximum size of a rendered screen in bytes: 1 MiB. Bounds the memory that a slow client occupies.
    static let largestScreen = 1 << 20

    /// Replaces a response whose screen is too large with 500. Keeps a new cookie, because the action was performed.
    func refuseTooLarge(_ response: Response, to request: Request, origin: PublicOrigin, assets: Assets) -> Response {
        let reference = Reference.random()
        report(
            "\(request.method.name) \(request.path): the screen has \(response.body.count) bytes; at most "
                + "\(Self.largestScreen) are allowed. Show fewer items, in a PagedList. (reference \(reference))"
        )
        let builder = ResponseBuilder(
            mediaType: request.preferredType(of: ResponseBuilder.offered) ?? .json, origin: origin, assets: assets,
            mountPath: mountPath, appTitle: hosted.title)
        var refusal = builder.problem(.cannotShow(reference))
        if let cookie = response.fields[.setCookie] { refusal.fields.add(.setCookie, cookie) }
        return refusal
    }
}
