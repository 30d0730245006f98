/// The current screen as a flat value, which renderers turn into HTML or Siren.
@usableFromInline
package struct Screen: Sendable {
    /// The page's heading.
    package var title = ""
    /// The screen's content, in reading order.
    package var elements: [Element] = []
    /// The rows of all lists, stored apart from ``elements`` so that the other elements stay small.
    package var rows: [RowElement] = []
    /// The rows that were written while the screen was built, see ``RowWriter``.
    package var writtenRows: [UInt8] = []
    /// The position in ``writtenRows`` at which each of the elements with such rows begins.
    var writtenRowStarts: [Int] = []
    /// The panes of all splits, stored apart from ``elements`` for the same reason as ``rows``.
    package var panes: [Pane] = []
    /// The parts that few screens have; `nil` for most. One object, because a screen is copied several times, and each
    /// array would be retained each time.
    private var additions: Additions?
    /// Buttons before the title, such as Back or Cancel.
    package var leadingItems: [BarItem] = []
    /// Buttons after the title.
    package var trailingItems: [BarItem] = []
    /// The tabs of the innermost tab bar that no presented controller covers; empty if there is none.
    package var tabs: [Tab] = []
    /// The transition with which the topmost presented controller covers the screen below.
    package var presentation: Transition?
    /// The heights of a sheet, the initial one first; empty unless the topmost presented controller is one.
    package var detents: [PresentationDetent] = []
    /// The active route of the outermost flow.
    package var flow: String?
    /// The presented alert. While there is one, only its actions are available.
    package var alert: PresentedAlert?
    /// True if there is a file input, so that forms must be sent as `multipart/form-data`.
    package var takesFiles = false
    /// True if the kit's script adds to the screen: shows more of a field, such as the length of a text while it is typed,
    /// goes back in the browser's history, or dismisses the alert with Escape.
    package var usesScript = false
    /// True if the screen, or a container of it that no presented controller covers, is on a stack.
    package var isOnStack = false
    /// True if the bar above the content is hidden.
    package var hidesBar = false

    /// The octets in ``writtenRows`` of the element with this index.
    package func writtenOctets(_ index: Int) -> Range<Int> {
        guard writtenRowStarts.indices.contains(index) else { return 0..<0 }
        let end = index + 1 < writtenRowStarts.count ? writtenRowStarts[index + 1] : writtenRows.count
        return writtenRowStarts[index]..<max(end, writtenRowStarts[index])
    }

    /// Returns true if the screen has a file input with this name.
    package func hasFileField(named name: String) -> Bool {
        guard takesFiles else { return false }
        return elements.contains { element in
            if case .field(let element) = element {
                element.field.kind == .file && element.field.name == name
            } else {
                false
            }
        }
    }

    /// The uploaded files that the fields still refer to, so that a client need not upload them again: each field's
    /// name and its value.
    package var keptFiles: [(name: String, value: String)] {
        guard takesFiles else { return [] }
        return elements.compactMap { element in
            guard case .field(let element) = element, element.field.kind == .file, !element.value.isEmpty else {
                return nil
            }
            return (element.field.name, element.value)
        }
    }

    /// Returns the location of an action that is shown as a link; `nil` for other actions.
    package func location(of action: ActionIndex) -> Location? {
        hasLinks && actions.indices.contains(action) ? actions[action].location : nil
    }

    /// True if the action sends the visitor to another site.
    package func leavesSite(_ action: ActionIndex) -> Bool {
        hasActionsLeavingSite && actions.indices.contains(action) && actions[action].leavesSite
    }

    /// All available actions. Elements refer to an action by its index.
    package var actions: [OfferedAction] = []

    /// True if an action is a link.
    package internal(set) var hasLinks = false

    /// True if an action sends the visitor to another site.
    var hasActionsLeavingSite = false

    mutating func forgetLocations() {
        hasLinks = false
        for index in actions.indices { actions[index].forgetLocation() }
    }

    /// An index into ``actions``.
    package typealias ActionIndex = Int

    /// One of several parts of a page, usually with its own heading.
    package struct Pane: Sendable {
        /// The role of a pane.
        package enum Role: String, Sendable {
            /// The pane that the visitor selects from.
            case primary
            /// The pane that shows the selection.
            case detail
        }

        /// The pane's role.
        package var role: Role
        /// The pane's heading; unless it is empty, the detail's heading is the screen's title too.
        package var title: String
        /// Buttons beside the heading; those of the detail are in the page's own bar.
        package var items: [BarItem] = []

        package init(
            role: Role, title: String, items: [BarItem] = []
        ) {
            self.role = role
            self.title = title
            self.items = items
        }
    }

    /// A button in the bar above the content, beside the heading of a pane, or in an alert.
    package struct BarItem: Sendable {
        /// The text of the button.
        package var title: String
        /// The button's purpose for the visitor.
        package var role: ButtonRole
        /// The action that the button sends.
        package var action: ActionIndex
        /// The symbol before the text.
        package var icon: Symbol?
        /// The title of the screen that Back leads to, if it is known. The page shows it instead of the text.
        package var destinationTitle: String?

        package init(
            title: String, icon: Symbol? = nil, role: ButtonRole, action: ActionIndex, destinationTitle: String? = nil
        ) {
            self.title = title
            self.icon = icon
            self.role = role
            self.action = action
            self.destinationTitle = destinationTitle
        }
    }

    /// One tab.
    package struct Tab: Sendable {
        /// The text of the tab, from its `TabBarItem`.
        package var title: String
        /// The symbol above or beside the text.
        package var icon: Symbol?
        /// A short note, such as a count of unread messages.
        package var badge: String?
        /// True if this tab is the selected one.
        package var isSelected: Bool
        /// The action that selects the tab; `nil` if it is not available, such as while an alert is presented.
        package var action: ActionIndex?

        package init(
            title: String, icon: Symbol? = nil, badge: String? = nil, isSelected: Bool, action: ActionIndex? = nil
        ) {
            self.title = title
            self.icon = icon
            self.badge = badge
            self.isSelected = isSelected
            self.action = action
        }
    }

    /// The window's alert and the action that dismisses it.
    package struct PresentedAlert: Sendable {
        /// The texts and the identifier of the alert.
        package var alert: Alert
        /// The action that dismisses the alert.
        package var action: ActionIndex
        /// The buttons of the alert's other actions.
        package var choices: [BarItem] = []

        package init(
            alert: Alert, action: ActionIndex, choices: [BarItem] = []
        ) {
            self.alert = alert
            self.action = action
            self.choices = choices
        }
    }
}

/// An available action in its encoded form, for renderers: without the responder that performs it.
@usableFromInline
package struct OfferedAction: Sendable {
    /// The name and the hidden values.
    package let words: EncodedAction
    /// The action's title for people.
    package let title: String
    /// The names of the action's fields, in order.
    package let inputs: [String]
    /// The target, if it is known before the action is performed. One property, because a second one doubled the cost
    /// of copying this value and made a page of twenty rows 5 % slower.
    private var target: Target

    private enum Target {
        case unknown, otherSite, confirmation
        case here(Location)
    }

    init(
        words: EncodedAction, inputs: [String] = [], title: String, location: Location? = nil, leavesSite: Bool = false,
        isConfirmed: Bool = false
    ) {
        self.words = words
        self.title = title
        if isConfirmed {
            target = .confirmation
        } else {
            target = leavesSite ? .otherSite : location.map(Target.here) ?? .unknown
        }
        self.inputs = inputs
    }

    /// The location that the action leads to, if that is its only effect and it need not submit fields. The action is
    /// then shown as a link, and is still performed if it is submitted.
    package var location: Location? { if case .here(let location) = target { location } else { nil } }

    /// True if the action sends the visitor to another site.
    package var leavesSite: Bool { if case .otherSite = target { true } else { false } }

    /// True if sending the action shows a question first, whose answer performs it.
    package var isConfirmed: Bool { if case .confirmation = target { true } else { false } }

    mutating func forgetLocation() {
        if case .here = target { target = .unknown }
    }
}

extension Screen {
    private struct Parts: Sendable {
        var query = LocationQuery()
        var queryNames: [String] = []
        var tables: [TableElement] = []
        var contentEnd: Int?
        var headerEnd: Int?
        var titleSuffix: String?
        var pageDescription: String?
        var animation = AppearanceAnimation.automatic
        var topics: Set<String> = []
        var covered: Covered?
        var undo: BarItem?
    }

    private final class Additions: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    private mutating func changeParts(_ change: (inout Parts) -> Void) {
        var parts = additions?.parts ?? Parts()
        change(&parts)
        additions = Additions(parts)
    }

    /// The query of the screen's location.
    package var query: LocationQuery {
        get { additions?.parts.query ?? LocationQuery() }
        set { changeParts { $0.query = newValue } }
    }

    /// The names of all items that ``query`` can have, in order.
    package var queryNames: [String] {
        get { additions?.parts.queryNames ?? [] }
        set { changeParts { $0.queryNames = newValue } }
    }

    /// The tables with views in their cells, without their rows.
    package var tables: [TableElement] {
        get { additions?.parts.tables ?? [] }
        set { changeParts { $0.tables = newValue } }
    }

    /// True if the screen has none of the parts that few screens have. Check it first: each part costs more.
    package var isPlain: Bool { additions == nil }

    /// False if all elements are the content. Check it first: the ranges below cost more.
    package var hasSlots: Bool { additions?.parts.contentEnd != nil }

    /// The elements of the content, which are the first of ``elements``.
    package var content: Range<Int> { 0..<min(additions?.parts.contentEnd ?? .max, elements.count) }

    /// The elements above the bar, which follow those of the content.
    package var header: Range<Int> { content.upperBound..<footer.lowerBound }

    /// The elements below the content, which are the last of ``elements``.
    package var footer: Range<Int> {
        max(content.upperBound, min(additions?.parts.headerEnd ?? .max, elements.count))..<elements.count
    }

    /// Ends the content after the elements so far.
    package mutating func endContent() {
        let end = elements.count
        changeParts { $0.contentEnd = end }
    }

    /// Ends the header after the elements so far.
    package mutating func endHeader() {
        let end = elements.count
        changeParts { $0.headerEnd = end }
    }

    /// The text after the title of the page; `nil` for that of the app.
    package var titleSuffix: String? {
        get { additions?.parts.titleSuffix }
        set { changeParts { $0.titleSuffix = newValue } }
    }

    /// The animation with which the screen appears.
    package var animation: AppearanceAnimation {
        get { additions?.parts.animation ?? .automatic }
        set { changeParts { $0.animation = newValue } }
    }

    /// The texts of the topics whose changes change the screen. Empty if it is the same until the visitor does something.
    package var topics: Set<String> {
        get { additions?.parts.topics ?? [] }
        set { changeParts { $0.topics = newValue } }
    }

    /// True if the screen watches topics. Cheaper than ``topics``.
    package var isLive: Bool { additions.map { !$0.parts.topics.isEmpty } ?? false }

    /// The button that undoes the last action, beside its message; `nil` if there is none.
    package var undo: BarItem? {
        get { additions?.parts.undo }
        set { changeParts { $0.undo = newValue } }
    }

    /// The screen that is shown behind this one, which is a sheet; `nil` if there is none.
    package var covered: Covered? {
        get { additions?.parts.covered }
        set { changeParts { $0.covered = newValue } }
    }

    /// The description of the page for search engines and previews; `nil` for that of the app.
    package var pageDescription: String? {
        get { additions?.parts.pageDescription }
        set { changeParts { $0.pageDescription = newValue } }
    }
}
