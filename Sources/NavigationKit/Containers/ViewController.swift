/// A screen: it shows something and says what happened to it. What that means is decided by its container (seeds 000, 002).
open class ViewController: Responder {
    /// The container that this controller is a child of.
    public final var parent: ViewController? { container.target }
    /// The container that presented this controller.
    public final var presentingViewController: ViewController? { presenter.target }
    final var window: Window? {
        get { ownWindow.target }
        set { ownWindow = UpwardReference(newValue) }
    }

    private final var container = UpwardReference<ViewController>()
    private final var presenter = UpwardReference<ViewController>()
    private final var ownWindow = UpwardReference<Window>()

    /// What the page is called. Containers set it, so that one screen has another title elsewhere (seed 000).
    @exclusivity(unchecked) public var title = ""
    /// What the bar above the screen shows; set by containers.
    @exclusivity(unchecked) public var navigationItem = NavigationItem()

    /// Whether it was presented, rather than being a child of its container.
    private(set) final var isPresented = false
    /// The number of containers around this controller or below what presents it.
    private(set) var nesting = 0
    private(set) final var isViewLoaded = false
    /// Whether ``viewDidLoad()`` was overridden, so that what is shown may be older than its source.
    private(set) final var hasLoadedItself = false
    private var hasMoved = false
    private(set) var isDirty = true
    /// Whether what was restored differs from the state it was restored from.
    private var hasLostPlace = false
    /// What was typed on this screen and not yet used.
    private(set) final var draft: Draft?
    /// True while an action that uses the draft is performed: leaving the screen then loses nothing.
    final var isDraftInUse = false
    private var lastState: ControllerState?
    /// The controllers within this one's screen, if it ever had any.
    @exclusivity(unchecked) final var embedded: EmbeddedControllers?

    /// What the screen shows. Repeat `@ViewBuilder` on an override.
    @ViewBuilder open var view: any View { EmptyView() }

    /// Loads what the screen shows, once for each controller, and must not write. Each time the screen is looked at
    /// anew, a controller of its own loads it, so that it is as fresh as its source. Do not call `super`, which has
    /// nothing to do: it takes the class for one that loads nothing, and then only actions of other sessions make the
    /// screen load anew.
    ///
    /// - Throws: what kept it from loading; see ``NavigationError`` for what the visitor gets. The state stays as it was.
    open func viewDidLoad() async throws { hasLoadedItself = false }
    /// The screen is about to be the visible one. Called only inside an action's turn, as the three below.
    open func viewWillAppear() {}
    /// The screen is the visible one.
    open func viewDidAppear() {}
    /// The screen is about to be no longer visible.
    open func viewWillDisappear() {}
    /// The screen is no longer visible.
    open func viewDidDisappear() {}
    /// The controller is about to be told its place in `parent`, the container around it or the one that presented it; or
    /// that it has none any more.
    open func willMove(toParent parent: ViewController?) {}
    /// The controller has been told its place; called after ``willMove(toParent:)``.
    open func didMove(toParent parent: ViewController?) {}

    /// The buttons of `alert` beside the one that takes it away. The visible screen is asked first, then what encloses it,
    /// until somebody has some.
    open func actions(for alert: Alert) -> [AlertAction] { [] }

    /// True to ask the visitor before this screen is dismissed or left by Back, such as while it has a draft (UIKit's
    /// `isModalInPresentation`). A container is asked, too, about all that it shows.
    open var isModalInPresentation: Bool { false }

    /// Whether the visitor has typed something here that is not used yet.
    public final var hasDraft: Bool { draft != nil }

    /// The container around it, the controller that presented it, or the window (DESIGN D2).
    override open var next: Responder? {
        if let parent { return parent }
        if let presentingViewController { return presentingViewController }
        return window
    }

    /// The controller itself with another title: `FriendList(friends).titled("Friends")`.
    public final func titled(_ title: String) -> Self {
        self.title = title
        return self
    }

    package final func loadViewIfNeeded() async throws {
        guard !isViewLoaded else { return }
        hasLoadedItself = true
        try await viewDidLoad()
        isViewLoaded = true
    }

    /// The controller itself, if it is a container: asked on every request, and a checked cast would cost more.
    var asContainer: ContainerViewController? { nil }

    // The next two do something in containers only. They are asked of all, since asking whether it is one costs more.

    /// What going back may do with what is seen here.
    var visiblePolicy: HistoryPolicy { .branch }

    /// Adds the bars of a container to the screen of its visible child.
    func decorate(_ screen: inout ScreenBuilder) {}

    /// Adds what the next request will read of this controller.
    func appendFootprint(to footprint: inout Footprint) {
        footprint.add(self, bytes: 192)
        footprint.add(anchor, bytes: 24)
    }

    /// Lets a stack say that `child` is about to be shown, or is.
    func childWillAppear(_ child: ViewController) {}
    func childDidAppear(_ child: ViewController) {}

    /// Lets a guard answer anew, because what it depends on may have changed.
    func reevaluateGuard() {}

    /// Whether a guard shows something else here than what was asked for.
    var isDiverted: Bool { false }

    /// The active route, if this is a flow.
    var flowText: String? { nil }

    // MARK: - Its place in the tree

    func attach(to container: ViewController, presented: Bool) {
        nesting = container.nesting + 1
        isPresented = presented
        if presented { presenter = UpwardReference(container) } else { self.container = UpwardReference(container) }
    }

    /// Tells the controller its place, once, within an action's turn: one that is only looked at is never told (DESIGN D4).
    final func moveIfNeeded() {
        guard !hasMoved, let container = parent ?? presentingViewController else { return }
        hasMoved = true
        willMove(toParent: container)
        didMove(toParent: container)
    }

    /// - Returns: whether it had been told that it was here.
    @discardableResult
    final func detach() -> Bool {
        defer { hasMoved = false }
        if hasMoved { willMove(toParent: nil) }
        container = UpwardReference()
        presenter = UpwardReference()
        if hasMoved { didMove(toParent: nil) }
        return hasMoved
    }

    // MARK: - Its state

    override package func savedValueDidChange() { setNeedsState() }

    /// Says that the version's data differs from here up to the root.
    final func setNeedsState(_ operation: Operation? = nil) {
        var controller: ViewController? = self
        while let current = controller {
            current.isDirty = true
            if let window = current.window { window.note(operation) }
            current.parent?.childNeedsState(current)
            controller = current.parent ?? current.presentingViewController
        }
    }

    /// Tells a container which of its children holds something new.
    func childNeedsState(_ child: ViewController) {}

    final var state: ControllerState? {
        if isDirty {
            lastState = makeState()
            isDirty = false
        }
        return lastState
    }

    /// Keeps what was typed on this screen, or forgets it once it was used; `nil` leaves it as it is.
    package final func keep(_ typed: Draft?) {
        guard let typed else { return }
        let draft = typed.values.isEmpty ? nil : typed
        guard draft != self.draft else { return }
        self.draft = draft
        setNeedsState()
    }

    func makeState() -> ControllerState? {
        let nodes = embeddedNodes
        guard savedValues != nil || draft != nil || !nodes.isEmpty else { return nil }
        return ControllerState(tabs: nodes, saved: savedValues, draft: draft)
    }

    /// What the children remember.
    final var embeddedNodes: [Node] { embedded?.nodes ?? [] }

    final func restore(_ state: ControllerState?) throws {
        if let state {
            restoreSavedValues(state.saved)
            draft = state.draft
            restoreEmbedded(state)
            try restoreArrangement(state)
        }
        lastState = state
        isDirty = hasLostPlace
    }

    private func restoreEmbedded(_ state: ControllerState) {
        let nodes = state.embedded
        guard embedded != nil || !nodes.isEmpty else { return }
        let embedded = embedded ?? EmbeddedControllers()
        self.embedded = embedded
        embedded.restore(nodes)
    }

    func restoreArrangement(_ state: ControllerState) throws {}

    /// Says that a state named a place that the program does not have any more, so that the next version leaves it out.
    final func noteLostPlace() {
        hasLostPlace = true
        var controller: ViewController? = self
        while let current = controller {
            current.isDirty = true
            current.window?.hasLostPlaces = true
            current.parent?.childNeedsState(current)
            controller = current.parent ?? current.presentingViewController
        }
    }
}

/// What the bar above a screen shows beside the title.
public struct NavigationItem {
    /// Buttons before the title.
    public var leftBarButtonItems: [BarButtonItem] = []
    /// Buttons after the title.
    public var rightBarButtonItems: [BarButtonItem] = []

    /// No buttons.
    public init() {}
}

/// A button without code of its own: its action starts at the screen and climbs (seed 000: nil-targeted).
public struct BarButtonItem {
    let title: String
    let role: ButtonRole
    let action: AnyAction

    /// - Parameters:
    ///   - title: what it says.
    ///   - role: what it means to the visitor.
    ///   - action: what it sends up the chain.
    public init(_ title: String, role: ButtonRole = .normal, action: some Action) {
        self.title = title
        self.role = role
        self.action = AnyAction(action)
    }
}

/// What a container did: the `Cairn-Operation` of an answer, and the direction of a transition.
public enum Operation: String, Sendable, Codable, CaseIterable {
    /// One route more on the stack.
    case push
    /// Routes taken off the stack.
    case pop
    /// The stack was replaced.
    case set
    /// Another tab.
    case select
    /// A route was presented.
    case present
    /// What was presented was taken away.
    case dismiss
    /// A flow shows another route.
    case flow = "switch"
    /// A flow shows a route that it comes back to, as a login after signing out.
    case flowBack = "back"
}
