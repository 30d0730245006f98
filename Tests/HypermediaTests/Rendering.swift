import Foundation
import Hypermedia
@testable import Navigation
@testable import Responders
@testable import Views
import Testing

/// Renders screens as text or as parsed JSON.
enum Rendering {
    static func page(_ screen: Screen, in context: PageContext = Samples.context(at: "/friends")) -> String {
        var bytes: [UInt8] = []
        HTMLRenderer.render(screen, in: context, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func siren(
        _ screen: Screen, in context: PageContext = Samples.context(at: "/friends")
    ) throws -> [String: Any] {
        var bytes: [UInt8] = []
        SirenRenderer.render(screen, in: context, into: &bytes)
        return try object(bytes)
    }

    static func object(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    /// Returns a screen with one row, whose title is `text`.
    static func row(_ text: String) -> Screen {
        var screen = Screen()
        screen.elements = [.row(0)]
        screen.rows = [Screen.RowElement(title: text)]
        return screen
    }
}

extension String {
    /// Returns the number of occurrences of `part`.
    func count(of part: String) -> Int { components(separatedBy: part).count - 1 }

    func pieces(around part: String) -> [String] { components(separatedBy: part) }

    /// Returns the text between the first `start` and the next `end`.
    func between(_ start: String, _ end: String) -> String? {
        guard let from = range(of: start)?.upperBound, let to = self[from...].range(of: end) else { return nil }
        return String(self[from..<to.lowerBound])
    }

    func precedes(_ first: String, _ second: String) -> Bool {
        guard let one = range(of: first), let two = range(of: second) else { return false }
        return one.lowerBound < two.lowerBound
    }
}

extension String {
    /// True if all elements of these kinds are nested correctly.
    func isNested(in kinds: [String]) -> Bool {
        var open: [String] = []
        for part in pieces(around: "<").dropFirst() {
            let name = String(part.prefix { $0 != ">" && $0 != " " })
            if kinds.contains(name) { open.append(name) }
            if name.hasPrefix("/"), kinds.contains(String(name.dropFirst())), open.popLast() != String(name.dropFirst())
            {
                return false
            }
        }
        return open.isEmpty
    }
}
