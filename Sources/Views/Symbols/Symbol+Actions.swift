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
