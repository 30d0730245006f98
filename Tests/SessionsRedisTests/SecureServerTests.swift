import Foundation
import SessionStores
import Testing

@testable import SessionsRedis

#if TLS
    @Suite(
        "A real server with TLS", .enabled(if: RunningServer.isInstalled, RunningServer.advice),
        .timeLimit(.minutes(3)))
    struct SecureServerTests {
        /// Creates a key and a certificate for 127.0.0.1, which is its own authority.
        private static func createCertificate(in folder: URL) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
                "2",
                "-subj", "/CN=store", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder.path + "/key.pem",
                "-out", folder.path + "/certificate.pem",
            ]
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }

        @Test func `sessions are stored over TLS, with the certificate verified`() async throws {
            let (folder, host) = (try RunningServer.makeFolder(), try Deployment.freeHost())
            try await RunningServer.onThread { try Self.createCertificate(in: folder) }
            let certificate = folder.path + "/certificate.pem"
            let server = try await RunningServer.start(
                [
                    "--tls-port", String(host.port), "--bind", host.name, "--tls-cert-file", certificate,
                    "--tls-key-file",
                    folder.path + "/key.pem", "--tls-ca-cert-file", certificate, "--tls-auth-clients", "no",
                ], in: folder)
            defer { server.stop() }
            let client = try TestClient("rediss://\(host)?ca=\(certificate)")
            defer { client.stop() }
            let id = SessionID.random()
            let first = try await client.store.change(id, after: nil)
            let second = try await client.store.change(id, after: first)
            #expect(try await client.store.log(of: id).map(\.revision) == [first, second])
            let stranger = try TestClient("rediss://\(host)", timeout: .seconds(1))
            defer { stranger.stop() }
            await expectError(.unavailable, "certificate") { try await stranger.store.load(id, since: nil) }
        }
    }
#endif
