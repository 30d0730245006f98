import HTTPProtocol

/// The text format of Prometheus, version 0.0.4.
enum PrometheusText {
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    static func bytes(of metrics: [Metric]) -> [UInt8] {
        var text = ""
        for metric in metrics {
            text += "# HELP \(metric.name) \(escaped(metric.help, quotes: false))\n"
            text += "# TYPE \(metric.name) \(metric.kind.rawValue)\n"
            for sample in metric.samples {
                text += metric.name + sample.suffix
                if !sample.labels.isEmpty {
                    let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
                    text += "{\(labels.joined(separator: ","))}"
                }
                text += " \(number(sample.value))\n"
            }
        }
        return Array(text.utf8)
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        // By scalars: a quotation mark and a combining mark are one character.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Writes whole numbers without a fraction.
    private static func number(_ value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}

/// The response of the metrics port: `GET /metrics`, and nothing else.
struct MetricsEndpoint: Sendable {
    let metrics: ServerMetrics
    /// True if only this machine can connect. Then the host must be one of this machine too, see
    /// ``Request/namesThisMachine``.
    let isForThisMachine: Bool

    func response(to request: Request) -> Response {
        guard !isForThisMachine || request.namesThisMachine else {
            return plain(.misdirectedRequest, "Only the names of this machine are allowed as host.\n")
        }
        guard request.path == "/metrics" else { return plain(.notFound, "The metrics are at /metrics.\n") }
        guard request.method == .get || request.method == .head else {
            var response = plain(.methodNotAllowed, "Only GET and HEAD are allowed.\n")
            response.fields.add(.allow, "GET, HEAD")
            return response
        }
        var response = Response(.ok, body: PrometheusText.bytes(of: metrics.collect()))
        response.fields.add(.contentType, PrometheusText.mediaType)
        response.fields.add(.cacheControl, "no-store")
        response.addSecurityHeaders()
        return response
    }

    private func plain(_ status: Status, _ text: String) -> Response {
        var response = Response(status, body: Array(text.utf8))
        response.fields.add(.contentType, "text/plain; charset=utf-8")
        response.fields.add(.cacheControl, "no-store")
        response.addSecurityHeaders()
        return response
    }
}
