/// An entry of the state: a route, the state of its controller, and the entries below it on its stack.
///
/// Entries are immutable and shared between versions, so the cost of a push or a pop does not depend on the depth.
package final class StackEntry: Sendable {
    package let route: any Route
    /// Usually the printed segment of the route, cached.
    package let text: String
    package let state: ControllerState?
    package let below: StackEntry?
    /// The number of entries below this one.
    package var depth: Int { Int(shortDepth) }
    private let shortDepth: Int32
    /// True if the entry was read from storage and its container has not resolved the route yet, or if the entry is of
    /// an embedded controller. Each restore reads this flag, because inspecting the route would cost more.
    let isUnread: Bool

    private let cachedPathSuffix = LazyReference<PathSuffix>()

    package convenience init(
        _ route: any Route, text: String? = nil, state: ControllerState? = nil, below: StackEntry? = nil
    ) {
        self.init(route, text: text ?? route.printedSegment, state: state, below: below, isUnread: false)
    }

    /// Creates an entry whose route only its container can resolve, or one of an embedded controller.
    convenience init(unread text: String, state: ControllerState?, below: StackEntry?) {
        self.init(UnreadRoute(text: text), text: text, state: state, below: below, isUnread: true)
    }

    private init(_ route: any Route, text: String, state: ControllerState?, below: StackEntry?, isUnread: Bool) {
        self.route = route
        self.text = text
        self.isUnread = isUnread
        self.state = state
        self.below = below
        shortDepth = below.map { $0.shortDepth + 1 } ?? 0
    }

    /// The highest steps of the stack that fit into a location. Each entry caches its own, so that the cost of printing
    /// does not depend on the depth of the stack.
    var pathSuffix: PathSuffix {
        if let cached = cachedPathSuffix.value { return cached }
        var entries: [StackEntry] = []
        var suffix: PathSuffix?
        var entry: StackEntry? = self
        // Start at the highest lower entry with a cached suffix, so that a push does not walk the stack.
        while suffix == nil, let current = entry {
            suffix = current.cachedPathSuffix.value
            if current.below == nil { suffix = PathSuffix(bottom: current.text) }
            if entries.count > PathSuffix.maxSteps { suffix = PathSuffix(bottom: nil) }
            if suffix == nil { entries.append(current) }
            entry = current.below
        }
        var longer = suffix ?? PathSuffix(bottom: nil)
        while let place = entries.popLast() { longer = PathSuffix(longer, adding: place) }
        return cachedPathSuffix.storeIfNil(longer)
    }

    /// The route, if it is an `R`; otherwise the result of `other`.
    ///
    /// Every request calls it. Comparing types costs a fraction of `as? R`, which looks up the metadata of `R?` by
    /// name.
    @inline(__always)
    func route<R: Route>(or other: @autoclosure () throws -> R) rethrows -> R {
        if type(of: route) == R.self { return route.exactly(R.self) }
        return try other()
    }

    func with(state: ControllerState?, below: StackEntry?) -> StackEntry {
        StackEntry(route, text: text, state: state, below: below, isUnread: isUnread)
    }
}

/// The printed steps of the highest entries of a stack, as many as can fit into a location.
final class PathSuffix: Sendable {
    /// The steps, each with a preceding slash.
    let steps: String
    /// The number of steps.
    let count: Int
    /// The segment of the stack's bottom if all steps above it fit. Stores the text instead of the entry, because the
    /// entry retains this object.
    let bottom: String?

    /// The maximum length of the steps, in bytes.
    static let maxLength = Location.maxPathLength / 2
    /// The maximum number of steps.
    static let maxSteps = Location.maxSteps * 3 / 4

    init(bottom: String?) {
        (steps, count) = ("", 0)
        self.bottom = bottom
    }

    init(_ below: PathSuffix, adding entry: StackEntry) {
        guard entry.text.utf8.count <= Segment.maxTextLength else {
            // A truncation mark replaces this entry and all entries below it.
            (steps, count, bottom) = ("", 0, nil)
            return
        }
        let room = PathSuffix.maxLength - entry.text.utf8.count - 1
        let isWhole = below.steps.utf8.count <= room && below.count < PathSuffix.maxSteps
        let (rest, number) =
            isWhole ? (below.steps[...], below.count) : below.highest(bytes: room, steps: PathSuffix.maxSteps - 1)
        var kept = String(rest)
        var text = entry.text
        steps = kept.withUTF8 { kept in
            text.withUTF8 { text in
                String(unsafeUninitializedCapacity: kept.count + 1 + text.count) { bytes in
                    _ = bytes.initialize(fromContentsOf: kept)
                    bytes.initializeElement(at: kept.count, to: UInt8(ascii: "/"))
                    return bytes[(kept.count + 1)...].initialize(fromContentsOf: text)
                }
            }
        }
        count = number + 1
        bottom = isWhole ? below.bottom : nil
    }

    /// The highest of these steps: at most `bytes` bytes and `number` steps.
    func highest(bytes: Int, steps number: Int) -> (steps: Substring, count: Int) {
        var (rest, left) = (steps.utf8[...], count)
        while rest.count > bytes || left > number, let first = rest.popFirst(), first == UInt8(ascii: "/") {
            rest = rest[(rest.firstIndex(of: first) ?? rest.endIndex)...]
            left -= 1
        }
        return (Substring(rest), max(0, left))
    }
}

/// The complete state of one version: the state of all controllers, the alert, and the message of the action.
package struct WindowState: Sendable {
    package let root: ControllerState?
    let presentedAlert: PresentedAlert?
    /// The message of the action that led to this version: for its first page, or, with ``undo``, until the next action.
    package let flash: String?
    /// The action of the button Undo beside the message.
    let undo: Undo?

    /// The alert that is shown over all controllers.
    package var alert: Alert? { presentedAlert?.alert }

    /// Holds the alert in a separate object, because few versions have one, and inline it would enlarge every version.
    final class PresentedAlert: Sendable {
        let alert: Alert
        init(_ alert: Alert) { self.alert = alert }
    }

    /// Holds the action that undoes another one in a separate object, for the same reason.
    final class Undo: Sendable {
        let action: AlertAction
        init(_ action: AlertAction) { self.action = action }
    }

    init(root: ControllerState?, presentedAlert: PresentedAlert?, flash: String? = nil, undo: Undo? = nil) {
        self.root = root
        self.presentedAlert = presentedAlert
        self.flash = flash
        self.undo = undo
    }

    init(root: ControllerState?, alert: Alert?, flash: String? = nil, undo: AlertAction? = nil) {
        self.init(
            root: root, presentedAlert: alert.map(PresentedAlert.init), flash: flash, undo: undo.map(Undo.init))
    }
}

extension WindowState {
    /// A copy for another user: without drafts, unfinished details of splits, and states of refused routes.
    package var withoutDrafts: WindowState {
        WindowState(root: root?.withoutDrafts, presentedAlert: presentedAlert, flash: flash, undo: undo)
    }

    /// True if both states, at the same location, show the same screen: equal states of the visible controllers and
    /// equal alerts.
    package func looksLike(_ other: WindowState) -> Bool {
        (presentedAlert === other.presentedAlert || alert == other.alert)
            && ControllerState.isVisuallyEqual(root, other.root)
    }

    /// True if the location alone reproduces the visible screen: no alert, and no saved value of a visible screen.
    package var isImpliedByLocation: Bool { alert == nil && root?.isImpliedByLocation ?? true }
}

extension StackEntry {
    var withoutDrafts: StackEntry {
        var places: [StackEntry] = []
        var place: StackEntry? = self
        while let current = place {
            places.append(current)
            place = current.below
        }
        return places.reversed().reduce(nil) { $1.with(state: $1.state?.withoutDrafts, below: $0) } ?? self
    }
}
