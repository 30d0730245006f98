@testable import NavigationKit
import Testing

@Suite("DESIGN D8: locations and visible states, one for one") struct RoundTripTests {
    @Test func `A49: location to state to location, over random states with tabs and three modal levels`() throws {
        var generator = SeededGenerator(state: 49)
        // Bytes: texts that Unicode holds to be the same are two routes' values all the same.
        var seen: [String: [UInt8]] = [:]
        var complete = 0
        for _ in 0..<10_000 {
            let visit = try PostOffice.visit(at: "/")
            try wander(in: visit, using: &generator)
            let location = try visit.app.location
            #expect(location.path.utf8.count <= Location.longestPath)
            guard location.isComplete else { continue }
            complete += 1
            let again = try PostOffice.visit(at: location.path)
            let visible = Array(try shape(of: visit).joined(separator: "\n").utf8)
            #expect(try again.app.location == location)
            #expect(Array(try shape(of: again).joined(separator: "\n").utf8) == visible)
            #expect(seen.updateValue(visible, forKey: location.path) ?? visible == visible)
        }
        #expect(complete > 8_000)
        #expect(Set(seen.values).count == seen.count)
    }

    @Test func `restoring a state gives the same location and the same visible state`() throws {
        var generator = SeededGenerator(state: 50)
        for _ in 0..<1_000 {
            let visit = try PostOffice.visit(at: "/")
            try wander(in: visit, using: &generator)
            let state = try visit.app.state
            let again = try PostOffice.visit(state: state)
            #expect(try again.app.location == visit.app.location)
            #expect(try shape(of: again) == shape(of: visit))
        }
    }

    @Test func `any bytes name a state or are refused, and nothing but a printed location is accepted as one`() throws {
        var generator = SeededGenerator(state: 51)
        let parts = [
            "/", "letters", "friends", "~", "compose:4", "another", "!_", "..", "friend:7", ":", "!", "%", "!n", "%2F",
            "~writing:1",
            "/letter:7", "é", "login", "//",
        ]
        var opened = 0
        for _ in 0..<5_000 {
            let path = (0...Int.random(in: 0..<8, using: &generator)).map { _ in
                parts.randomElement(using: &generator) ?? ""
            }.joined()
            guard let visit = try? PostOffice.visit(at: path) else { continue }
            opened += 1
            let location = try visit.app.location
            #expect(try PostOffice.visit(at: location.path).app.location == location, "\(path)")
        }
        #expect(opened > 20)
    }

    private func wander(
        in visit: Visit<PostOffice>, using generator: inout SeededGenerator
    ) throws {
        let tabs = try visit.visible(Tabs.self)
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            tabs.select(Tab.allCases.randomElement(using: &generator) ?? .letters)
            if Int.random(in: 0..<5, using: &generator) == 0,
                let letters = try visit.path.last(where: { $0 is Letters })
            {
                (letters as? Letters)?.setRoutes([.letter(Int.random(in: 0..<1_000, using: &generator))])
            }
            for _ in 0..<Int.random(in: 0...3, using: &generator) { try push(in: visit, using: &generator) }
        }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            switch try visit.path.last(where: { $0 is ContainerViewController }) {
            case let letters as Letters: letters.show(.compose(to: Bool.random(using: &generator) ? nil : 3))
            case let friends as Friends: friends.show(.writing(to: 1))
            case let composing as Composing: composing.show(.another)
            default: return
            }
            for _ in 0..<Int.random(in: 0...2, using: &generator) { try push(in: visit, using: &generator) }
        }
    }

    private func push(in visit: Visit<PostOffice>, using generator: inout SeededGenerator) throws {
        let word = treacherousWords.randomElement(using: &generator) ?? ""
        let number = Int.random(in: 0..<1_000, using: &generator)
        switch try visit.path.last(where: { $0 is ContainerViewController }) {
        case let letters as Letters:
            let page = Bool.random(using: &generator) ? nil : number
            letters.push(Bool.random(using: &generator) ? .letter(number) : .search(text: word, page: page))
        case let friends as Friends: friends.push(.friend(number))
        case let composing as Composing:
            composing.push(Bool.random(using: &generator) ? .recipient : .picture(word))
        default: break
        }
    }

    /// What is visible, in routes: another tab's stack is not.
    private func shape(of visit: Visit<PostOffice>) throws -> [String] {
        try visit.path.map { controller in
            switch controller {
            case let flow as AppFlow: "\(flow.activeFlow)"
            case let tabs as Tabs: "\(tabs.selectedRoute)"
            case let letters as Letters: "\(letters.routes) ^ \(letters.presentedRoute as Any)"
            case let friends as Friends: "\(friends.routes) ^ \(friends.presentedRoute as Any)"
            case let composing as Composing: "\(composing.routes) ^ \(composing.presentedRoute as Any)"
            default: "\(type(of: controller))"
            }
        }
    }
}
