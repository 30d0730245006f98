import HTTPProtocol
import Hypermedia
import NavigationKit

extension TraitCollection {
    /// What a request says: `Accept-Language` (RFC 9110 §12.5.4), and the client hints `Sec-CH-UA-Mobile` and `Save-Data`
    /// (RFC 8942), which browsers send without being asked.
    init(_ fields: HeaderFields) {
        self.init()
        if let languages = fields.list(of: .acceptLanguage) {
            preferredLanguages = AcceptedLanguages(languages).tags
        }
        if fields[.secCHUAMobile] == "?1" { horizontalSizeClass = .compact }
        savesData = fields[.saveData]?.lowercased() == "on"
    }

    /// What answers that depend on them vary by, beside the rest.
    static let vary = "Accept, Cookie, Accept-Language, Sec-CH-UA-Mobile, Save-Data"
}

extension FieldName {
    fileprivate static let acceptLanguage: FieldName = "Accept-Language"
    fileprivate static let secCHUAMobile: FieldName = "Sec-CH-UA-Mobile"
    fileprivate static let saveData: FieldName = "Save-Data"
}
