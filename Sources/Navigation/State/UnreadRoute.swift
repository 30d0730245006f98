/// A placeholder for a route in a stack entry that was read from bytes. Only the container that owns the entry can
/// parse the route, because the container's class defines the route's type.
struct UnreadRoute: Route {
    let text: String

    init(text: String) { self.text = text }

    init?(segment: Segment) { nil }

    var segment: Segment { Segment(parsing: text) ?? Segment(words: [nil]) }
}
