/// An error as an API client reads it (RFC 9457).
public struct ProblemDetails: Sendable {
    /// What kind of problem it is, as `urn:cairn:problem:stale-offer`; `about:blank` says no more than the status.
    public var type: String
    /// The kind of problem in a few words.
    public var title: String
    /// The response's status.
    public var status: Int
    /// What happened this time, and what would have worked.
    public var detail: String?
    /// Where it happened.
    public var instance: String?
    /// Members of this kind of problem, as `errors` or `offered`, in order (RFC 9457 §3.2).
    public var extensions: [(String, JSONValue)]

    /// - Parameters:
    ///   - type: what kind of problem it is.
    ///   - title: the kind of problem in a few words.
    ///   - status: the response's status.
    ///   - detail: what happened this time.
    ///   - instance: where it happened.
    ///   - extensions: members of this kind of problem.
    public init(
        type: String = "about:blank", title: String, status: Int, detail: String? = nil, instance: String? = nil,
        extensions: [(String, JSONValue)] = []
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
        self.extensions = extensions
    }

    /// The document to send as ``MediaType/problem``. An extension with the name of a standard member is left out.
    public func json() -> [UInt8] {
        var members: [(String, JSONValue)] = [
            ("type", .string(type)), ("title", .string(title)),
            ("status", .number(status)),
        ]
        if let detail { members.append(("detail", .string(detail))) }
        if let instance { members.append(("instance", .string(instance))) }
        let standard = ["type", "title", "status", "detail", "instance"]
        members += extensions.filter { !standard.contains($0.0) }
        return JSONValue.object(members).bytes()
    }
}
