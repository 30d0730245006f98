/// The languages of one request: those of the app, those that the client accepts, and the one that was chosen.
package final class LocalizationContext: @unchecked Sendable {  // ok: changed only before the request's work begins
    private let all: [Localization]
    private let accepted: [String]
    private let missing: ((String, Language) -> Void)?
    /// The chosen language; `nil` for an app without languages.
    package private(set) var localization: Localization?

    /// The context of the current request; `nil` for an app without languages.
    @TaskLocal package static var current: LocalizationContext?

    /// - Parameters:
    ///   - all: the app's languages; the first is the default.
    ///   - accepted: the tags that the client accepts, in lower case and in order of preference.
    ///   - missing: receives each text without a translation in one of the languages, for checks.
    package init(_ all: [Localization], accepted: [String] = [], missing: ((String, Language) -> Void)? = nil) {
        self.all = all
        self.accepted = accepted
        self.missing = missing
        prefer(nil)
    }

    /// Chooses the language: `preferred` if the app has it, otherwise the first of the client's languages that the app
    /// has, otherwise the app's first.
    package func prefer(_ preferred: String?) {
        if let preferred, let found = lookUp(preferred.lowercased()) {
            localization = found
        } else {
            localization = all.first
            for tag in accepted {
                guard let found = lookUp(tag) else { continue }
                localization = found
                break
            }
        }
    }

    /// Returns the language with the tag, or with the tag shortened from its end (RFC 4647 §3.4): `de` for `de-at`. If
    /// there is none, the first that is more specific: `pt-BR` for `pt`.
    private func lookUp(_ range: String) -> Localization? {
        var tag = range[...]
        while true {
            if let found = all.first(where: { $0.language.tag.lowercased() == tag }) { return found }
            guard let end = tag.lastIndex(of: "-") else { break }
            tag = tag[..<end]
        }
        return all.first { $0.language.tag.lowercased().hasPrefix(tag + "-") }
    }

    static func localized(_ text: LocalizedText) -> String {
        guard let current, let localization = current.localization else { return Localization.current.text(text) }
        if let missing = current.missing {
            for other in current.all where !other.translates(text) { missing(text.key, other.language) }
        }
        return localization.text(text)
    }
}
