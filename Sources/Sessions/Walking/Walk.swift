public import NavigationKit

/// What somebody finds who goes through an app as a visitor could, breadth first (features B27, B28): in each state all
/// that is on offer is performed with example inputs, on controllers made for that.
///
/// ```swift
/// let walk = await Walk(through: hosted)
/// #expect(walk.findings.isEmpty)
/// ```
/// Of more than eight offers of one name, as a long list has them, the first, the middle one and the last are performed; of
/// fewer, each. It calls the app's handlers: an app that sends letters should be made with a post office that keeps them. No server is
/// needed, and no session is made.
public struct Walk: Sendable {
    /// What one walk may cost.
    public struct Limits: Sendable {
        /// The most actions one after another.
        public var depth = 24
        /// The most states.
        public var states = 800

        /// The defaults.
        public init() {}
    }

    /// The mistakes, in the order in which they were met.
    public internal(set) var findings: [Finding] = []
    /// What could not be tried and why; no mistakes of the app.
    public internal(set) var notes: [String] = []
    /// How many states were looked at. Two are one if they show the same classes and offer actions of the same names, but
    /// for a few with different values of the application.
    public internal(set) var states = 0
    /// How many actions were performed.
    public internal(set) var actions = 0
    /// Whether all there is was met within the limits.
    public internal(set) var isComplete = true
    /// The screens, each in each container that shows it, by the way to them.
    package internal(set) var screens: Set<[VisiblePlace]> = []
    /// What led from one screen to another.
    package internal(set) var steps: Set<Step> = []

    /// An action that led from one screen to another, or stayed there.
    package struct Step: Hashable, Sendable {
        package let from: [VisiblePlace]
        package let action: String
        /// Whether the kit performed it, as Back.
        package let isOfKit: Bool
        package let to: [VisiblePlace]
    }

    /// Goes through `hosted`, with what it says to be examples.
    public init(through hosted: HostedApplication, limits: Limits = Limits()) async {
        let walker = Walker(hosted, limits)
        await walker.run()
        self = walker.walk
    }

    init() {}
}

extension Walk {
    /// A mistake.
    public enum Finding: Hashable, Sendable, CustomStringConvertible {
        /// Something is wrong with a screen, a table of handlers or a route.
        case misuse(Misuse)
        /// A handler that nothing on offer ever leads to.
        case unreachable(action: String, type: String)
        /// An action that is on offer, but whoever claims it gives it back.
        case unhandled(action: String, chain: String)
        /// An action failed with an error that has no alert of its own.
        case failed(action: String, location: String, error: String)
        /// An action changes what a guard permits, as a login does, and the session keeps its identity.
        case unchangedIdentity(action: String, location: String, property: String)
        /// There is no first screen.
        case cannotStart(error: String)

        /// What was found, where, and what would have worked.
        public var description: String {
            switch self {
            case .misuse(let misuse): misuse.description
            case .unreachable(let action, let type):
                "\(type) has a handler for \(action), but nothing on offer led to it. Offer it, or remove the handler."
            case .unhandled(let action, let chain):
                "\(action) is on offer, but nobody took it in the chain \(chain). An override of perform(_:) gives it back."
            case .failed(let action, let location, let error):
                "\(action) at \(location) failed: \(error). Say in an alert what happened (PresentableError), or do not offer it."
            case .unchangedIdentity(let action, let location, let property):
                "\(action) at \(location) writes the application's \(property), and a guard now answers otherwise, but the session keeps its identity. Call changeIdentity(to:) in the handler."
            case .cannotStart(let error): "The first screen cannot be built: \(error)."
            }
        }
    }

    /// How many classes of screens were met.
    public var screenCount: Int { Set(screens.compactMap(\.last?.type)).count }

    /// How many classes of containers were met.
    public var containerCount: Int { Set(screens.flatMap { $0.dropLast().map(\.type) }).count }
}
