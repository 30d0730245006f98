public import HTTPProtocol
public import NavigationKit
import Synchronization

/// A function around everything that a ``Server`` answers: screens, routes and files, but not requests that the parser
/// refuses, time-outs, and redirects to TLS.
///
/// It calls `next` to get the response of the next interceptor or of the server, and can change the request before and
/// the response after. It can also respond without calling `next`, or throw an error, which is answered as that of a
/// route. It runs on an event loop, so it must not block.
///
/// ```swift
/// let branding: Interceptor = { request, next in
///     var response = await next(request)
///     response.fields.add("X-Powered-By", "Cairn")
///     return response
/// }
/// ```
public typealias Interceptor = @Sendable (_ request: Request, _ next: NextInterceptor) async throws -> Response

/// The rest of the chain of interceptors, with the server at its end.
public struct NextInterceptor: Sendable {
    /// The network of the client; `nil` if it is unknown, such as for a Unix-domain socket without a trusted proxy.
    public let network: ClientNetwork?
    /// The values that earlier interceptors have set.
    public let values: RequestValues
    /// True if the client is on this machine and not behind a proxy.
    let isFromThisMachine: Bool
    let respond: @Sendable (Request, RequestValues) async -> Response

    /// Returns the response to `request`, which can be another one than the interceptor received. An upload, the
    /// client's network and its scheme are kept. Call it at most once: the files of an upload are passed on once.
    public func callAsFunction(_ request: Request) async -> Response { await respond(request, values) }

    /// Returns the response to `request` with further values, which handlers, views and routes can read:
    /// `await next(request) { $0[ProxyUser.self] = name }`.
    public func callAsFunction(_ request: Request, setting set: (inout RequestValues) -> Void) async -> Response {
        var changed = values
        set(&changed)
        return await respond(request, changed)
    }
}

/// An upload that is passed on once.
private final class PassedUpload: Sendable {
    private let upload: Mutex<MultipartUpload?>

    init(_ upload: MultipartUpload?) { self.upload = Mutex(upload) }

    func take() -> MultipartUpload? {
        upload.withLock { upload in
            defer { upload = nil }
            return upload
        }
    }
}

extension Site {
    /// Responds through the interceptor at `index`.
    func intercept(
        _ request: Request, at index: Int, with upload: MultipartUpload?, from network: UInt64?,
        seenOrigin: PublicOrigin?, isFromThisMachine: Bool
    ) async -> Response {
        let passed = PassedUpload(upload)
        let next = NextInterceptor(
            network: network.map { ClientNetwork(number: $0) }, values: .current, isFromThisMachine: isFromThisMachine
        ) { request, values in
            await RequestValues.$current.withValue(values) {
                await self.respond(
                    to: request, with: passed.take(), from: network, seenOrigin: seenOrigin,
                    isFromThisMachine: isFromThisMachine, after: index + 1)
            }
        }
        do {
            let response = try await interceptors[index](request, next)
            guard !response.status.isInformational else {
                throw InformationalStatusError(code: response.status.code)
            }
            return response
        } catch {
            return refusal(of: request, because: error, seenOrigin: seenOrigin)
        }
    }

    /// The response to an error of an interceptor, which follows the mapping of routes.
    private func refusal(of request: Request, because error: any Error, seenOrigin: PublicOrigin?) -> Response {
        let builder = responseBuilder(for: request, origin: origin(of: request, seenOrigin))
        if let response = builder.refusal(because: error) { return response }
        // The client has left or the request's time is over, so the connection drops this response.
        if error is CancellationError, Task.isCancelled { return builder.problem(.tookTooLong) }
        let reference = Reference.random()
        log.write(
            "\(request.method.name) \(request.path): an interceptor failed: \(error) (reference \(reference))",
            level: .error)
        return builder.problem(.cannotShow(reference))
    }
}
