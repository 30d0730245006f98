package import NavigationKit

/// Renders screens as HTML pages that work without scripts.
package enum HTMLRenderer {
    /// Appends the page for `screen` to `bytes`.
    package static func render(_ screen: Screen, in context: PageContext, into bytes: inout [UInt8]) {
        var page = Page(screen: screen, context: context)
        page.render()
        page.writer.append(to: &bytes)
    }
}

/// One page while it is rendered.
///
/// Usually one `<form>` encloses all controls, so that every button also submits the typed text. HTML forms cannot
/// nest: if the screen contains a form of its own, the main form is split into several `<form>` elements, and the
/// `form` attribute assigns each of its controls to the first. In a text browser without support for that attribute,
/// each of these forms still works by itself.
struct Page: ~Copyable {
    let screen: Screen
    let context: PageContext
    /// True if the screen's own forms split the main form into parts.
    let isSplit: Bool
    /// True if the main form has an input field.
    let hasFields: Bool
    /// True if the main form can have controls that the browser checks: fields, or those of an app's own element.
    let hasChecks: Bool
    let hasErrors: Bool
    var writer: PageWriter
    var list = ListState.none
    /// True while the content is inside a part of the split main form, or inside a form of the screen's own.
    var isPartOpen = false
    var isInOwnForm = false
    var sections: [OpenSection] = []
    /// The number of open sections with a heading.
    var headingDepth = 0
    /// A counter for unique element IDs.
    var blockNumber = 0
    var openSplits: [OpenSplit] = []
    var openTable: OpenTable?
    /// The title of the button of the open form, if that is sent with GET.
    var openQueryForm: String?
    /// True within a form of the screen's own that has a search field.
    var isInSearch = false
    /// The number of rows of the open table so far.
    var tableRows = 0
    /// The control that gets the ID ``PageContext/scrollTargetID``; `nil` if there is none, or once it is written.
    var scrollTarget: Screen.ActionIndex?
    /// The symbols whose path data the page has, each with a name of its own.
    var drawnSymbols: [Symbol] = []
    /// True for the screen behind a sheet, whose fields have no names and IDs.
    var isCovered = false
    /// The number of forms that are named with the session fingerprint so far.
    var namedForms = 0

    enum ListState {
        case none
        /// Opened by the screen's own list element.
        case opened
        /// Opened for rows outside of a list.
        case implied
        /// Opened for labeled content.
        case details
    }

    init(screen: Screen, context: PageContext) {
        self.screen = screen
        self.context = context
        var isSplit = false
        var hasFields = false
        var hasOwnElements = false
        var hasErrors = false
        var isInOwnForm = false
        for element in screen.elements {
            switch element {
            case .beginForm, .beginQueryForm: (isSplit, isInOwnForm) = (true, true)
            case .endForm: isInOwnForm = false
            case .field(let field):
                hasFields = hasFields || !isInOwnForm
                hasErrors = hasErrors || field.error != nil
            case .custom, .beginCustom: hasOwnElements = true
            default: break
            }
        }
        scrollTarget = context.scrollTarget
        self.isSplit = isSplit
        self.hasFields = hasFields
        hasChecks = hasFields || hasOwnElements
        self.hasErrors = hasErrors
        writer = PageWriter(
            capacity: 2048 + 256 * (screen.elements.count + screen.actions.count) + screen.writtenRows.count)
    }

    mutating func render() {
        head()
        writer.markup("<a class=\"skip\" href=\"#content\">")
        localizedText("Skip to content")
        writer.markup("</a>\n")
        if let notice = context.notice {
            writer.markup("<p class=\"notice\" role=\"status\">")
            writer.text(notice)
            writer.markup("</p>\n")
        }
        if let flash = context.flash { self.flash(flash) }
        beginForm(isMain: true, hasFields: hasFields)
        if hasFields { defaultAction() }
        alert()
        if isSplit { writer.markup("</form>\n") }
        screen.alert == nil
            ? writer.markup("<div class=\"page\">\n") : writer.markup("<div class=\"page\" inert>\n")
        let hasSlots = screen.hasSlots
        if hasSlots { pageHeader() }
        // Wide pages show the tabs before the content. On narrow ones the style sheet moves them to the end.
        tabs()
        bar()
        writer.markup("<main id=\"content\">\n")
        if hasErrors { errorSummary() }
        content(hasSlots ? screen.content : screen.elements.indices)
        if context.live != nil { checkForChanges() }
        writer.markup("</main>\n")
        if hasSlots { pageFooter() }
        writer.markup("</div>\n")
        if !isSplit { writer.markup("</form>\n") }
        if !screen.isPlain, let covered = screen.covered { self.covered(covered.screen) }
        writer.markup("</body>\n</html>\n")
    }

    /// Writes the message of the last action. Its button is outside of the main form, which it submits.
    private mutating func flash(_ message: String) {
        let undo = screen.isPlain ? nil : screen.undo
        undo == nil
            ? writer.markup("<p class=\"flash\" role=\"status\">")
            : writer.markup("<div class=\"flash\" role=\"status\"><p>")
        writer.text(message)
        writer.markup("</p>")
        if let undo {
            beginButton(undo.action)
            if !isSplit || !hasChecks { writer.markup(" form=\"screen\"") }
            writer.markup(" class=\"item\">")
            writer.text(undo.title)
            writer.markup("</button></div>")
        }
        writer.markup("\n")
    }

    /// Writes the app's own views above the bar: a landmark named after the app, since the bar is the banner.
    private mutating func pageHeader() {
        guard !screen.header.isEmpty else { return }
        writer.markup("<section class=\"page-header\" aria-label=\"")
        writer.attribute(context.appTitle)
        writer.markup("\">\n")
        content(screen.header)
        writer.markup("</section>\n")
    }

    /// Writes the app's own views below the content.
    private mutating func pageFooter() {
        guard !screen.footer.isEmpty else { return }
        writer.markup("<footer class=\"page-footer\">\n")
        content(screen.footer)
        writer.markup("</footer>\n")
    }

    /// Writes a text of the kit in the page's language.
    mutating func localizedText(_ text: StaticString) {
        context.localization.isSource
            ? writer.markup(text) : writer.text(context.localization.text(LocalizedText(key: text.description)))
    }

    /// Writes an attribute with a text of the kit in the page's language.
    mutating func localizedAttribute(_ name: StaticString, _ text: StaticString) {
        writer.markup(name)
        if context.localization.isSource {
            writer.markup(text)
        } else {
            writer.attribute(context.localization.text(LocalizedText(key: text.description)))
        }
        writer.markup("\"")
    }

    /// Begins a form that carries `_at` and the page's nonce.
    ///
    /// - Parameter hasFields: True if the form has input fields. If the page has a session, the form then has a name
    ///   made of the session fingerprint.
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
        writer.markup(WireName.beginningOfAt)
        writer.attribute(context.at)
        writer.markup(WireName.beginningOfOnce)
        writer.attribute(context.nonce)
        writer.markup("\">\n")
    }

    private mutating func alert() {
        guard let presented = screen.alert else { return }
        writer.markup(
            "<section class=\"alert\" role=\"alertdialog\" aria-modal=\"true\" aria-labelledby=\"alert-title\"")
        let hasMessage = !presented.alert.message.isEmpty
        if hasMessage { writer.markup(" aria-describedby=\"alert-message\"") }
        writer.markup(">\n<h2 id=\"alert-title\">")
        writer.text(presented.alert.title)
        writer.markup("</h2>\n")
        if hasMessage {
            writer.markup("<p id=\"alert-message\">")
            writer.text(presented.alert.message)
            writer.markup("</p>\n")
        }
        beginButton(presented.action)
        writer.markup(" class=\"button primary\" autofocus>")
        writer.text(presented.alert.dismissTitle)
        writer.markup("</button>\n")
        for choice in presented.choices {
            // No role, because the browser must not check the fields of the inert page.
            beginButton(choice.action)
            writer.markup(" class=\"button ")
            writer.raw(choice.role.rawValue)
            writer.markup("\">")
            writer.text(choice.title)
            writer.markup("</button>\n")
        }
        writer.markup("</section>\n")
    }
}
