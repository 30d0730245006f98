/// The available width (SwiftUI's `UserInterfaceSizeClass`).
/// Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum UserInterfaceSizeClass: String, Sendable, Codable {
    /// The width of a phone in portrait orientation.
    case compact
    /// The width of a wide screen. The pages for it also adapt to a narrow browser window.
    case regular
}

/// The properties of the client that a request contains (UIKit's `UITraitCollection`). A responder can override them
/// for everything within it, see ``Responder/provide(_:)``.
public struct TraitCollection: Sendable, Equatable {
    /// The available width.
    public var horizontalSizeClass = UserInterfaceSizeClass.regular
    /// Language tags (BCP 47) in lower case, in order of preference; empty if the request has none.
    public var preferredLanguages: [String] = []
    /// True if the client prefers to save data (`Save-Data: on`).
    public var savesData = false

    /// Creates the default traits, which apply to a request without such properties.
    public init() {}

    /// The traits of the current request, in apps that read them.
    @TaskLocal package static var current = TraitCollection()
}

extension EnvironmentValues {
    private enum TraitsKey: EnvironmentKey {
        static var defaultValue: TraitCollection { .current }
    }

    /// The traits of the request, unless a responder or a view overrides them. The properties below are single traits.
    public var traits: TraitCollection {
        get { self[TraitsKey.self] }
        set { self[TraitsKey.self] = newValue }
    }

    /// The available width.
    public var horizontalSizeClass: UserInterfaceSizeClass {
        get { traits.horizontalSizeClass }
        set { traits.horizontalSizeClass = newValue }
    }

    /// Language tags (BCP 47) in lower case, in order of preference.
    public var preferredLanguages: [String] {
        get { traits.preferredLanguages }
        set { traits.preferredLanguages = newValue }
    }

    /// True if the client prefers to save data (`Save-Data: on`).
    public var savesData: Bool {
        get { traits.savesData }
        set { traits.savesData = newValue }
    }
}
