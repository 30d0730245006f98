/// Work of a program beside its server, such as a timer or the consumer of a queue, and hooks for its start and end.
///
/// ```swift
/// struct Reminders: BackgroundService {
///     let desk: DeskData
///     func run() async throws {
///         while true {
///             try await Task.sleep(for: .seconds(60))
///             await desk.remindAgents()
///         }
///     }
/// }
/// ```
/// A server calls ``startUp()`` of all services in order before it listens, and then ``run()`` of all at once. When it
/// stops, it cancels them, waits for them and for the requests in flight within the grace period, and calls
/// ``shutDown()`` in the reverse order.
public protocol BackgroundService: Sendable {
    /// The name in the log; by default that of the type.
    var name: String { get }

    /// Prepares the service, such as by opening a connection. The data that apps share is available.
    ///
    /// - Throws: any error; the server then does not start.
    func startUp() async throws

    /// Does the work. Runs on Swift's shared threads, so it never blocks a request. It can return early.
    ///
    /// - Throws: any error, which ends the server; `CancellationError` is none after the task was cancelled.
    func run() async throws

    /// Releases what ``startUp()`` has prepared. Called after the last response, unless ``startUp()`` has thrown.
    func shutDown() async
}

extension BackgroundService {
    /// The name of the type.
    public var name: String { "\(Self.self)" }

    /// Does nothing.
    public func startUp() async throws {}

    /// Does nothing.
    public func run() async throws {}

    /// Does nothing.
    public func shutDown() async {}
}

/// The error of a ``BackgroundService``, which has prevented the start of its server or ended it.
public struct ServiceError: Error, CustomStringConvertible {
    /// The name of the service.
    public let service: String
    /// The error that it has thrown.
    public let cause: any Error

    /// The name and the error.
    public var description: String { "the service \(service) has failed: \(cause)" }
}
