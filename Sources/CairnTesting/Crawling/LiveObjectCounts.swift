/// The number of live responders of a server by class. A server answers at `/live-objects` if it exposes diagnostics,
/// such as with `--explain`, and the client is on the same machine. Counting begins with the first request.
package struct LiveObjectCounts: Decodable, Sendable, Equatable {
    /// The path of the counts on the server.
    package static let path = "/live-objects"

    /// The total number of objects.
    package let count: Int
    /// The number of objects by class; only classes with objects.
    package let classes: [String: Int]

    /// Requests the counts; `nil` if the server does not provide them.
    ///
    /// - Throws: ``VisitorError`` or ``SocketClient/Failure`` if the request fails.
    package static func read(over wire: Wire) async throws -> LiveObjectCounts? {
        let reply = try await Visitor(wire).send(Call("POST", path, fields: [("Accept", "application/json")]))
        guard reply.status == 200 else { return nil }
        return try? JSON.decode(LiveObjectCounts.self, from: reply.body)
    }
}
