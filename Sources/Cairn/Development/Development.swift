import NavigationKit
import Synchronization

/// The build of a program that is being developed: the edition that runs, and the errors of the newest sources. Only a
/// program that the command `dev` has started has it.
///
/// All pages watch the edition, which changes with the process and with each result of a build, so open pages are
/// requested again then.
package final class Development: Sendable {
    private struct State {
        var errors: String?
        /// The number of results since the start.
        var number = 0
        var centers: [TopicCenter]
    }

    private let process: String
    private let state: Mutex<State>
    /// Held from a change of the edition until it is announced, so that no center gets an older edition last.
    private let announcing = Mutex(())
    /// Tells the open pages outside of the apps, such as errors.
    let center = TopicCenter()
    /// The open streams of these pages.
    let streams = StreamBudget(limit: 1_000)

    /// - Parameter process: distinguishes this process from the ones before.
    package init(process: String = String(UInt64.random(in: .min ... .max), radix: 36)) {
        self.process = process
        state = Mutex(State(centers: [center]))
        center.setEdition(edition)
    }

    /// The compiler's errors; `nil` if the sources build.
    package var errors: String? { state.withLock(\.errors) }

    /// The edition as text.
    var edition: String { state.withLock { edition(of: $0) } }

    /// The edition, and the compiler's errors in it.
    var current: (edition: String, errors: String?) { state.withLock { (edition(of: $0), $0.errors) } }

    private func edition(of state: State) -> String { "\(process).\(state.number)" }

    /// Makes the pages of these apps watch the edition.
    func attach(to centers: [TopicCenter]) {
        announcing.withLock { _ in
            let edition = state.withLock { state in
                state.centers += centers
                return self.edition(of: state)
            }
            for center in centers { center.setEdition(edition) }
        }
    }

    /// Notes the result of a build. The open pages are requested again if it differs from the one before.
    package func note(_ message: BuildMessage) {
        let errors: String? = if case .failed(let errors) = message { errors } else { nil }
        announcing.withLock { _ in
            let change: (edition: String, centers: [TopicCenter])? = state.withLock { state in
                guard state.errors != errors else { return nil }
                state.errors = errors
                state.number += 1
                return (edition(of: state), state.centers)
            }
            guard let change else { return }
            for center in change.centers { center.setEdition(change.edition) }
        }
    }
}
