import CairnTesting
import NavigationKit
import Sessions
import Synchronization
import Testing

@testable import Cairn

@Suite("Forms that refer to a lost file") struct LostFileTests {
    struct Send: Action {
        var text = ""
        var attachment: UploadedFile?
    }

    final class Letter: ViewController {
        @ViewBuilder override var view: any View {
            TextField("Text", name: "text", isRequired: true)
            FileField("Attachment", name: "attachment")
            Button("Send", role: .primary, action: Send())
        }
    }

    final class Mail: Application {
        private let sent: Sent
        init(_ sent: Sent) {
            self.sent = sent
            super.init()
        }
        override func makeRootViewController() -> ViewController { Letter().titled("Letter") }
        override class var actions: [Handler] { [.on(send)] }
        func send(_ action: Send) { sent.texts.withLock { $0.append(action.text) } }
    }

    final class Sent: Sendable { let texts = Mutex<[String]>([]) }

    @Test func `an optional file that is lost is not left out without notice`() async throws {
        let sent = Sent()
        let hosted = HostedApplication("mail", title: "Mail") { Mail(sent) }
        try await Transport.memory.serve([hosted]) { wire in
            let visitor = Visitor(wire)
            let name = String(repeating: "long", count: 100)
            for (file, shown) in [("a.png", "a.png"), (name, String(name.prefix(64)) + "…"), ("", "")] {
                let token = String(repeating: "0a", count: 16) + "/" + file
                let reply = try await visitor.post(
                    "/mail", "action=send&text=Hello&attachment=\(token)", accept: "text/html")
                #expect(reply.status == 422)
                let fields = try reply.page().fields
                #expect(
                    fields.map(\.error) == [
                        nil, "“\(shown)” is not kept any more. Please choose the file for “Attachment” again.",
                    ])
                #expect(fields.map(\.value) == ["Hello", ""] && !reply.text.contains(token))
            }
            #expect(sent.texts.withLock(\.self) == [])
            // The visitor can also decide to send the form without the file.
            #expect(try await visitor.post("/mail", "action=send&text=Hello&attachment=").status == 303)
            #expect(sent.texts.withLock(\.self) == ["Hello"])
        }
    }
}
