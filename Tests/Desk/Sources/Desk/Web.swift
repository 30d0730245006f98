import Cairn
import Foundation

extension Desk {
    /// The app with its routes beside the screens.
    ///
    /// - Parameter mailSecret: the secret that the webhook `mail` requires; `nil` to refuse all its requests.
    static func hosted(_ store: TicketStore, mailSecret: String? = nil) -> HostedApplication {
        HostedApplication(
            "desk", title: "Desk", summary: "A support desk.", theme: theme,
            languages: [Localization(.english), Localization(.arabic, arabic)],
            examples: ["name": "ada", "password": "open sesame"]
        ) { Desk(store: store) }
        .get("tickets.csv", behind: "/queue") { (desk: Desk, request) in
            .stream("text/csv; charset=utf-8") { writer in
                try await writer.write("number,subject,customer,status,agent,changed\r\n")
                var offset = 0
                while true {
                    let (page, total) = try await store.tickets(
                        TicketFilter(), by: ColumnOrder(by: .number), offset: offset, limit: 500)
                    try await writer.write(page.map(\.csvLine).joined())
                    offset += 500
                    if offset >= total { return }
                }
            }.download(as: "tickets.csv")
        }
        .get("tickets/:ticket/files/:file", behind: "/queue") { (desk: Desk, request) in
            let ticket = try request.parameter("ticket", as: Int.self)
            guard let file = try await store.file(try request.parameter("file", as: Int.self), of: ticket) else {
                throw NavigationError.notFound
            }
            return .bytes(file.bytes, type: "application/octet-stream").download(as: file.name)
        }
        .webhook("mail", maxBytes: 64 << 10) { request in
            guard let mailSecret, isEqual(request.request.fields["X-Desk-Secret"] ?? "", mailSecret) else {
                throw Refusal(title: "The secret is wrong", message: "Send the secret in X-Desk-Secret.")
            }
            guard let mail = try? JSONDecoder().decode(Mail.self, from: Data(request.body)) else {
                throw RouteError.invalidRequest("Send from, subject, text and day as JSON.")
            }
            let id = try await store.create(
                mail.subject, customer: mail.from, priority: .normal, text: mail.text, on: mail.day)
            return try .json(["ticket": id]).status(.created)
        }
    }

    /// Compares secrets of equal length in constant time.
    private static func isEqual(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && zip(one.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// An e-mail of a customer, as the mail server sends it to the webhook.
private struct Mail: Decodable {
    let from: String
    let subject: String
    let text: String
    let day: String
}

extension Ticket {
    /// The ticket as a line of CSV (RFC 4180).
    fileprivate var csvLine: String {
        CommaSeparatedValues.line(["\(id)", subject, customer, status.rawValue, agent ?? "", changed])
    }
}
