import Synchronization

/// One language of an app, with the translations of the app's texts. The texts that the kit itself shows are translated
/// already in the built-in languages.
///
/// ```swift
/// HostedApplication("desk", title: "Desk", languages: [Localization(.english), Localization(.german, german)]) { Desk() }
/// ```
public final class Localization: Sendable {
    /// The language.
    public let language: Language
    private let translations: [String: Translation]
    /// True if only texts with arguments have a translation, as in English. Then all others are shown as in the code.
    package let isSource: Bool
    /// True for the language with the tag `en`, which most pages have.
    package let isEnglish: Bool

    /// - Parameters:
    ///   - language: the language.
    ///   - translations: the translations by text, see ``LocalizedText``. They can replace the kit's. A text without a
    ///     translation is shown as it is in the code.
    public init(_ language: Language, _ translations: [String: Translation] = [:]) {
        self.language = language
        let primary = language.tag.prefix { $0 != "-" }
        let builtIn = BuiltInTexts.tables[String(primary)] ?? [:]
        self.translations = builtIn.merging(translations) { $1 }
        isEnglish = language.tag == "en"
        isSource = self.translations.values.allSatisfy(\.isPlural)
    }

    /// Returns the text in this language.
    public func text(_ text: LocalizedText) -> String {
        if text.isPlain, isSource { return text.key }
        guard let translation = translations[text.key] else {
            return text.isPlain ? text.key : text.filled(into: text.key, for: language)
        }
        let pattern = translation.form(for: text.number, by: language.pluralRule)
        return text.isPlain ? pattern : text.filled(into: pattern, for: language)
    }

    /// True if the text is translated, or if it need not be: in the language of the code, or without a letter.
    package func translates(_ text: LocalizedText) -> Bool {
        isSource || translations[text.key] != nil || !text.key.contains(where: \.isLetter)
    }
}

extension Localization {
    /// The language of the current request, and its translations. Outside of requests, and in apps without languages, it
    /// is English.
    public static var current: Localization { isUsed ? LocalizationContext.current?.localization ?? source : source }

    private static let source = Localization(.english)
    private static let used = Atomic<Bool>(false)

    /// True once an app with languages was created, so that a program without one spends nothing on them.
    package static var isUsed: Bool { used.load(ordering: .relaxed) }

    package static func noteUse() { used.store(true, ordering: .relaxed) }
}

/// Returns the text in the language of the current request: `localized("\(count) tickets")`.
///
/// Call it where the text is shown, such as in a view or a handler. A text that is kept, such as in a static property,
/// stays in the language of the request that made it.
public func localized(_ text: LocalizedText) -> String {
    guard Localization.isUsed else {
        return text.isPlain ? text.key : Localization.current.text(text)
    }
    return LocalizationContext.localized(text)
}
