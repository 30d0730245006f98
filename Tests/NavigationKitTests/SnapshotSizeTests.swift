@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Size and depth of snapshots") struct SnapshotSizeTests {
    /// The versions after each of 50 actions, such as reading letters, going back, and viewing friends.
    private func versions() async throws -> [WindowState] {
        let visit = try PostOffice.visit(at: "/letters")
        var versions: [WindowState] = []
        for number in 1...6 {
            for title in ["Letter \(number % 3 + 1)", "Rename", "Back", "Write", "Choose", "Friend 2", "Cancel"] {
                try await visit.click(title, typing: title == "Rename" ? ["name": "Remember \(number)"] : [:])
                if title == "Choose" { try visit.visible(FriendList.self).stars = number }
                versions.append(try visit.app.state)
            }
            for title in ["Friends", "Friend \(number % 3 + 1)", "Back", "Letters"] {
                try await visit.click(title)
                versions.append(try visit.app.state)
            }
        }
        return Array(versions.prefix(50))
    }

    @Test func `one version of a stack of depth three takes at most 1 KiB`() throws {
        let visit = try PostOffice.visit(at: "/letters/letter:1/letter:2")
        try visit.visible(Letter.self).note = "Remember the milk"
        let size = [try visit.app.state].snapshot.count
        #expect(size <= 1_024)
        #expect(size <= 128, "It took \(size) bytes.")
    }

    @Test func `50 versions take at most 8 KiB`() async throws {
        let versions = try await versions()
        let size = versions.snapshot.count
        #expect(versions.count == 50)
        #expect(size <= 8_192)
        #expect(size <= 2_048, "They took \(size) bytes.")
        #expect(try versions.storedAndRead().inventory == versions.inventory)
    }

    @Test func `a repeated state adds one byte to a snapshot`() throws {
        let visit = try PostOffice.visit(at: "/letters/letter:1/letter:2")
        let state = try visit.app.state
        #expect([state, state].snapshot.count == [state].snapshot.count + 1)
    }

    @Test func `a push adds as many bytes to a snapshot on a deep stack as on a flat one`() throws {
        func growth(at depth: Int) throws -> Int {
            let visit = try PostOffice.visit(at: "/letters")
            let letters = try visit.visible(Letters.self)
            visit.app.window?.maximumStackDepth = 2_000
            for _ in 1..<depth { letters.push(.letter(1)) }
            let before = try visit.app.state
            letters.push(.letter(2))
            return [before, try visit.app.state].snapshot.count - [before].snapshot.count
        }
        #expect(try growth(at: 1_000) <= growth(at: 3) + 4)
    }

    @Test func `a stack of maximum depth is written and read without recursion`() throws {
        let letters = Letters()
        let window = Window(rootViewController: letters)
        defer { withExtendedLifetime(window) {} }
        window.maximumStackDepth = 4_096
        letters.setRoutes((0..<5_000).map { .letter($0 % 1_000) })
        let state = WindowState(root: letters.state, alert: nil)
        let read = try state.storedAndRead()
        #expect(read.root?.top?.depth == 4_095)
        let again = Letters()
        try again.restore(read.root)
        #expect(again.routes == letters.routes)
    }

    @Test(arguments: 16_379...16_382) func `a chain of about the maximum length with saved values can be read`(
        count: Int
    ) throws {
        var values = SavedValues()
        values.set(7, named: "stars")
        var entry = StackEntry(AppRoute.main, text: "bottom", state: ControllerState(saved: values))
        for number in 3...count {
            let isNested = number % 4_000 == 0
            entry = StackEntry(
                AppRoute.main, text: "\(number % 100)", state: isNested ? ControllerState(.stack(top: entry)) : nil,
                below: isNested ? nil : entry)
        }
        let read = try WindowState(root: ControllerState(.stack(top: entry)), alert: nil).storedAndRead()
        #expect(read.root?.top?.text == entry.text)
    }

    @Test func `a chain of objects that is too long to be freed recursively is truncated, and its top is kept`() throws
    {
        var entry = StackEntry(AppRoute.main, text: "bottom")
        for _ in 0..<5 {
            for number in 1..<4_000 { entry = StackEntry(AppRoute.main, text: "\(number)", below: entry) }
            entry = StackEntry(AppRoute.main, text: "within", state: ControllerState(.stack(top: entry)))
        }
        let read = try WindowState(root: ControllerState(.stack(top: entry)), alert: nil).storedAndRead()
        #expect(read.root?.top?.state?.top?.text == "3999")
        var height = 0
        var next = read.root?.top
        while let current = next {
            height += 1
            next = current.below ?? current.state?.top
        }
        #expect(20_000...20_010 ~= height + 16_384)
    }
}
