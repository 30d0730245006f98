import NavigationKit
import Testing

@Suite("Counts of live objects") struct LedgerTests {
    enum Place: Route { case top, page(Int), cover }
    struct Deeper: Action { var page: Int }
    struct Cover: Action {}

    // `ObjectCounts.counts` adds up classes of the same name, and other suites run at the same time, so `LedgerSheet`
    // has a unique name.
    final class Stack: NavigationController<Place> {
        init() { super.init(root: .top) }
        override class var actions: [Handler] { [.on(deeper), .on(cover)] }
        func deeper(_ action: Deeper) { push(.page(action.page)) }
        func cover(_ action: Cover) { present(.cover) }
        override func destination(for route: Place) throws -> ViewController {
            switch route {
            case .top: LedgerSheet(0)
            case .page(let number): LedgerSheet(number)
            case .cover: Stack()
            }
        }
    }

    final class LedgerSheet: ViewController {
        let number: Int
        init(_ number: Int) {
            self.number = number
            super.init()
        }
        @ViewBuilder override var view: any View {
            Button("Deeper", action: Deeper(page: number + 1))
            Button("Cover", action: Cover())
        }
    }

    private var live: [Int] { [ObjectCounts.count(of: Stack.self), ObjectCounts.count(of: LedgerSheet.self)] }

    @Test func `object counts return to their baseline after a dismissal and to 0 after the session`() async throws {
        ObjectCounts.startCounting()
        do {
            let visit = try Visit(Stage(Stack()))
            _ = try await visit.screen
            let baseline = live
            #expect(baseline == [1, 1])
            try await visit.click("Cover")
            for _ in 0..<20 { try await visit.click("Deeper") }
            #expect(live == [2, 22])
            #expect(ObjectCounts.counts["LedgerSheet"] == 22)
            try visit.visible(Stack.self).dismissSelf()
            try await visit.app.settle()
            #expect(live == baseline)
        }
        #expect(live == [0, 0])
    }
}
