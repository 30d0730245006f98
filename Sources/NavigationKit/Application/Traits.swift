/// How much room there is across (SwiftUI's `UserInterfaceSizeClass`).
public enum UserInterfaceSizeClass: String, Sendable, Codable {
    /// As on a phone held upright.
    case compact
    /// As on a wide screen; pages that are built for it fold by themselves where the window is narrow.
    case regular
}

/// What a request says of who is looking (UIKit's `UITraitCollection`). Any container may say otherwise for what it
/// encloses, see ``Responder/provide(_:)``.
public struct TraitCollection: Sendable, Equatable {
    /// How much room there is across.
    public var horizontalSizeClass = UserInterfaceSizeClass.regular
    /// Language tags (BCP 47) in lower case, the best first; none if nothing is said.
    public var preferredLanguages: [String] = []
    /// Whether as little as possible is to be sent.
    public var savesData = false

    /// What holds where a request says nothing.
    public init() {}

    /// Of the request that is being answered, in apps that read them.
    @TaskLocal package static var current = TraitCollection()
}

extension EnvironmentValues {
    private enum TraitsKey: EnvironmentKey {
        static var defaultValue: TraitCollection { .current }
    }

    /// All traits together.
    public var traits: TraitCollection {
        get { self[TraitsKey.self] }
        set { self[TraitsKey.self] = newValue }
    }

    /// How much room there is across.
    public var horizontalSizeClass: UserInterfaceSizeClass {
        get { traits.horizontalSizeClass }
        set { traits.horizontalSizeClass = newValue }
    }

    /// Language tags (BCP 47) in lower case, the best first.
    public var preferredLanguages: [String] {
        get { traits.preferredLanguages }
        set { traits.preferredLanguages = newValue }
    }

    /// Whether as little as possible is to be sent.
    public var savesData: Bool {
        get { traits.savesData }
        set { traits.savesData = newValue }
    }
}
