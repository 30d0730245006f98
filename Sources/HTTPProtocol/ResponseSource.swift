/// The part of a server that made a response, for its log and its metrics.
package enum ResponseSource: UInt8, Sendable, CaseIterable {
    /// The server itself, for a request that no other part answered: a refusal, an error, or an unknown path.
    case error
    /// A screen of an app, or an error on the way to it.
    case page
    /// A POST to an app.
    case action
    /// A static file.
    case file
    /// A route beside the screens, the list of the apps, or a health check.
    case route
}
