import Hypermedia
@testable import Navigation
@testable import Responders
@testable import Views

/// Screens to render in tests.
enum Samples {
    static let names = [
        "Ada Lovelace & Charles Babbage", "Grace Hopper <admiral>", "Barbara Liskov", "Frances Allen", "Radia Perlman",
        "Karen Spärck Jones", "Jean Bartik & Co", "Margaret Hamilton <Apollo>", "Hedy Lamarr", "Katherine Johnson",
        "Annie Easley", "Mary Kenneth Keller & Sisters", "Evelyn Boyd Granville", "Sophie Wilson", "Lynn Conway",
        "Adele Goldberg <Smalltalk>", "Shafi Goldwasser", "Dana Angluin & Family", "Éva Tardos", "Joan Clarke",
    ]

    static func context(at location: String, fingerprint: String? = nil, notice: String? = nil) -> PageContext {
        PageContext(
            appTitle: "Letters", mountPath: MountPath(appName: "letters"), location: "/letters" + location,
            origin: "http://localhost:8080", at: "17", nonce: "9f2c6a41d07b", sessionFingerprint: fingerprint,
            notice: notice)
    }

    static func words(_ name: String, _ values: KeyValuePairs<String, String> = [:]) -> EncodedAction {
        EncodedAction(name: name, values: values.map { EncodedAction.Value(name: $0.key, text: $0.value) })
    }

    /// A screen with one field, and the button Save.
    static func screen(
        _ kind: Field.Kind, value: String = "", error: String? = nil, _ change: (inout Field) -> Void = { _ in }
    ) -> Screen {
        var screen = Screen()
        let save = offer("Save", words("save"), inputs: ["a"], in: &screen)
        var field = Field(name: "a", label: "A & B", kind: kind)
        change(&field)
        screen.elements = [
            .field(Screen.FieldElement(field: field, value: value, error: error)),
            .button(Screen.ButtonElement(title: "Save", role: .primary, action: save)),
        ]
        return screen
    }

    /// A list of friends in the first of three tabs.
    static var friends: Screen {
        var screen = Screen()
        screen.title = "Friends"
        screen.flow = "main"
        addTabs(to: &screen)
        let add = offer("Add", words("add-friend"), in: &screen)
        screen.trailingItems = [Screen.BarItem(title: "Add", role: .normal, action: add)]
        screen.elements.append(.beginList(label: "Friends"))
        for (index, name) in names.enumerated() {
            let action = offer(name, words("select-friend", ["friend": String(index)]), in: &screen)
            screen.elements.append(.row(screen.rows.count))
            screen.rows.append(
                Screen.RowElement(
                    title: name, subtitle: index.isMultiple(of: 3) ? "Last letter in March" : nil,
                    badge: index.isMultiple(of: 5) ? "2" : nil, action: action))
        }
        screen.elements.append(.endList)
        return screen
    }

    /// One friend, with letters that can be deleted.
    static var friend: Screen {
        var screen = Screen()
        screen.title = "Ada Lovelace & Charles Babbage"
        addTabs(to: &screen)
        let back = offer("Friends", words("back"), in: &screen)
        let edit = offer("Edit", words("edit-friend", ["friend": "0"]), in: &screen)
        screen.leadingItems = [Screen.BarItem(title: "Friends", role: .cancel, action: back)]
        screen.trailingItems = [Screen.BarItem(title: "Edit", role: .normal, action: edit)]
        screen.elements = [
            .text("Mathematician, London. Writes about engines that weave algebraical patterns.", .body),
            .text("Friend since 1833", .secondary), .heading("Letters"), .beginList(label: "Letters"),
        ]
        for (letter, title) in ["On the Analytical Engine", "Note G", "A <draft> & two corrections"].enumerated() {
            let open = offer(title, words("select-letter", ["letter": String(letter)]), in: &screen)
            let delete = offer("Delete", words("delete-letter", ["letter": String(letter)]), in: &screen)
            screen.elements.append(.row(screen.rows.count))
            screen.rows.append(
                Screen.RowElement(
                    title: title, subtitle: "12 June 1843", badge: nil, action: open,
                    extras: .init(buttons: [Screen.ButtonElement(title: "Delete", role: .destructive, action: delete)]))
            )
        }
        let write = offer("Write a letter", words("compose", ["to": "Ada & Charles"]), in: &screen)
        let remove = offer("Remove friend", words("remove-friend", ["friend": "0"]), in: &screen)
        screen.elements += [
            .endList, .button(Screen.ButtonElement(title: "Write a letter", role: .primary, action: write)),
            .link(title: "Her biography", target: "https://example.org/ada?a=1&b=2"),
            .button(Screen.ButtonElement(title: "Remove friend", role: .destructive, action: remove)),
        ]
        return screen
    }

    /// A letter in a modal, submitted with an invalid recipient.
    static var composer: Screen {
        var screen = Screen()
        screen.title = "New letter"
        screen.presentation = .modal
        let cancel = offer("Cancel", words("dismiss"), in: &screen)
        let send = offer("Send", words("send-letter", ["friend": "7"]), inputs: ["to", "subject", "text"], in: &screen)
        screen.leadingItems = [Screen.BarItem(title: "Cancel", role: .cancel, action: cancel)]
        screen.trailingItems = [Screen.BarItem(title: "Send", role: .primary, action: send)]
        screen.elements = [
            field(
                "to", "To", kind: .email, value: "ada@",
                error: "“To” must be an e-mail address, such as ada@example.org."),
            field("subject", "Subject", value: "\"Engines\" & <weaving>"),
            field("text", "Letter", kind: .textarea, value: "\nDear Ada,\nyours & <mine>"),
            .text("Letters are delivered twice a day.", .secondary),
        ]
        return screen
    }

    /// An alert above a friend's screen; the screen is visible but inert.
    static var alert: Screen {
        var screen = Screen()
        screen.title = "Ada Lovelace"
        let dismiss = offer("OK", words("dismiss-alert"), in: &screen)
        screen.alert = Screen.PresentedAlert(
            alert: Alert(
                title: "The letter was not sent", message: "The post office is closed. It stays in your drafts."),
            action: dismiss)
        screen.tabs = [
            Screen.Tab(title: "Friends", badge: nil, isSelected: true, action: nil),
            Screen.Tab(title: "Messages", badge: "3", isSelected: false, action: nil),
        ]
        screen.elements = [
            .text("Mathematician, London.", .body), .beginList(label: "Letters"),
            .row(0), .endList,
            .button(Screen.ButtonElement(title: "Write a letter", role: .primary, action: nil)),
        ]
        screen.rows = [Screen.RowElement(title: "Note G", subtitle: "12 June 1843")]
        return screen
    }

    /// A search with its own form above a list, and a field of the main form below it.
    static var search: Screen {
        var screen = Screen()
        screen.title = "Search"
        addTabs(to: &screen)
        let find = offer("Find", words("find"), inputs: ["query"], in: &screen)
        let open = offer("Note G", words("select-letter", ["letter": "1"]), in: &screen)
        let save = offer("Save", words("save-note"), inputs: ["note"], in: &screen)
        screen.trailingItems = [Screen.BarItem(title: "Save", role: .primary, action: save)]
        screen.elements = [
            .beginForm, field("query", "Words", kind: .search, value: "engine"),
            .button(Screen.ButtonElement(title: "Find", role: .primary, action: find)), .endForm,
            .beginList(label: "Found"), .row(0), .endList,
            field("note", "Note"), .text("Nothing else was found.", .placeholder),
            .image(Screen.ImageElement(source: "/favicon.svg", alternative: "A pile of stones")),
        ]
        screen.rows = [Screen.RowElement(title: "Note G", action: open)]
        return screen
    }

    /// A list of planets with its own search form, beside one planet.
    static var planets: Screen {
        var screen = Screen()
        screen.title = "Mars"
        addTabs(to: &screen)
        let back = offer("Back", words("back"), in: &screen)
        let find = offer("Find", words("find"), inputs: ["query"], in: &screen)
        let add = offer("Add", words("add-planet"), in: &screen)
        screen.leadingItems = [Screen.BarItem(title: "Back", role: .cancel, action: back)]
        screen.panes = [
            Screen.Pane(
                role: .primary, title: "Planets <8>", items: [Screen.BarItem(title: "Add", role: .normal, action: add)]),
            Screen.Pane(role: .detail, title: "Mars"),
        ]
        screen.elements = [
            .beginSplit, .beginPane(0), .text("Of the sun", .secondary), .beginForm,
            field("query", "Words", kind: .search),
            .button(Screen.ButtonElement(title: "Find", role: .primary, action: find)),
            .endForm, .beginList(label: "Planets"),
        ]
        for (index, title) in ["Mercury", "Venus", "Earth", "Mars"].enumerated() {
            let action = offer(title, words("show-planet", ["planet": String(index)]), in: &screen)
            screen.elements.append(.row(screen.rows.count))
            screen.rows.append(Screen.RowElement(title: title, subtitle: "A planet", action: action))
        }
        let next = offer("Next", words("show-planet", ["planet": "4"]), in: &screen)
        let first = offer("First", words("show-planet", ["planet": "0"]), in: &screen)
        let remember = offer("Remember", words("remember", ["planet": "3"]), in: &screen)
        screen.elements += [
            .endList, .endPane, .beginPane(1), .text("The red one.", .body), .heading("Moons"),
            .beginList(label: "Moons"), .row(screen.rows.count), .endList,
            .button(Screen.ButtonElement(title: "Next", role: .normal, action: next)),
            .button(Screen.ButtonElement(title: "First", role: .normal, action: first)),
            .button(Screen.ButtonElement(title: "Remember", role: .primary, action: remember)), .endPane, .endSplit,
        ]
        screen.rows.append(Screen.RowElement(title: "Phobos"))
        return screen
    }

    /// Includes elements that the other samples lack, such as a section, a pager, and more kinds of fields.
    static var everything: Screen {
        var screen = Screen()
        screen.title = "Everything"
        let inputs = ["size", "rank", "isLoud", "day"]
        let save = offer("Save", words("save"), inputs: inputs, in: &screen)
        let previous = offer("Previous page", words("show-page", ["page": "1"]), in: &screen)
        let next = offer("Next page", words("show-page", ["page": "3"]), in: &screen)
        screen.elements = [
            .beginSection(title: "Choices"), field("size", "Size", kind: .select),
            field("rank", "Rank", kind: .radio, error: "Please choose."), field("isLoud", "Loud", kind: .checkbox),
            field("day", "Day", kind: .date, value: "2026-03-09"), .endSection,
            .button(Screen.ButtonElement(title: "Save", role: .primary, action: save)),
            .beginForm, field("query", "Words", kind: .search), .endForm,
            .pager(.init(label: "Pages", page: 2, pages: 3, previous: previous, next: next)),
        ]
        screen.elements += blocks(text: "Text")
        screen.rows = [Screen.RowElement(title: "Row")]
        return screen
    }

    /// Elements without actions; all their texts are `text`.
    static func blocks(text: String) -> [Screen.Element] {
        [
            .heading(text), .text(text, .body), .link(title: text, target: text),
            .routeLink(.init(title: text, path: text, type: text, downloads: true)),
            .image(.init(source: text, alternative: text)), .beginList(label: text), .row(0), .endList,
            .beginSection(title: text), .labeledContent(label: text, value: text),
            .typedContent(label: text, value: text, typed: .number(1, unit: text)),
            .table(.init(caption: text, columns: [.init(title: text, alignment: .trailing)], rows: [[text]], count: 1)),
            .progress(.init(label: text, value: 1, total: 2)), .progress(.init(label: text, value: nil, total: 1)),
            .skeleton(status: text, rows: 2),
            .custom(custom(text: text)), .beginCustom(custom(text: text)), .text(text, .body), .endCustom,
            .endSection, .row(0), .lines(text, .secondary), .badge(text, .warning),
            .gauge(.init(label: text, value: 1, bounds: 0...2, text: text)), .beginGroup(.menu(title: text, icon: nil)),
            .endGroup,
            .beginGroup(.disclosure(title: text, isExpanded: false)), .text(text, .body), .endGroup,
        ]
    }

    /// An element of an app's own; all its texts and values are `text`.
    static func custom(text: String) -> Screen.CustomElement {
        var html = HTMLElementWriter()
        html.element("figure", [.class(text), .label(text)]) { html in
            html.element("figcaption", text: text)
            html.link(text, to: text)
            html.content()
        }
        var siren = SirenElementWriter()
        siren.set("title", text)
        siren.set("text", [text])
        return Screen.CustomElement(name: text, html: html, siren: siren)
    }

    static func field(
        _ name: String, _ label: String, kind: Field.Kind = .text, value: String = "", error: String? = nil
    ) -> Screen.Element {
        var field = Field(name: name, label: label, kind: kind, isRequired: true, maximumLength: 200)
        if kind == .select || kind == .radio {
            field.choices = [.init("First", value: "1"), .init("Last", value: "9")]
        }
        return .field(Screen.FieldElement(field: field, value: value, error: error))
    }

    static func offer(
        _ title: String, _ words: EncodedAction, inputs: [String] = [], in screen: inout Screen
    ) -> Screen.ActionIndex {
        screen.actions.append(OfferedAction(words: words, inputs: inputs, title: title))
        return screen.actions.count - 1
    }

    private static func addTabs(to screen: inout Screen) {
        for (index, title) in ["Friends", "Messages", "Settings"].enumerated() {
            let action = offer(title, words("select-tab", ["tab": title.lowercased()]), in: &screen)
            screen.tabs.append(
                Screen.Tab(title: title, badge: index == 1 ? "3" : nil, isSelected: index == 0, action: action))
        }
    }

    static var all: [(name: String, screen: Screen, context: PageContext)] {
        [
            ("friends", friends, context(at: "/friends")),
            ("friend", friend, context(at: "/friends/friend:0")),
            ("composer", composer, context(at: "/messages/~compose:7")),
            ("planets", planets, context(at: "/planets/planet:3")),
            ("alert", alert, context(at: "/friends/friend:0")), ("everything", everything, context(at: "/all")),
            (
                "search", search,
                context(at: "/messages/search", notice: "Your session had expired; this is the page anew.")
            ),
        ]
    }
}
