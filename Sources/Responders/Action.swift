/// An event of a screen as a value. It climbs the responder chain until a responder, usually a container, handles it.
///
/// An action's stored properties are its payload. A property with the same name as a field of the form receives the
/// submitted value of that field; the values of all other properties come from the offer.
///
/// `encode(to:)` must depend on the value alone: the encoded forms of small actions are kept for all sessions.
public protocol Action: Codable, Sendable {
    /// The name on the wire: by default the type's name in kebab case, `SelectFriend` → `select-friend`.
    static var name: String { get }
}

extension Action {
    /// The type's name in kebab case.
    public static var name: String { String(describing: Self.self).kebabCased }
}

extension String {
    /// `selectFriend` and `SelectFriend` → `select-friend`.
    package var kebabCased: String {
        guard utf8.allSatisfy({ $0 < 0x80 }) else { return kebabCasedByCharacter }
        guard utf8.contains(where: String.isUppercase) else { return self }
        var words: [UInt8] = []
        words.reserveCapacity(utf8.count + 4)
        for byte in utf8 {
            if String.isUppercase(byte) {
                if !words.isEmpty { words.append(UInt8(ascii: "-")) }
                words.append(byte | 0x20)
            } else {
                words.append(byte)
            }
        }
        return String(decoding: words, as: UTF8.self)
    }

    private static func isUppercase(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }

    /// The conversion for text that is not ASCII, with Unicode's case tables. Using them for ASCII too took a tenth of
    /// the time of opening a long location.
    private var kebabCasedByCharacter: String {
        var words = ""
        for character in self {
            if character.isUppercase, !words.isEmpty { words.append("-") }
            words.append(contentsOf: character.lowercased())
        }
        return words
    }
}

/// A built-in action: one step back in the nearest stack or split that can go back. Screens can require a confirmation.
public struct Back: Action {
    /// Creates the action. Unlike ``GoBackDiscardingChanges``, it lets screens require a confirmation.
    public init() {}
}

/// A built-in action: selects the tab with a given segment, or the list of the tabs that do not fit into the bar.
public struct SelectTab: Action {
    /// The tab's segment in a location, or that of the list.
    public var tab: String

    /// - Parameter tab: the segment of the tab's route, or that of the list.
    public init(tab: String) { self.tab = tab }
}

/// A built-in action: dismisses the topmost presented controller, which can require a confirmation. The container that
/// presented it handles the action.
public struct Dismiss: Action {
    /// Creates the action. Unlike ``DiscardChanges``, it lets the presented controllers require a confirmation.
    public init() {}
}

/// A built-in action: dismisses the window's alert.
public struct DismissAlert: Action {
    /// Creates the action. The window performs it while an alert is presented.
    public init() {}
}

/// A built-in action: one step back that discards the draft of the screen without a confirmation.
public struct GoBackDiscardingChanges: Action {
    /// Creates the action. Unlike ``Back``, it never requires a confirmation.
    public init() {}
}

/// A built-in action: dismisses the topmost presented controller and discards its drafts.
public struct DiscardChanges: Action {
    /// Creates the action. Unlike ``Dismiss``, it never requires a confirmation.
    public init() {}
}
