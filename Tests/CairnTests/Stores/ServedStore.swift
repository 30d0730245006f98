import Cairn
import CairnTesting
import Testing

/// Serves an app whose sessions are in `store` while `body` runs. The server also stops if `body` throws.
func serve(
    _ app: HostedApplication, in store: any SessionStore, _ body: (Wire) async throws -> Void
) async throws {
    var configuration = Transport.configuration
    configuration.host = "127.0.0.1"
    configuration.port = 0
    let server = try Server(configuration, apps: [app], stores: [app.name: store], log: Log(isQuiet: true))
    let running = Task { try await server.run() }
    let port = try #require(await server.waitUntilListening()?.port)
    var failure: (any Error)?
    do { try await body(.socket(port: port)) } catch { failure = error }
    server.stop()
    try await running.value
    if let failure { throw failure }
}
