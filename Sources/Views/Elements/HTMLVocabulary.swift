/// The elements and attributes that ``HTMLElementWriter`` permits, and a simplified content model (HTML §3.2.5, §4).
///
/// Left out: elements that load or run something (`script`, `iframe`, `object`, `img`), styles, forms and their controls,
/// which belong to views of the kit, headings, whose level depends on the screen, and everything that needs an ID.
enum HTMLVocabulary {
    /// Categories of content.
    struct Categories: OptionSet, Sendable {
        let rawValue: UInt16

        static let flow = Categories(rawValue: 1)
        static let phrasing = Categories(rawValue: 1 << 1)
        static let text = Categories(rawValue: 1 << 2)
        static let item = Categories(rawValue: 1 << 3)
        static let definition = Categories(rawValue: 1 << 4)
        static let tablePart = Categories(rawValue: 1 << 5)
        static let tableRow = Categories(rawValue: 1 << 6)
        static let cell = Categories(rawValue: 1 << 7)
        static let summary = Categories(rawValue: 1 << 8)
        static let figureCaption = Categories(rawValue: 1 << 9)
        static let drawing = Categories(rawValue: 1 << 10)
        static let drawnText = Categories(rawValue: 1 << 11)
        static let drawingTitle = Categories(rawValue: 1 << 12)

        static let anyFlow: Categories = [.flow, .phrasing, .text]
        static let anyPhrasing: Categories = [.phrasing, .text]
    }

    /// The content model of an element.
    struct Kind: Sendable {
        /// The categories that the element belongs to.
        let categories: Categories
        /// The categories that the element can contain.
        let holds: Categories
        var isVoid = false
        /// True for SVG.
        var isDrawn: Bool { !categories.isDisjoint(with: [.drawing, .drawnText]) || holds.contains(.drawing) }
    }

    /// The place of the element itself on a screen.
    static let root = Kind(categories: .flow, holds: .anyFlow)
    static let link = Kind(categories: .phrasing, holds: .anyPhrasing)

    static let elements: [String: Kind] = {
        var all: [String: Kind] = [:]
        func add(_ names: String, _ categories: Categories, holds: Categories, isVoid: Bool = false) {
            for name in names.split(separator: " ") {
                all[String(name)] = Kind(categories: categories, holds: holds, isVoid: isVoid)
            }
        }
        add("div section article aside header footer blockquote", .flow, holds: .anyFlow)
        add("p pre", .flow, holds: .anyPhrasing)
        add(
            "span em strong b i u s small code kbd samp var sub sup mark abbr cite dfn q bdi time data del ins",
            .phrasing, holds: .anyPhrasing)
        add("br wbr", .phrasing, holds: [], isVoid: true)
        add("hr", .flow, holds: [], isVoid: true)
        add("ul ol", .flow, holds: .item)
        add("li", .item, holds: .anyFlow)
        add("dl", .flow, holds: .definition)
        add("dt", .definition, holds: .anyPhrasing)
        add("dd", .definition, holds: .anyFlow)
        add("figure", .flow, holds: [.flow, .phrasing, .text, .figureCaption])
        add("figcaption", .figureCaption, holds: .anyFlow)
        add("details", .flow, holds: [.flow, .phrasing, .text, .summary])
        add("summary", .summary, holds: .anyPhrasing)
        add("table", .flow, holds: .tablePart)
        add("caption", .tablePart, holds: .anyPhrasing)
        add("thead tbody tfoot", .tablePart, holds: .tableRow)
        add("tr", .tableRow, holds: .cell)
        add("th", .cell, holds: .anyPhrasing)
        add("td", .cell, holds: .anyFlow)
        add("svg", .phrasing, holds: [.drawing, .drawingTitle])
        add("g", .drawing, holds: [.drawing, .drawingTitle])
        add("path rect circle ellipse line polyline polygon", .drawing, holds: .drawingTitle)
        add("text", .drawing, holds: [.drawnText, .drawingTitle, .text])
        add("tspan", .drawnText, holds: [.drawnText, .drawingTitle, .text])
        add("title desc", .drawingTitle, holds: .text)
        return all
    }()

    /// The attributes of HTML elements, with the elements that have them; empty for all elements.
    private static let attributes: [String: Set<String>] = [
        "class": [], "title": [], "lang": [], "dir": [], "role": [],
        "datetime": ["time", "del", "ins"], "value": ["data", "li"], "open": ["details"],
        "start": ["ol"], "reversed": ["ol"], "colspan": ["td", "th"], "rowspan": ["td", "th"], "scope": ["th"],
    ]

    /// The attributes of SVG elements. Inline styles are left out: the Content-Security-Policy blocks them.
    private static let drawingAttributes: Set<String> = [
        "viewBox", "preserveAspectRatio", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry",
        "width", "height", "d", "points", "pathLength", "transform", "fill", "fill-opacity", "fill-rule", "stroke",
        "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-dashoffset",
        "stroke-opacity", "stroke-miterlimit", "opacity", "vector-effect", "text-anchor", "dominant-baseline",
        "font-size", "font-weight", "textLength", "lengthAdjust",
    ]

    /// ARIA attributes that refer to IDs, which an element does not have.
    private static let references: Set<String> = [
        "aria-activedescendant", "aria-controls", "aria-describedby", "aria-details", "aria-errormessage",
        "aria-flowto", "aria-labelledby", "aria-owns",
    ]

    static func isDrawing(_ attribute: String) -> Bool { drawingAttributes.contains(attribute) }

    /// Returns true if elements named `element` can have the attribute.
    static func permits(_ attribute: String, of element: String, _ kind: Kind) -> Bool {
        if let owners = attributes[attribute] { return owners.isEmpty || owners.contains(element) }
        if kind.isDrawn, isDrawing(attribute) { return true }
        if attribute.hasPrefix("aria-") { return attribute.utf8.dropFirst(5).isName && !references.contains(attribute) }
        // Marks the element itself, for tests.
        guard attribute != "data-element" else { return false }
        return attribute.hasPrefix("data-") && attribute.utf8.dropFirst(5).isName
    }

    /// Returns true if a text can be the value of an attribute that draws: numbers, colours, paths and keywords. A URL
    /// would load something.
    static func isDrawingValue(_ text: String) -> Bool {
        var previous: (UInt8, UInt8) = (0, 0)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), 0x20, 0x0A, UInt8(ascii: "."), UInt8(ascii: ","),
                UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "("),
                UInt8(ascii: ")"):
                break
            default: return false
            }
            let isURL =
                previous == (UInt8(ascii: "u"), UInt8(ascii: "r")) && byte | 0x20 == UInt8(ascii: "l")
            guard !isURL else { return false }
            previous = (previous.1, byte | 0x20)
        }
        return true
    }
}

extension Substring.UTF8View {
    /// True for lower-case letters and single hyphens, such as `state` or `sort-order`.
    fileprivate var isName: Bool {
        let isPlain = allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "-") }
        return isPlain && first != UInt8(ascii: "-") && !isEmpty
    }
}
