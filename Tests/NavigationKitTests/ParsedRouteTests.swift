@testable import Navigation
@testable import Responders
@testable import Views
import Testing

/// One of two route types that print the same texts, `garden` and `cellar`.
private enum Room: Route {
    case garden, cellar, named(String)
}

private enum Plant: Route {
    case garden, cellar
}

/// Parses an old and a new name, and prints the new one.
private enum Renamed: Route {
    case attic

    var segment: Segment { "attic" }

    init?(segment: Segment) {
        guard segment == "attic" || segment == "loft" else { return nil }
        self = .attic
    }
}

@Suite("Routes that steps of locations name") struct ParsedRouteTests {
    @Test func `one text can name a route of each route type`() throws {
        // `Room.garden` and `Plant.garden` have the same slot in the cache, so each replaces the other.
        for _ in 1...100 {
            #expect(try Room.named(by: "garden").route == .garden)
            #expect(try Plant.named(by: "garden").route == .garden)
            #expect(try Room.named(by: "cellar").route == .cellar)
        }
    }

    private enum Zoom: Route { case zoom(Double), scale(Float) }

    @Test(arguments: ["zoom:inf", "zoom:-inf", "zoom:nan", "zoom:1e999", "scale:inf", "scale:nan", "scale:1e99"])
    func `a number of a route is finite`(text: String) throws {
        #expect(throws: NoSuchRoute.self) { try Zoom.named(by: text[...]) }
        #expect(try Zoom.named(by: "zoom:0.5").route == .zoom(0.5))
    }

    @Test func `the printed text of a route can differ from the text that it was parsed from`() throws {
        for _ in 1...2 {
            let (route, printed) = try Renamed.named(by: "loft")
            #expect(route == .attic)
            #expect(printed == "attic")
        }
    }

    @Test func `a text that names no route throws an error, cached or not`() {
        for text in ["", "garage", "garden:1", "Garden", "named", "=garden", "~garden"] {
            for _ in 1...2 { #expect(throws: NoSuchRoute.self) { try Room.named(by: text[...]) } }
        }
    }

    @Test(arguments: ["x", "é"], [1, 7, 15, 16, 28, 29, 56, 57, 58, 200])
    func `a route is parsed from a text of any length`(letter: String, length: Int) throws {
        let route = Room.named(String(repeating: letter, count: length))
        for _ in 1...2 {
            let (read, printed) = try Room.named(by: route.segment.text[...])
            #expect(read == route)
            #expect(printed == route.segment.text)
        }
    }

    @Test func `texts that differ only in Unicode normalization name different routes`() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        for name in [composed, decomposed, composed] {
            let (read, printed) = try Room.named(by: Room.named(name).segment.text[...])
            guard case .named(let text) = read else {
                Issue.record("another route")
                return
            }
            #expect(Array(text.utf8) == Array(name.utf8))
            #expect(printed == Room.named(name).segment.text)
        }
    }

    @Test func `a cacheable segment is parsed once, and long and unknown segments are parsed each time`() {
        let cache = ParsedRoutes()
        var count = 0
        func parse(_ segment: Segment, as route: Room?) -> Room? {
            cache.route(of: segment) {
                count += 1
                return route
            }
        }
        for _ in 1...3 { #expect(parse("garden", as: .garden) == .garden) }
        #expect(count == 1)
        #expect(cache.text(of: Room.garden, parsedFrom: "garden") == "garden")
        #expect(cache.text(of: Room.cellar, parsedFrom: "garden") == nil)
        #expect(cache.text(of: Plant.garden, parsedFrom: "garden") == nil)
        for _ in 1...3 { #expect(parse("garage", as: nil) == nil) }
        #expect(count == 4)
        let longest = String(repeating: "x", count: ParsedRoutes.maxSegmentLength - 1)
        for _ in 1...3 { _ = parse(Segment(longest), as: .named(longest)) }
        #expect(count == 5)
        for _ in 1...3 { _ = parse(Segment(longest + "x"), as: .named(longest + "x")) }
        #expect(count == 8)
    }

    @Test func `more routes than the cache holds are all parsed`() throws {
        for _ in 1...2 {
            for number in 1...3_000 {
                #expect(try Room.named(by: "named:\(number)").route == .named("\(number)"))
            }
        }
    }

    @Test func `many threads parse routes concurrently`() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 1...8 {
                group.addTask {
                    try (1...400).allSatisfy { number in
                        let name = "\(number % (task * 40))"
                        return try Room.named(by: "named:" + name).route == .named(name)
                    }
                }
            }
            for try await areRight in group { #expect(areRight) }
        }
    }
}
