import CairnTesting
import Testing

@testable import Gallery

@Suite("Letters: a script that follows Siren actions") struct ScriptTests {
    @Test(arguments: Transport.allCases)
    func `a script performs the same journey with the actions of the JSON only`(transport: Transport) async throws {
        try await transport.gallery { visitor in
            let login = try await visitor.siren("/letters")
            let welcome = try await visitor.perform("give-name", of: login, fields: ["name": "Script"])
            #expect(welcome.title == "Hello, Script")
            let home = try await visitor.perform("sign-in", of: welcome)
            #expect(home.title == "Friends")
            #expect(home.entities(of: "tab").map(\.properties?.title) == ["Friends", "Messages"])
            #expect(home.entities(of: "row").map(\.properties?.title) == Friend.all.map(\.name))
            let friend = try await visitor.perform("select-friend", of: home, in: "Théo </title>")
            #expect(friend.title == "Théo </title>")
            let list = try await visitor.perform("back", of: friend)
            let messages = try await visitor.perform("select-tab", of: list, in: "Messages")
            let picker = try await visitor.perform("compose-message", of: messages)
            #expect(picker.class == ["screen", "modal"])
            let composer = try await visitor.perform("select-friend", of: picker, in: "Jo;DROP TABLE friends")
            let sent = try await visitor.perform("send-message", of: composer, fields: ["text": "\"quoted\" \\ & <b>"])
            #expect(sent.title == "Messages")
            #expect(sent.entities(of: "row").first?.properties?.subtitle == "\"quoted\" \\ & <b>")
            let fewer = try await visitor.perform("delete-conversation", of: sent, in: "Jo;DROP TABLE friends")
            #expect(!fewer.entities(of: "row").contains { $0.properties?.title == "Jo;DROP TABLE friends" })
            #expect(visitor.chain == "ConversationCell;handled")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a script sees the alert and dismisses it`(transport: Transport) async throws {
        try await transport.letters { visitor in
            let composer = try await visitor.siren("/letters/messages/~compose/=13")
            let alerted = try await visitor.perform("send-message", of: composer, fields: ["text": "Hello?"])
            #expect(alerted.properties?.alert?.title == "Your letter came back")
            #expect(alerted.all.flatMap { $0.actions ?? [] }.map(\.name) == ["dismiss-alert"])
            let again = try await visitor.perform("dismiss-alert", of: alerted)
            #expect(again.properties?.alert == nil)
            #expect(again.title == composer.title)
        }
    }

    @Test func `a problem document names the invalid field`() async throws {
        try await Transport.memory.gallery { visitor in
            let login = try await visitor.siren("/letters")
            let reply = try await visitor.send(try visitor.call("give-name", of: login))
            #expect(reply.status == 422)
            let problem = try reply.problem
            #expect(problem.type == "urn:cairn:problem:invalid-input")
            #expect(problem.errors?.map(\.name) == ["name"])
            #expect(visitor.cookies.isEmpty)
        }
    }
}
