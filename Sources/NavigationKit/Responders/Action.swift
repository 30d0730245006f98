/// Something that happened on a screen, as a value. It climbs the responder chain until a container decides what it means.
///
/// An action's stored properties are its payload. A property that shares its name with a field of the screen is filled
/// from what the visitor typed; every other value stays on the server (DESIGN idea 2).
public protocol Action: Codable, Sendable {
    /// The name on the wire: by default the type's name in kebab case, `SelectFriend` → `select-friend`.
    static var name: String { get }
}

extension Action {
    /// The type's own name in kebab case.
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

    /// Looks up each character's case in Unicode's tables. For ASCII, where no table is needed, this took a tenth of the
    /// time of opening a long location.
    private var kebabCasedByCharacter: String {
        var words = ""
        for character in self {
            if character.isUppercase, !words.isEmpty { words.append("-") }
            words.append(contentsOf: character.lowercased())
        }
        return words
    }
}

/// The kit's own action: one step back on the stack it is sent from.
public struct Back: Action {
    /// One step back.
    public init() {}
}

/// The kit's own action: show another tab, named by its segment.
public struct SelectTab: Action {
    /// The tab's segment in a location.
    public var tab: String

    /// - Parameter tab: the segment of the tab's route.
    public init(tab: String) { self.tab = tab }
}

/// The kit's own action: take away what is presented. The container that presented it does so (seed 000).
public struct Dismiss: Action {
    /// Takes away the topmost presented controller.
    public init() {}
}

/// The kit's own action: the visitor has read the window's alert.
public struct DismissAlert: Action {
    /// The visitor has read the alert.
    public init() {}
}

/// The kit's own action: one step back, and with it goes what was typed on the screen.
public struct GoBackDiscardingChanges: Action {
    /// One step back without asking.
    public init() {}
}

/// The kit's own action: take away what is presented, and with it what was typed there.
public struct DiscardChanges: Action {
    /// Takes away the topmost presented controller without asking.
    public init() {}
}
