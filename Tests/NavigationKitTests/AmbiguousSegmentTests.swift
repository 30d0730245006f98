@testable import NavigationKit
import Testing

@Suite("DESIGN D8: segments that authors choose") struct AmbiguousSegmentTests {
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

    @Test func `two tabs that print the same are told at start, and who cannot be read at all`() {
        #expect(Sections(root: .news).ambiguousSegments.map(\.route) == ["Section.archive"])
        #expect(Pages(root: .cover).ambiguousSegments.map(\.segment) == ["cover"])
    }

    @Test func `what prints its own segment and reads it back is well`() throws {
        #expect(try PostOffice.visit(at: "/letters").app.ambiguousSegments.isEmpty)
    }

    @Test func `no bytes make a location that leaves the site`() throws {
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
