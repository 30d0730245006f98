import Testing

@testable import CairnCommands

@Suite("The package of a program that is being developed") struct DevelopedPackageTests {
    private func path(_ text: String) -> LexicalPath { LexicalPath(text, in: .current) }

    private func package(_ executable: String, in current: String, packages: [String]) throws -> DevelopedPackage {
        try DevelopedPackage(of: path(executable), current: path(current)) { packages.contains($0.text) }
    }

    @Test func `it is the one with the build folder of the executable`() throws {
        let package = try package("/a/shop/.build/x/debug/shop", in: "/b/other", packages: ["/a/shop", "/b/other"])
        #expect(package.folder.text == "/a/shop" && package.name == "shop")
        #expect(package.stateFolder.text == "/a/shop/.build/development")
        #expect(package.buildArguments == ["build", "--package-path", "/a/shop", "--product", "shop"])
    }

    @Test func `otherwise it is the nearest one around the current folder`() throws {
        let package = try package("/c/scratch/x/release/shop", in: "/a/shop/Sources", packages: ["/a", "/a/shop"])
        #expect(package.folder.text == "/a/shop")
        #expect(package.stateFolder.text == "/c/scratch/development")
        #expect(
            package.buildArguments == [
                "build", "--package-path", "/a/shop", "--product", "shop", "--scratch-path", "/c/scratch",
                "--configuration", "release",
            ])
    }

    @Test func `without one, the error names the folder`() {
        let error = #expect(throws: ConfigurationError.self) { try package("/c/x/y/shop", in: "/a", packages: []) }
        #expect(error?.description.contains("no Package.swift in /a or a folder around it") == true)
    }
}
