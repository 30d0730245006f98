/// What a visitor sees now, as a flat value that renderers turn into HTML or Siren (DESIGN D6).
public struct Screen: Sendable {
    /// The page's heading.
    public var title = ""
    /// The screen's content, in reading order.
    public var elements: [Element] = []
    /// The lines of the lists; they stand apart so that the other elements stay small.
    public var rows: [RowElement] = []
    /// What stands side by side on a wide page; apart from the elements, as the rows are.
    public var panes: [Pane] = []
    /// Buttons before the title, as Back or Cancel.
    public var leadingItems: [BarItem] = []
    /// Buttons after the title.
    public var trailingItems: [BarItem] = []
    /// The tabs of the nearest tab bar; empty where there is none.
    public var tabs: [Tab] = []
    /// How the topmost presented controller covers what is below it.
    public var presentation: Transition?
    /// The heights at which it rests if it is a sheet, the first one at first; empty for what is no sheet.
    public var detents: [PresentationDetent] = []
    /// The active route of the outermost flow.
    public var flow: String?
    /// While an alert is up nothing else can be done.
    public var alert: PresentedAlert?
    /// Whether there is an input for a file, so that forms have to be sent as `multipart/form-data`.
    public package(set) var takesFiles = false
    /// Whether it asks for a file under this name.
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

    /// The files that the fields speak of, so that they need not be sent again: each field's name, and its value.
    package var keptFiles: [(name: String, value: String)] {
        guard takesFiles else { return [] }
        return elements.compactMap { element in
            guard case .field(let element) = element, element.field.kind == .file, !element.value.isEmpty else {
                return nil
            }
            return (element.field.name, element.value)
        }
    }

    /// Where an action leads, if that is all it does.
    package func location(of action: ActionIndex) -> Location? {
        actions.indices.contains(action) ? actions[action].location : nil
    }

    /// Everything that can be done here. Elements refer to an action by its index.
    public var actions: [OfferedAction] = []

    /// Whether any of them is a link: asked first, since asking for the location of one copies the screen.
    package internal(set) var hasLinks = false

    /// Whether any of them sends the visitor to another site: asked first, for the same reason.
    package internal(set) var hasOutsideLinks = false

    mutating func forgetLocations() {
        hasLinks = false
        for index in actions.indices { actions[index].forgetLocation() }
    }

    /// An index into ``actions``.
    public typealias ActionIndex = Int

    /// One part of a screen's content.
    public enum Element: Sendable {
        /// A heading below the screen's title and those of the sections around it.
        case heading(String)
        /// A paragraph.
        case text(String, Text.Style)
        /// Rows follow, until ``endList``.
        case beginList(label: String?)
        /// The rows end.
        case endList
        /// One line of a list, by its index into ``rows``.
        case row(Int)
        /// A button in the content.
        case button(ButtonElement)
        /// An input; apart, because it says much and stands among many that do not.
        indirect case field(FieldElement)
        /// A link that leaves the screen without an action.
        case link(title: String, target: String)
        /// A picture with its text alternative.
        indirect case image(ImageElement)
        /// Rows and columns of texts.
        indirect case table(TableElement)
        /// How far something is.
        indirect case progress(ProgressElement)
        /// The ways to other pages of a list.
        indirect case pager(PagerElement)
        /// What something is called, and what it is.
        case labeledContent(label: String, value: String)
        /// A section follows, until ``endSection``.
        case beginSection(title: String)
        /// The section ends.
        case endSection
        /// A map; the list of its places follows.
        indirect case map(MapElement)
        /// Fields and buttons with a form of their own follow, until ``endForm`` (DESIGN D13).
        case beginForm
        /// The form of its own ends.
        case endForm
        /// Panes follow, until ``endSplit``: beside one another where there is room, else only the detail is seen.
        case beginSplit
        /// A pane's content follows, until ``endPane``, by its index into ``panes``.
        case beginPane(Int)
        /// The pane ends.
        case endPane
        /// There are no more panes.
        case endSplit
    }

    /// One of several parts of a page that have a heading each.
    public struct Pane: Sendable {
        /// What a pane is to the others.
        public enum Role: String, Sendable {
            /// What is chosen from.
            case primary
            /// What was chosen.
            case detail
        }

        /// What it is to the others.
        public var role: Role
        /// Its heading; the detail's is the screen's title too.
        public var title: String
        /// Buttons beside the heading.
        public var items: [BarItem] = []
    }

    /// A button in the bar above the content, or of an alert.
    public struct BarItem: Sendable {
        /// What it says.
        public var title: String
        /// What it means.
        public var role: ButtonRole
        /// What it does.
        public var action: ActionIndex
    }

    /// One tab.
    public struct Tab: Sendable {
        /// What it says.
        public var title: String
        /// A short note, as a count of unread messages.
        public var badge: String?
        /// Whether it is the one shown.
        public var isSelected: Bool
        /// Selects it; `nil` while an alert is up.
        public var action: ActionIndex?
    }

    /// The window's alert and the action that takes it away.
    public struct PresentedAlert: Sendable {
        /// What it says.
        public var alert: Alert
        /// Dismisses it.
        public var action: ActionIndex
        /// What else can be done.
        public var choices: [BarItem] = []
    }

    /// One line of a list.
    public struct RowElement: Sendable {
        /// The line itself.
        public var title: String
        /// A second line in smaller type.
        public var subtitle: String?
        /// A short note at the end.
        public var badge: String?
        /// What choosing the row does; a row without one is only read.
        public var action: ActionIndex?
        /// A second action of the row, as Delete.
        public var secondary: ButtonElement?
    }

    /// A button in the content.
    public struct ButtonElement: Sendable {
        /// What it says.
        public var title: String
        /// What it means.
        public var role: ButtonRole
        /// What it does; `nil` while nothing can be done.
        public var action: ActionIndex?
    }

    /// An input and what is wrong with what was typed.
    public struct FieldElement: Sendable {
        /// The input.
        public var field: Field
        /// What was typed, if it came back.
        public var value: String
        /// What is wrong with it.
        public var error: String?
    }
}

/// An action as a screen offers it: the words on the wire, without the object that will perform it.
public struct OfferedAction: Sendable {
    /// Name and hidden values.
    public let words: ActionWords
    /// What a person calls it.
    public let title: String
    /// Mostly none, and even an empty array is counted.
    private let inputNames: [String]?
    /// Where it leads, as far as that is known beforehand. One property: a further one made copies of this value twice as
    /// dear, and with them a page of twenty rows by 5 %.
    private var target: Target

    private enum Target {
        case unknown, otherSite
        case here(Location)
    }

    init(words: ActionWords, inputs: [String] = [], title: String, location: Location? = nil, leavesSite: Bool = false)
    {
        self.words = words
        self.title = title
        target = leavesSite ? .otherSite : location.map(Target.here) ?? .unknown
        inputNames = inputs.isEmpty ? nil : inputs
    }

    /// Where it leads, if that is all it does: then it is shown as a link, and is performed no less if it is sent.
    public var location: Location? { if case .here(let location) = target { location } else { nil } }

    /// Whether it sends the visitor to another site.
    public var leavesSite: Bool { if case .otherSite = target { true } else { false } }

    mutating func forgetLocation() {
        if case .here = target { target = .unknown }
    }

    /// The names of the fields it takes from the visitor, in order.
    public var inputs: [String] { inputNames ?? [] }
}

/// What a button means to the visitor.
public enum ButtonRole: String, Sendable {
    /// One choice among others.
    case normal
    /// What the screen is for; Enter presses it.
    case primary
    /// Loses something.
    case destructive
    /// Leaves without doing it; Back and Cancel.
    case cancel
}
