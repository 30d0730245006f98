/// Decodes a chunked body as it arrives (RFC 9112 §7.1). The trailer section is checked, limited and dropped.
struct ChunkedDecoder {
    /// The decoded content that the caller has not taken yet.
    private(set) var content: [UInt8] = []
    private var contentBytes = 0
    private var phase = Phase.size
    private var extensionBytes = 0
    private var trailerBytes = 0

    private enum Phase {
        case size, data(Int), carriageReturn, lineFeed, trailer, complete
    }

    var isComplete: Bool {
        if case .complete = phase { true } else { false }
    }

    /// Returns the decoded content and removes it.
    mutating func takeContent() -> [UInt8] {
        defer { content = [] }
        return content
    }

    /// Decodes as many octets as possible.
    ///
    /// - Returns: The number of octets consumed.
    mutating func decode(_ octets: Octets, limits: Limits) throws(ProtocolError) -> Int {
        var position = 0
        while position < octets.count {
            switch phase {
            case .size:
                guard let end = try lineEnd(octets, from: position, limit: limits.chunkLine, error: .chunkLineTooLong)
                else { return position }
                try readSize(octets.part(position, end), limits: limits)
                position = end + 2
            case .data(let missing):
                let end = position + min(missing, octets.count - position)
                content.append(contentsOf: octets.part(position, end).unchecked)
                contentBytes += end - position
                phase = missing == end - position ? .carriageReturn : .data(missing - (end - position))
                position = end
            case .carriageReturn:
                guard octets[position] == Octet.carriageReturn else { throw ProtocolError(.invalidChunkEnd) }
                phase = .lineFeed
                position += 1
            case .lineFeed:
                guard octets[position] == Octet.lineFeed else { throw ProtocolError(.invalidChunkEnd) }
                phase = .size
                position += 1
            case .trailer:
                let limit = limits.trailerBytes - trailerBytes
                guard let end = try lineEnd(octets, from: position, limit: limit, error: .trailerTooLarge)
                else { return position }
                try readTrailer(octets.part(position, end))
                trailerBytes += end - position + 2
                position = end + 2
            case .complete:
                return position
            }
        }
        return position
    }

    /// Returns the position of the line's CR, or `nil` if the line is incomplete.
    private func lineEnd(
        _ octets: Octets, from start: Int, limit: Int, error: ProtocolError.Code
    ) throws(ProtocolError) -> Int? {
        let found = octets.lineFeed(from: start)
        if (found ?? octets.count) - start > limit + 1 { throw ProtocolError(error) }
        guard let lineFeed = found else { return nil }
        guard lineFeed > start, octets[lineFeed - 1] == Octet.carriageReturn else {
            throw ProtocolError(.bareLineFeed)
        }
        return lineFeed - 1
    }

    private mutating func readSize(_ line: Octets, limits: Limits) throws(ProtocolError) {
        var size = 0
        var digits = 0
        while digits < line.count, let value = line[digits].hexadecimalValue {
            guard size <= Int.max >> 4 else { throw ProtocolError(.invalidChunkSize) }
            size = size << 4 | value
            digits += 1
        }
        guard digits > 0 else { throw ProtocolError(.invalidChunkSize) }
        // A 64-bit size has at most 16 digits. Further leading zeros count towards the limit of the chunk extensions.
        try countPadding(max(0, digits - 16), limits: limits)
        try readExtension(line.part(digits, line.count), limits: limits)
        if size > limits.body - contentBytes { throw ProtocolError(.bodyTooLarge) }
        phase = size == 0 ? .trailer : .data(size)
    }

    /// Counts and drops valid extensions. Refuses malformed ones, because parsers that accept those enable request
    /// smuggling.
    private mutating func readExtension(_ rest: Octets, limits: Limits) throws(ProtocolError) {
        if rest.isEmpty { return }
        guard let mark = rest.trimmed.first else { throw ProtocolError(.invalidChunkSize) }
        guard mark == Octet.semicolon else { throw ProtocolError(.invalidChunkSize) }
        guard ChunkExtension.isValid(rest) else { throw ProtocolError(.invalidChunkExtension) }
        try countPadding(rest.count, limits: limits)
    }

    private mutating func countPadding(_ count: Int, limits: Limits) throws(ProtocolError) {
        extensionBytes += count
        if extensionBytes > limits.chunkExtensions { throw ProtocolError(.chunkExtensionsTooLarge) }
    }

    private mutating func readTrailer(_ line: Octets) throws(ProtocolError) {
        if line.isEmpty {
            phase = .complete
        } else if FramingField(try FieldLine(line, offset: 0).name(in: line)) != nil {
            throw ProtocolError(.framingFieldInTrailer)
        }
    }
}
