import Cairn

/// A status in one word, with a colour from the style sheet `Public/site.css`.
struct StatusPill: ElementView {
    enum Status: String {
        case waiting, sent

        var text: String {
            switch self {
            case .waiting: "Waiting for its day"
            case .sent: "On its way"
            }
        }
    }

    let status: Status

    func writeHTML(_ html: inout HTMLElementWriter) {
        html.element("p") { html in
            html.element("span", [.class("pill \(status.rawValue)")], text: status.text)
        }
    }

    func writeSiren(_ siren: inout SirenElementWriter) {
        siren.set("title", status.text)
        siren.set("status", status.rawValue)
    }
}
