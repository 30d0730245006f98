import Synchronization

/// The built-in sink: lines of text or JSON. Messages, issues and security events are written at once; requests are
/// written in batches.
final class LineSink: LogSink {
    private let format: LogFormat
    private let output: @Sendable (_ lines: [UInt8], _ stream: LogStream) -> Int
    private let batch = Mutex<[UInt8]>([])
    /// Held by a flush from taking the batch to the end of writing it. Adding a line does not wait for it. The value is
    /// true if the last output ended inside of a line.
    private let writing = Mutex(false)
    private let dropped = Atomic(0)
    private static let largestBatch = 1_048_576

    /// - Parameter output: writes lines, on any thread, and returns the number of bytes at their end that it dropped.
    init(
        _ format: LogFormat,
        output: @escaping @Sendable (_ lines: [UInt8], _ stream: LogStream) -> Int
    ) {
        self.format = format
        self.output = output
    }

    var droppedCount: Int { dropped.load(ordering: .relaxed) }

    func write(_ entry: LogEntry) {
        let line = line(of: entry)
        guard case .request = entry.event else {
            if output(line, .diagnostics) > 0 { dropped.wrappingAdd(1, ordering: .relaxed) }
            return
        }
        let isKept = batch.withLock { batch in
            guard batch.count + line.count <= Self.largestBatch else { return false }
            batch += line
            return true
        }
        if !isKept { dropped.wrappingAdd(1, ordering: .relaxed) }
    }

    /// Writes the batch. Waits for a flush on another thread, so that all lines are written when the last flush of a
    /// process returns, and batches keep their order.
    func flush() {
        writing.withLock { endsInsideLine in
            let lines = batch.withLock { batch in
                defer { batch = [] }
                return batch
            }
            guard !lines.isEmpty else { return }
            // After a part of a line the next line would continue it.
            let content = endsInsideLine ? [Self.lineBreak] + lines : lines
            let unwritten = content.suffix(output(content, .requests))
            let lineCount = unwritten.count { $0 == Self.lineBreak }
            let isBreakUnwritten = endsInsideLine && unwritten.count == content.count
            dropped.wrappingAdd(isBreakUnwritten ? lineCount - 1 : lineCount, ordering: .relaxed)
            guard !unwritten.isEmpty else { return endsInsideLine = false }
            if let last = content.dropLast(unwritten.count).last { endsInsideLine = last != Self.lineBreak }
        }
    }

    private func line(of entry: LogEntry) -> [UInt8] {
        switch (format, entry.event) {
        case (.json, _): entry.json + [Self.lineBreak]
        case (.text, .request(let request)): request.line + [Self.lineBreak]
        case (.text, _): Array(entry.description.utf8) + [Self.lineBreak]
        }
    }

    private static let lineBreak = UInt8(ascii: "\n")
}
