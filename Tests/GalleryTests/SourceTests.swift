import Testing

@Suite("A8: what the apps' sources may say") struct SourceTests {
    @Test func `no app touches HTTP: each imports the library, and what guards its shared state`() {
        #expect(AppSources.apps == ["Atlas", "Letters", "Passport", "Planets", "Shared", "Shop", "World"])
        for source in AppSources.all {
            for line in source.text.split(separator: "\n") where line.hasPrefix("import ") {
                let module = line.dropFirst("import ".count)
                #expect(
                    ["Cairn", "Synchronization", "Glibc", "Dispatch"].contains(module),
                    "\(source.app)/\(source.name): \(line)")
            }
            for word in ["HTTP", "Request(", "Response(", "http://", "Siren", "<html"] {
                #expect(!source.text.contains(word), "\(source.app)/\(source.name) says \(word)")
            }
        }
    }

    @Test func `no screen and no view names another screen or a container of its app`() {
        var seen = 0
        for app in AppSources.apps {
            for (screen, named) in AppSources(app: app).namedPlaces {
                seen += 1
                #expect(named.isEmpty, "\(app): \(screen) names \(named)")
            }
        }
        #expect(seen > 50, "\(seen) screens and views")
    }

    @Test func `what would be said is seen: in views, in hosts, behind a division, a text or a comment, in extensions`()
    {
        let stack = """
            final class Stack: NavigationController<StackRoute>, Named {
                func make() -> ViewController { first ? List() : second ? Host() : HostingController(rootView: Card()) }
            }
            final class Detail: NavigationController<DetailRoute> {}
            """
        func named(_ text: String) -> [String: Set<String>] {
            AppSources([stack, text]).namedPlaces.filter { !$0.value.isEmpty }
        }
        #expect(AppSources([stack]).places == ["Stack", "Detail"])
        for (text, screen, place) in [
            ("final class List: ViewController { let half = 4 / 2; func go() { push(Detail()) } }", "List", "Detail"),
            ("final class List: ViewController { let url = \"https://{\"; var next: Detail? }", "List", "Detail"),
            ("final class List: ViewController { let a = 1 // }\n var next: Detail? }", "List", "Detail"),
            ("final class List: ViewController {}\nextension List { func go() { Detail() } }", "List", "Detail"),
            ("final class Host: HostingController<Card> { var next: Stack? }", "Host", "Stack"),
            ("struct Card: View, Equatable { var body: some View { Text(\"\\(Stack.self)\") } }", "Card", "Stack"),
            ("struct Part: View { var next: Detail? }", "Part", "Detail"),
        ] {
            #expect(named(text) == [screen: [place]], "\(text)")
        }
        // What follows or is only spoken of is not named; a part of a screen is no place, and a place may name itself.
        #expect(named("final class List: ViewController { let a = 1 } // Detail\nlet b: Detail") == [:])
        #expect(named("struct Part: View {}\nstruct Card: View { var part: Part; var other: Card? }") == [:])
    }
}
