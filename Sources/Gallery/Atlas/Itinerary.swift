import Cairn

/// The journey that contains a controller. Controllers find it through the responder chain.
protocol Itinerary: AnyObject {
    /// The number of pages.
    var depth: Int { get }
    /// The cities of all pages, the first page first.
    var cities: [City] { get }
}
