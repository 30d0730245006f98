@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Segments that an app defines") struct AmbiguousSegmentTests {
    private enum Section: Route, CaseIterable {
        case news, archive, search

        var segment: Segment { self == .search ? "find" : "all" }

        init?(segment: Segment) {
            switch segment {
            case "all": self = .news
            case "find": self = .search
            default: return nil
            }
        }
    }

    private final class Sections: TabBarController<Section> {
        override func destination(for route: Section) throws -> ViewController { ViewController() }
    }

    private enum Page: Route {
        case cover

        var segment: Segment { "cover" }
        init?(segment: Segment) { return nil }
    }

    private final class Pages: NavigationController<Page> {
        override func destination(for route: Page) throws -> ViewController { ViewController() }
    }

    @Test func `ambiguousSegments lists a tab with a duplicate segment and a route that no segment names`() {
        #expect(Sections(root: .news).ambiguousSegments.map(\.route) == ["Section.archive"])
        #expect(Pages(root: .cover).ambiguousSegments.map(\.segment) == ["cover"])
    }

    @Test func `routes with custom segments that round-trip are not ambiguous`() throws {
        #expect(try PostOffice.visit(at: "/letters").app.ambiguousSegments.isEmpty)
    }

    @Test func `arbitrary bytes never produce a location that leaves the site`() throws {
        var generator = SeededGenerator(state: 52)
        let treacherous = Array("/\\~=!%:.?#@&\r\n\t \0-_aé".utf8)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                Bool.random(using: &generator)
                    ? treacherous.randomElement(using: &generator) ?? 0
                    : UInt8.random(in: .min ... .max, using: &generator)
            }
            let location = Location(String(decoding: bytes, as: UTF8.self))
            guard let path = try? PostOffice.visit(at: location.path).app.location.path else { continue }
            let isSafe = path.isEmpty || path.hasPrefix("/") && !path.hasPrefix("//")
            #expect(isSafe && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }, "\(bytes)")
        }
    }
}
