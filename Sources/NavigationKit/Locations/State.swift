/// One place in the tree as data: a route, what the controller there remembers, and the places below it on its stack.
///
/// Nodes are immutable and shared between versions, so a push or a pop costs the same at any depth.
package final class Node: Sendable {
    package let route: any Route
    /// The printed segment, made once.
    package let text: String
    package let state: ControllerState?
    package let below: Node?
    /// The number of places below.
    package var depth: Int { Int(shortDepth) }
    private let shortDepth: Int32
    /// Whether it was read from bytes, and its container has not found its route yet. Asked on every restore, where
    /// looking at the route would cost more.
    let isUnread: Bool

    private let knownTail = LazyReference<Tail>()

    package convenience init(
        _ route: any Route, text: String? = nil, state: ControllerState? = nil, below: Node? = nil
    ) {
        self.init(route, text: text ?? route.printedSegment, state: state, below: below, isUnread: false)
    }

    /// A place that was read from bytes, whose route only its container knows.
    convenience init(unread text: String, state: ControllerState?, below: Node?) {
        self.init(UnreadRoute(text: text), text: text, state: state, below: below, isUnread: true)
    }

    private init(_ route: any Route, text: String, state: ControllerState?, below: Node?, isUnread: Bool) {
        self.route = route
        self.text = text
        self.isUnread = isUnread
        self.state = state
        self.below = below
        shortDepth = below.map { $0.shortDepth + 1 } ?? 0
    }

    /// The highest steps of a stack that a location has room for, found when it is first printed: a place keeps them,
    /// so that printing costs the same however deep the stack is.
    var tail: Tail {
        if let known = knownTail.value { return known }
        var nodes: [Node] = []
        var tail: Tail?
        var node: Node? = self
        // What is known of a place below is taken over, so that a push costs no walk.
        while tail == nil, let current = node {
            tail = current.knownTail.value
            if current.below == nil { tail = Tail(bottom: current.text) }
            if nodes.count > Tail.mostSteps { tail = Tail(bottom: nil) }
            if tail == nil { nodes.append(current) }
            node = current.below
        }
        var found = tail ?? Tail(bottom: nil)
        while let place = nodes.popLast() { found = Tail(found, adding: place) }
        return knownTail.storeIfNil(found)
    }

    /// Adds the steps, if they are known.
    func appendTail(to footprint: inout Footprint) {
        guard let known = knownTail.value else { return }
        footprint.add(known, bytes: 48)
        footprint.add(known.steps)
    }

    /// The route, if it is an `R`; `other` says what to do where it is of another type.
    ///
    /// Looked at for every request: comparing types costs a fraction of `as? R`, which looks `R?` up by its name.
    @inline(__always)
    func route<R: Route>(or other: @autoclosure () throws -> R) rethrows -> R {
        if type(of: route) == R.self { return route.exactly(R.self) }
        return try other()
    }

    func with(state: ControllerState?, below: Node?) -> Node {
        Node(route, text: text, state: state, below: below, isUnread: isUnread)
    }
}

extension Route {
    /// Itself, where its type was compared with `Same` before.
    @inline(__always)
    func exactly<Same>(_: Same.Type) -> Same {
        assert(Self.self == Same.self)
        return unsafeBitCast(self, to: Same.self)
    }
}

/// The printed steps of the highest places of a stack, as many as any location has room for.
final class Tail: Sendable {
    /// The steps, each after a slash.
    let steps: String
    /// The number of steps.
    let count: Int
    /// What the stack's bottom prints, if all that is above it has room. Not the place itself, which keeps this tail.
    let bottom: String?

    /// The most bytes of steps.
    static let longest = Location.longestPath / 2
    /// The most steps.
    static let mostSteps = Location.mostSteps * 3 / 4

    init(bottom: String?) {
        (steps, count) = ("", 0)
        self.bottom = bottom
    }

    init(_ below: Tail, adding node: Node) {
        guard node.text.utf8.count <= Segment.longestText else {
            // A mark stands for it, and for all below it.
            (steps, count, bottom) = ("", 0, nil)
            return
        }
        let room = Tail.longest - node.text.utf8.count - 1
        let isWhole = below.steps.utf8.count <= room && below.count < Tail.mostSteps
        let (rest, number) =
            isWhole ? (below.steps[...], below.count) : below.highest(bytes: room, steps: Tail.mostSteps - 1)
        var kept = String(rest)
        var text = node.text
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

    /// The highest of these steps: no more than so many bytes and steps.
    func highest(bytes: Int, steps number: Int) -> (steps: Substring, count: Int) {
        var (rest, left) = (steps.utf8[...], count)
        while rest.count > bytes || left > number, let first = rest.popFirst(), first == UInt8(ascii: "/") {
            rest = rest[(rest.firstIndex(of: first) ?? rest.endIndex)...]
            left -= 1
        }
        return (Substring(rest), max(0, left))
    }
}

/// What one controller remembers beyond its route: its arrangement if it is a container, and its ``Saved`` values.
package final class ControllerState: Sendable {
    /// The top of a navigation stack, or the active route of a flow.
    let top: Node?
    /// All tabs of a tab bar, or a split's list and detail; behind them what embedded controllers remember.
    let tabs: [Node]
    /// The one that is seen; one that is not there where other things are.
    let selectedTab: Int
    /// What a guarded flow shows once it is permitted, or the details that a split was left at with something typed.
    let pending: Node?
    let presented: Node?
    let saved: SavedValues?
    /// What was typed on the screen and not yet used.
    let draft: Draft?
    /// Whether something stands behind the tabs.
    private let hasEmbedded: Bool

    /// None of the tabs is seen.
    static let noTab = 0xFFFF_FFFF
    /// All of them are.
    static let allTabs = 0xFFFF_FFFE

    init(
        top: Node? = nil, tabs: [Node] = [], selectedTab: Int = 0, pending: Node? = nil, presented: Node? = nil,
        saved: SavedValues? = nil, draft: Draft? = nil
    ) {
        self.top = top
        self.tabs = tabs
        self.selectedTab = selectedTab
        self.pending = pending
        self.presented = presented
        self.saved = saved
        self.draft = draft
        hasEmbedded = tabs.last?.isEmbedded ?? false
    }

    /// Whether something was typed here or on a place within that is not covered by another.
    var holdsDraft: Bool {
        draft != nil || ([top, presented].compactMap(\.self) + tabs).contains { $0.state?.holdsDraft ?? false }
    }

    /// Whether a container remembers an arrangement.
    var isOfContainer: Bool { top != nil || !ownTabs.isEmpty || presented != nil }

    /// What embedded controllers remember stands behind the tabs.
    var embedded: ArraySlice<Node> { hasEmbedded ? tabs.drop { !$0.isEmbedded } : [] }

    /// The places among `tabs` that are a container's own.
    var ownTabs: ArraySlice<Node> { hasEmbedded ? tabs.prefix { !$0.isEmbedded } : tabs[...] }
}

/// What a visitor typed into a screen's fields, by their names; never a password (DESIGN D9).
package struct Draft: Sendable, Equatable {
    package var values: [Submission.Value]

    package init(values: [Submission.Value]) { self.values = values }

    func text(of name: String) -> String? { values.first { $0.name == name }?.text }
}

/// Everything one version holds: where the visitor is.
package struct WindowState: Sendable {
    package let root: ControllerState?
    let standing: Standing?

    /// The alert that stands before everything.
    package var alert: Alert? { standing?.alert }

    /// An alert, apart from the rest: few versions have one, and all would have room for it.
    final class Standing: Sendable {
        let alert: Alert
        init(_ alert: Alert) { self.alert = alert }
    }

    /// Adds what comparing it with another state reads.
    package func appendFootprint(to footprint: inout Footprint) {
        guard let root else { return }
        footprint.add(root, bytes: 64)
        guard let node = root.visibleNode else { return }
        footprint.add(node, bytes: 64)
        if let state = node.state { footprint.add(state, bytes: 64) }
    }

    init(root: ControllerState?, standing: Standing?) {
        self.root = root
        self.standing = standing
    }

    init(root: ControllerState?, alert: Alert?) { self.init(root: root, standing: alert.map(Standing.init)) }
}

extension WindowState {
    /// The same places for another user: without what was typed there, and without what waits for a guard or a row.
    package var withoutDrafts: WindowState { WindowState(root: root?.withoutDrafts, standing: standing) }

    /// Whether a visitor at the same location sees the same state: what their controllers remember and the alert.
    package func looksLike(_ other: WindowState) -> Bool {
        (standing === other.standing || alert == other.alert) && ControllerState.look(root, like: other.root)
    }

    /// Whether its location alone leads to the screen that is seen: no alert, and no saved value of the screen itself.
    package var isImpliedByLocation: Bool { alert == nil && root?.isImpliedByLocation ?? true }
}

extension Node {
    fileprivate var withoutDrafts: Node {
        var places: [Node] = []
        var place: Node? = self
        while let current = place {
            places.append(current)
            place = current.below
        }
        return places.reversed().reduce(nil) { $1.with(state: $1.state?.withoutDrafts, below: $0) } ?? self
    }
}

extension ControllerState {
    fileprivate var withoutDrafts: ControllerState {
        ControllerState(
            top: top?.withoutDrafts, tabs: tabs.map(\.withoutDrafts), selectedTab: selectedTab,
            pending: isSplit ? nil : pending?.with(state: nil, below: nil), presented: presented?.withoutDrafts,
            saved: saved)
    }

    /// Compares what is visible of two states at the same location; what was typed does not count.
    fileprivate static func look(_ one: ControllerState?, like other: ControllerState?) -> Bool {
        if one === other { return true }
        guard one?.saved == nil && other?.saved == nil else { return false }
        if let one, let other, one.hasEmbedded || other.hasEmbedded {
            let areAlike = one.embedded.elementsEqual(other.embedded) {
                $0.text == $1.text && look($0.state, like: $1.state)
            }
            guard areAlike else { return false }
        }
        if let one, let other, one.showsAll, other.showsAll {
            return one.ownTabs.elementsEqual(other.ownTabs) { $0.text == $1.text && look($0.state, like: $1.state) }
        }
        switch (one?.visibleNode, other?.visibleNode) {
        case (nil, nil): return true
        case (let one, let other): return one === other || look(one?.state, like: other?.state)
        }
    }

    /// Whether no screen that is seen has a saved value. Those of a container are not seen, and what was typed does not
    /// count.
    fileprivate var isImpliedByLocation: Bool {
        guard embedded.allSatisfy({ $0.state?.isImpliedByLocation ?? true }) else { return false }
        if showsAll { return ownTabs.allSatisfy { $0.state?.isImpliedByLocation ?? true } }
        guard let node = visibleNode else { return saved == nil }
        return node.state?.isImpliedByLocation ?? true
    }

    /// Whether all its places are seen at once, as those of a split are.
    private var showsAll: Bool { presented == nil && isSplit }

    private var isSplit: Bool { selectedTab == ControllerState.allTabs }

    fileprivate var visibleNode: Node? {
        if let presented { return presented }
        if let top { return top }
        return tabs.indices.contains(selectedTab) ? tabs[selectedTab] : nil
    }
}
