import Digests

/// The visible path through an app's containers, as the path of a URL below the app's own prefix.
///
/// The grammar, in RFC 5234 terms:
/// ```
/// location  = *64( "/" step ) [ "?" query ]
/// step      = [ "~" / "=" ] segment / mark / within / more / "~!s"
///           ; "~" presents a route, "=" replaces a stack's root, "~!s" presents the segment "stack"
/// segment   = word *( ":" word )         ; by default case name and values, "friend:7"
/// word      = *( character / escape ) / "!e" / "!n"     ; "!e" is a single empty word, "!n" an absent value
/// escape    = "!" 2HEXDIG                ; for / \ : ! % controls, a leading ~, and a segment of dots only
/// mark      = "!_"                       ; truncation: steps that do not fit are omitted here
/// within    = "!w"                       ; the steps that follow belong to the container on top of the stack
/// more      = "more" / "!m"              ; the list of tabs that do not fit; "!m" if a tab has the segment "more"
/// query     = item *( "&" item )         ; values of the visible screens that differ from their defaults, see ``Query``
/// item      = name "=" text              ; percent-encoded
/// ```
/// The step `~stack` is none of a location: it names the stack itself, as a resource.
///
/// Other bytes are percent-encoded as in any URL. A tab is always printed; the declared root of a stack, a flow or a
/// split is not.
public struct Location: Hashable, Sendable, CustomStringConvertible {
    /// The path, empty or beginning with `/`, and the query after a question mark if there is one. One string, because
    /// each page and each offer holds a location.
    package let text: String

    /// The length of the path, in octets; -1 if there is no query. A small number, so that other values fit beside it.
    private let pathLength: Int16

    /// The path, empty or beginning with `/`.
    public var path: String {
        guard hasQuery else { return text }
        return String(decoding: text.utf8.prefix(Int(pathLength)), as: UTF8.self)
    }

    /// The query without its question mark; empty if there is none.
    public var query: String {
        guard hasQuery else { return "" }
        return String(decoding: text.utf8.dropFirst(Int(pathLength) + 1), as: UTF8.self)
    }

    /// True if there is a query.
    package var hasQuery: Bool { pathLength >= 0 }

    /// False if the path, or a route in it, was too long to be printed; the path then usually contains a truncation
    /// mark.
    public let isComplete: Bool

    /// Creates a location from a path and an optional query, and normalizes their percent-encoding. Only opening the
    /// location checks that it exists.
    public init(_ text: String) {
        var text = text
        self = text.withUTF8 { text in
            guard let mark = text.firstIndex(of: UInt8(ascii: "?")) else { return Location(path: text) }
            let query = LocationQuery(parsing: text[(mark + 1)...])
            return Location(path: UnsafeBufferPointer(rebasing: text[..<mark])).with(query: query.text)
        }
    }

    /// Works as ``init(_:)`` for the bytes of a path.
    package init(path: UnsafeBufferPointer<UInt8>) {
        isComplete = true
        pathLength = -1
        if path.isEmpty || path.count == 1 && path[0] == UInt8(ascii: "/") {
            text = ""
        } else if path.allSatisfy(PercentEncoding.isUnescapedInPath) {
            text = String(decoding: path, as: UTF8.self)
        } else {
            let steps = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            text = steps.map(Location.printed).joined(separator: "/")
        }
    }

    /// Creates a location that was printed before.
    package init(_ text: String, isComplete: Bool) {
        let location = Location(text)
        self.init(location.text, pathLength: location.pathLength, isComplete: isComplete)
    }

    private init(_ text: String, pathLength: Int16, isComplete: Bool) {
        self.text = text
        self.pathLength = pathLength
        self.isComplete = isComplete
    }

    /// The same path with another query, in canonical form; empty for none.
    package func with(query: String) -> Location {
        let path = path
        guard !query.isEmpty, let length = Int16(exactly: path.utf8.count) else {
            return Location(path, pathLength: -1, isComplete: isComplete)
        }
        return Location("\(path)?\(query)", pathLength: length, isComplete: isComplete)
    }

    /// The same path with `query`; incomplete, without a query, if that is too long to be parsed again.
    package func adding(_ query: LocationQuery) -> Location {
        let text = query.text
        guard text.utf8.count <= LocationQuery.maxLength, query.items.count <= LocationQuery.maxItems else {
            return Location(path, pathLength: -1, isComplete: false)
        }
        return with(query: text)
    }

    private static func printed(_ step: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let startsStack = step.first == UInt8(ascii: "=")
        let rest = startsStack ? step.dropFirst() : step
        return (startsStack ? "=" : "") + PercentEncoding.encode(PercentEncoding.decode(rest) ?? Array(rest))
    }

    /// A 64-bit hash of path and query; different ones rarely have the same hash.
    package var fingerprint: UInt64 {
        var text = text
        return text.withUTF8 { FastHash.hash(UnsafeRawBufferPointer($0)) }
    }

    /// The location that `print` prints. Its steps are in canonical form already, so they are not checked again.
    package static func printed(by print: (inout LocationPrinter) throws -> Void) rethrows -> Location {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maxPathLength) { bytes in
            var printer = LocationPrinter(bytes)
            try print(&printer)
            return printer.finish()
        }
    }

    fileprivate init(printed path: String, isComplete: Bool) {
        self.init(path, pathLength: -1, isComplete: isComplete)
    }

    /// The path, `/` for the root, and the query after a question mark if there is one.
    public var description: String { path.isEmpty ? "/" + text : text }

    /// The maximum length of a path that is printed or parsed, in bytes.
    public static let maxPathLength = 1_024

    /// The maximum number of steps that are printed or parsed. Each step can call a guard and build a controller.
    package static let maxSteps = 64

    package var steps: ArraySlice<Substring> {
        guard !text.isEmpty else { return [] }
        let path = path
        let steps = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return steps.map(Substring.init)[...].dropFirst()
    }
}

/// Prints the visible path of a tree, outermost container first.
///
/// The printer writes into memory that is valid only while it prints.
package struct LocationPrinter: ~Copyable {
    package static let mark = "!_"
    package static let more = "!m"
    package static let within = "!w"
    /// The step `~stack` names the stack of a location, not a presented route.
    package static let stack = "stack"
    private static let presentedStack = "!s"
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var count = 0
    private var stepCount = 0
    package private(set) var isComplete = true

    fileprivate init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

    /// The bytes and steps available to one stack. The limit leaves space for the steps that follow it.
    package var roomForStack: (bytes: Int, steps: Int) {
        (max(0, (bytes.count - count) / 2), max(0, (Location.maxSteps - stepCount) * 3 / 4))
    }

    /// Appends cached, printed steps, or a truncation mark if they do not fit.
    package mutating func append(_ steps: Substring, count number: Int) {
        guard steps.utf8.count <= bytes.count - count, stepCount + number <= Location.maxSteps else {
            return writeTruncationMarker()
        }
        write(String(steps))
        stepCount += number
    }

    package mutating func step(_ text: String, prefix: UInt8? = nil) {
        guard text.utf8.count <= Segment.maxTextLength, text.utf8.count + 2 <= bytes.count - count,
            stepCount < Location.maxSteps
        else { return writeTruncationMarker() }
        write(UInt8(ascii: "/"))
        if let prefix { write(prefix) }
        write(text)
        stepCount += 1
    }

    /// Prints the step of a presented route.
    package mutating func presentedStep(_ text: String) {
        step(text == LocationPrinter.stack ? LocationPrinter.presentedStack : text, prefix: UInt8(ascii: "~"))
    }

    /// Parses the step of a presented route; `nil` if `step` is none.
    package static func presentedSegment(of step: Substring) -> Segment? {
        guard step.hasPrefix("~") else { return nil }
        let text = step.dropFirst()
        if text == presentedStack { return Segment(stack) }
        return text == stack ? nil : Segment(parsing: text)
    }

    package mutating func writeTruncationMarker() {
        isComplete = false
        guard count + 3 <= bytes.count, stepCount < Location.maxSteps else { return }
        write(UInt8(ascii: "/"))
        write(LocationPrinter.mark)
        stepCount += 1
    }

    /// Prints the steps within a container, after ``within`` if it is a stack that would parse the first of them as its
    /// own.
    ///
    /// - Parameter takesStep: returns true if the stack can push the route of a step.
    package mutating func steps(
        ofStack isStack: Bool, takesStep: (Substring) -> Bool, _ print: (inout LocationPrinter) throws -> Void
    ) rethrows {
        let start = count
        try print(&self)
        guard isStack, count > start else { return }
        let step = bytes[(start + 1)..<count].prefix { $0 != UInt8(ascii: "/") }
        guard takesStep(String(decoding: step, as: UTF8.self)[...]) else { return }
        let room = LocationPrinter.within.utf8.count + 1
        guard count + room <= bytes.count, stepCount < Location.maxSteps else {
            isComplete = false
            return
        }
        for position in stride(from: count - 1, through: start, by: -1) { bytes[position + room] = bytes[position] }
        let end = count + room
        count = start
        write(UInt8(ascii: "/"))
        write(LocationPrinter.within)
        count = end
        stepCount += 1
    }

    private mutating func write(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }

    private mutating func write(_ text: String) {
        let end = text.utf8.span.withUnsafeBufferPointer { bytes[count...].initialize(fromContentsOf: $0) }
        count = end
    }

    fileprivate consuming func finish() -> Location {
        let path = String(decoding: UnsafeBufferPointer(rebasing: bytes[..<count]), as: UTF8.self)
        return Location(printed: path, isComplete: isComplete)
    }
}

/// The error for a path that names no state, with the longest part that does.
public struct LocationError: Error, Equatable, CustomStringConvertible {
    /// The requested path; if it is too long, has too many steps or does not begin with `/`, shortened to 64 Unicode
    /// scalars.
    public let path: String
    /// The longest prefix that names a state; the root if the path is too long, has too many steps or does not begin
    /// with `/`.
    public let longestValidPrefix: Location

    package init(path: String, longestValidPrefix: Location) {
        self.path = path
        self.longestValidPrefix = longestValidPrefix
    }

    /// - Parameter count: the number of steps at the end that name no state.
    package init(_ location: Location, without count: Int) {
        path = location.path
        longestValidPrefix = Location(location.steps.dropLast(count).map { "/" + $0 }.joined())
    }

    /// The requested path and the longest valid part.
    public var description: String {
        "No screen at \(path); its longest valid prefix is \(longestValidPrefix)."
    }
}
