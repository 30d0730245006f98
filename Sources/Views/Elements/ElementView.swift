/// An element of your own: a view that writes its own HTML and its own Siren.
///
/// ```swift
/// struct StatusPill: ElementView {
///     let status: String
///
///     func writeHTML(_ html: inout HTMLElementWriter) {
///         html.element("span", [.class("pill")], text: status)
///     }
///
///     func writeSiren(_ siren: inout SirenElementWriter) { siren.set("status", status) }
/// }
/// ```
///
/// The writers escape all texts, so an element cannot break out of its place. Views within the element, such as buttons
/// and rows with actions, are its ``View/body``; ``HTMLElementWriter/content()`` says where they appear.
public protocol ElementView: View {
    /// Writes the HTML of the element. Called only when the screen is shown, in the view's environment.
    func writeHTML(_ html: inout HTMLElementWriter)

    /// Writes the values of the element for programs. The default writes none; the title of the Siren entity is then
    /// the text of the HTML.
    func writeSiren(_ siren: inout SirenElementWriter)
}

extension ElementView {
    /// An element without views of the kit.
    public var body: EmptyView { EmptyView() }

    /// Writes no values.
    public func writeSiren(_ siren: inout SirenElementWriter) {}

    /// Appends a ``Screen/Element/custom(_:)``, or the ``body`` between ``Screen/Element/beginCustom(_:)`` and
    /// ``Screen/Element/endCustom``.
    public func build(into screen: inout ScreenBuilder) { screen.append(element: self) }
}

extension ScreenBuilder {
    mutating func append(element view: some ElementView) {
        guard keepsElements else { return body(of: view).build(into: &self) }
        // It can have controls that the browser checks, which changes the markup of the page's buttons.
        keepAllRows()
        let (element, hasContent) = record(view)
        guard hasContent else { return append(.custom(element)) }
        append(.beginCustom(element))
        body(of: view).build(into: &self)
        append(.endCustom)
    }

    private mutating func record<Content: ElementView>(
        _ view: Content
    ) -> (element: Screen.CustomElement, hasContent: Bool) {
        var html = HTMLElementWriter()
        var siren = SirenElementWriter()
        evaluate {
            view.writeHTML(&html)
            view.writeSiren(&siren)
        }
        let type = String(describing: Content.self)
        for problem in html.problems { reportInvalidMarkup(problem, of: type) }
        let name = String(type.prefix { $0 != "<" }).kebabCased
        let hasContent = html.slot != nil || Content.Body.self != EmptyView.self
        return (Screen.CustomElement(name: name, html: html, siren: siren), hasContent)
    }
}
