/// A place that a container can show, as a value: usually an enum with a case per screen (seed 004).
///
/// The route is the URL, the snapshot and the test fixture at once (DESIGN idea 3).
public protocol Route: Codable, Hashable, Sendable {
    /// How `show(_:)` brings it on screen; by default ``Transition/push``.
    var transition: Transition { get }

    /// How high it stands while it is presented as a sheet, the first one at first; by default only ``PresentationDetent/large``.
    var detents: [PresentationDetent] { get }

    /// How it is printed in a location; by default its case name and values.
    var segment: Segment { get }

    /// The route that prints `segment`, or `nil`. It may be remembered, so that it is determined by `segment` alone.
    init?(segment: Segment)
}

extension Route {
    /// Pushed, unless a route says otherwise.
    public var transition: Transition { .push }

    /// As high as the screen.
    public var detents: [PresentationDetent] { [.large] }

    /// The case name in kebab case and its values. A route whose values are not single words must print its own.
    public var segment: Segment {
        segments.value(of: ObjectIdentifier(Self.self), AnyAction.bits(of: self)) {
            (try? RouteEncoder.segment(for: self)) ?? Segment(words: [nil])
        }
    }

    /// The segment as it is printed in a URL.
    var printedSegment: String {
        texts.value(of: ObjectIdentifier(Self.self), AnyAction.bits(of: self)) { segment.text }
    }

    /// Parses what the default ``segment`` prints.
    public init?(segment: Segment) {
        guard let route = try? RouteDecoder.route(Self.self, from: segment), route.segment == segment else {
            return nil
        }
        self = route
    }
}

extension Route {
    /// The route that a step of a location names, with the text that it prints itself.
    ///
    /// - Throws: ``NoSuchRoute``.
    static func named(by step: some StringProtocol) throws(NoSuchRoute) -> (route: Self, printed: String) {
        let text = String(step)
        return try parsed.route(Self.self, named: text) { () throws(NoSuchRoute) in try Self(parsing: text) }
    }

    private init(parsing text: String) throws(NoSuchRoute) {
        guard let segment = Segment(parsing: text), let route = Self(segment: segment) else { throw NoSuchRoute() }
        self = route
    }
}

/// Routes are facts of the program, not of a visitor, so what they print is remembered for the process.
private let segments = WordCache<Segment>()
private let texts = WordCache<String>()
private let parsed = ParsedRoutes()

/// How a route comes on screen (seed 004).
public enum Transition: String, Codable, Hashable, Sendable {
    /// On top of the stack.
    case push
    /// Presented over its container, which stays in sight.
    case modal
    /// Presented over its container, which it hides.
    case fullScreen
}

/// The heights at which a sheet rests (SwiftUI's `PresentationDetent`).
public enum PresentationDetent: String, Codable, Hashable, Sendable {
    /// About half of the screen; what it covers stays in sight above it.
    case medium
    /// As high as the screen.
    case large
}

extension Collection where Element: Route {
    /// Those that are not read back from what they print, because another prints the same or nobody reads it.
    var ambiguousSegments: [(segment: String, route: String)] {
        filter { Segment(parsing: $0.segment.text).flatMap(Element.init(segment:)) != $0 }.map {
            ($0.segment.text, "\(Element.self).\($0)")
        }
    }
}
