/// The problem details of an error, for API clients (RFC 9457).
package struct ProblemDetails: Sendable {
    /// The kind of problem as a URI, such as `urn:cairn:problem:stale-offer`. `about:blank` adds nothing to the
    /// status.
    package var type: String
    /// The kind of problem in a few words.
    package var title: String
    /// The HTTP status code of the response.
    package var status: Int
    /// A description of this occurrence, often with a correct request.
    package var detail: String?
    /// The URI of this occurrence.
    package var instance: String?
    /// Members that are specific to this kind of problem, such as `errors` or `offered`, in order (RFC 9457 §3.2).
    package var extensions: [(String, JSONValue)]
    /// True if the title and the detail are in English, whatever the language of the request.
    package var isEnglish = false

    /// - Parameters:
    ///   - type: the kind of problem as a URI.
    ///   - title: the kind of problem in a few words.
    ///   - status: the HTTP status code of the response.
    ///   - detail: a description of this occurrence.
    ///   - instance: the URI of this occurrence.
    ///   - extensions: members that are specific to this kind of problem.
    package init(
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

    /// Returns the JSON document to send as ``MediaType/problem``. Extensions with the name of a standard member are
    /// left out.
    package func json() -> [UInt8] {
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
