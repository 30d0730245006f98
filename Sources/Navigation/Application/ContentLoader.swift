import Synchronization

/// Returns when the time for loading is over.
package typealias LoadDeadline = @Sendable () async throws -> Void

/// Calls `load()` of the visible controllers for one rendering.
final class ContentLoader: Sendable {
    /// An object of a session's tree, for a task that uses it while the task that owns the tree waits.
    struct Lent<Object: Responder>: @unchecked Sendable {  // ok: used by one task at a time, while the owner waits
        let object: Object
    }

    private struct State {
        /// The class names of the controllers that are loading.
        var loading: [String] = []
        var hasEnded = false
    }

    /// Runs one of several siblings at a time, until it suspends: they load in child tasks, and their controllers are
    /// not thread-safe.
    private actor Turns {
        func load(_ controller: Lent<ViewController>, by loader: ContentLoader) async throws {
            try await loader.load(controller)
        }
    }

    private let state = Mutex(State())

    /// The maximum number of levels. Guards that alternate could otherwise reveal new controllers forever.
    private static let maxLevels = 2 * maxNesting

    /// Loads level by level: first the outermost controllers, then those within them. After each level, evaluates the
    /// guards and builds what they show now.
    ///
    /// - Throws: ``LoadError/endless``, `CancellationError`, or any error of a controller while it is built or loads.
    func load(_ window: Lent<Window>) async throws {
        let window = window.object
        var loaded: [ViewController] = []
        for _ in 0..<Self.maxLevels {
            let level = Self.nextLevel(of: try window.visiblePath() + window.secondary, after: loaded)
            guard !level.isEmpty else { return }
            try await load(level)
            loaded += level
            guard !level.allSatisfy(\.isReady) else { continue }
            try window.reevaluateGuards()
            try await window.loadViews()
        }
        throw LoadError.endless
    }

    /// Loads the controllers that a sheet covers, in the same way. Those around the sheet are loaded already.
    ///
    /// - Throws: as for ``load(_:)``.
    func loadCovered(by window: Lent<Window>) async throws {
        let window = window.object
        var loaded = try window.visiblePath() + window.secondary
        for _ in 0..<Self.maxLevels {
            let level = Self.nextLevel(of: try await window.loadCoveredViews(), after: loaded)
            guard !level.isEmpty else { return }
            try await load(level)
            loaded += level
        }
        throw LoadError.endless
    }

    /// Performs `work` with a new loader.
    ///
    /// - Parameter deadline: returns when the time is over. The loads are then cancelled, and this method throws when
    ///   they have returned, because the tree must not be used while one of them runs.
    fileprivate static func run(
        until deadline: LoadDeadline?, _ work: @escaping @Sendable (ContentLoader) async throws -> Void
    ) async throws {
        let loader = ContentLoader()
        guard let deadline else { return try await work(loader) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            // Begins at once, and needs no time limit if it never suspends: a page whose data is at hand takes 127,000
            // instructions instead of 147,400.
            group.addImmediateTask {
                defer { loader.state.withLock { $0.hasEnded = true } }
                try await work(loader)
            }
            if !loader.state.withLock(\.hasEnded) {
                group.addTask {
                    try await deadline()
                    throw LoadError.tookTooLong(loader.state.withLock(\.loading))
                }
            }
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }

    /// The controllers to load next: each of `controllers` that is not in `loaded` and not ready, unless a controller
    /// around it has to be loaded first.
    ///
    /// - Parameter controllers: each after the one that contains or presents it.
    private static func nextLevel(of controllers: [ViewController], after loaded: [ViewController]) -> [ViewController]
    {
        var level: [ViewController] = []
        /// The controllers of the level, and those within them.
        var held: [ViewController] = []
        for controller in controllers {
            let outer = controller.parent ?? controller.presentingViewController
            if held.contains(where: { $0 === outer }) {
                held.append(controller)
            } else if !controller.isReady, !loaded.contains(where: { $0 === controller }) {
                level.append(controller)
                held.append(controller)
            }
        }
        return level
    }

    private func load(_ level: [ViewController]) async throws {
        if let only = level.first, level.count == 1 { return try await load(Lent(object: only)) }
        let (controllers, turns) = (level.map { Lent(object: $0) }, Turns())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for controller in controllers { group.addTask { try await turns.load(controller, by: self) } }
            // Leaving the group by the first error cancels the other tasks and waits for them.
            for try await _ in group {}
        }
    }

    private func load(_ controller: Lent<ViewController>) async throws {
        try Task.checkCancellation()
        let name = controller.object.table.typeName
        state.withLock { $0.loading.append(name) }
        defer {
            state.withLock { state in
                if let index = state.loading.firstIndex(of: name) { state.loading.remove(at: index) }
            }
        }
        try await controller.object.load()
    }
}

extension Window {
    /// Calls `load()` of the visible controllers, whose views must be loaded.
    ///
    /// - Parameter deadline: returns when the time is over. The loads are then cancelled, and this method throws when
    ///   they have returned, because the tree must not be used while one of them runs.
    /// - Throws: ``LoadError``, `CancellationError`, or any error of a controller while it is built or loads.
    func loadContent(until deadline: LoadDeadline?) async throws {
        let window = ContentLoader.Lent(object: self)
        do {
            try await ContentLoader.run(until: deadline) { try await $0.load(window) }
        } catch {
            // A load can throw any error when it is cancelled.
            try Task.checkCancellation()
            throw error
        }
    }

    /// Calls `load()` of the covered controllers.
    ///
    /// - Parameter deadline: as for ``loadContent(until:)``.
    /// - Throws: as ``loadContent(until:)`` does.
    func loadCoveredContent(until deadline: LoadDeadline?) async throws {
        let window = ContentLoader.Lent(object: self)
        try await ContentLoader.run(until: deadline) { try await $0.loadCovered(by: window) }
    }
}

/// The reasons why a page is not loaded, besides the errors of its controllers.
package enum LoadError: Error, Equatable, CustomStringConvertible {
    /// The controllers of these classes did not load in time and were cancelled.
    case tookTooLong([String])
    /// Each level of controllers revealed another one.
    case endless

    /// The reason, for the log.
    package var description: String {
        switch self {
        case .tookTooLong(let classes):
            "\(classes.joined(separator: ", ")) did not load within --load-seconds; the loading was cancelled."
        case .endless: "Loading never ends: after each load(), guards show other controllers. Check guardResult(for:)."
        }
    }
}
