/// A screen that a container can show, as a value: usually an enum with one case per screen.
///
/// The route serves as the URL, the snapshot and the test fixture.
public protocol Route: Codable, Hashable, Sendable {
    /// The transition with which `show(_:)` shows the route; by default ``Transition/push``.
    var transition: Transition { get }

    /// The heights of the sheet while the route is presented, the initial one first; by default only
    /// ``PresentationDetent/large``.
    var detents: [PresentationDetent] { get }

    /// The printed form in a location; by default the case name and its values.
    var segment: Segment { get }

    /// Parses the route that prints `segment`; `nil` if there is none.
    ///
    /// The default implementation caches its result for all visitors, so an `init(from:)` of your own must depend on
    /// nothing but the decoder. Check permissions in `Container.guardResult(for:)`, which is called for each request.
    init?(segment: Segment)
}

extension Route {
    /// The default, ``Transition/push``.
    public var transition: Transition { .push }

    /// The default, only ``PresentationDetent/large``.
    public var detents: [PresentationDetent] { [.large] }

    /// The case name in kebab case and its values. A route with values that are not single words must implement
    /// `segment`.
    public var segment: Segment {
        segments.value(for: TrivialValueKey(self)) {
            (try? RouteEncoder.segment(for: self)) ?? Segment(words: [nil])
        }
    }

    /// The segment as it is printed in a URL.
    package var printedSegment: String {
        texts.value(for: TrivialValueKey(self)) { segment.text }
    }

    /// Parses the output of the default ``segment``.
    public init?(segment: Segment) {
        let route: Self? = parsed.route(of: segment) {
            guard let route = try? RouteDecoder.route(Self.self, from: segment), route.segment == segment else {
                return nil
            }
            return route
        }
        guard let route else { return nil }
        self = route
    }
}

extension Route {
    /// Parses a step of a location.
    ///
    /// - Returns: the route, and its printed segment, which can differ from `step`.
    /// - Throws: ``NoSuchRoute``. An optional result would look up its generic type for each step of a long location.
    package static func named(by step: Substring) throws(NoSuchRoute) -> (route: Self, printed: String) {
        guard let segment = Segment(parsing: step), let route = Self(segment: segment) else { throw NoSuchRoute() }
        return (route, parsed.text(of: route, parsedFrom: segment) ?? route.printedSegment)
    }
}

/// The printed forms depend on the program only, so they are cached for the process.
private let segments = EncodingCache<Segment>()
private let texts = EncodingCache<String>()
private let parsed = ParsedRoutes()

/// The presentation of a route: pushed, or presented over its container.
/// Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum Transition: String, Codable, Hashable, Sendable {
    /// Shown in the container's own arrangement, such as on top of a stack.
    case push
    /// Presented over its container, as a sheet.
    case modal
    /// Presented over its container, which it hides.
    case fullScreen
}

/// The heights at which a sheet rests (SwiftUI's `PresentationDetent`).
///
/// A sheet on a page is not dragged. With only ``medium``, its content scrolls within that height. With ``medium`` first
/// and ``large``, it grows from one to the other with its content. In a window lower than 480 pixels, every sheet of a
/// narrow page is large.
///
/// Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum PresentationDetent: String, Codable, Hashable, Sendable {
    /// About half of the screen.
    case medium
    /// As high as the screen.
    case large
}

extension Collection where Element: Route {
    /// The routes whose segments do not round-trip: `init(segment:)` parses them as another route or as none.
    package var ambiguousSegments: [(segment: String, route: String)] {
        filter { Segment(parsing: $0.segment.text).flatMap(Element.init(segment:)) != $0 }.map {
            ($0.segment.text, "\(Element.self).\($0)")
        }
    }
}
