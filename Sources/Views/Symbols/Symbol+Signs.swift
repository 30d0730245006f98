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
