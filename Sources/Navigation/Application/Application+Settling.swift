/// Completes an action: evaluates the guards again, and calls the callbacks of the controllers that appear or disappear.
extension Application {
    /// Builds the visible controllers and loads their views, then calls the callbacks of those that appear or disappear.
    /// Does not call `load()`, whose failure would undo the action; the next rendering does.
    ///
    /// - Throws: any error of a controller while it is built or loads its view.
    /// - Returns: the change of the session's identity by the action.
    @discardableResult
    package final func settle() async throws -> IdentityChange {
        if let identity = try settleIfLoaded() { return identity }
        try await loadViews()
        return settleAfterLoading()
    }

    /// Does the work of ``settle()`` if no view must be loaded; returns `nil` otherwise.
    package final func settleIfLoaded() throws -> IdentityChange? {
        let window = try startedWindow
        try window.reevaluateGuards()
        let path = try window.visiblePath()
        guard path.allSatisfy(\.isViewLoaded), window.secondary.allSatisfy(\.isViewLoaded) else { return nil }
        updateAppearance(along: path, of: window)
        return takeIdentityChange()
    }

    /// Completes ``settle()`` after loading. The guards were evaluated before and are not evaluated again.
    package final func settleAfterLoading() -> IdentityChange {
        updateAppearance()
        return takeIdentityChange()
    }

    final func updateAppearance() {
        guard let window, let path = try? window.visiblePath() else { return }
        updateAppearance(along: path, of: window)
    }

    private func updateAppearance(along line: [ViewController], of window: Window) {
        guard window.pathNumber != appearedNumber else { return }
        appearedNumber = window.pathNumber
        let path = window.secondary.isEmpty ? line : line + window.secondary
        let change = Appearance(before: appeared, after: path)
        appeared = path
        change.forEachComing { $0.moveIfNeeded() }
        change.forEachLeaving { $0.viewWillDisappear() }
        change.forEachComing {
            $0.parent?.childWillAppear($0)
            $0.viewWillAppear()
        }
        change.forEachLeaving { $0.viewDidDisappear() }
        change.forEachComing {
            $0.viewDidAppear()
            $0.parent?.childDidAppear($0)
        }
    }
}

/// The difference between two visible paths: the controllers that appear and disappear. Paths are short, so a linear
/// search costs less than sets.
private struct Appearance {
    private let before: [ViewController]
    private let after: [ViewController]
    /// The number of controllers at the beginning of both paths: the outer containers usually stay.
    private let shared: Int

    init(before: [ViewController], after: [ViewController]) {
        var shared = 0
        while shared < min(before.count, after.count), before[shared] === after[shared] { shared += 1 }
        (self.before, self.after, self.shared) = (before, after, shared)
    }

    func forEachComing(_ body: (ViewController) -> Void) {
        forEach(in: after, butNotIn: before, body)
    }

    func forEachLeaving(_ body: (ViewController) -> Void) {
        forEach(in: before, butNotIn: after, body)
    }

    // With indices: iterating slices costs an action 400 instructions more.
    @inline(__always)
    private func forEach(
        in path: [ViewController], butNotIn other: [ViewController], _ body: (ViewController) -> Void
    ) {
        for index in shared..<path.count where !(shared..<other.count).contains(where: { other[$0] === path[index] }) {
            body(path[index])
        }
    }
}
