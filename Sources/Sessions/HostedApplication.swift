public import NavigationKit
import Synchronization

/// An app as a server hosts it: its name, and how one is made for a session.
public final class HostedApplication: Sendable {
    /// The path segment and cookie suffix it is known by, as `letters`.
    public let name: String
    /// What people call it.
    public let title: String
    /// One sentence about it.
    public let summary: String
    package let coder = ActionCoder()
    let once = NonceSource()
    private let make: @Sendable () -> Application
    private let reported = Mutex<Set<Misuse>>([])
    private let log = Mutex<@Sendable (Misuse) -> Void>({ _ in })

    /// - Parameters:
    ///   - name: lower-case letters, digits and `-`; it becomes part of the URL and of the cookie's name.
    ///   - title: what people call it.
    ///   - summary: one sentence about it.
    ///   - make: makes the application of one session; what it captures is shared by all.
    public init(
        _ name: String, title: String, summary: String = "", make: @escaping @Sendable () -> Application
    ) {
        self.name = name
        self.title = title
        self.summary = summary
        self.make = make
    }

    /// Where issues are told, each once.
    package func reportIssues(to log: @escaping @Sendable (Misuse) -> Void) { self.log.withLock { $0 = log } }

    /// The most issues that are remembered as told; a program with more has told enough.
    private static let reportedAtMost = 1_000

    package func report(_ issue: Misuse) {
        let isNew = reported.withLock { $0.count < Self.reportedAtMost && $0.insert(issue).inserted }
        if isNew { log.withLock(\.self)(issue) }
    }

    func makeApplication(state: WindowState? = nil, saved: SavedValues? = nil) throws -> Application {
        let application = make()
        try application.start(state: state, saved: saved)
        return application
    }

    /// Builds the first state once and reports what is wrong with the tables of its classes.
    package func check() async throws {
        let application = try makeApplication()
        _ = try await application.screen(coder: coder, report: report)
        for (type, action) in application.repeatedHandlers { report(.repeatedHandler(action, type: type)) }
    }
}

/// Numbers used once: unique within the process and across restarts, not secret.
final class NonceSource: Sendable {
    private let next = Atomic<UInt64>(UInt64.random(in: .min ... .max))

    /// Thirteen characters that this source never gave before; short enough to need no memory of their own.
    func nonce() -> String {
        // SplitMix64: a bijection, so that consecutive numbers stay distinct and look unrelated.
        var bits = next.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return String(unsafeUninitializedCapacity: 13) { bytes in
            for position in 0..<13 {
                let digit = UInt8(truncatingIfNeeded: bits >> UInt64(position * 5) & 31)
                bytes[position] = digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10
            }
            return 13
        }
    }
}
