/// A placeholder for the route of a stack entry that was read from bytes, or that is of an embedded controller. Only
/// the container that owns the entry can parse a route, because the container's class defines the route's type.
struct UnreadRoute: Route {
    let text: String

    init(text: String) { self.text = text }

    init?(segment: Segment) { nil }

    var segment: Segment { Segment(parsing: text) ?? Segment(words: [nil]) }
}
