@testable import NavigationKit
import Testing

/// One of two route types that print the same text.
private enum Room: Route {
    case garden, cellar, named(String)
}

private enum Plant: Route {
    case garden, cellar
}

/// Accepts an old name and prints the new one.
private enum Renamed: Route {
    case attic

    var segment: Segment { "attic" }

    init?(segment: Segment) {
        guard segment == "attic" || segment == "loft" else { return nil }
        self = .attic
    }
}

@Suite("Routes parsed from steps of locations") struct ParsedRouteTests {
    @Test func `one text is parsed as a route of each type`() throws {
        for _ in 1...2 {
            #expect(try Room.named(by: "garden").route == .garden)
            #expect(try Plant.named(by: "garden").route == .garden)
            #expect(try Room.named(by: "cellar").route == .cellar)
        }
    }

    @Test func `a route can print another text than the one it was parsed from`() throws {
        for _ in 1...2 {
            let (route, printed) = try Renamed.named(by: "loft")
            #expect(route == .attic)
            #expect(printed == "attic")
        }
    }

    @Test func `an invalid text is refused each time`() {
        for text in ["", "garage", "garden:1", "Garden", "named", "=garden", "~garden"] {
            for _ in 1...2 { #expect(throws: NoSuchRoute.self) { try Room.named(by: text) } }
        }
    }

    @Test(arguments: [1, 15, 16, 58, 59, 200])
    func `a text of any length is parsed`(length: Int) throws {
        let route = Room.named(String(repeating: "é", count: length))
        for _ in 1...2 {
            let (read, printed) = try Room.named(by: route.segment.text)
            #expect(read == route)
            #expect(printed == route.printedSegment)
        }
    }

    @Test func `more routes than the cache can hold are parsed correctly`() throws {
        for _ in 1...2 {
            for number in 1...3_000 {
                #expect(try Room.named(by: "named:\(number)").route == .named("\(number)"))
            }
        }
    }

    @Test func `routes are parsed by many threads at the same time`() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 1...8 {
                group.addTask {
                    try (1...400).allSatisfy {
                        try Room.named(by: "named:\($0 % (task * 40))").route == .named("\($0 % (task * 40))")
                    }
                }
            }
            for try await areRight in group { #expect(areRight) }
        }
    }
}
