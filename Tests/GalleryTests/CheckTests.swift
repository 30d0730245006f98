import Cairn
import Testing

@testable import Gallery

@Suite("The apps, checked") struct CheckTests {
    @Test func `B27: on every screen of every container, each action is performed and each handler is reached`() async {
        for app in Gallery.apps() {
            let walk = await Walk(through: app)
            #expect(walk.findings.isEmpty, "\(app.name): \(walk.findings)")
            #expect(walk.notes.isEmpty, "\(app.name): \(walk.notes)")
            #expect(walk.isComplete && walk.screenCount > 2 && walk.actions > 20, "\(app.name): \(walk.actions)")
        }
    }
}
