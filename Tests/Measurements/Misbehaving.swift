import Cairn
import Glibc

/// An app with handlers that never return and pages that are too expensive, to measure a server's limits.
final class Misbehaving: Application {
    override func makeRootViewController() -> ViewController { MisbehavingStack() }

    override class var actions: [Handler] { [.on(count), .on(hang), .on(spin)] }

    @Saved var counted = 0

    func count(_ action: CountUp) { counted += 1 }

    /// Never returns, even if its task is cancelled.
    func hang(_ action: NeverReturn) async {
        counted += 1_000
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    func spin(_ action: SpinForever) { while true { sched_yield() } }
}

struct CountUp: Action {}
struct NeverReturn: Action {}
struct SpinForever: Action {}

enum MisbehavingRoute: Route { case menu, expensive, large, tooLarge }

final class MisbehavingStack: NavigationController<MisbehavingRoute> {
    init() { super.init(root: .menu) }

    override func destination(for route: MisbehavingRoute) throws -> ViewController {
        switch route {
        case .menu: MisbehavingMenu().titled("Menu")
        case .expensive: ExpensivePage().titled("Expensive")
        case .large: Plain(LargeTexts.large).titled("Large")
        case .tooLarge: Plain(LargeTexts.tooLarge).titled("Too large")
        }
    }
}

final class MisbehavingMenu: ViewController {
    @ViewBuilder override var view: any View {
        Text("Counted to \(nearest(Misbehaving.self)?.counted ?? -1)")
        Button("Count", action: CountUp())
        Button("Never return", action: NeverReturn())
        Button("Spin", action: SpinForever())
    }
}

/// A page that takes five milliseconds per rendering.
final class ExpensivePage: ViewController {
    override var view: any View {
        let end = ContinuousClock.now + .milliseconds(5)
        while ContinuousClock.now < end {}
        return Text("It took a while.")
    }
}

private enum LargeTexts {
    static let large = String(repeating: "Wide and far. ", count: 900 * 1_024 / 14)
    static let tooLarge = String(repeating: "Wide and far. ", count: 1_100 * 1_024 / 14)
}
