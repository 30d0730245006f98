import HTTPProtocol
import Sockets

extension HTTPConnection {
    /// Adds an access log line for a request. `byteCount` replaces a length that the response does not know.
    func note(
        _ request: Request, _ response: Response, _ began: UInt64, client: SocketAddress?, date: [UInt8],
        byteCount: Int? = nil
    ) {
        guard let connection else { return }
        site.log.note(
            LoggedRequest(
                request, response, from: (client ?? connection.remoteAddress).host, date: date,
                byteCount: byteCount ?? response.body.byteCount ?? 0,
                nanoseconds: worker.loop.exactNow &- began, includesQuery: configuration.logsQueries, trace: trace))
    }

    /// Adds the access log line of a response whose length was unknown before its end.
    func noteEnd(of transfer: BodyTransfer) {
        guard let entry = transfer.logEntry.take() else { return }
        note(
            entry.request, entry.response, entry.began, client: entry.client, date: worker.date(),
            byteCount: transfer.byteCount)
    }

    /// Counts and logs the awaited request of a connection that closes before the response, usually because of the
    /// client: 499, as in nginx.
    func noteAbandoned() {
        guard let awaited = phase.awaited, let status = Status(code: 499, reason: "Client Closed Request") else {
            return
        }
        let response = Response(status)
        worker.metrics?.count(status: status.code, from: response.source, after: nil)
        guard configuration.logsAccess else { return }
        note(
            awaited.request, response, awaited.began, client: forwarding(of: awaited.request)?.client,
            date: worker.date())
    }

    /// Answers, counts and logs a request that is refused before it is complete.
    func refuse(_ response: Response, because reason: String) {
        let date = worker.date()
        if site.assignsRequestIDs { trace = RequestTrace(requestID: worker.requestIDs.next()) }
        worker.metrics?.count(status: response.status.code, from: response.source, after: nil)
        if configuration.logsAccess, let connection {
            site.log.note(
                LoggedRequest(
                    refused: exchange.requestBeginning, for: reason, response, from: connection.remoteAddress.host,
                    date: date, includesQuery: configuration.logsQueries, trace: trace))
        }
        send(response, date: date)
    }
}
