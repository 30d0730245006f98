package import Responders

/// A form whose fields change a ``Query`` value of a screen: a search or a filter. It is sent with GET, so it adds no
/// version to the session's history, and its result can be bookmarked.
///
/// The name of each field is that of a property of the value; of a value without properties, that of the controller's
/// property. Properties without a field, such as the page of a list, return to their defaults. Buttons within the form
/// are not offered: a GET performs no action.
///
/// ```swift
/// QueryForm("Apply", $filter) {
///     Picker("Status", name: "status", selection: filter.status, choices)
/// }
/// ```
public struct QueryForm<Content: View>: View, PrimitiveView {
    private let element: Screen.QueryFormElement
    private let content: Content

    /// - Parameters:
    ///   - title: the title of the button that sends the form.
    ///   - query: the value, as `$filter` of a property `@Query var filter`.
    ///   - content: the fields.
    public init<Value>(_ title: String, _ query: QueryBinding<Value>, @ViewBuilder content: () -> Content) {
        element = Screen.QueryFormElement(title: title, names: query.names)
        self.content = content()
    }

    /// Appends the fields between ``Screen/Element/beginQueryForm(_:)`` and ``Screen/Element/endForm``.
    public func build(into screen: inout ScreenBuilder) { screen.withinQueryForm(element, content) }
}

extension View {
    /// Adds above this view a search that is sent with GET and, unless the query is empty, a link that clears it.
    ///
    /// - Parameters:
    ///   - listing: the state of the list, as `$listing` of a property `@Query var listing = ListState()`.
    ///   - prompt: the label of the input.
    public func searchable(_ listing: QueryBinding<ListState>, prompt: String = localized("Search")) -> some View {
        QuerySearchView(listing: listing, prompt: prompt, content: self)
    }
}

struct QuerySearchView<Content: View>: View {
    let listing: QueryBinding<ListState>
    let prompt: String
    let content: Content

    @ViewBuilder var body: some View {
        SearchField(listing, prompt: prompt)
        content
    }
}

/// A search that is sent with GET and, unless the query is empty, a link that clears it: for a toolbar, an ``HStack``
/// with the filters of a list. `searchable(_:prompt:)` adds it above a view.
public struct SearchField: View {
    private let listing: QueryBinding<ListState>
    private let prompt: String

    /// - Parameters:
    ///   - listing: the state of the list, as `$listing` of a property `@Query var listing = ListState()`.
    ///   - prompt: the label of the input.
    public init(_ listing: QueryBinding<ListState>, prompt: String = localized("Search")) {
        self.listing = listing
        self.prompt = prompt
    }

    /// The form and the link.
    @ViewBuilder public var body: some View {
        QueryForm(localized("Search"), listing) {
            TextField(
                prompt, name: "query", text: listing.value.query, kind: .search, maximumLength: ListState.maxQueryLength
            )
        }
        if !listing.value.query.isEmpty { QueryLink(localized("Show all"), listing) { $0 = ListState() } }
    }
}
