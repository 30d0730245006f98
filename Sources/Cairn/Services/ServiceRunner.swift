import Sessions
import Synchronization

/// Runs the services of a server.
final class ServiceRunner: Sendable {
    private struct State {
        var started: [any BackgroundService] = []
        var tasks: [Task<Void, Never>] = []
        var isStopping = false
        var starting: Task<Void, any Error>?
        var isStartUpStopped = false
        var failure: ServiceError?
    }

    private let services: [any BackgroundService]
    private let log: Log
    private let time: any TimeSource
    private let state = Mutex(State())

    init(_ services: [any BackgroundService], log: Log, time: any TimeSource) {
        self.services = services
        self.log = log
        self.time = time
    }

    /// The error that has ended the server.
    var failure: ServiceError? { state.withLock(\.failure) }

    /// Starts up the services, one after another.
    ///
    /// - Returns: false if ``stopStartUp()`` was called before all were started up.
    func startUp() async throws(ServiceError) -> Bool {
        for service in services {
            let starting = Task { try await service.startUp() }
            let isStopped = state.withLock { state in
                state.starting = starting
                return state.isStartUpStopped
            }
            if isStopped { starting.cancel() }
            let result = await starting.result
            let isOver = state.withLock { state in
                state.starting = nil
                if case .success = result { state.started.append(service) }
                return state.isStartUpStopped
            }
            if isOver { return false }
            if case .failure(let error) = result { throw ServiceError(service: service.name, cause: error) }
        }
        return true
    }

    /// Cancels the start-up: that of the service whose turn it is, and all that follow.
    func stopStartUp() {
        let starting = state.withLock { state in
            state.isStartUpStopped = true
            return state.starting
        }
        starting?.cancel()
    }

    /// Runs the services at once.
    ///
    /// - Parameter onFailure: called for the first one that throws.
    func run(onFailure: @escaping @Sendable () -> Void) {
        for service in services {
            let task = Task {
                do {
                    try await service.run()
                } catch {
                    self.note(error, of: service, onFailure)
                }
            }
            let isStopping = state.withLock { state in
                state.tasks.append(task)
                return state.isStopping
            }
            if isStopping { task.cancel() }
        }
    }

    private var isStopping: Bool { state.withLock(\.isStopping) }

    private func note(_ error: any Error, of service: any BackgroundService, _ onFailure: () -> Void) {
        let failure = ServiceError(service: service.name, cause: error)
        let (isFirst, isStopping) = state.withLock { state in
            let isFirst = state.failure == nil && !state.isStopping
            if isFirst { state.failure = failure }
            return (isFirst, state.isStopping)
        }
        if isStopping, error is CancellationError { return }
        // The error that ends the server is its result, which the program logs.
        if isFirst { onFailure() } else { log.write("\(failure)", level: .error) }
    }

    /// Cancels the services. ``finish(within:)`` waits for them.
    func cancel() {
        let tasks = state.withLock { state in
            state.isStopping = true
            return state.tasks
        }
        for task in tasks { task.cancel() }
    }

    /// Waits for the services, which must be cancelled.
    func finish(within limit: Duration) async {
        let tasks = state.withLock(\.tasks)
        guard !tasks.isEmpty else { return }
        let haveEnded = await TimeLimit.run(within: limit, time) {
            for task in tasks { await task.value }
        }
        if !haveEnded { log.write("A service has not ended within --grace-seconds.", level: .error) }
    }

    /// Shuts down the services that were started up, the last one first.
    func shutDown(within limit: Duration) async {
        let started = state.withLock(\.started)
        guard !started.isEmpty else { return }
        let haveEnded = await TimeLimit.run(within: limit, time) {
            for service in started.reversed() { await service.shutDown() }
        }
        if !haveEnded { log.write("A service was not shut down within --grace-seconds.", level: .error) }
    }
}
