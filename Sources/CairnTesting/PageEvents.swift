/// The open event stream of a page, see ``Visitor/watch()``.
public final class PageEvents {
    /// The head of the response. Its status is 204 if the page watches nothing.
    public let reply: Reply
    /// The id of the last event: a digest of what the page showed when the stream was opened.
    public private(set) var lastID: String?
    private let reader: (any ContentReader)?
    private var received: [UInt8] = []

    init(_ reply: Reply, _ reader: (any ContentReader)?) {
        self.reply = reply
        self.reader = reader
    }

    /// Waits for the next event and returns its name, such as `change`; `nil` at the end of the stream.
    ///
    /// - Throws: ``VisitorError`` if none comes within thirty seconds.
    public func next() async throws -> String? {
        guard let reader else { return nil }
        while true {
            while let end = received.firstRange(of: [10, 10]) {
                let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).split(separator: "\n")
                received.removeSubrange(..<end.upperBound)
                if let id = lines.first(where: { $0.hasPrefix("id: ") }) { lastID = String(id.dropFirst(4)) }
                guard lines.contains(where: { $0.hasPrefix("data:") }) else { continue }
                return lines.first { $0.hasPrefix("event: ") }.map { String($0.dropFirst(7)) } ?? "message"
            }
            guard let more = try await reader.more() else { return nil }
            received += more
        }
    }

    /// Closes the stream, as a browser does that leaves the page.
    public func close() { reader?.close() }

    deinit { reader?.close() }
}

/// The content of a response that has no end.
protocol ContentReader {
    /// Waits for more octets; `nil` at the end.
    func more() async throws -> [UInt8]?
    func close()
}
