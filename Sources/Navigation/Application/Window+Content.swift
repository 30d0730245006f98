/// The content of the visible screen, with its bars and what is around it.
extension Window {
    /// Renders the visible screen, with the alert over it.
    func build(
        _ visible: ViewController, _ path: [ViewController], into builder: inout ScreenBuilder,
        _ slots: any SlotProvider
    ) {
        if let alert {
            builder.inert { buildContent(of: visible, path, into: &$0, slots) }
            let senders = senders(visible)
            var choices: [Screen.BarItem] = []
            for (index, choice) in alert.actions.enumerated() {
                let own = choice.sender.map { senders.indices.contains($0) ? [senders[$0]] : [] } ?? senders
                if let item = builder.alertItem(choice, at: index, from: own) { choices.append(item) }
            }
            for choice in path.lazy.reversed().map({ $0.actions(for: alert) }).first(where: { !$0.isEmpty }) ?? [] {
                guard let action = choice.action,
                    let item = builder.barItem(choice.title, role: choice.role, action: action, mayBeLink: false)
                else { continue }
                choices.append(item)
            }
            if let action = builder.offer(AnyAction(DismissAlert()), title: alert.dismissTitle) {
                builder.screen.alert = Screen.PresentedAlert(alert: alert, action: action, choices: choices)
                // Escape dismisses it.
                builder.screen.usesScript = true
            }
        } else {
            buildContent(of: visible, path, into: &builder, slots)
            if let undo { offer(undo.action, from: visible, to: &builder) }
        }
    }

    private func offer(_ undo: AlertAction, from visible: ViewController, to builder: inout ScreenBuilder) {
        guard let item = builder.undoItem(undo, from: senders(visible)) else { return }
        builder.screen.undo = item
    }

    /// The visible controllers whose chains can perform the actions of an alert, the topmost one first.
    private func senders(_ visible: ViewController) -> [ViewController] { [visible] + secondary.reversed() }

    /// Returns the position of `responder` among the visible controllers; `nil` if it is none of them.
    ///
    /// - Throws: any error of a controller while it is built.
    func position(ofSender responder: Responder) throws -> Int? {
        senders(try visiblePath().last ?? rootViewController).firstIndex { $0 === responder }
    }

    private func buildContent(
        of visible: ViewController, _ path: [ViewController], into builder: inout ScreenBuilder,
        _ slots: any SlotProvider
    ) {
        secondary.isEmpty ? visible.view.build(into: &builder) : buildAll(along: path, into: &builder)
        // The submitted offer is found, and the bars have no fields.
        if builder.isComplete, !builder.keepsElements { return }
        builder.screen.title = path.last { !$0.title.isEmpty }?.title ?? ""
        if builder.keepsElements {
            let animation = visible.navigationItem.animation
            if animation != .automatic { builder.screen.animation = animation }
            if let suffix = visible.titleSuffix { builder.screen.titleSuffix = suffix }
            if let description = visible.pageDescription { builder.screen.pageDescription = description }
            if !secondary.isEmpty { for controller in secondary { controller.addTopics(to: &builder) } }
        }
        if readsQuery { addQuery(of: path + secondary, to: &builder) }
        builder.hidesTabsWhenPushed = visible.navigationItem.hidesTabsWhenPushed
        if visible.navigationItem.isBarHidden {
            builder.screen.hidesBar = true
        } else {
            addButtons(of: visible, to: &builder)
        }
        for controller in path.reversed() {
            controller.decorate(&builder)
            if builder.keepsElements { controller.addTopics(to: &builder) }
            // A presented controller hides the bars of the containers that it covers.
            guard controller.isPresented else { continue }
            if let presenter = controller.presentingViewController?.asContainer {
                decorate(&builder, presentedBy: presenter, path)
            }
            break
        }
        for controller in path where builder.screen.flow == nil { builder.screen.flow = controller.flowText }
        if !builder.isComplete { slots.addSlots(to: &builder, unless: path.contains { $0.isPresented }) }
    }

    /// Adds the buttons of the bar, whose actions start at the first responder.
    private func addButtons(of visible: ViewController, to builder: inout ScreenBuilder) {
        let (left, right) = (visible.navigationItem.leftBarButtonItems, visible.navigationItem.rightBarButtonItems)
        guard !left.isEmpty || !right.isEmpty else { return }
        let first = visible.firstResponder
        guard first !== visible else { return add(left, right, to: &builder) }
        builder.within(first) { add(left, right, to: &$0) }
    }

    private func add(_ left: [BarButtonItem], _ right: [BarButtonItem], to builder: inout ScreenBuilder) {
        for button in left {
            if let bar = builder.barItem(button) { builder.screen.leadingItems.append(bar) }
        }
        for button in right {
            if let bar = builder.barItem(button) { builder.screen.trailingItems.append(bar) }
        }
    }

    /// Renders the controllers along `path` and the secondary ones, starting with the topmost presented controller,
    /// because it hides those below it.
    private func buildAll(along path: [ViewController], into builder: inout ScreenBuilder) {
        builder.build(along: path[(path.lastIndex(where: \.isPresented) ?? 0)...])
    }

    private func decorate(
        _ builder: inout ScreenBuilder, presentedBy presenter: ContainerViewController, _ path: [ViewController]
    ) {
        builder.screen.presentation = presenter.presentedTransition
        if builder.screen.presentation == .modal { builder.screen.detents = presenter.presentedDetents }
        guard !builder.screen.hidesBar else { return }
        let button = dismissButton(along: path)
        guard button != .hidden else { return }
        let title = button == .done ? localized("Done") : localized("Cancel")
        guard let item = builder.barItem(title, role: .cancel, action: AnyAction(Dismiss())) else { return }
        if button == .cancel, builder.screen.leadingItems.isEmpty {
            builder.screen.leadingItems = [item]
        } else {
            builder.screen.trailingItems.append(item)
        }
    }

    /// The button that the topmost presented controller, or a controller in it, chose: the innermost choice counts.
    private func dismissButton(along path: [ViewController]) -> NavigationItem.DismissButton {
        for controller in path.reversed() {
            if let button = controller.navigationItem.dismissButton { return button }
            if controller.isPresented { break }
        }
        return .cancel
    }
}

extension ViewController {
    /// Adds the topics of a visible controller. A presented controller hides those below it.
    @inline(__always)
    fileprivate func addTopics(to builder: inout ScreenBuilder) {
        let topics = topics
        if !topics.isEmpty { builder.screen.topics.formUnion(topics.lazy.map(\.text)) }
    }
}
