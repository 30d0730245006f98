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
                for message in messages {
                    try await writer.write(
                        CommaSeparatedValues.line([message.sender, message.recipient, message.text]))
                }
            }.download(as: "letters.csv")
        }
    }
}
