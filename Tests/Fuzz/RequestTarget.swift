import HTTPProtocol

/// Fuzzes the request parser: the messages and errors are the same for all divisions of the octets into reads.
struct RequestTarget: Target {
    var seeds: [[UInt8]] {
        [
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            "POST /a?b=c HTTP/1.1\r\nHost: a:80\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabcGET / HTTP/1.0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: [::1]\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n5 ; a=\"b\\\"c\"\r\nhello\r\n0\r\nX: y\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close, TE\r\nTE: trailers\r\n\r\n",
            "GET http://user@b:81/x HTTP/1.1\r\nHost: b:81\r\nAccept: text/html;q=0.5, */*\r\nCookie: a=b; c=d\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 3\r\n\r\nabc",
            "POST / HTTP/1.1\r\nHost: a\r\ncontent-type: Multipart/Form-Data\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", "\r\n\r\nHEAD /%41 HTTP/1.9\r\nhost: a\r\n\r\n",
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        ].map { Array($0.utf8) }
    }

    func look(at input: [UInt8]) {
        let lines = outcomeOfEachDivision(of: input, outcome)
        // No zero octet is accepted in a request line or a header field. The octets of bodies are printed as numbers.
        for line in lines where line.contains("\0") { broken("a zero octet came through: \(line)") }
    }

    private func outcome(of input: [UInt8], in parts: [Int]) -> [String] {
        var limits = Limits()
        (limits.body, limits.upload, limits.headerBytes, limits.requestLine) = (1_000, 3_000, 2_000, 500)
        var connection = ServerConnection(limits: limits)
        var outcome: [String] = []
        var output: [UInt8] = []
        var streamed: [UInt8] = []
        var position = 0
        for part in parts {
            connection.receive(Array(input[position..<(position + part)]))
            position += part
            guard drain(&connection, into: &outcome, &streamed, &output) else { return outcome }
        }
        connection.receiveEnd()
        _ = drain(&connection, into: &outcome, &streamed, &output)
        // `output` is not compared: 100 Continue is sent only if the body has not arrived yet.
        return outcome
    }

    /// - Returns: true if the connection can receive more.
    private func drain(
        _ connection: inout ServerConnection, into outcome: inout [String], _ streamed: inout [UInt8],
        _ output: inout [UInt8]
    ) -> Bool {
        for _ in 0..<10_000 {
            do {
                switch try connection.next() {
                case .needMore: return true
                case .paused: broken("paused though everything was answered")
                case .sendContinue: connection.sendContinue(into: &output)
                case .upload: if connection.mustSendContinue { connection.sendContinue(into: &output) }
                // Join the pieces, and ignore the content before an error: both depend on how the octets arrive.
                case .content(let bytes): streamed += bytes
                case .end:
                    outcome.append("end")
                    return false
                case .request(let request):
                    outcome.append(
                        "\(request.method.name) \(request.target) \(request.authority ?? "-") \(request.version) "
                            + "\(request.fields.map { "\($0.name)=\($0.value)" }) \(streamed + request.body)")
                    if streamed.count > 3_000 { broken("an upload of \(streamed.count)") }
                    streamed = []
                    check(request)
                    connection.send(Response(.ok, body: [1]), date: [], into: &output)
                    if connection.shouldClose {
                        outcome.append("closes")
                        return false
                    }
                }
            } catch {
                outcome.append("\(error.code)")
                return false
            }
        }
        broken("no end of events")
    }

    private func check(_ request: Request) {
        for byte in request.target.utf8 where byte <= 0x20 || byte >= 0x7F { broken("target \(request.target)") }
        for field in request.fields {
            for byte in field.value.utf8 where byte < 0x20 && byte != 9 || byte == 0x7F { broken("value \(field)") }
        }
        if request.body.count > (request.hasFiles ? 3_000 : 1_000) { broken("a body of \(request.body.count)") }
    }
}
