/// A page as a visitor sees it: its texts, and its buttons, fields and links.
public struct RenderedPage: Sendable {
    /// Path and query of the page's URL.
    public let url: String
    /// The response that contained the page.
    public let reply: Reply
    /// The title of the document.
    public let title: String
    /// The heading of the page.
    public let heading: String
    /// The paragraphs of the main content except the help and error texts of fields, and its headings of levels 2 to 6,
    /// in order.
    public let texts: [String]
    /// The rows of lists, in order.
    public let rows: [Row]
    /// The tables, in order.
    public let tables: [Table]
    /// The elements of the app's own, in order.
    public let elements: [OwnElement]
    /// The values in the page's description lists, by name.
    public let details: [String: String]
    /// The buttons that send actions and the links that look like buttons, in tree order; no disabled or inert ones.
    public let buttons: [Button]
    /// The inputs except hidden ones, in order.
    public let fields: [Field]
    /// The items of the tab bar, in order; empty without a tab bar.
    public let tabs: [Tab]
    /// All links except the skip link, in tree order.
    public let links: [Link]
    /// The alert, which must be dismissed before other actions.
    public let alert: Alert?
    /// The notice above the content.
    public let notice: String?
    /// The heading of the screen that is shown behind this one, which is a sheet; `nil` if there is none.
    public let coveredHeading: String?
    /// The message of the action that led to this version: for its first page, or, with a button Undo, until the next
    /// action.
    public let flash: String?
    let forms: [Form]

    /// One row of a list.
    public struct Row: Sendable, Equatable {
        /// The first line.
        public var title: String
        /// The second line.
        public var subtitle: String?
        /// The badge at the end.
        public var badge: String?
        /// True if the row is marked as the selected one of its list, or as the one whose detail is shown beside it.
        public var isSelected = false
        /// The name of the symbol before the title.
        public var icon: String?
        /// The time stamp at the end, in words.
        public var time: String?
        /// True if the row is marked as unread.
        public var isUnread = false
    }

    /// A table with its caption and column headings.
    public struct Table: Sendable, Equatable {
        /// The caption; empty without one.
        public var caption: String
        /// The column headings: the texts of the first row.
        public var columns: [String]
        /// The texts of each further row.
        public var rows: [[String]]
    }

    /// An element of the app's own: an `ElementView`.
    public struct OwnElement: Sendable, Equatable {
        /// The name of the element's type in kebab case, such as `status-pill`.
        public var name: String
        /// All texts in it, including those of views within it.
        public var text: String
        /// The first `aria-label` in it, such as the text alternative of a drawing.
        public var label: String?
    }

    /// A button, or a link that looks like one.
    public struct Button: Sendable {
        /// The label; that of Back is "Back" in the language of the page, whatever ``destinationTitle`` is.
        public var label: String
        /// The title of the screen that Back leads to, which the page shows instead of "Back".
        public var destinationTitle: String?
        /// The part of the page that contains the button; ``Place/row`` if the button is a row.
        public var place: Place
        /// The title of the row that contains the button, or of the row that is the button.
        public var row: String?
        /// The action it posts, with its hidden values; empty for a link.
        public var action: String
        /// The CSS classes, which include the role, except for rows, tabs and default buttons.
        public var classes: [String]
        /// True if the browser validates the fields first.
        package var validates: Bool
        /// The target, if it is a link.
        public var target: String?
        /// The name of the symbol before the label.
        public var icon: String?
        let form: Int
    }

    /// A place on the page. Later versions can add cases, so a `switch` needs an `@unknown default`.
    public enum Place: String, Sendable {
        /// In the bar, in the content, a row itself, among the tabs, or in the alert.
        case bar, content, row, tab, alert
        /// An invisible default button, which Enter presses.
        case hidden
    }

    /// An input of a form, or a group of radio buttons.
    public struct Field: Sendable {
        /// The text of the field's `label` element, without the mark of an optional field; for radio buttons, that of the
        /// group's `legend`.
        public var label: String
        /// The name in the submitted form.
        public var name: String
        /// The `type` of an input, or `textarea` or `select`; radio buttons of one name and form are one field.
        public var kind: String
        /// The current value; for a checkbox, the value that is sent if it is checked.
        public var value: String
        /// True if a browser would send the field: false for an unchecked checkbox or a radio group without a
        /// selection.
        package var isSent: Bool
        /// The available choices.
        public var options: [Option]
        /// The help text.
        public var help: String?
        /// The error message.
        public var error: String?
        /// True if the browser requires a value.
        public var isRequired: Bool
        /// Maximum length in UTF-16 units, which the browser enforces.
        public var maximumLength: Int?
        /// Minimum length in UTF-16 units, which the browser enforces.
        public var minimumLength: Int?
        /// The pattern that the browser checks.
        public var pattern: String?
        /// The minimum number, day, time, month or week.
        public var minimum: String?
        /// The maximum number, day, time, month or week.
        public var maximum: String?
        /// The step between two values, or `any`.
        public var step: String?
        /// The kind of keyboard that a phone shows.
        public var inputMode: String?
        /// The data that the browser can fill in, as HTML's token.
        public var autocomplete: String?
        /// The unit after the input.
        public var unit: String?
        /// The values that the browser suggests.
        public var suggestions: [String] = []
        /// The names of the inputs of a date that has one for each of its parts; empty for other fields. Their field is
        /// one field with the kind `date`, and is filled with one text.
        public var parts: [String] = []
        let form: Int
    }

    /// A choice of a menu or of a radio group.
    public struct Option: Sendable, Equatable {
        /// The visible label.
        public var title: String
        /// The submitted value.
        public var value: String
    }

    /// An item of the tab bar.
    public struct Tab: Sendable, Equatable {
        /// The visible label.
        public var title: String
        /// The badge, such as a count of unread messages.
        public var badge: String?
        /// True if the tab is selected.
        public var isSelected: Bool
        /// The name of the symbol beside the label.
        public var icon: String?
    }

    /// A link, also one that looks like a button.
    public struct Link: Sendable, Equatable {
        /// The visible label.
        public var title: String
        /// The URL that the link leads to.
        public var target: String
    }

    /// The alert of a page.
    public struct Alert: Sendable, Equatable {
        /// The alert's heading.
        public var title: String
        /// The text below the heading.
        public var message: String
    }

    struct Form: Sendable {
        var target: String
        /// True if the form is sent as `multipart/form-data`, with its files.
        var isMultipart: Bool
        /// True if the form is sent with GET, so that it changes only the query of the location.
        var isQuery = false
        var hidden: [(name: String, value: String)]
    }

    /// The status code (RFC 9110 §15).
    public var status: Int { reply.status }

    /// The HTML source.
    public var source: String { reply.text }

    /// The title of the selected tab.
    public var selectedTab: String? { tabs.first(where: \.isSelected)?.title }

    /// The button with this label, in this row or place if given.
    ///
    /// - Throws: ``VisitorError`` with a list of the buttons, if none or several with different actions or forms match.
    public func button(_ label: String, in row: String? = nil, at place: Place? = nil) throws -> Button {
        let found = buttons.filter { button in
            button.label == label && (row == nil || button.row == row)
                && (place == nil ? button.place != .hidden : button.place == place)
        }
        guard let first = found.first else { throw VisitorError("No button “\(label)” on \(url): \(described).") }
        guard found.allSatisfy({ $0.action == first.action && $0.form == first.form }) else {
            throw VisitorError("\(found.count) buttons “\(label)” on \(url); give a row or place: \(described).")
        }
        return first
    }

    /// The field with this label.
    ///
    /// - Throws: ``VisitorError`` with a list of the fields, if there is none.
    public func field(_ label: String) throws -> Field {
        guard let field = fields.first(where: { $0.label == label }) else {
            throw VisitorError("No field “\(label)” on \(url). The fields are \(fields.map(\.label)).")
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
