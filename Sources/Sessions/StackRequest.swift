package import NavigationKit

/// A request that changes a whole stack.
package struct StackRequest: Sendable {
    let edit: StackEdit
    /// The version that the request's URL names; `nil` for the state that a GET of the location shows.
    let version: Int?
    /// True to remove routes that hold typed text or require a confirmation.
    let discardsChanges: Bool
    /// Returns true if the request's precondition holds for the given stack, which is the one before the change.
    /// Called under the session's mutex, so no action of the session can intervene.
    let precondition: (@Sendable (StackPage) -> Bool)?
    /// The commit's view of this request: location, network and commit gate.
    let action: ActionRequest

    /// - Parameters:
    ///   - edit: the change.
    ///   - location: the location whose visible stack is changed.
    ///   - version: the version that the request's URL names.
    ///   - discardsChanges: true to remove routes that hold typed text or require a confirmation.
    ///   - network: the client's network.
    ///   - precondition: returns true if the request's precondition holds for the stack before the change.
    package init(
        _ edit: StackEdit, location: Location, version: Int?, discardsChanges: Bool = false, network: UInt64? = nil,
        precondition: (@Sendable (StackPage) -> Bool)? = nil
    ) throws {
        self.edit = edit
        self.version = version
        self.discardsChanges = discardsChanges
        self.precondition = precondition
        action = ActionRequest(
            location: location, at: version.map { .version($0) }, submission: try FormSubmission(token: "stack"),
            isTraced: false, network: network)
    }

    /// Identifies the change under the policy ``HistoryPolicy/once``. No action has a name with a blank.
    var onceToken: String {
        switch edit {
        case .set(let routes): "stack set " + routes.joined(separator: "/")
        case .remove(let index): "stack remove \(index)"
        }
    }
}

/// A stack with the data that a client needs to change it.
package struct StackPage: Sendable {
    /// The routes.
    package let stack: RouteStack
    /// The location of the visible screen.
    package let location: Location
    /// The state that has the stack.
    package let at: Page.Origin
    /// True if the canonical URL, the location without a version number, shows this state.
    package let isCanonical: Bool
    /// False while an alert must be dismissed first.
    package let isEditable: Bool
    /// A one-line message, such as after an expired session.
    package var notice: String?
    /// True if the request named a session that is unknown or has ended.
    package internal(set) var isOfUnknownSession = false
}

/// The result of a request that changes a stack.
package enum StackOutcome: Sendable {
    /// The stack was changed, now or by an earlier equal request.
    case done(ActionOutcome.Done)
    /// The stack has these routes already.
    case unchanged(StackPage)
    /// The precondition of the request does not hold (412).
    case failed(StackPage)
    /// The version or the session is not kept, or the history policy refuses the change (409). The location and the
    /// version are those of a state that can be changed.
    case stale(Location, version: Int?, isOfUnknownSession: Bool = false)

    /// The outcome with the number of the session's revision.
    func withRevision(_ revision: UInt64?) -> StackOutcome {
        guard case .done(var done) = self else { return self }
        done.revision = revision
        return .done(done)
    }
}
