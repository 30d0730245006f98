/// Parses the replies of a server (RESP2 and RESP3) from octets that arrive in any pieces.
///
/// It performs no input or output. A server is not trusted: every length and count has a limit, and memory is allocated
/// for octets that have arrived, never for a number that the server has announced.
package struct RESPParser {
    /// The limits of one value.
    package struct Limits: Sendable {
        /// Octets of a line without its type and CR LF. Numbers, simple strings and most errors are lines.
        package var line = 16 * 1024
        /// Octets of one string.
        package var string = 16 * 1024 * 1024
        /// Octets of a value with everything in it, as they are sent.
        package var value = 64 * 1024 * 1024
        /// Elements of a value, counted over all aggregates in it. A pair counts as two.
        package var elements = 100_000
        /// Nested aggregates.
        package var depth = 16

        package init() {}
    }

    private let limits: Limits
    private var buffer: [UInt8] = []
    /// The index of the first octet in `buffer` that is not parsed.
    private var start = 0
    /// The number of octets from `start` that contain no line feed.
    private var scanned = 0
    /// The number of octets that were received before `buffer`.
    private var dropped = 0
    /// The aggregates that have begun, the outermost first.
    private var open: [OpenAggregate] = []
    /// The string whose first line is parsed.
    private var string: (kind: StringKind, length: Int)?
    /// The octets and elements of the current value so far.
    private var size = (octets: 0, elements: 0)
    private var failure: RESPError?

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// Appends octets that have arrived. Call ``next()`` afterwards until it returns `nil`: values that are not taken
    /// stay in memory.
    package mutating func receive(_ octets: some Sequence<UInt8>) {
        guard failure == nil else { return }
        if start == buffer.count || start >= Self.compaction { compact() }
        buffer.append(contentsOf: octets)
    }

    /// True if a part of a value has arrived: a connection that ends now loses it.
    package var isInValue: Bool { start < buffer.count || !open.isEmpty || string != nil }

    /// The number of octets in memory, of parsed ones, too.
    var bufferedCount: Int { buffer.count }

    /// Returns the next value; `nil` if it has not arrived completely.
    ///
    /// - Throws: ``RESPError``, and the same one again on every later call.
    package mutating func next() throws(RESPError) -> RESPValue? {
        if let failure { throw failure }
        do throws(RESPError) {
            return try parse()
        } catch {
            failure = error
            (buffer, open, string) = ([], [], nil)
            throw error
        }
    }

    /// Removes the parsed octets from the buffer. A large buffer that is empty is given back.
    private mutating func compact() {
        dropped += start
        if start == buffer.count, buffer.capacity > Self.compaction {
            buffer = []
        } else {
            buffer.removeSubrange(..<start)
        }
        start = 0
    }

    /// The number of parsed octets from which on the buffer is compacted although it is not empty.
    private static let compaction = 64 * 1024

    // MARK: - Values

    private mutating func parse() throws(RESPError) -> RESPValue? {
        while true {
            let value: RESPValue?
            if let string {
                guard let octets = try takeString(of: string.length) else { return nil }
                self.string = nil
                value = try string.kind.value(octets, or: error(.malformed))
            } else {
                guard let line = try takeLine() else { return nil }
                value = try self.value(of: line)
            }
            if let value, let complete = add(value) { return complete }
        }
    }

    /// Adds a value to the innermost open aggregate.
    ///
    /// - Returns: the value itself, or the outermost aggregate if it is complete now.
    private mutating func add(_ value: RESPValue) -> RESPValue? {
        var value = value
        while let last = open.indices.last {
            open[last].elements.append(value)
            guard open[last].elements.count == open[last].count else { return nil }
            guard let complete = open.removeLast().value else { return nil }
            value = complete
        }
        size = (0, 0)
        return value
    }

    /// Returns the value of a line; `nil` if the line begins a string or an aggregate, or is an empty attribute.
    private mutating func value(of line: Line) throws(RESPError) -> RESPValue? {
        switch line.type {
        case UInt8(ascii: "+"): return .simpleString(line.text)
        case UInt8(ascii: "-"): return .error(RESPErrorReply(line.text))
        case UInt8(ascii: "_") where line.content.isEmpty: return .null
        case UInt8(ascii: "#") where line.content.elementsEqual([UInt8(ascii: "t")]): return .boolean(true)
        case UInt8(ascii: "#") where line.content.elementsEqual([UInt8(ascii: "f")]): return .boolean(false)
        case UInt8(ascii: ":"):
            guard let number = line.integer else { break }
            return .integer(number)
        case UInt8(ascii: ","):
            guard let number = line.double else { break }
            return .double(number)
        case UInt8(ascii: "("):
            guard line.isBigNumber else { break }
            return .bigNumber(line.text)
        case UInt8(ascii: "$"), UInt8(ascii: "*"):
            if line.content.elementsEqual("-1".utf8) { return .null }
            return try begin(line)
        case UInt8(ascii: "!"), UInt8(ascii: "="), UInt8(ascii: "%"), UInt8(ascii: "~"), UInt8(ascii: ">"),
            UInt8(ascii: "|"):
            return try begin(line)
        default: break
        }
        throw line.error(.malformed)
    }

    /// Begins the string or the aggregate whose length is in `line`. Returns the aggregate if it is empty.
    private mutating func begin(_ line: Line) throws(RESPError) -> RESPValue? {
        guard !line.content.elementsEqual([UInt8(ascii: "?")]) else { throw line.error(.unsupported) }
        guard let length = line.length else { throw line.error(.malformed) }
        if let kind = StringKind(line.type) {
            guard length <= limits.string else { throw line.error(.stringTooLong) }
            try count(octets: length + 2, at: line)
            string = (kind, length)
            return nil
        }
        guard let kind = AggregateKind(line.type), kind != .push || open.isEmpty else { throw line.error(.malformed) }
        guard open.count < limits.depth else { throw line.error(.tooDeep) }
        // A length has at most ten digits, so doubling it cannot overflow.
        let elements = kind.isOfPairs ? length * 2 : length
        size.elements += elements
        guard size.elements <= limits.elements else { throw line.error(.tooManyElements) }
        let aggregate = OpenAggregate(kind: kind, count: elements)
        guard elements == 0 else {
            open.append(aggregate)
            return nil
        }
        return aggregate.value
    }

    // MARK: - Octets

    /// Takes the next line, without CR LF.
    private mutating func takeLine() throws(RESPError) -> Line? {
        var index = start + scanned
        while index < buffer.count, buffer[index] != Self.lineFeed { index += 1 }
        scanned = index - start
        // The type, the content and CR.
        guard scanned <= limits.line + 2 else { throw error(.lineTooLong) }
        guard index < buffer.count else { return nil }
        guard scanned >= 2, buffer[index - 1] == Self.carriageReturn else { throw error(.malformed) }
        let line = Line(type: buffer[start], content: buffer[start + 1..<index - 1], position: dropped + start)
        guard !line.content.contains(Self.carriageReturn) else { throw error(.malformed) }
        try count(octets: scanned + 1, at: line)
        start = index + 1
        scanned = 0
        return line
    }

    /// Takes a string and the CR LF after it.
    private mutating func takeString(of length: Int) throws(RESPError) -> ArraySlice<UInt8>? {
        let end = start + length
        guard buffer.count - start >= length + 2 else { return nil }
        guard buffer[end] == Self.carriageReturn, buffer[end + 1] == Self.lineFeed else { throw error(.malformed) }
        defer { start = end + 2 }
        return buffer[start..<end]
    }

    private mutating func count(octets: Int, at line: Line) throws(RESPError) {
        size.octets += octets
        guard size.octets <= limits.value else { throw line.error(.valueTooLarge) }
    }

    private func error(_ code: RESPError.Code) -> RESPError { RESPError(code: code, position: dropped + start) }

    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")
}
