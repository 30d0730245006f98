// MARK: - Documents and data

extension Symbol {
    /// A page of text.
    public static let document = Symbol(drawn: "document", "M6 3h8l4 4v14H6zm8 0v4h4M9 12h6m-6 4h6")
    /// A folder.
    public static let folder = Symbol(drawn: "folder", "M3 5h7l2 3h9v11H3z")
    /// A list.
    public static let list = Symbol(drawn: "list", "M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01")
    /// Four squares.
    public static let grid = Symbol(drawn: "grid", "M4 4h6v6H4zm10 0h6v6h-6zM4 14h6v6H4zm10 0h6v6h-6z")
    /// A table.
    public static let table = Symbol(drawn: "table", "M3 5h18v14H3zm0 5h18M3 14.5h18M9 5v14")
    /// A bar chart.
    public static let chart = Symbol(drawn: "chart", "M3 3v18h18M8 17v-5m5 5V7m5 10v-3")
    /// Two links of a chain.
    public static let link = Symbol(
        drawn: "link",
        "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1")
}

// MARK: - Tools and actions

extension Symbol {
    /// A plus sign: add.
    public static let plus = Symbol(drawn: "plus", "M12 5v14M5 12h14")
    /// A minus sign: take away.
    public static let minus = Symbol(drawn: "minus", "M5 12h14")
    /// A tick: done.
    public static let check = Symbol(drawn: "check", "M4 13l5 5L20 6")
    /// A cross: close or dismiss.
    public static let cross = Symbol(drawn: "cross", "M6 6l12 12m0-12L6 18")
    /// A pencil: edit or write.
    public static let pencil = Symbol(drawn: "pencil", "M4 20l1-5L16 4l4 4L9 19zm9-13 4 4")
    /// A bin: delete.
    public static let trash = Symbol(drawn: "trash", "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13m-8 4v5m4-5v5")
    /// A magnifier: search.
    public static let magnifier = Symbol(
        drawn: "magnifier",
        "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zm5-1.5L21 21")
    /// A funnel: filter.
    public static let filter = Symbol(drawn: "filter", "M3 5h18l-7 8v5l-4 2v-7z")
    /// Two sliders: options.
    public static let sliders = Symbol(
        drawn: "sliders",
        "M4 8h7m5 0h4M4 16h3m5 0h8m-6.5-5.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z"
            + "m-4 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z")
    /// A gear: settings.
    public static let gear = Symbol(
        drawn: "gear",
        "M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zm0-4a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z"
            + "M12 3v2m0 14v2m9-9h-2M5 12H3m15.4-6.4L17 7M7 17l-1.4 1.4m12.8 0L17 17M7 7 5.6 5.6")
    /// Three connected points: share.
    public static let share = Symbol(
        drawn: "share",
        "M6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm12-7a3 3 0 1 0 0-6 3 3 0 0 0 0 6z"
            + "m0 14a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8.6 10.5l6.8-4m-6.8 7 6.8 4")
    /// An arrow out of a tray.
    public static let upload = Symbol(drawn: "upload", "M4 15v5h16v-5m-8 1V4M7 9l5-5 5 5")
    /// An arrow into a tray.
    public static let download = Symbol(drawn: "download", "M4 15v5h16v-5M12 4v12m-5-5 5 5 5-5")
    /// A round arrow: load again.
    public static let refresh = Symbol(drawn: "refresh", "M20 12a8 8 0 1 1-2.3-5.7L20 9m0-5v5h-5")
    /// Three dots: more.
    public static let more = Symbol(drawn: "more", "M4 12h1m6.5 0h1m6.5 0h1")
    /// A closed padlock.
    public static let lock = Symbol(drawn: "lock", "M5 11h14v10H5zm3 0V7a4 4 0 0 1 8 0v4")
    /// A key.
    public static let key = Symbol(drawn: "key", "M7.5 21a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zm3-7.5L20 4m-4 4 3 3")
    /// An eye: show.
    public static let eye = Symbol(drawn: "eye", "M2 12c5-8 15-8 20 0-5 8-15 8-20 0zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z")
}

// MARK: - States

extension Symbol {
    /// An i in a circle.
    public static let information = Symbol(
        drawn: "information",
        "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-10v5m0-8.5h.01")
    /// An exclamation mark in a triangle.
    public static let warning = Symbol(drawn: "warning", "M12 4 2.5 20h19zm0 6v4.5m0 2.5h.01")
    /// A question mark in a circle.
    public static let question = Symbol(
        drawn: "question",
        "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .7-1 1.7m0 3h.01")
}

// MARK: - Directions

extension Symbol {
    /// An arrow that turns back.
    public static let undo = Symbol(drawn: "undo", "M8 5l-4 4 4 4M4 9h10a5 5 0 0 1 0 11h-4", flips: true)
    /// An arrow that turns forward.
    public static let redo = Symbol(drawn: "redo", "M16 5l4 4-4 4m4-4H10a5 5 0 0 0 0 11h4", flips: true)
    /// An arrow through a door, inwards: sign in.
    public static let enter = Symbol(drawn: "enter", "M10 4h9v16h-9M3 12h11m-4-4 4 4-4 4", flips: true)
    /// An arrow through a door, outwards: sign out.
    public static let exit = Symbol(drawn: "exit", "M14 4H5v16h9m-4-8h11m-4-4 4 4-4 4", flips: true)
    /// A small arrow towards the beginning of the line.
    public static let chevronBackward = Symbol(drawn: "chevron-backward", "M15 5l-7 7 7 7", flips: true)
    /// A small arrow towards the end of the line.
    public static let chevronForward = Symbol(drawn: "chevron-forward", "M9 5l7 7-7 7", flips: true)
    /// A small arrow upwards.
    public static let chevronUp = Symbol(drawn: "chevron-up", "M5 15l7-7 7 7")
    /// A small arrow downwards.
    public static let chevronDown = Symbol(drawn: "chevron-down", "M5 9l7 7 7-7")
    /// An arrow towards the beginning of the line.
    public static let arrowBackward = Symbol(drawn: "arrow-backward", "M20 12H4m6-6-6 6 6 6", flips: true)
    /// An arrow towards the end of the line.
    public static let arrowForward = Symbol(drawn: "arrow-forward", "M4 12h16m-6-6 6 6-6 6", flips: true)
    /// An arrow upwards.
    public static let arrowUp = Symbol(drawn: "arrow-up", "M12 20V4M6 10l6-6 6 6")
    /// An arrow downwards.
    public static let arrowDown = Symbol(drawn: "arrow-down", "M12 4v16m-6-6 6 6 6-6")
}
