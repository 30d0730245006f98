public import NavigationKit

/// Turns screens into pages that need no script (DESIGN D12, D13).
public enum HTMLRenderer {
    /// Appends the page for `screen` to `bytes`.
    public static func render(_ screen: Screen, in context: PageContext, into bytes: inout [UInt8]) {
        var page = Page(screen: screen, context: context)
        page.render()
        page.writer.move(to: &bytes)
    }
}

/// One page while it is written.
///
/// Usually everything stands in one `<form>`, so that what was typed travels with every click. Where the screen has a
/// form of its own inside, the main one cannot enclose it: then its parts are forms of their own, and each control
/// says by its `form` attribute that it belongs to the first. A text browser that ignores the attribute still finds
/// what it needs in the part.
struct Page: ~Copyable {
    let screen: Screen
    let context: PageContext
    /// Whether forms of their own make the main form fall into parts.
    let isSplit: Bool
    /// Whether something can be typed in the main form.
    let hasFields: Bool
    let hasErrors: Bool
    var writer: PageWriter
    var list = ListState.none
    /// Whether a `<form>` is open that encloses the elements to come.
    var isPartOpen = false
    var isInOwnForm = false
    var sections: [OpenSection] = []
    /// Tells apart what is referred to by a number.
    var blockNumber = 0
    /// The splits that are open.
    var openSplits: [OpenSplit] = []
    /// The number of forms that have the session's name.
    var namedForms = 0

    enum ListState {
        case none
        /// Opened by the screen.
        case opened
        /// Opened for rows that stand outside of a list.
        case implied
        /// Opened for labels and what they stand for.
        case details
    }

    init(screen: Screen, context: PageContext) {
        self.screen = screen
        self.context = context.withPath
        var isSplit = false
        var hasFields = false
        var hasErrors = false
        var isInOwnForm = false
        for element in screen.elements {
            switch element {
            case .beginForm: (isSplit, isInOwnForm) = (true, true)
            case .endForm: isInOwnForm = false
            case .field(let field):
                hasFields = hasFields || !isInOwnForm
                hasErrors = hasErrors || field.error != nil
            default: break
            }
        }
        self.isSplit = isSplit
        self.hasFields = hasFields
        self.hasErrors = hasErrors
        writer = PageWriter(capacity: 2048 + 256 * (screen.elements.count + screen.actions.count))
    }

    mutating func render() {
        head()
        writer.markup("<a class=\"skip\" href=\"#content\">Skip to content</a>\n")
        if let notice = context.notice {
            writer.markup("<p class=\"notice\" role=\"status\">")
            writer.text(notice)
            writer.markup("</p>\n")
        }
        beginForm(isMain: true, hasFields: hasFields)
        if hasFields { defaultAction() }
        alert()
        if isSplit { writer.markup("</form>\n") }
        screen.alert == nil
            ? writer.markup("<div class=\"page\">\n") : writer.markup("<div class=\"page\" inert>\n")
        bar()
        writer.markup("<main id=\"content\">\n")
        if hasErrors { errorSummary() }
        content()
        writer.markup("</main>\n")
        tabs()
        writer.markup("</div>\n")
        if !isSplit { writer.markup("</form>\n") }
        writer.markup("</body>\n</html>\n")
    }

    /// A form with the version and the nonce of this page (DESIGN D9).
    ///
    /// - Parameter hasFields: true if something can be typed in it; then it also has the session's name.
    mutating func beginForm(isMain: Bool, isSearch: Bool = false, hasFields: Bool = false) {
        let isNamed = hasFields && nextFormName()
        writer.markup("<form")
        if isNamed { formName() }
        if isMain { writer.markup(" id=\"screen\"") }
        if isSearch { writer.markup(" role=\"search\"") }
        writer.markup(" method=\"post\"")
        if screen.takesFiles { writer.markup(" enctype=\"multipart/form-data\"") }
        writer.markup(" action=\"")
        writer.attribute(context.location)
        writer.markup("\">\n<input type=\"hidden\"")
        if isNamed { firstControlName() }
        writer.markup(" name=\"_at\" value=\"")
        writer.attribute(context.at)
        writer.markup("\"><input type=\"hidden\" name=\"_once\" value=\"")
        writer.attribute(context.once)
        writer.markup("\">\n")
    }

    private mutating func alert() {
        guard let presented = screen.alert else { return }
        writer.markup(
            "<section class=\"alert\" role=\"alertdialog\" aria-modal=\"true\" aria-labelledby=\"alert-title\"")
        writer.markup(" aria-describedby=\"alert-message\">\n<h2 id=\"alert-title\">")
        writer.text(presented.alert.title)
        writer.markup("</h2>\n<p id=\"alert-message\">")
        writer.text(presented.alert.message)
        writer.markup("</p>\n")
        beginButton(presented.action)
        writer.markup(" class=\"button primary\" autofocus>")
        writer.text(presented.alert.dismissTitle)
        writer.markup("</button>\n")
        for choice in presented.choices {
            beginButton(choice.action, role: choice.role)
            writer.markup(" class=\"button ")
            writer.raw(choice.role.rawValue)
            writer.markup("\">")
            writer.text(choice.title)
            writer.markup("</button>\n")
        }
        writer.markup("</section>\n")
    }
}
