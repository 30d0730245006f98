/// The typeface of a theme's text.
public struct Typeface: Hashable, Sendable {
    /// A font file that the server sends.
    public struct File: Hashable, Sendable {
        /// The path of the file in the folder of static files, such as `/fonts/inter.woff2`.
        public var path: String
        /// The weights that the file contains, 1 to 1000; 400 is regular and 700 is bold.
        public var weights: ClosedRange<Int>
        /// True if the file's letters are italic.
        public var isItalic: Bool

        /// Creates a font file.
        ///
        /// - Parameters:
        ///   - path: the path in the folder of static files.
        ///   - weights: the weights that it contains, 1 to 1000.
        ///   - isItalic: true if its letters are italic.
        public init(_ path: String, weights: ClosedRange<Int> = 1...1_000, isItalic: Bool = false) {
            self.path = path
            self.weights = weights
            self.isItalic = isItalic
        }
    }

    /// The name of the font; `nil` for a generic typeface.
    package let name: String?
    /// The generic typeface, and the one that is used while a named font is missing.
    package let fallback: Generic
    /// The files of a named font.
    package let files: [File]

    package enum Generic: String, Sendable { case system, serif, rounded, monospaced }

    private init(_ name: String? = nil, fallback: Generic, files: [File] = []) {
        self.name = name
        self.fallback = fallback
        self.files = files
    }

    /// The system's typeface for text in programs.
    public static let system = Typeface(fallback: .system)
    /// A typeface with serifs.
    public static let serif = Typeface(fallback: .serif)
    /// A typeface with rounded strokes.
    public static let rounded = Typeface(fallback: .rounded)
    /// A typeface whose letters have one width.
    public static let monospaced = Typeface(fallback: .monospaced)

    /// A font by its name. Text appears in `fallback` until its files have arrived.
    ///
    /// - Parameters:
    ///   - name: the name of the font.
    ///   - files: the font's files, which the server sends; empty for a font of the visitor's system.
    ///   - fallback: the typeface that is used while the font is missing.
    public static func named(_ name: String, files: [File] = [], fallback: Typeface = .system) -> Typeface {
        Typeface(name, fallback: fallback.fallback, files: files)
    }
}
