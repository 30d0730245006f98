import Responders

extension Application {
    /// The innermost visible stack that no presented controller covers. The visible controllers must be loaded.
    ///
    /// - Throws: ``StackError/noStack``, or any error of a controller while it is built.
    package final var routeStack: RouteStack { get throws { try visibleStack.routeStack() } }

    /// Changes the innermost visible stack that no presented controller covers, as an action does: ``settle()`` builds
    /// and loads its new top.
    ///
    /// - Parameter discardsChanges: true to remove routes that hold typed text or require a confirmation.
    /// - Returns: false if the stack has these routes already.
    /// - Throws: ``StackError``, or any error of a controller while it is built.
    package final func apply(_ edit: StackEdit, discardsChanges: Bool) throws -> Bool {
        let stack = try visibleStack
        guard window?.alert == nil else { throw StackError.alert }
        updateAppearance()
        window?.beginAction()
        outsideURL = nil
        return try stack.apply(edit, discardsChanges: discardsChanges)
    }

    private var visibleStack: any EditableStack {
        get throws {
            let path = try startedWindow.visiblePath()
            let uncovered = path[(path.lastIndex(where: \.isPresented) ?? 0)...]
            guard let stack = uncovered.last(where: { $0 is any EditableStack }) as? any EditableStack else {
                throw StackError.noStack
            }
            return stack
        }
    }
}
