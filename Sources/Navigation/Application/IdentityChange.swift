/// The change of the session's identity by an action.
package enum IdentityChange: Sendable, Equatable {
    case none
    case changed(to: String?, clearsCache: Bool)
}
