/// Where a visitor is, as the path of a URL below the app's own prefix (DESIGN D8).
///
/// The grammar, in RFC 5234 terms:
/// ```
/// location  = *64( "/" step )
/// step      = [ "~" / "=" ] segment / mark / within / more   ; "~" presents the route, "=" begins a stack without its declared root
/// segment   = word *( ":" word )         ; by default case name and values, "friend:7"
/// word      = *( character / escape ) / "!e" / "!n"     ; an empty text, an absent value
/// escape    = "!" 2HEXDIG                ; what a browser or proxy folds: / \ : ! % controls, a leading ~, "." and ".."
/// mark      = "!_"                       ; a deeper stack than fits stands before the next step
/// within    = "!w"                       ; the steps that follow are those of the container on top of the stack
/// more      = "more" / "!m"              ; the tabs a bar has no room for; the latter where a tab is called "more"
/// ```
/// Other bytes are percent-encoded as in any URL. A tab is always printed; the declared root of a stack or flow never is.
public struct Location: Hashable, Sendable, CustomStringConvertible {
    /// The path, empty or beginning with `/`.
    public let path: String

    /// Whether the path says all that is visible; a stack too deep or a route too long leaves a mark.
    public let isComplete: Bool

    /// A location from text, percent-encoded the way we print it; whether it leads anywhere is found when a state is
    /// built from it.
    public init(_ path: String) {
        var path = path
        self = path.withUTF8 { Location($0) }
    }

    /// As ``init(_:)``, of the path's bytes.
    package init(_ path: UnsafeBufferPointer<UInt8>) {
        isComplete = true
        if path.isEmpty || path.count == 1 && path[0] == UInt8(ascii: "/") {
            self.path = ""
        } else if path.allSatisfy(PercentEncoding.isUnescapedInPath) {
            self.path = String(decoding: path, as: UTF8.self)
        } else {
            let steps = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            self.path = steps.map(Location.printed).joined(separator: "/")
        }
    }

    /// A location that was printed before.
    package init(_ path: String, isComplete: Bool) {
        self.path = Location(path).path
        self.isComplete = isComplete
    }

    private static func printed(_ step: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let startsStack = step.first == UInt8(ascii: "=")
        let rest = startsStack ? step.dropFirst() : step
        return (startsStack ? "=" : "") + PercentEncoding.encode(PercentEncoding.decode(rest) ?? Array(rest))
    }

    /// Differs, but for rare chance, where the paths differ; the same within one process only.
    package var fingerprint: UInt64 {
        var path = path
        return path.withUTF8 { bytes in
            var hash = UInt64(truncatingIfNeeded: bytes.count) ^ 0xCBF2_9CE4_8422_2325
            let bytes = UnsafeRawBufferPointer(bytes)
            var position = 0
            while position &+ 8 <= bytes.count {
                hash = (hash ^ bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
                hash ^= hash >> 29
                position &+= 8
            }
            while position < bytes.count {
                hash = (hash ^ UInt64(bytes[position])) &* 0x9E37_79B9_7F4A_7C15
                position &+= 1
            }
            return hash
        }
    }

    /// What `print` prints: steps that were made for a path, so they are not looked at again.
    static func printed(by print: (inout LocationPrinter) throws -> Void) rethrows -> Location {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longestPath) { bytes in
            var printer = LocationPrinter(bytes)
            try print(&printer)
            return printer.finish()
        }
    }

    fileprivate init(printed path: String, isComplete: Bool) {
        self.path = path
        self.isComplete = isComplete
    }

    /// The path; `/` for the root.
    public var description: String { path.isEmpty ? "/" : path }

    /// The longest path that is printed or parsed, in bytes.
    public static let longestPath = 1_024

    /// The most steps that are printed or parsed. Each may cost a call of a guard, and the last ones build controllers.
    static let mostSteps = 64

    var steps: ArraySlice<Substring> {
        guard !path.isEmpty else { return [] }
        let steps = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return steps.map(Substring.init)[...].dropFirst()
    }
}

/// Prints the visible path of a tree, outermost container first.
///
/// It writes into memory that is lent for as long as it prints.
struct LocationPrinter: ~Copyable {
    static let mark = "!_"
    static let more = "!m"
    static let within = "!w"
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var count = 0
    private var stepCount = 0
    private(set) var isComplete = true

    fileprivate init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

    /// The bytes and steps that one stack may print, so that the stacks presented above it find room too.
    var roomForStack: (bytes: Int, steps: Int) {
        (max(0, (bytes.count - count) / 2), max(0, (Location.mostSteps - stepCount) * 3 / 4))
    }

    /// Prints steps that were printed before; those for which there is no room leave a mark.
    mutating func append(_ steps: Substring, count number: Int) {
        guard steps.utf8.count <= bytes.count - count, stepCount + number <= Location.mostSteps else {
            return leaveMark()
        }
        write(String(steps))
        stepCount += number
    }

    mutating func step(_ text: String, prefix: UInt8? = nil) {
        guard text.utf8.count <= Segment.longestText, text.utf8.count + 2 <= bytes.count - count,
            stepCount < Location.mostSteps
        else { return leaveMark() }
        write(UInt8(ascii: "/"))
        if let prefix { write(prefix) }
        write(text)
        stepCount += 1
    }

    mutating func leaveMark() {
        isComplete = false
        guard count + 3 <= bytes.count, stepCount < Location.mostSteps else { return }
        write(UInt8(ascii: "/"))
        write(LocationPrinter.mark)
        stepCount += 1
    }

    /// Prints the steps within the top of a stack, behind ``within`` if the stack would take the first of them for its own.
    mutating func steps(
        within stack: ContainerViewController, _ print: (inout LocationPrinter) throws -> Void
    ) rethrows {
        let start = count
        try print(&self)
        guard stack.isStack, count > start else { return }
        let step = bytes[(start + 1)..<count].prefix { $0 != UInt8(ascii: "/") }
        guard stack.takesStep(String(decoding: step, as: UTF8.self)[...]) else { return }
        let room = LocationPrinter.within.utf8.count + 1
        guard count + room <= bytes.count, stepCount < Location.mostSteps else {
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

/// A path that names no state, and how much of it does.
public struct LocationError: Error, Equatable, CustomStringConvertible {
    /// The path that was asked for.
    public let path: String
    /// The longest prefix that names a state.
    public let longestValidPrefix: Location

    init(path: String, longestValidPrefix: Location) {
        self.path = path
        self.longestValidPrefix = longestValidPrefix
    }

    /// - Parameter count: how many of the last steps lead nowhere.
    init(_ location: Location, without count: Int) {
        path = location.path
        longestValidPrefix = Location(location.steps.dropLast(count).map { "/" + $0 }.joined())
    }

    /// What was asked for and what would have worked.
    public var description: String {
        "No screen at \(path); the longest part that leads somewhere is \(longestValidPrefix)."
    }
}
