/// Receives the entries of a server's log. Text and JSON lines are built in; a sink of your own passes the entries to
/// another logger:
///
/// ```swift
/// struct ConsoleSink: LogSink {
///     func write(_ entry: LogEntry) { print(entry.level, entry) }
/// }
/// let server = try Server(apps: apps, log: Log(to: ConsoleSink()))
/// ```
public protocol LogSink: Sendable {
    /// Writes an entry, or keeps it until ``flush()``. Called on any thread and also on event loops, so it must not
    /// block.
    func write(_ entry: LogEntry)

    /// Writes the entries that were kept. Called about once a second, and at the end of the server, on a thread that can
    /// block.
    func flush()

    /// The number of entries that were dropped so far, such as because a reader was too slow. It is the metric
    /// `cairn_log_dropped_total`.
    var droppedCount: Int { get }
}

extension LogSink {
    /// Does nothing: by default, a sink keeps no entries.
    public func flush() {}

    /// Returns 0: by default, a sink drops no entries.
    public var droppedCount: Int { 0 }
}
