import Hypermedia
@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Siren entities") struct SirenRendererTests {
    private func names(_ entity: [String: Any], _ key: String = "actions") -> [String] {
        (entity[key] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }

    private func entities(_ entity: [String: Any], _ kind: String) -> [[String: Any]] {
        (entity["entities"] as? [[String: Any]] ?? []).filter { $0["class"] as? [String] == [kind] }
    }

    private func fields(_ entity: [String: Any], _ action: String) -> [[String: Any]] {
        let actions = entity["actions"] as? [[String: Any]] ?? []
        return actions.first { $0["name"] as? String == action }?["fields"] as? [[String: Any]] ?? []
    }

    @Test func `an entity has its class, title, properties and links`() throws {
        let entity = try Rendering.siren(Samples.friends, in: Samples.context(at: "/friends", notice: "Anew"))
        #expect(entity["class"] as? [String] == ["screen"])
        #expect(entity["title"] as? String == "Friends")
        let properties = try #require(entity["properties"] as? [String: Any])
        #expect(properties["flow"] as? String == "main")
        #expect(properties["notice"] as? String == "Anew")
        let links = try #require(entity["links"] as? [[String: Any]])
        #expect(
            links.compactMap { $0["href"] as? String } == [
                "http://localhost:8080/letters/friends", "http://localhost:8080/letters", "http://localhost:8080/",
                "http://localhost:8080/cairn/apps/letters",
            ])
        #expect(links.last?["rel"] as? [String] == ["describedby"])
    }

    @Test func `an empty location becomes the root, in HTML too`() throws {
        let context = Samples.context(at: "")
        (context.mountPath, context.location) = (.root, MountPath.root.url(of: Location("")))
        let links = try #require(try Rendering.siren(Samples.friends, in: context)["links"] as? [[String: Any]])
        let descriptions = links.filter { $0["rel"] as? [String] == ["describedby"] }
        #expect(descriptions.map { $0["href"] as? String } == ["http://localhost:8080/cairn/apps/"])
        #expect(
            links.allSatisfy {
                $0["href"] as? String == "http://localhost:8080/" || $0["rel"] as? [String] == ["describedby"]
            })
        let page = Rendering.page(Samples.friends, in: context)
        #expect(page.contains(" action=\"/\""))
    }

    @Test func `each row and each tab is an entity with its own actions`() throws {
        let entity = try Rendering.siren(Samples.friend)
        let rows = entities(entity, "row")
        #expect(rows.count == 3)
        #expect(names(rows[1]) == ["select-letter", "delete-letter"])
        #expect(rows[0]["rel"] as? [String] == ["item"])
        let tabs = entities(entity, "tab")
        #expect(tabs.compactMap { ($0["properties"] as? [String: Any])?["selected"] as? Bool } == [true, false, false])
        #expect(names(entity) == ["back", "edit-friend", "compose", "remove-friend"])
    }

    @Test func `an action has all fields that a form would send, except the nonce`() throws {
        let entity = try Rendering.siren(Samples.composer)
        let fields = fields(entity, "send-letter")
        #expect(fields.compactMap { $0["name"] as? String } == ["action", "friend", "_at", "to", "subject", "text"])
        #expect(fields.prefix(3).compactMap { $0["value"] as? String } == ["send-letter", "7", "17"])
        #expect(fields[3]["error"] as? String == "“To” must be an e-mail address, such as ada@example.org.")
        #expect(fields[4]["value"] as? String == "\"Engines\" & <weaving>")
        #expect(fields[4]["required"] as? Bool == true && fields[4]["maxlength"] as? Int == 200)
        #expect(fields[5]["type"] as? String == "text")
    }

    @Test func `buttons with the same name become entities`() throws {
        var screen = Screen()
        for number in 1...2 {
            let action = Samples.offer("Go to \(number)", Samples.words("go", ["page": "\(number)"]), in: &screen)
            screen.elements.append(.button(Screen.ButtonElement(title: "Go", role: .normal, action: action)))
        }
        let back = Samples.offer("Back", Samples.words("back"), in: &screen)
        screen.leadingItems = [Screen.BarItem(title: "Back", role: .cancel, action: back)]
        let one = Samples.offer("Keep", Samples.words("mark", ["as": "kept"]), in: &screen)
        let two = Samples.offer("Drop", Samples.words("mark", ["as": "dropped"]), in: &screen)
        let drop = Screen.ButtonElement(title: "Drop", role: .destructive, action: two)
        screen.elements.append(.row(screen.rows.count))
        screen.rows.append(Screen.RowElement(title: "Both", action: one, extras: .init(buttons: [drop])))
        let entity = try Rendering.siren(screen)
        #expect(names(entity) == ["back"])
        #expect(entities(entity, "button").map { names($0) } == [["go"], ["go"]])
        let row = try #require(entities(entity, "row").first)
        #expect(names(row) == ["mark"] && entities(row, "button").map { names($0) } == [["mark"]])
    }

    @Test func `an alert is a property, and its button is the only action`() throws {
        let entity = try Rendering.siren(Samples.alert)
        #expect(entity["class"] as? [String] == ["screen", "alert"])
        #expect(names(entity) == ["dismiss-alert"])
        let alert = (entity["properties"] as? [String: Any])?["alert"] as? [String: Any]
        #expect(alert?["title"] as? String == "The letter was not sent")
        #expect(entities(entity, "tab").flatMap { names($0) }.isEmpty)
    }

    @Test func `the value of a password field is never sent`() throws {
        var screen = Screen()
        let login = Samples.offer("Log in", Samples.words("login"), inputs: ["password"], in: &screen)
        screen.elements = [
            Samples.field("password", "Password", kind: .password, value: "secret"),
            .button(Screen.ButtonElement(title: "Log in", role: .primary, action: login)),
        ]
        #expect(fields(try Rendering.siren(screen), "login").last?["value"] as? String == "")
    }

    @Test(arguments: Samples.all.map(\.name))
    func `the HTML page and the Siren entity have the same action tokens`(name: String) throws {
        let sample = try #require(Samples.all.first { $0.name == name })
        let page = Rendering.page(sample.screen, in: sample.context)
        let onPage = Set(page.pieces(around: "name=\"action\" value=\"").dropFirst().map { $0.prefix { $0 != "\"" } })
        var inEntity: Set<String> = []
        func collect(_ entity: [String: Any]) {
            for action in entity["actions"] as? [[String: Any]] ?? [] {
                let fields = action["fields"] as? [[String: Any]] ?? []
                var values: [EncodedAction.Value] = []
                for field in fields where field["type"] as? String == "hidden" && field["name"] as? String != "_at" {
                    values.append(
                        EncodedAction.Value(name: field["name"] as? String ?? "", text: field["value"] as? String))
                }
                let words = EncodedAction(name: values.first?.text ?? "", values: Array(values.dropFirst()))
                inEntity.insert(words.token)
            }
            for inner in entity["entities"] as? [[String: Any]] ?? [] { collect(inner) }
        }
        collect(try Rendering.siren(sample.screen, in: sample.context))
        #expect(Set(onPage.map { String($0).replacing("&amp;", with: "&") }) == inEntity)
    }
}
