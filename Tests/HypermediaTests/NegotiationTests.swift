import Hypermedia
import Testing

@Suite("RFC 9110 §12.5.1: Accept") struct NegotiationTests {
    static let offered: [MediaType] = [.html, .siren, .json]

    @Test(
        arguments: [
            (nil, .html), ("", .html), (" , ,", .html), ("*/*", .html), ("text/html", .html), ("TEXT/Html", .html),
            ("application/json", .json), ("application/vnd.siren+json", .siren), ("application/*", .siren),
            ("application/json, */*;q=0.1", .json), ("text/html;q=0.5, application/json;q=0.6", .json),
            ("application/json;q=0.5,text/html;q=0.5", .html), ("text/html;q=0, */*", .siren),
            ("*/*;q=0.1, application/*;q=0.5, application/vnd.siren+json;q=0.2", .json), ("text/html;q=0", nil),
            ("text/html;q=0.000", nil), ("image/png", nil), ("text/plain, image/*", nil),
            ("application/json;q=1.000", .json),
            ("application/json ; q=0.9 , text/html;Q=0.8", .json), ("text/html;charset=utf-8", .html),
            ("application/json; charset=\"UTF-8\"", .json), ("text/html;level=1, application/json;q=0.1", .json),
            ("text/html, text/html;charset=utf-8;q=0.1, application/json;q=0.5", .json),
            ("text/html, text/html ;Charset=UTF-8;q=0, */*;q=0.5", .siren), ("text/html, x/y;a=b", .html),
            ("text/html;q=0.3, text/html;charset=utf-8;q=0.9, application/json;q=0.5", .html),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", .html),
        ] as [(String?, MediaType?)])
    func `the highest quality determines the type, then the order of the offer`(accept: String?, expected: MediaType?) {
        #expect(Negotiation.preferred(accept: accept, of: Self.offered) == expected)
    }

    @Test(arguments: [
        "text/html;q=2", "text/html;q=1.001", "text/html;q=0.1234", "text/html;q=", "text/html;q=.5", "text/html;q=-1",
        "text", "/html", "text/", "*/html", "text/html text", "text/html;=1", "text/html;a", "text/html;a=\"x, y",
        "té/x",
        "text/html;a=\"x\\", ";q=1",
    ])
    func `a malformed element is ignored`(element: String) {
        #expect(Negotiation.preferred(accept: "application/json;q=0.1, \(element)", of: Self.offered) == .json)
        #expect(Negotiation.preferred(accept: element, of: Self.offered) == .html)
    }

    @Test(arguments: ["image/png;a=\"b, text/html, c\"", "x y;a=\"b, text/html, c\"", "x y;a=\"\\\", text/html, c\""])
    func `a comma inside quotes does not end an element`(element: String) {
        let accept = element + ", application/json"
        #expect(Negotiation.preferred(accept: accept, of: Self.offered) == .json)
    }

    @Test func `without offered types no type is chosen, and the exact name of a type selects it`() {
        #expect(Negotiation.preferred(accept: "*/*", of: []) == nil)
        #expect(Negotiation.preferred(accept: nil, of: []) == nil)
        for type in MediaType.allCases {
            #expect(Negotiation.preferred(accept: type.name, of: [type]) == type)
        }
    }
}
