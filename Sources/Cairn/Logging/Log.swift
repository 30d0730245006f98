import NavigationKit
package import Sessions
import Synchronization

/// The log: passes messages, issues, security events and requests to a sink.
///
/// The built-in formats write messages, issues and security events to standard error at once, and requests to standard
/// output in batches.
public final class Log: Sendable {
    /// Less severe entries are not logged.
    public let level: LogLevel
    private let sink: any LogSink
    private let time: any TimeSource
    private let issueCount = Atomic<Int>(0)
    private let limiter = Mutex(EventRateLimiter())
    /// True if requests have ids by default: in all formats except text.
    let prefersRequestIDs: Bool

    /// The two output streams.

    /// A log in the text format.
    ///
    /// - Parameter isQuiet: true to write nothing, such as in tests.
    public convenience init(isQuiet: Bool = false) { self.init(.text, isQuiet: isQuiet) }

    /// A log with the format and the level of the settings.
    public convenience init(_ configuration: Configuration) {
        self.init(configuration.logFormat, level: configuration.logLevel)
    }

    /// A log that passes its entries to `sink`. Requests have ids, unless ``Configuration/assignsRequestIDs`` is false.
    public convenience init(to sink: any LogSink, level: LogLevel = .info) {
        self.init(to: sink, level: level, time: SystemTime(), prefersRequestIDs: true)
    }

    private convenience init(_ format: LogFormat, level: LogLevel = .info, isQuiet: Bool = false) {
        self.init(
            to: LineSink(format) { isQuiet ? 0 : $1.write($0) }, level: level, time: SystemTime(),
            prefersRequestIDs: format != .text)
    }

    /// A log that passes its lines to `output`, on any thread.
    package convenience init(
        _ format: LogFormat = .text, level: LogLevel = .info, time: any TimeSource = SystemTime(),
        output: @escaping @Sendable (_ lines: [UInt8], _ stream: LogStream) -> Void
    ) {
        let sink = LineSink(format) { lines, stream in
            output(lines, stream)
            return 0
        }
        self.init(to: sink, level: level, time: time, prefersRequestIDs: format != .text)
    }

    package init(to sink: any LogSink, level: LogLevel, time: any TimeSource, prefersRequestIDs: Bool) {
        self.sink = sink
        self.level = level
        self.time = time
        self.prefersRequestIDs = prefersRequestIDs
    }

    /// Logs a message immediately, of at most 2,000 Unicode scalars. The built-in formats drop it if standard error is not
    /// ready.
    ///
    /// On behalf of a request with an id, the entry has that id.
    public func write(_ message: String, level: LogLevel = .info) {
        add(.message(String(message.unicodeScalars.prefix(2_000))), level, RequestTrace.current)
    }

    private func add(_ event: LogEntry.Event, _ level: LogLevel, _ trace: RequestTrace?) {
        guard level >= self.level else { return }
        sink.write(LogEntry(time: time.wallClock, level: level, event: event, trace: trace))
    }

    /// Logs a security event, at most ten per kind and second. Further events are counted, and the count is logged
    /// afterwards.
    package func note(_ event: SecurityEvent) {
        let now = time.now
        let (summaries, isAdmitted) = limiter.withLock { limiter in
            (limiter.takeSummaries(at: now), limiter.admits(event.kind, at: now))
        }
        write(summaries)
        guard isAdmitted else { return }
        let level: LogLevel = event.kind == .identityChanged ? .info : .warning
        add(.security(LoggedSecurityEvent(event)), level, RequestTrace.current)
    }

    private func write(_ summaries: [EventRateLimiter.Summary]) {
        for summary in summaries { add(.security(LoggedSecurityEvent(summary)), .warning, nil) }
    }

    /// Logs a diagnostic of an app; ``hasIssues`` is then true.
    func write(_ issue: Diagnostic) {
        issueCount.wrappingAdd(1, ordering: .relaxed)
        write(issue.description, level: .warning)
    }

    /// True if an app has reported a diagnostic.
    var hasIssues: Bool { issueCount.load(ordering: .relaxed) > 0 }

    /// Logs a request. The built-in formats keep its line until ``flush()``.
    func note(_ request: LoggedRequest) { add(.request(request), .info, request.trace) }

    /// Writes what the sink has kept, and the counts of suppressed security events whose second is over.
    package func flush() {
        let now = time.now
        write(limiter.withLock { $0.takeSummaries(at: now) })
        sink.flush()
    }

    /// The number of entries that the sink has dropped.
    var droppedCount: Int { sink.droppedCount }

    /// The number of security events of each kind since the start, also of those that were not logged.
    var securityEventCounts: [(kind: SecurityEvent.Kind, count: Int)] {
        limiter.withLock { limiter in SecurityEvent.Kind.allCases.map { ($0, limiter.total(of: $0)) } }
    }
}
