import RESP
package import SessionStores

extension RedisClient {
    /// Checks at the start that the servers can be used.
    ///
    /// - Returns: warnings about settings of the servers with which sessions can be lost; none if the servers cannot be
    ///   reached now, or the user lacks the permission to read the settings.
    /// - Throws: ``StoreError`` with the code `permissionDenied` if only the operator can correct the reason.
    package func check() async throws(StoreError) -> [String] {
        var warnings: [String] = []
        do throws(StoreError) {
            for primary in try await primaries() {
                for warning in try await faults(of: primary) where !warnings.contains(warning) {
                    warnings.append(warning)
                }
            }
        } catch {
            guard error.code != .permissionDenied else { throw error }
        }
        return warnings
    }

    private func faults(of primary: ServerLinks.Target) async throws(StoreError) -> [String] {
        var warnings: [String] = []
        if let policy = try await setting("maxmemory-policy", at: primary), policy != "noeviction",
            try await setting("maxmemory", at: primary) != "0"
        {
            warnings.append(
                "maxmemory-policy is \(policy): the server discards sessions when its memory is full; use noeviction")
        }
        if try await setting("appendonly", at: primary) == "no" {
            warnings.append("appendonly is no: a restart of the server loses all sessions since its last snapshot")
        }
        if needsCopies, let replicas = try await connectedReplicas(at: primary), replicas < replicaCount {
            warnings.append(
                "--store-copies \(replicaCount + 1): the server has \(replicas) connected replicas, so no change is "
                    + "acknowledged")
        }
        return warnings
    }

    /// A setting of the server; `nil` if the user may not read it.
    private func setting(_ name: String, at primary: ServerLinks.Target) async throws(StoreError) -> String? {
        let reply = try await perform(RESPCommand("CONFIG", "GET", name), "check", at: primary, acceptsErrors: true)
        guard case .map(let pairs) = reply, case .bulkString(let value)? = pairs.first?.value else { return nil }
        return String(decoding: value, as: UTF8.self)
    }

    private func connectedReplicas(at primary: ServerLinks.Target) async throws(StoreError) -> Int? {
        guard case .array(let role) = try await perform(RESPCommand("ROLE"), "check", at: primary, acceptsErrors: true),
            role.count == 3, case .array(let replicas) = role[2]
        else { return nil }
        return replicas.count
    }
}
