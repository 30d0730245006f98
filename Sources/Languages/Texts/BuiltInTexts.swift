/// The translations of all texts that the kit itself shows, by language.
///
/// A test compares the keys with the texts in the source code, so that none is forgotten.
package enum BuiltInTexts {
    /// The translations by the primary part of the language's tag.
    package static let tables: [String: [String: Translation]] = [
        "en": english, "de": german, "fr": french, "es": spanish, "ja": japanese, "ar": arabic,
    ]

    /// The texts whose English form depends on a number; all others are in the source code.
    static let english: [String: Translation] = [
        "“%1” is %2 characters long; at most 1 is allowed.": .plural(
            one: "“%1” is %2 character long; at most 1 is allowed.",
            other: "“%1” is %2 characters long; at most 1 is allowed."),
        "“%1” is %2 characters long; at most %3 are allowed.": .plural(
            one: "“%1” is %2 character long; at most %3 are allowed.",
            other: "“%1” is %2 characters long; at most %3 are allowed."),
        "“%1” is %2 characters long; at least %3 are needed.": .plural(
            one: "“%1” is %2 character long; at least %3 are needed.",
            other: "“%1” is %2 characters long; at least %3 are needed."),
    ]
}
