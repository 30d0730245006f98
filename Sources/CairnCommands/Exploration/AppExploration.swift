public import NavigationKit
public import Sessions

/// Explores an app automatically, breadth first and destructive actions last, and reports its mistakes. In each state
/// it performs every offered action with example input, on controllers that it creates for each step.
///
/// ```swift
/// let exploration = await AppExploration(through: hosted)
/// #expect(exploration.findings.isEmpty)
/// ```
/// If a state has more than eight offers of one name, such as in a long list, the first, the middle and the last one
/// are performed. The exploration calls the app's handlers: give it an app whose handlers have no effects outside the
/// program, such as sent mail. It needs no server and creates no session.
public struct AppExploration: Sendable {
    /// The limits of one exploration.
    public struct Limits: Sendable {
        /// The maximum number of actions from the first state to an explored one.
        public var depth = 24
        /// The maximum number of states.
        public var states = 800

        /// Creates the default limits.
        public init() {}
    }

    /// The mistakes, in the order in which they were found.
    public internal(set) var findings: [Finding] = []
    /// The actions that could not be tried with valid input, with the reason. These are not mistakes of the app.
    public internal(set) var notes: [String] = []
    /// The number of explored states. States count as one if they show the same classes for the same cases of routes,
    /// offer actions of the same names, and either all or none show an alert, except for up to six with different saved
    /// values of the application or different path depths.
    public internal(set) var states = 0
    /// The number of performed actions, including those that failed.
    public internal(set) var actions = 0
    /// False if one of the ``Limits`` left states unexplored.
    public internal(set) var isComplete = true
    /// The paths to the screens: a screen has one path for each chain of containers that shows it.
    package internal(set) var screens: Set<[VisiblePlace]> = []
    /// The transitions between screens.
    package internal(set) var steps: Set<Step> = []

    /// An action and the transition that it caused; `to` equals `from` if the screen stayed the same.
    package struct Step: Hashable, Sendable {
        package let from: [VisiblePlace]
        package let action: String
        /// True if a built-in handler performed the action, such as that of Back.
        package let isBuiltIn: Bool
        package let to: [VisiblePlace]
    }

    /// Explores `hosted`. The input of a field is the app's example for its name; without one, its current value or a
    /// value that its kind accepts.
    ///
    /// - Parameters:
    ///   - hosted: the app.
    ///   - limits: the limits of the exploration.
    ///   - resetData: restores the data that sessions share. Called before each action, so that the actions before it,
    ///     such as a deletion, do not change what it finds.
    public init(
        through hosted: HostedApplication, limits: Limits = Limits(), resetData: (() async throws -> Void)? = nil
    ) async {
        let explorer = AppExplorer(hosted, limits, resetData: resetData)
        await explorer.run()
        self = explorer.exploration
    }

    init() {}
}

extension AppExploration {
    /// A mistake in the app. Later versions can add cases, so a `switch` needs an `@unknown default`.
    public enum Finding: Hashable, Sendable, CustomStringConvertible {
        /// A mistake found at run time, such as in a screen, a handler table or a route.
        case diagnostic(Diagnostic)
        /// No action that was performed reached this handler.
        case unreachable(action: String, type: String)
        /// An action is offered, but the responder that claims it declines it.
        case unhandled(action: String, chain: String)
        /// An action or the screen after it failed with an error without an alert of its own, or the state before it
        /// could not be rebuilt.
        case failed(action: String, location: String, error: String)
        /// An action changes the result of a guard, such as a login does, but the session keeps its identity.
        case unchangedIdentity(action: String, location: String, property: String)
        /// A text of the app is not translated into one of the app's languages.
        case untranslated(text: String, language: String)
        /// Text in a colour of the app's theme has less contrast than WCAG 2.2 AA requires.
        case lowContrast(text: String, background: String, appearance: String, ratio: Double)
        /// The first screen cannot be built.
        case cannotStart(error: String)

        /// The mistake, and usually the place where it occurs and the correction.
        public var description: String {
            switch self {
            case .diagnostic(let diagnostic): diagnostic.description
            case .unreachable(let action, let type):
                "\(type) has a handler for \(action), but no offered action reached it. Offer the action, or remove the handler."
            case .unhandled(let action, let chain):
                "\(action) is offered, but no responder handled it in the chain \(chain). An override of perform(_:) returned false."
            case .failed(let action, let location, let error):
                "\(action) at \(location) failed: \(error). Throw a PresentableError that describes the failure, or do not offer the action."
            case .unchangedIdentity(let action, let location, let property):
                "\(action) at \(location) changes the application's \(property) and the result of a guard, but the session keeps its identity. Call changeIdentity(to:) in the handler."
            case .untranslated(let text, let language):
                "The text \"\(text)\" has no translation in the language \(language). Add one to that language's table."
            case .lowContrast(let text, let background, let appearance, let ratio):
                "The theme's \(text) on \(background) has a contrast of \(ratio) in \(appearance) appearance; WCAG 2.2 AA requires 4.5. Choose another accent or background for that appearance: the kit derives the other colours from them."
            case .cannotStart(let error): "The first screen cannot be built: \(error)."
            }
        }
    }

    /// The number of screen classes found.
    var screenCount: Int { Set(screens.compactMap(\.last?.type)).count }

    /// The number of container classes found.
    var containerCount: Int { Set(screens.flatMap { $0.dropLast().map(\.type) }).count }
}
