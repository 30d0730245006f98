import Testing

@Suite("Rules for the apps' sources") struct SourceTests {
    @Test func `no app uses HTTP: each imports only the library and modules for shared state`() {
        #expect(AppSources.apps == ["Atlas", "Letters", "Passport", "Planets", "Shared", "Shop", "World"])
        for source in AppSources.all {
            for line in source.text.split(separator: "\n") where line.hasPrefix("import ") {
                let module = line.dropFirst("import ".count)
                #expect(
                    ["Cairn", "Snapshots", "Synchronization", "Glibc", "Dispatch"].contains(module),
                    "\(source.app)/\(source.name): \(line)")
            }
            // The elements of one's own in the folder Shared write their own representations.
            let siren = source.app == "Shared" ? [] : ["Siren"]
            for word in ["HTTP", "Request(", "Response(", "http://", "<html"] + siren {
                #expect(!source.text.contains(word), "\(source.app)/\(source.name) says \(word)")
            }
        }
    }

    @Test func `no screen and no view mentions another destination of its app`() {
        var seen = 0
        for app in AppSources.apps {
            for (screen, named) in AppSources(app: app).namedPlaces {
                seen += 1
                #expect(named.isEmpty, "\(app): \(screen) names \(named)")
            }
        }
        #expect(seen > 50, "\(seen) screens and views")
    }

    @Test func `the parser finds mentions in views, hosts, extensions, and after divisions, texts and comments`() {
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
        // Code after the declaration and comments do not count; neither do parts of a screen, or a declaration's own
        // name.
        #expect(named("final class List: ViewController { let a = 1 } // Detail\nlet b: Detail") == [:])
        #expect(named("struct Part: View {}\nstruct Card: View { var part: Part; var other: Card? }") == [:])
    }
}
