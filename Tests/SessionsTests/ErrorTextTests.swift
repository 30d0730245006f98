import NavigationKit
import Testing

@testable import Sessions

@Suite("The texts of a session's errors") struct ErrorTextTests {
    @Test func `errors describe themselves in sentences, because logs and tools print them`() {
        let errors: [(any Error, String)] = [
            (
                SessionError.busy,
                "Too many actions of this session are waiting, or this one waited too long. Try again later."
            ),
            (
                SessionError.renamed,
                "The session was removed or got another id during the request. Send the request again."
            ),
            (
                SessionError.overtaken,
                "Another process changed this session during the request, and nothing was committed. "
                    + "Send the request again."
            ),
            (
                EndedFlowError(onward: Location("/shop/orders")),
                "The flow at this location has ended. Continue at /shop/orders."
            ),
            (
                HandlerNotFoundError(chain: []),
                "A handler threw NavigationError.notFound: the object that the action names does not exist."
            ),
        ]
        for (error, text) in errors { #expect("\(error)" == text) }
    }
}
