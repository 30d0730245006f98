import Testing

@testable import CairnCommands

@Suite("The sources of a program that is being developed") struct SourceTreeTests {
    @Test func `a manifest names its local packages and folders`() {
        let manifest = """
            .package(name: "cairn", path: "../cairn"), .package(url: "https://example.org/x", from: "1.0.0"),
            .executableTarget(name: "shop", path:
                "Shop"), .target(name: "other", path: other), .target(name: "x", path: "\\(base)/x")
            """
        #expect(PackageManifest.paths(in: manifest) == ["../cairn", "Shop"])
        #expect(PackageManifest.paths(in: "") == [])
    }

    @Test func `the sources of local packages are sources too, each once`() throws {
        try TemporarySources { folder in
            folder.write(
                "shop/Package.swift", #".package(path: "../kit"), .target(name: "a", path: "Own"), path: "Sources/b""#)
            folder.write("kit/Package.swift", #".package(path: "../shop")"#)
            for file in ["shop/Sources/b/b.swift", "shop/Own/a.swift", "kit/Sources/kit/kit.swift", "more/m.swift"] {
                folder.write(file)
            }
            for file in ["shop/README.md", "shop/Tests/t.swift", "shop/.build/x.swift", "shop/Public/site.css"] {
                folder.write(file)
            }
            let tree = SourceTree(of: LexicalPath("shop", in: folder.path), and: [LexicalPath("more", in: folder.path)])
            let names = tree.snapshot().keys.map { $0.dropFirst(folder.path.text.count + 1) }.sorted()
            #expect(
                names == [
                    "kit/Package.swift", "kit/Sources/kit/kit.swift", "more/m.swift", "shop/Own/a.swift",
                    "shop/Package.swift", "shop/Sources/b/b.swift",
                ])
        }
    }

    @Test func `a written, a replaced, a new and a removed file change the snapshot`() throws {
        try TemporarySources { folder in
            folder.write("Package.swift")
            folder.write("Sources/a.swift", "1")
            let tree = SourceTree(of: folder.path)
            var snapshots = [tree.snapshot()]
            func isChanged() -> Bool {
                snapshots.append(tree.snapshot())
                return snapshots[snapshots.count - 1] != snapshots[snapshots.count - 2]
            }
            #expect(!isChanged())
            // Written to a file of its own, which replaces the old one: same size, and perhaps the same time.
            folder.write("Sources/a.swift", "2")
            #expect(isChanged())
            folder.write("Sources/deep/b.swift")
            #expect(isChanged())
            folder.remove("Sources/deep/b.swift")
            #expect(isChanged())
            folder.write("Package.swift", "x")
            #expect(isChanged())
            folder.write("Sources/.hidden/c.swift")
            #expect(!isChanged())
        }
    }

    @Test(arguments: [
        (".a.swift.swp", false), ("a.swift~", false), ("#a.swift#", false), (".#a.swift", false), ("4913", false),
        ("a.swift.tmp", false), ("Shop.docc", false), (".build", false), ("a.swift", true), ("icon.svg", true),
        ("Makefile", true), ("shop.tmpl", true),
    ])
    func `temporary files of editors, hidden ones and articles are no sources`(name: String, isSource: Bool) {
        #expect(SourceTree.isSource(name) == isSource)
    }
}
