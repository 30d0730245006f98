@testable import NavigationKit
import Testing

/// One of two routes that print the same text.
private enum Room: Route {
    case garden, cellar, named(String)
}

private enum Plant: Route {
    case garden, cellar
}

/// Reads an old name and prints the new one.
private enum Renamed: Route {
    case attic

    var segment: Segment { "attic" }

    init?(segment: Segment) {
        guard segment == "attic" || segment == "loft" else { return nil }
        self = .attic
    }
}

@Suite("Routes that steps of locations name") struct ParsedRouteTests {
    @Test func `one text names a route of each type`() throws {
        for _ in 1...2 {
            #expect(try Room.named(by: "garden").route == .garden)
            #expect(try Plant.named(by: "garden").route == .garden)
            #expect(try Room.named(by: "cellar").route == .cellar)
        }
    }

    @Test func `what a route prints need not be what named it`() throws {
        for _ in 1...2 {
            let (route, printed) = try Renamed.named(by: "loft")
            #expect(route == .attic)
            #expect(printed == "attic")
        }
    }

    @Test func `a text that names no route is refused each time`() {
        for text in ["", "garage", "garden:1", "Garden", "named", "=garden", "~garden"] {
            for _ in 1...2 { #expect(throws: NoSuchRoute.self) { try Room.named(by: text) } }
        }
    }

    @Test(arguments: [1, 15, 16, 58, 59, 200])
    func `a route is read from a text of any length`(length: Int) throws {
        let route = Room.named(String(repeating: "é", count: length))
        for _ in 1...2 {
            let (read, printed) = try Room.named(by: route.segment.text)
            #expect(read == route)
            #expect(printed == route.printedSegment)
        }
    }

    @Test func `more routes than are remembered are all read`() throws {
        for _ in 1...2 {
            for number in 1...3_000 {
                #expect(try Room.named(by: "named:\(number)").route == .named("\(number)"))
            }
        }
    }

    @Test func `routes are read by many threads at once`() async throws {
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
