/// How many objects of a server live, by class, while no session is at work: what it answers at `/live-objects` if it was
/// started with `--explain` and is asked from the same machine. It counts from the first question on.
public struct LiveObjectCounts: Decodable, Sendable, Equatable {
    /// Where a server tells it.
    public static let path = "/live-objects"

    /// How many there are.
    public let count: Int
    /// How many there are of each class that has any.
    public let classes: [String: Int]

    /// Asks the server; `nil` if it does not tell.
    ///
    /// - Throws: ``VisitorError`` if it cannot be asked.
    public static func read(over wire: Wire) async throws -> LiveObjectCounts? {
        let reply = try await Visitor(wire).send(Call("POST", path, fields: [("Accept", "application/json")]))
        guard reply.status == 200 else { return nil }
        return try? JSON.decode(LiveObjectCounts.self, from: reply.body)
    }
}
