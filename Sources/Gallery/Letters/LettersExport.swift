import Cairn

extension HostedApplication {
    /// Adds the export of a signed-in person's letters, which the list of messages links to.
    func exportingLetters(from post: PostOffice) -> HostedApplication {
        get("letters.csv", behind: "/messages") { (letters: Letters, request) in
            guard let person = letters.person else { throw RouteError.loginRequired }
            // The writer runs when this handler has returned, so it gets values instead of the application.
            let messages = post.messages(of: person)
            return RouteResponse.stream("text/csv; charset=utf-8") { writer in
                try await writer.write("from,to,text\r\n")
                for message in messages { try await writer.write(message.csvLine) }
            }.download(as: "letters.csv")
        }
    }
}

extension Message {
    /// The message as a line of CSV (RFC 4180).
    fileprivate var csvLine: String {
        [sender, recipient, text].map(\.csvField).joined(separator: ",") + "\r\n"
    }
}

extension String {
    /// The text in quotes. An apostrophe precedes a character with which spreadsheets begin a formula.
    fileprivate var csvField: String {
        let isFormula = first.map { "=+-@\t\r".contains($0) } ?? false
        return "\"" + (isFormula ? "'" : "") + replacing("\"", with: "\"\"") + "\""
    }
}
