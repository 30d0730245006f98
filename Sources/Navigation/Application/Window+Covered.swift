/// The screen that a sheet covers. Its page shows it dimmed behind the sheet, without actions.
extension Window {
    /// True if the topmost presented controller is a sheet.
    var isSheetPresented: Bool {
        guard isCovering, let path = try? visiblePath(), let top = path.last(where: \.isPresented) else { return false }
        return top.presentingViewController?.asContainer?.presentedTransition == .modal
    }

    /// Builds and loads the covered controllers for the next rendering. A page without them is still complete, so an
    /// error leaves them out.
    ///
    /// - Parameter deadline: returns when the time is over. The loads are then cancelled.
    func loadCovered(until deadline: LoadDeadline?) async {
        covered = nil
        do {
            let isReady = try await loadCoveredViews().allSatisfy(\.isReady)
            if !isReady { try await loadCoveredContent(until: deadline) }
            let line = try coveredPath().line
            // Building a covered controller resets the visible path.
            _ = try visiblePath()
            covered = Covered(path: line, below: pathNumber)
        } catch {}
    }

    /// The covered controllers, with their views loaded.
    func loadCoveredViews() async throws -> [ViewController] {
        for controller in try coveredPath().line { try await controller.loadViewIfNeeded() }
        // Loading a controller can embed others.
        let all = try coveredPath()
        for controller in all.secondary { try await controller.loadViewIfNeeded() }
        return all.line + all.secondary
    }

    /// The controllers from the outermost to the innermost one that the sheet covers, and those embedded in them. Asks the
    /// guards. Empty if a container below the sheet presents another controller itself: that one is not covered by the
    /// sheet alone.
    private func coveredPath() throws -> VisiblePath {
        let path = try visiblePath()
        var covered = VisiblePath()
        guard let sheet = path.lastIndex(where: \.isPresented) else { return covered }
        for controller in path[..<sheet] { covered.append(controller) }
        while let child = try covered.line.last?.asContainer?.coveredChild() {
            guard child.asContainer?.presentedEntry == nil else { return VisiblePath() }
            covered.append(child)
        }
        return covered
    }

    /// Renders the covered screen; `nil` if it was not loaded for the visible controllers of now.
    func coveredScreen(_ coder: ActionEncoder) -> Screen.Covered? {
        guard let covered, covered.pathNumber == pathNumber, let visible = covered.path.last else { return nil }
        // Its mistakes are reported when it is not covered.
        var builder = ScreenBuilder(
            for: visible, RenderRequest(for: .looking, coder: coder, report: { _ in }), draft: visible.draft)
        builder.inert { builder in
            // A split shows only its detail here, because its list would have to be loaded too.
            builder.build(along: covered.path[(covered.path.lastIndex(where: \.isPresented) ?? 0)...], withPanes: false)
            builder.screen.title = covered.path.last { !$0.title.isEmpty }?.title ?? ""
            builder.hidesTabsWhenPushed = visible.navigationItem.hidesTabsWhenPushed
            for controller in covered.path.reversed() {
                controller.decorate(&builder)
                if controller.isPresented { break }
            }
        }
        return Screen.Covered(builder.finish().0)
    }

    /// The controllers that were loaded to be shown behind a sheet.
    struct Covered {
        /// From the outermost to the innermost one.
        let path: [ViewController]
        /// The number of the visible path with the sheet.
        let pathNumber: Int

        fileprivate init(path: [ViewController], below pathNumber: Int) {
            (self.path, self.pathNumber) = (path, pathNumber)
        }
    }
}

extension Application {
    /// True if the topmost presented controller is a sheet, so that ``loadCovered(until:)`` has an effect.
    package final var isSheetPresented: Bool {
        // Most pages have none, and this check is all that they pay.
        guard let window, window.isCovering else { return false }
        return window.isSheetPresented
    }

    /// Builds and loads the screen that a sheet covers. An error leaves it out.
    ///
    /// - Parameter deadline: returns when the time is over.
    package final func loadCovered(until deadline: LoadDeadline? = nil) async {
        await window?.loadCovered(until: deadline)
    }
}
