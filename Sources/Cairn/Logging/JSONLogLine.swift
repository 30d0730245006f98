import HTTPProtocol
import Hypermedia

extension LogEntry {
    /// The entry as one JSON object (RFC 8259) on one line, without a line break at its end. Strings are escaped, so
    /// that external text can neither end the line nor add a member.
    var json: [UInt8] {
        var members: [(String, JSONValue)] = [
            ("time", .string(Self.timestamp(time))), ("level", .string(level.rawValue)),
        ]
        switch event {
        case .message(let text): members += [("type", "message"), ("message", .string(text))]
        case .security(let event):
            members += [("type", "security"), ("kind", .string(event.kind))]
            if let network = event.network { members.append(("network", .string(network))) }
            members.append(("detail", .string(event.detail)))
            if event.suppressedCount > 0 { members.append(("suppressed", .number(event.suppressedCount))) }
        case .request(let request): members += request.members
        }
        if let trace {
            members.append(("id", .string(trace.requestID)))
            if let parent = trace.parent {
                members += [("trace", .string(parent.traceID)), ("parent", .string(parent.parentID))]
            }
        }
        return JSONValue.object(members).bytes()
    }

    /// The time in the form of RFC 3339, in milliseconds and UTC.
    static func timestamp(_ nanoseconds: UInt64) -> String {
        let seconds = Int(nanoseconds / 1_000_000_000)
        return HTTPDate.timestamp(secondsSince1970: seconds, milliseconds: Int(nanoseconds / 1_000_000 % 1_000))
    }
}

extension LoggedRequest {
    fileprivate var members: [(String, JSONValue)] {
        let (seconds, attoseconds) = duration.components
        var members: [(String, JSONValue)] = [
            ("type", "request"), ("client", .string(client)), ("method", .string(method)), ("path", .string(path)),
        ]
        if let query { members.append(("query", .string(query))) }
        members += [
            ("status", .number(status)), ("bytes", .number(byteCount)),
            ("microseconds", .number(Int(seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000))),
            ("kind", .string(kind)),
        ]
        if let refusal { members.append(("refusal", .string(refusal))) }
        return members
    }
}
