/// A page as a person sees it: what is written there, and what can be pressed, filled in or followed.
public struct RenderedPage: Sendable {
    /// Path and query of the address bar.
    public let url: String
    /// The answer that brought it.
    public let reply: Reply
    /// The title of the window or tab.
    public let title: String
    /// The heading in the bar.
    public let heading: String
    /// Paragraphs and headings below the first, in order.
    public let texts: [String]
    /// The rows of lists, in order.
    public let rows: [Row]
    /// The tables, in order.
    public let tables: [Table]
    /// What is called something, by what it is called.
    public let details: [String: String]
    /// Everything that can be pressed, in tree order.
    public let buttons: [Button]
    /// The inputs, in order.
    public let fields: [Field]
    /// The tabs.
    public let tabs: [Tab]
    /// The links, in order.
    public let links: [Link]
    /// The alert that must be dismissed before anything else.
    public let alert: Alert?
    /// The line above the content.
    public let notice: String?
    let forms: [Form]

    /// One line of a list.
    public struct Row: Sendable, Equatable {
        /// Its first line.
        public var title: String
        /// Its second line.
        public var subtitle: String?
        /// The note at its end.
        public var badge: String?
    }

    /// Rows and columns.
    public struct Table: Sendable, Equatable {
        /// What it is about.
        public var caption: String
        /// The headings.
        public var columns: [String]
        /// The texts of each row.
        public var rows: [[String]]
    }

    /// Something that can be pressed.
    public struct Button: Sendable {
        /// What it says.
        public var label: String
        /// Where it stands.
        public var place: Place
        /// The title of the row it belongs to, for a row and for a second button in one.
        public var row: String?
        /// The action it posts, with its hidden values.
        public var action: String
        /// The classes, which tell its role.
        public var classes: [String]
        /// Whether the browser checks the fields before.
        public var validates: Bool
        /// Where it leads, if it is a link.
        public var target: String?
        let form: Int
    }

    /// Where a button stands.
    public enum Place: String, Sendable {
        /// In the bar, in the content, a row itself, among the tabs, or in the alert.
        case bar, content, row, tab, alert
        /// Out of sight: what Enter presses.
        case hidden
    }

    /// An input.
    public struct Field: Sendable {
        /// What stands before it.
        public var label: String
        /// Its name on the wire.
        public var name: String
        /// Its `type`, or `textarea` or `select`; radio buttons of one name are one field.
        public var kind: String
        /// What it holds.
        public var value: String
        /// Whether a browser sends it: not a box without a tick, nor a group of which nothing is chosen.
        public var isSent: Bool
        /// What can be chosen.
        public var options: [Option]
        /// What a person has to know to fill it in.
        public var help: String?
        /// What is wrong with it.
        public var error: String?
        /// Whether the browser insists on it.
        public var isRequired: Bool
        /// The most UTF-16 units that the browser lets in.
        public var maximumLength: Int?
        /// The fewest that it lets through.
        public var minimumLength: Int?
        /// What the browser has the text match.
        public var pattern: String?
        /// The first day, time or number that it takes.
        public var minimum: String?
        /// The last one.
        public var maximum: String?
        /// The distance of two neighbouring ones, or `any`.
        public var step: String?
        /// Which keyboard a phone shows.
        public var inputMode: String?
        let form: Int
    }

    /// One of several values that can be chosen.
    public struct Option: Sendable, Equatable {
        /// What it says.
        public var title: String
        /// What is sent.
        public var value: String
    }

    /// One tab.
    public struct Tab: Sendable, Equatable {
        /// What it says.
        public var title: String
        /// The note beside it.
        public var badge: String?
        /// Whether it is the one shown.
        public var isSelected: Bool
    }

    /// A link.
    public struct Link: Sendable, Equatable {
        /// What it says.
        public var title: String
        /// Where it leads.
        public var target: String
    }

    /// A message before everything else.
    public struct Alert: Sendable, Equatable {
        /// What happened.
        public var title: String
        /// What it means.
        public var message: String
    }

    struct Form: Sendable {
        var target: String
        /// Whether it is sent as `multipart/form-data`, with its files.
        var isMultipart: Bool
        var hidden: [(name: String, value: String)]
    }

    /// How it went (RFC 9110 §15).
    public var status: Int { reply.status }

    /// The markup.
    public var source: String { reply.text }

    /// The title of the tab that is shown.
    public var selectedTab: String? { tabs.first(where: \.isSelected)?.title }

    /// The button with this label, in this row or at this place if they are given.
    ///
    /// - Throws: ``VisitorError``, listing what is there, if there is none or more than one.
    public func button(_ label: String, in row: String? = nil, at place: Place? = nil) throws -> Button {
        let found = buttons.filter { button in
            button.label == label && (row == nil || button.row == row)
                && (place == nil ? button.place != .hidden : button.place == place)
        }
        guard let first = found.first else { throw VisitorError("No “\(label)” to press on \(url): \(described).") }
        guard found.allSatisfy({ $0.action == first.action && $0.form == first.form }) else {
            throw VisitorError("\(found.count) times “\(label)” on \(url), say in which row or place: \(described).")
        }
        return first
    }

    /// The input with this label.
    ///
    /// - Throws: ``VisitorError``, listing what is there, if there is none.
    public func field(_ label: String) throws -> Field {
        guard let field = fields.first(where: { $0.label == label }) else {
            throw VisitorError("No field “\(label)” on \(url), but \(fields.map(\.label)).")
        }
        return field
    }

    var described: String {
        let all = buttons.filter { $0.place != .hidden }.map { button in
            "“\(button.label)” (\(button.place)\(button.row.map { $0 == button.label ? "" : " in “\($0)”" } ?? ""))"
        }
        return "status \(status), “\(heading)” has " + (all.isEmpty ? "no buttons" : all.joined(separator: ", "))
    }
}
