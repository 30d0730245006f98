/// Looks for `Accept` in the octets of a head that is not read to its end, so that its refusal can be negotiated.
enum AcceptScan {
    /// The field's values as one list; `nil` if no whole line of it is there.
    static func list(in octets: UnsafeRawBufferPointer) -> String? {
        var list: String?
        var start = octets.lineFeed(from: 0).map { $0 + 1 } ?? octets.count
        while start < octets.count, let lineFeed = octets.lineFeed(from: start) {
            let line = octets.part(start, lineFeed)
            start = lineFeed + 1
            guard let value = value(of: line) else {
                // What follows an empty line is a body.
                if line.count <= 1 { break }
                continue
            }
            list = list.map { $0 + ", " + value } ?? value
            if list?.utf8.count ?? 0 > maxLength { break }
        }
        return list
    }

    private static let maxLength = 4 * 1024
    private static let name: StaticString = "accept:"

    private static func value(of line: UnsafeRawBufferPointer) -> String? {
        guard line.count > name.utf8CodeUnitCount else { return nil }
        for (octet, wanted) in zip(line, UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)) {
            guard octet | 0x20 == wanted | 0x20 else { return nil }
        }
        return line.part(name.utf8CodeUnitCount, line.count).text
    }
}
