import Hypermedia
@testable import Navigation
@testable import Responders
@testable import Views
import Testing

/// On Back and Forward, browsers restore typed text in a form with the same name (Firefox), or with the same action
/// and the same names of its first two controls (Chromium, WebKit).
@Suite("Browsers restore typed text within one session only") struct FormNameTests {
    private static func page(_ screen: Screen, of fingerprint: String?) -> String {
        Rendering.page(screen, in: Samples.context(at: "/friends", fingerprint: fingerprint))
    }

    @Test func `a form with a field and its first control are named after the session`() {
        let page = Self.page(Samples.composer, of: "k3q")
        #expect(page.contains("<form name=\"_k3q\" id=\"screen\" method=\"post\""))
        #expect(
            page.contains(
                ">\n<input type=\"hidden\" name=\"_k3q\" disabled><input type=\"hidden\" name=\"_at\" value=\"17\">"))
        #expect(page.count(of: "_k3q") == 2)
        #expect(Self.page(Samples.composer, of: "k3r").replacing("_k3r", with: "_k3q") == page)
    }

    @Test func `a page without fields or without a session has no form names`() {
        #expect(!Self.page(Samples.friends, of: "k3q").contains("k3q"))
        #expect(!Self.page(Samples.composer, of: nil).contains("disabled><input"))
        #expect(!Self.page(Samples.composer, of: nil).contains("<form name"))
    }

    @Test func `of several forms, those with fields have distinct names`() {
        let page = Self.page(Samples.search, of: "k3q")
        #expect(page.contains("<form name=\"_k3q\" id=\"screen\""))
        #expect(page.contains("<form name=\"_k3q-2\" role=\"search\""))
        #expect(page.count(of: "<form name") == 2 && page.count(of: "<form") > 2)
        #expect(page.count(of: " disabled><input type=\"hidden\" name=\"_at\"") == 2)
        var screen = Samples.search
        screen.elements.removeAll { if case .field(let field) = $0 { field.field.name == "note" } else { false } }
        let own = Self.page(screen, of: "k3q")
        #expect(own.contains("<form id=\"screen\"") && own.contains("<form name=\"_k3q\" role=\"search\""))
    }

    @Test func `a fingerprint is escaped`() {
        let page = Self.page(Samples.composer, of: "\"><b>")
        #expect(page.contains("name=\"_&quot;&gt;&lt;b&gt;\"") && !page.contains("<b>"))
    }

    @Test(arguments: [Field.Kind.text, .textarea, .email, .number, .date, .select, .password])
    func `a field has autocomplete only if its author sets it`(kind: Field.Kind) {
        func page(_ token: Field.Autocomplete?) -> String {
            var screen = Screen()
            var field = Field(name: "a", label: "A", kind: kind, autocomplete: token)
            field.choices = [Field.Choice("S", value: "s")]
            screen.elements = [.field(Screen.FieldElement(field: field, value: ""))]
            return Rendering.page(screen)
        }
        #expect(!page(nil).contains("autocomplete"))
        #expect(page("off").contains(" autocomplete=\"off\""))
    }
}
