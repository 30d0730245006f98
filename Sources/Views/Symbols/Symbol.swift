/// A line drawing of the kit or of an app, beside a text.
///
/// ```swift
/// Button("Send", icon: .paperPlane, role: .primary, action: Send())
/// ```
///
/// A symbol has the colour and, in relation to it, the size of the text beside it. It is hidden from assistive
/// technology, because that text says the same. An app adds its own:
///
/// ```swift
/// extension Symbol {
///     static let kite = Symbol("kite", path: "M12 3l6 7-6 7-6-7zM12 17v4") ?? .flag
/// }
/// ```
public struct Symbol: Sendable {
    private let drawing: Drawing

    private final class Drawing: Sendable {
        let name: String
        let path: String
        let flips: Bool

        init(name: String, path: String, flips: Bool) {
            self.name = name
            self.path = path
            self.flips = flips
        }
    }

    /// The name, such as `paper-plane`, which Siren shows.
    public var name: String { drawing.name }

    /// The path data.
    package var path: String { drawing.path }

    /// True if the drawing is mirrored where text runs from right to left.
    package var flips: Bool { drawing.flips }

    /// Creates a symbol of an app, or `nil` if the name or the path data is invalid.
    ///
    /// - Parameters:
    ///   - name: lower-case ASCII letters, digits and hyphens, at most 40, beginning with a letter.
    ///   - path: path data as in the `d` attribute of SVG (SVG 2 §9.3), without exponents, at most 4,096 octets. It is
    ///     drawn in a square of 24 × 24 units, as a line of 1.75 units with round ends and without a filling.
    ///   - flips: true to mirror the drawing where text runs from right to left, such as an arrow.
    public init?(_ name: String, path: String, flips: Bool = false) {
        guard Self.isName(name), path.utf8.count <= Self.maxPathLength, PathData.isValid(path) else { return nil }
        self.init(drawn: name, path, flips: flips)
    }

    /// Creates a symbol of the kit, whose path data a test checks.
    init(drawn name: String, _ path: String, flips: Bool = false) {
        drawing = Drawing(name: name, path: path, flips: flips)
    }

    private static let maxPathLength = 4096
    private static let maxNameLength = 40

    private static func isName(_ text: String) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard let first = text.utf8.first, letters ~= first, text.utf8.count <= maxNameLength else { return false }
        return text.utf8.allSatisfy {
            letters ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
        }
    }
}

extension Symbol: Equatable {
    /// True if the names and the drawings are equal.
    public static func == (first: Symbol, second: Symbol) -> Bool {
        first.drawing === second.drawing
            || first.name == second.name && first.path == second.path && first.flips == second.flips
    }
}
