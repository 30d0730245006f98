/// A screen: shows content and sends actions, which its container usually handles.
open class ViewController: Responder {
    /// The container whose child this controller is, or the controller that embeds it with ``addChild(_:)``; `nil` for
    /// a presented or detached controller and for the root.
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

    /// The page title. Usually set by the container, so that a screen can have another title in another container.
    public var title = ""
    /// The buttons of the bar above the screen; usually set by the container.
    public var navigationItem = NavigationItem()

    /// True if this controller was presented instead of being a child of its container.
    private(set) final var isPresented = false
    /// The number of parents and presenters above this controller when it was attached.
    private(set) var nesting = 0
    private(set) final var isViewLoaded = false
    /// True if the view is loaded and the class does not override ``load()``, so that a rendering need not load
    /// anything.
    final var isReady: Bool { isViewLoaded && table.has(.loadsNothing) }
    /// True if an override of ``viewDidLoad()`` was called, so that the content can be older than its source.
    private(set) final var hasLoadedItself = false
    private var hasMoved = false
    private(set) var isDirty = true
    /// True if part of the saved state could not be restored, such as a route that no longer exists.
    private var hasLostPlace = false
    /// The text that was typed on the page with this screen. An action that uses it clears it if the screen stays
    /// visible.
    private(set) final var draft: Draft?
    /// True while an action that uses the draft is performed: leaving the screen then loses nothing.
    final var isDraftInUse = false
    private var lastState: ControllerState?
    /// The embedded controllers; `nil` until ``addChild(_:)`` or a restore creates the object.
    final var embedded: EmbeddedControllers?

    /// The content of the screen. Repeat `@ViewBuilder` on an override.
    @ViewBuilder open var view: any View { EmptyView() }

    /// The responder at which the actions of the bar's buttons start; by default this controller. Override it to
    /// return, for example, an embedded controller, which then gets them first (UIKit's first responder).
    open var firstResponder: Responder { self }

    /// The text after the screen's title in the page's title; by default `nil`, for that of the app's ``Theme``.
    open var titleSuffix: String? { nil }
    /// A description of the screen for search engines and previews; by default `nil`, for that of the app's ``Theme``.
    /// Only pages without a session have it.
    open var pageDescription: String? { nil }

    /// The topics that the screen shows, such as `[.letters(of: person)]`; none by default. While the screen is visible
    /// and one of them changes, its page is rendered again: by the kit's script in the browser, and for scripts as an
    /// event, see ``Topic``. It is read at each rendering, after ``view``. A container returns the topics of its own
    /// parts, such as the badges of its tabs.
    open var topics: [Topic] { [] }

    /// Prepares the screen, once per controller, such as by adding children; ``load()`` is the place for data. It must
    /// not change data, and cannot use what another controller's ``load()`` provides. Each GET of the screen builds a
    /// new controller if it overrides this method. Do not call `super`: the default implementation marks the controller
    /// as one that loads nothing, and a GET can then show outdated content.
    ///
    /// - Throws: the reason why loading failed; see ``NavigationError`` for the response. The state stays as it was.
    open func viewDidLoad() async throws { hasLoadedItself = false }

    /// Loads the data that this controller shows, before each rendering: of a GET, of the page after an action, and of
    /// the page that an action is matched with before it is performed. It also runs on a controller that is used again,
    /// so assign new data only after all of it has arrived. It must not change data, navigate or write ``Saved``
    /// values.
    ///
    /// Controllers load from the outermost inwards; those of one level side by side: they take turns where one suspends
    /// and never run at the same time. After each level the guards are evaluated again, so a guard that needs loaded
    /// data permits the route until the data is there. After an action, nothing loads before the redirect: a failing
    /// load cannot undo a performed action. All loads of a rendering have a common time limit, `--load-seconds`; then,
    /// and when the client leaves, their task is cancelled. The screen behind a sheet loads afterwards, for at most a
    /// second; an error only leaves that screen out.
    ///
    /// Do not call `super`: the default implementation marks the class as one that loads nothing.
    ///
    /// - Throws: the reason why loading failed; see ``NavigationError`` for the response. The state stays as it was.
    open func load() async throws { table.note(.loadsNothing) }
    /// Called before the screen becomes visible. This method and the next three are called only while an action is
    /// performed.
    open func viewWillAppear() {}
    /// Called after the screen became visible.
    open func viewDidAppear() {}
    /// Called before the screen stops being visible.
    open func viewWillDisappear() {}
    /// Called after the screen stopped being visible.
    open func viewDidDisappear() {}
    /// Called in the first action during which the controller is visible in `parent`, the controller that contains or
    /// presents it, and then before it is detached from there (`nil`).
    open func willMove(toParent parent: ViewController?) {}
    /// Called after ``willMove(toParent:)``; for `nil`, after the controller was detached.
    open func didMove(toParent parent: ViewController?) {}

    /// The buttons of `alert` in addition to the one that dismisses it. The search begins at the visible screen and
    /// continues outwards; the first list that is not empty is used.
    open func actions(for alert: Alert) -> [AlertAction] { [] }

    /// True to require a confirmation before the actions ``Dismiss`` and ``Back`` leave this screen, such as while it
    /// has a draft (UIKit's `isModalInPresentation`). Leaving a container checks all controllers visible in it.
    open var isModalInPresentation: Bool { false }

    /// True if the screen has a draft: typed text. An action that uses it clears it if the screen stays visible.
    public final var hasDraft: Bool { draft != nil }

    /// The parent of this controller, the controller that presented it, or the window.
    override open var next: Responder? {
        if let parent { return parent }
        if let presentingViewController { return presentingViewController }
        return window
    }

    /// Sets the title and returns this controller: `FriendList(friends).titled("Friends")`.
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

    /// This controller as a container, or `nil`.
    final var asContainer: ContainerViewController? { self as? ContainerViewController }

    // The next members have an effect in containers only. They are declared here, because code that follows the visible
    // path calls them on every controller.

    /// The least strict history policy that can apply while this controller is visible.
    var visiblePolicy: HistoryPolicy { .branch }

    /// Adds the bars of a container to the screen of its visible child.
    func decorate(_ screen: inout ScreenBuilder) {}

    /// Notifies a container before and after `child` appears, so that a stack can call its `willShow` and `didShow`.
    func childWillAppear(_ child: ViewController) {}
    func childDidAppear(_ child: ViewController) {}

    /// Evaluates this container's guards again, because their conditions can have changed.
    func reevaluateGuard() {}

    /// True if this is a flow that waits to show a route that its guard refused.
    var isRedirected: Bool { false }

    /// True if this is a container whose guard refuses its root.
    var refusesRoot: Bool { false }

    /// The printed active route, if this is a flow.
    var flowText: String? { nil }

    // MARK: - Place in the tree

    func attach(to container: ViewController, presented: Bool) {
        nesting = container.nesting + 1
        isPresented = presented
        if presented { presenter = UpwardReference(container) } else { self.container = UpwardReference(container) }
    }

    /// Calls `willMove` and `didMove` once, while an action is performed: a controller that is only rendered is not
    /// notified.
    final func moveIfNeeded() {
        guard !hasMoved, let container = parent ?? presentingViewController else { return }
        hasMoved = true
        willMove(toParent: container)
        didMove(toParent: container)
    }

    /// - Returns: true if this controller had received ``didMove(toParent:)``.
    @discardableResult
    final func detach() -> Bool {
        defer { hasMoved = false }
        if hasMoved { willMove(toParent: nil) }
        container = UpwardReference()
        presenter = UpwardReference()
        if hasMoved { didMove(toParent: nil) }
        return hasMoved
    }

    // MARK: - State

    override open func savedValueDidChange() { setNeedsState() }

    /// Marks the states of this controller and of all its ancestors as changed.
    final func setNeedsState(_ operation: Operation? = nil) {
        var controller: ViewController? = self
        while let current = controller {
            current.isDirty = true
            if let window = current.window { window.note(operation) }
            current.parent?.childNeedsState(current)
            controller = current.parent ?? current.presentingViewController
        }
    }

    /// Notifies a container that the state of `child` has changed.
    func childNeedsState(_ child: ViewController) {}

    final var state: ControllerState? {
        if isDirty {
            lastState = makeState()
            isDirty = false
        }
        return lastState
    }

    /// Stores the draft of this screen, or deletes it if `typed` has no values; `nil` leaves it unchanged.
    package final func keep(_ typed: Draft?) {
        guard let typed else { return }
        let draft = typed.values.isEmpty ? nil : typed
        guard draft != self.draft else { return }
        self.draft = draft
        setNeedsState()
    }

    func makeState() -> ControllerState? {
        let entries = embeddedEntries
        guard savedValues != nil || draft != nil || !entries.isEmpty else { return nil }
        return ControllerState(.screen(draft: draft), embedded: entries, saved: savedValues)
    }

    /// The states of the embedded controllers.
    final var embeddedEntries: [StackEntry] { embedded?.entries ?? [] }

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
        let entries = state.embedded
        guard embedded != nil || !entries.isEmpty else { return }
        let embedded = embedded ?? EmbeddedControllers()
        self.embedded = embedded
        embedded.restore(entries)
    }

    func restoreArrangement(_ state: ControllerState) throws {}

    /// Records that a part of the state, such as a route that the program no longer has, could not be restored: the
    /// next version omits it.
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

extension ClassFact {
    /// The class does not override `load()`: nothing is awaited before its screen is rendered.
    static var loadsNothing: ClassFact { ClassFact(rawValue: 1) }

    /// The screen of a controller of this class once had a form, a field, a pane or an own element after rows: its rows
    /// are kept as elements, so that the screen is built once.
    static var keepsRows: ClassFact { ClassFact(rawValue: 2) }
}
