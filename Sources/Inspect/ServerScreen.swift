import NavigationKit
import Topics

/// The load of the server.
final class ServerScreen: ViewController {
    private let server: InspectedServer

    init(_ server: InspectedServer) {
        self.server = server
        super.init()
    }

    override var topics: [Topic] { [.activity] }

    @ViewBuilder override var view: any View {
        let figures = server.figures()
        if let rate = figures.responsesPerSecond {
            LabeledContent(
                "Responses per second",
                value: "\(rate.rounded(toTenths: ())), average of \(figures.interval.components.seconds) s")
        }
        if let connections = figures.connections { LabeledContent("Open connections", value: "\(connections)") }
        LabeledContent("Open streams", value: "\(figures.streams)")
        if !figures.latencies.isEmpty {
            Table("Time to the response in seconds, since the start", figures.latencies) {
                TableColumn("Kind") { $0.kind }
                TableColumn("Responses", alignment: .trailing) { "\($0.count)" }
                TableColumn("Half within", alignment: .trailing) { $0.median }
                TableColumn("95 % within", alignment: .trailing) { $0.percentile95 }
                TableColumn("99 % within", alignment: .trailing) { $0.percentile99 }
            }
        }
    }
}

extension Double {
    fileprivate func rounded(toTenths: Void) -> String { "\((self * 10).rounded() / 10)" }
}
