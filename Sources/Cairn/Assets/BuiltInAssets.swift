import CLinux
import Glibc

/// The built-in style sheet, script, icon and speculation rules, compiled into the program, so an app needs no folder of
/// files. Files of the same names in the folder of static files replace them.
enum BuiltInAssets {
    /// The bytes of each file with its path.
    static let all: [(path: String, bytes: [UInt8])] = [
        ("/cairn.css", PackageResources.cairn_css), ("/cairn.js", compact(PackageResources.cairn_js)),
        ("/favicon.svg", PackageResources.favicon_svg), (speculationRulesPath, speculationRules),
    ]

    /// The style sheet and the script in gzip format, with their paths. Served so, they have a quarter and half of the size.
    static let compressed: [(path: String, bytes: [UInt8], plain: [UInt8])] =
        all.prefix(2).map { (path: $0.path, bytes: Gzip.compress($0.bytes), plain: $0.bytes) }

    /// Lets browsers request the screen behind a link while the visitor presses it, some 0.1 s before the click: a GET
    /// changes nothing, so the visitor may let go elsewhere. Only links to screens are named, and never POST. Prefetching
    /// on hover could show state that is minutes old.
    static let speculationRules = Array(
        #"{"prefetch":[{"where":{"selector_matches":"a:is(.row, .tab, .item, .button)"},"eagerness":"conservative"}]}"#
            .utf8)
    static let speculationRulesPath = "/cairn.speculationrules"
    /// The URL of the speculation rules as the value of the field `Speculation-Rules`, a string (RFC 8941 §3.3.3).
    static let speculationRulesURL: String = {
        let version = StaticFile.Content(speculationRules, modified: modified).version
        return "\"\(speculationRulesPath)?v=\(version)\""
    }()

    /// The compressed kit style sheet, with which each bundle begins, and the version of its file.
    static let beginning = Gzip.Beginning(PackageResources.cairn_css)
    static let version = StaticFile.Content(PackageResources.cairn_css, modified: modified).version

    /// Removes the comment lines of a script, and the spaces that separate no two words. The texts in it have no spaces.
    static func compact(_ script: [UInt8]) -> [UInt8] {
        func isWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        var compact: [UInt8] = []
        for line in script.split(separator: UInt8(ascii: "\n")) {
            let line = line.drop { $0 == UInt8(ascii: " ") }
            guard !line.starts(with: "//".utf8) else { continue }
            for index in line.indices {
                let isNeeded =
                    line[index] != UInt8(ascii: " ")
                    || index + 1 < line.endIndex && isWord(line[index - 1]) && isWord(line[index + 1])
                if isNeeded { compact.append(line[index]) }
            }
            compact.append(UInt8(ascii: "\n"))
        }
        return compact
    }

    /// Modification time of the executable, which contains the files, in seconds since 1970.
    static let modified: Int = {
        var status = stat()
        return stat("/proc/self/exe", &status) == 0 ? Int(linux_modification_time(&status) / 1_000_000_000) : 0
    }()
}
