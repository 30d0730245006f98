import HTTPProtocol
import Hypermedia

extension Endpoint {
    /// The most octets of a rendered screen: 1 MiB. A reader that is slow holds that much in memory.
    static let largestScreen = 1 << 20

    /// The response in place of one whose screen is too large. What was done stays done, and so does a new cookie.
    func refuseTooLarge(_ response: Response, to request: Request, origin: PublicOrigin, assets: Assets) -> Response {
        let reference = Reference.random()
        report(
            "\(request.method.name) \(request.path): the screen has \(response.body.count) octets, and "
                + "\(Self.largestScreen) are allowed. Show less at once, such as a PagedList. (reference \(reference))")
        let answer = Answer(
            mediaType: request.preferredType(of: Answer.offered) ?? .json, origin: origin, assets: assets,
            mountPath: mountPath, appTitle: hosted.title)
        var refusal = answer.problem(.cannotShow(reference))
        if let cookie = response.fields[.setCookie] { refusal.fields.add(.setCookie, cookie) }
        return refusal
    }
}
