import Cairn
import CairnTesting
import Testing

@Suite("--strict") struct StrictTests {
    private func start(isStrict: Bool, faultAt depth: Int) async throws {
        var configuration = Transport.configuration
        configuration.isStrict = isStrict
        (configuration.host, configuration.port) = ("127.0.0.1", 0)
        let apps = [
            Kiosk.hosted(), HostedApplication("stairs", title: "Stairs") { Stairs(faultAt: depth) },
        ]
        let server = try Server(configuration, apps: apps, log: Log(isQuiet: true))
        async let ended: Void = server.run()
        let listening = await server.waitUntilListening()
        server.stop()
        try await ended
        #expect(listening != nil)
    }

    @Test func `with --strict a mistake in a first screen prevents the start`() async throws {
        let error = await #expect(throws: ConfigurationError.self) { try await start(isStrict: true, faultAt: 0) }
        #expect(error?.description == "--strict: the server does not start because of the mistakes above.")
    }

    @Test func `the server starts without --strict, or if the mistake is on a later screen`() async throws {
        try await start(isStrict: false, faultAt: 0)
        try await start(isStrict: true, faultAt: 1)
    }

    @Test func `the help names the parts that are checked`() {
        let words = "do not start if an app has a mistake in its first screen, routes or handlers"
        #expect(Configuration.settingsHelp.contains(words))
    }
}

private struct GoUp: Action {}
private struct Fly: Action {}

private final class Stairs: Application {
    let depth: Int
    init(faultAt depth: Int) {
        self.depth = depth
        super.init()
    }
    override func makeRootViewController() -> ViewController { StairsNavigation(faultAt: depth) }
}

private enum StairsRoute: Route { case step }

private final class StairsNavigation: NavigationController<StairsRoute> {
    let faultDepth: Int
    init(faultAt depth: Int) {
        faultDepth = depth
        super.init(root: .step)
    }
    override class var actions: [Handler] { [.on(up)] }
    func up(_ action: GoUp) { push(.step) }
    override func destination(for route: StairsRoute) throws -> ViewController { Step(isFaulty: depth > faultDepth) }
}

private final class Step: ViewController {
    let isFaulty: Bool
    init(isFaulty: Bool) {
        self.isFaulty = isFaulty
        super.init()
    }
    @ViewBuilder override var view: any View {
        Button("Up", action: GoUp())
        if isFaulty { Button("Fly", action: Fly()) }
    }
}
