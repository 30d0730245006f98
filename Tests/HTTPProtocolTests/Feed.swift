import HTTPProtocol

/// Delivers the same octets in three ways. Unless a message is incomplete, the result must not depend on the way.
enum Feed: CaseIterable, Sendable {
    case atOnce, octetByOctet, withMoreBehind

    /// Delivers the octets and returns the events, except `needMore`, `paused` and `end`.
    @discardableResult
    func callAsFunction(
        _ octets: [UInt8], to connection: inout ServerConnection
    ) throws(ProtocolError) -> [ServerConnection.Event] {
        var events: [ServerConnection.Event] = []
        switch self {
        case .atOnce:
            connection.receive(octets)
            try drain(&connection, into: &events)
        case .octetByOctet:
            for octet in octets {
                connection.receive([octet])
                try drain(&connection, into: &events)
            }
        case .withMoreBehind:
            connection.receive(octets + Array("GET /behind HTTP/1.1\r\nHost: behind\r\n\r\n".utf8))
            try drain(&connection, into: &events)
        }
        return events
    }

    @discardableResult
    func callAsFunction(
        _ text: String, to connection: inout ServerConnection
    ) throws(ProtocolError) -> [ServerConnection.Event] {
        try self(Array(text.utf8), to: &connection)
    }

    /// Returns the first request that the octets form in a new connection.
    func request(_ text: String, limits: Limits = Limits()) throws -> Request {
        var connection = ServerConnection(limits: limits)
        let events = try self(text, to: &connection)
        return try required(events.compactMap(\.request).first)
    }

    /// Returns the error that the octets cause in a new connection.
    func refusal(_ text: String, limits: Limits = Limits()) -> ProtocolError.Code? {
        refusal(Array(text.utf8), limits: limits)
    }

    func refusal(_ octets: [UInt8], limits: Limits = Limits()) -> ProtocolError.Code? {
        var connection = ServerConnection(limits: limits)
        do throws(ProtocolError) {
            try self(octets, to: &connection)
            return nil
        } catch {
            return error.code
        }
    }

    private func drain(
        _ connection: inout ServerConnection, into events: inout [ServerConnection.Event]
    ) throws(ProtocolError) {
        while true {
            let event = try connection.next()
            switch event {
            case .needMore, .paused, .end: return
            case .request, .sendContinue, .upload, .content: events.append(event)
            }
        }
    }
}

struct NothingThere: Error {}

func required<T>(_ value: T?) throws -> T {
    guard let value else { throw NothingThere() }
    return value
}

extension ServerConnection.Event {
    var request: Request? {
        if case .request(let request) = self { request } else { nil }
    }

    var name: String {
        switch self {
        case .needMore: "needMore"
        case .paused: "paused"
        case .request(let request): "request \(request.target)"
        case .sendContinue: "sendContinue"
        case .upload(let request): "upload \(request.target)"
        case .content(let bytes): "content \(String(decoding: bytes, as: UTF8.self))"
        case .end: "end"
        }
    }
}

extension ServerConnection {
    /// Returns the name of the next event, or the code of the error.
    mutating func nextName() -> String {
        do throws(ProtocolError) { return try next().name } catch { return "\(error.code)" }
    }

    mutating func receive(text: String) { receive(Array(text.utf8)) }

    /// Sends a response and returns the octets on the wire.
    mutating func answer(_ response: Response, date: String = "") -> String {
        var out: [UInt8] = []
        send(response, date: Array(date.utf8), into: &out)
        return String(decoding: out, as: UTF8.self)
    }
}
