import CairnTesting
import Foundation
import HTTPProtocol
import NavigationKit
import Sessions
import Testing

@testable import Cairn

@Suite("View transitions between pages depend on the navigation operation") struct ViewTransitionTests {
    enum Part: Route { case login, main }
    struct Enter: Action {}
    struct Leave: Action {}

    final class Parts: FlowController<Part> {
        init() { super.init(root: .login) }
        override class var actions: [Handler] { [.on(enter), .on(leave)] }
        func enter(_ action: Enter) { show(.main) }
        func leave(_ action: Leave) { show(.login) }
        override func isBackwardTransition(to route: Part) -> Bool { route == .login }
        override func destination(for route: Part) throws -> ViewController {
            switch route {
            case .login: HostingController(rootView: Button("Enter", action: Enter()))
            case .main: HostingController(rootView: Button("Leave", action: Leave()))
            }
        }
    }

    final class App: Application {
        override func makeRootViewController() -> ViewController { Parts() }
    }

    private func styles(of pages: (Visitor) async throws -> [RenderedPage]) async throws -> [String] {
        var styles: [String] = []
        try await Transport.memory.serve([Desk.hosted(), HostedApplication("app", title: "App") { App() }]) { wire in
            styles = try await pages(Visitor(wire)).map { page in
                String(try #require(page.source.firstMatch(of: /<style>([^<]*)<\/style>/)).1)
            }
        }
        return styles
    }

    private static let plain = "@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}"

    private func rule(_ operation: String) -> String {
        Self.plain.replacing("auto}", with: "auto;types:\(operation)}")
    }

    @Test func `push and pop set a transition type, a page without an operation has none`() async throws {
        let styles = try await styles { visitor in
            [
                try await visitor.visit("/desk"), try await visitor.click("Drawer 2"),
                try await visitor.click("Back"),
            ]
        }
        #expect(styles == [Self.plain, rule("push"), rule("pop")])
    }

    @Test func `the transition of a flow depends on its direction if the flow defines one`() async throws {
        let styles = try await styles { visitor in
            try await visitor.visit("/app")
            return [try await visitor.click("Enter"), try await visitor.click("Leave")]
        }
        #expect(styles == [rule("switch"), rule("back")])
    }

    @Test(arguments: [nil] + NavigationKit.Operation.allCases)
    func `CSP Level 3 §6.7.3.3: the policy allows exactly the inline style by its hash`(
        operation: NavigationKit.Operation?
    ) throws {
        let block = operation.map { rule($0.rawValue) } ?? Self.plain
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(block.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/sha256sum")
        process.arguments = [file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let digits = Array(text.prefix(64))
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0..<$0 + 2]), radix: 16)
        }
        #expect(bytes.count == 32)
        let source = "'sha256-\(Data(bytes).base64EncodedString())'"
        var response = Response(.ok)
        response.fields.add(PageHeaders.usual[operation])
        let policy = try #require(response.fields["Content-Security-Policy"])
        #expect(policy.contains("style-src 'self' \(source);"))
    }
}
