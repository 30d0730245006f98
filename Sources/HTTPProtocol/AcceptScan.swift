/// Finds `Accept` in the octets of an incomplete or refused head, so that an error response can be negotiated.
enum AcceptScan {
    /// Returns the values of the complete `Accept` lines as one comma-separated list; `nil` if none has arrived. Lines
    /// after the list has exceeded 4 KiB are ignored.
    static func list(in octets: Octets) -> String? {
        var list: String?
        var start = octets.lineFeed(from: 0).map { $0 + 1 } ?? octets.count
        while start < octets.count, let lineFeed = octets.lineFeed(from: start) {
            let end = lineFeed > start && octets[lineFeed - 1] == Octet.carriageReturn ? lineFeed - 1 : lineFeed
            let line = octets.part(start, end)
            start = lineFeed + 1
            // The body begins after an empty line. Two empty lines before the request line also end the scan.
            if line.isEmpty { break }
            guard line.part(0, name.utf8CodeUnitCount).isSameIgnoringCase(as: name) else { continue }
            let value = line.part(name.utf8CodeUnitCount, line.count).trimmed.text
            list = list.map { $0 + ", " + value } ?? value
            if list?.utf8.count ?? 0 > maxLength { break }
        }
        return list
    }

    private static let maxLength = 4 * 1024
    private static let name: StaticString = "accept:"
}
