import HTTPProtocol
import Hypermedia
import NavigationKit
import Sessions

extension TraitCollection {
    /// The traits of a request: `Accept-Language` (RFC 9110 §12.5.4) and the client hints `Sec-CH-UA-Mobile` and
    /// `Save-Data`, which browsers can send without `Accept-CH` (RFC 8942).
    init(_ fields: HeaderFields) {
        self.init()
        if let languages = fields.list(of: .acceptLanguage) {
            preferredLanguages = AcceptedLanguages(languages).tags
        }
        if fields[.secCHUAMobile] == "?1" { horizontalSizeClass = .compact }
        savesData = fields[.saveData]?.lowercased() == "on"
    }

    /// Runs `body` with these traits as the current ones, in the language of `hosted` that fits them best.
    func whileCurrent(in hosted: HostedApplication, _ body: () async -> Response) async -> Response {
        await TraitCollection.$current.withValue(self) {
            guard !hosted.languages.isEmpty else { return await body() }
            let context = LocalizationContext(hosted.languages, accepted: preferredLanguages)
            return await LocalizationContext.$current.withValue(context, operation: body)
        }
    }

    /// The value of `Vary` for apps that read traits.
    static let vary = "Accept, Cookie, Accept-Language, Sec-CH-UA-Mobile, Save-Data"
}

extension FieldName {
    fileprivate static let acceptLanguage: FieldName = "Accept-Language"
    fileprivate static let secCHUAMobile: FieldName = "Sec-CH-UA-Mobile"
    fileprivate static let saveData: FieldName = "Save-Data"
}
