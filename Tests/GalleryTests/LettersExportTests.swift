import CairnTesting
import Testing

@testable import Gallery

@Suite("Letters: the export of one's letters") struct LettersExportTests {
    @Test(arguments: Transport.allCases)
    func `the list of messages links to a CSV file of one's own letters`(transport: Transport) async throws {
        try await transport.letters { visitor in
            try await visitor.click("Ada & Byron")
            try await visitor.click("Write to Ada & Byron")
            try visitor.fill("Message", with: "=1+1, \"quoted\"")
            try await visitor.click("Send")
            let page = try await visitor.click("Messages")
            let reply = try await visitor.download("Save all letters as CSV")
            #expect(reply["content-type"] == "text/csv; charset=utf-8")
            #expect(reply["content-disposition"] == "attachment; filename=\"letters.csv\"")
            let lines = reply.text.split(separator: "\r\n")
            #expect(lines.first == "from,to,text" && lines.count == 5)
            #expect(lines.last == #""Tove","Ada & Byron","'=1+1, ""quoted""""#)
            #expect(try visitor.page.url == page.url)
        }
    }

    @Test(arguments: Transport.allCases)
    func `without a login there is no export`(transport: Transport) async throws {
        try await transport.gallery { visitor in
            let page = try await visitor.send(Call("GET", "/letters/letters.csv", fields: [("Accept", "text/html")]))
            #expect(page.status == 303 && page["location"] == "/letters/messages")
            #expect(try await visitor.send(Call("GET", "/letters/letters.csv")).status == 403)
            #expect(visitor.cookies.isEmpty)
        }
    }
}
