import Dispatch
import Foundation
import Glibc
import Testing

@testable import Sockets

#if TLS
    @Suite(
        "Outgoing connections with TLS", .timeLimit(.minutes(3)),
        .enabled(if: Certificates.canCreate, "needs the command openssl"))
    struct TLSConnectingTests {
        private let certificates: Certificates
        private let authority: TLSTrust

        init() throws {
            certificates = try Certificates()
            authority = .file(certificates.authority)
        }

        /// A server on a loop of its own. It echoes.
        private func secureServer(_ certificates: TLSCertificate...) throws -> Server {
            try Server(host: serverHost, security: TLSAcceptor(certificates: certificates)) { _ in echo() }
        }

        private func failure(
            of name: String, at address: SocketAddress, trusting trust: TLSTrust, within limit: Duration = .seconds(30)
        ) async throws -> SocketError {
            let loop = try startedLoop()
            let recorder = Recorder()
            let peer = TLSPeer(name: name, connector: try TLSConnector(trusting: trust))
            let error = await #expect(throws: SocketError.self) {
                try await loop.connect(to: .address(address), security: peer, within: limit, delegate: recorder)
            }
            #expect(recorder.log == [])
            try stopEmpty(loop)
            return try #require(error)
        }

        @Test(arguments: ["localhost", "LOCALHOST.", serverHost])
        func `a megabyte passes in both directions if the certificate contains the name`(name: String) async throws {
            let server = try secureServer(try certificates.create("server"))
            let loop = try startedLoop()
            let bytes = (0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
            let received = Shared<[UInt8]>([])
            let done = DispatchSemaphore(value: 0)
            let recorder = Recorder()
            recorder.onReceive = { _, part in
                let part = Array(part)
                received.change { $0 += part }
                if received.value.count >= bytes.count { done.signal() }
            }
            let peer = TLSPeer(name: name, connector: try TLSConnector(trusting: authority))
            let connection = try await loop.connect(
                to: .address(server.address), security: peer, within: .seconds(30), delegate: recorder)
            #expect(connection.isSecure)
            loop.execute { connection.write(bytes) }
            try wait(for: done)
            let isSame = received.value == bytes
            #expect(isSame)
            loop.execute { connection.closeAfterFlushing() }
            try recorder.wait(for: .closed)
            try stopEmpty(loop)
            server.stop()
        }

        @Test func `a server selects its certificate by the name that the client sends`() async throws {
            let server = try secureServer(
                try certificates.create("first", names: "DNS:first.example"),
                try certificates.create("second", names: "DNS:second.example"))
            let loop = try startedLoop()
            let connector = try TLSConnector(trusting: authority)
            for name in ["first.example", "second.example"] {
                _ = try await loop.connect(
                    to: .address(server.address), security: TLSPeer(name: name, connector: connector),
                    within: .seconds(30), delegate: Recorder())
            }
            loop.stop()
            loop.join()
            server.stop()
        }

        @Test func `a host is verified by the name that was looked up, over a Unix-domain socket by a given name`()
            async throws
        {
            let security = try TLSAcceptor(certificates: [try certificates.create("server")])
            let server = try Server(security: security) { _ in echo() }
            let pool = BlockingPool(threads: 1)
            let loop = try startedLoop()
            let connector = try TLSConnector(trusting: authority)
            let recorder = Recorder()
            let connection = try await loop.connect(
                toHost: "localhost", port: server.address.port, lookingUpOn: pool, connector: connector,
                within: .seconds(30), delegate: recorder)
            #expect(connection.isSecure)
            let path = certificates.folder + "/s"
            let socket = try ListeningSocket(path: path)
            _ = try server.loop.listen(on: socket, security: security) { _ in echo() }
            let local = try await loop.connect(
                to: .path(path), security: TLSPeer(name: "localhost", connector: connector), within: .seconds(30),
                delegate: recorder)
            loop.execute { local.write(Array("hello".utf8)) }
            try recorder.wait(for: .received(Array("hello".utf8)))
            loop.stop()
            loop.join()
            server.stop()
            withExtendedLifetime(socket) {}
        }

        // MARK: - Refused certificates

        @Test(arguments: [("other.example", "hostname mismatch"), ("127.0.0.3", "IP address mismatch")])
        func `a certificate for another name is refused`(name: String, reason: String) async throws {
            let server = try secureServer(try certificates.create("server"))
            let error = try await failure(of: name, at: server.address, trusting: authority)
            #expect(error.code == .certificateRefused)
            #expect(error.reason == "\(reason) (expected \(name))")
            #expect(error.description.contains("the certificate of the server is refused: \(reason)"))
            server.stop()
        }

        @Test func `the subject of a certificate is not a name of the server`() async throws {
            let server = try secureServer(try certificates.create("localhost", names: "IP:192.0.2.7"))
            let error = try await failure(of: "localhost", at: server.address, trusting: authority)
            #expect(error.reason?.hasPrefix("hostname mismatch") == true)
            server.stop()
        }

        @Test func `a certificate of an authority that is not trusted is refused`() async throws {
            let server = try secureServer(try certificates.create("server"))
            let stranger = try Certificates()
            for trust in [TLSTrust.system, .file(stranger.authority)] {
                let error = try await failure(of: "localhost", at: server.address, trusting: trust)
                #expect(error.code == .certificateRefused)
                #expect(error.reason?.hasPrefix("unable to get local issuer certificate") == true)
            }
            server.stop()
        }

        @Test func `an expired certificate is refused`() async throws {
            let server = try secureServer(try certificates.create("server", days: -1))
            let error = try await failure(of: "localhost", at: server.address, trusting: authority)
            #expect(error.code == .certificateRefused)
            #expect(error.reason?.hasPrefix("certificate has expired") == true)
            server.stop()
        }

        @Test func `no other address is tried after a refused certificate`() async throws {
            let (first, second) = (try secureServer(try certificates.create("server")), try echoServer())
            let loop = try startedLoop()
            let peer = TLSPeer(name: "other.example", connector: try TLSConnector(trusting: authority))
            let error = await #expect(throws: SocketError.self) {
                try await loop.connect(
                    toFirstOf: [first.address, second.address], security: peer, within: .seconds(30),
                    delegate: Recorder())
            }
            #expect(error?.code == .certificateRefused)
            try stopEmpty(loop)
            first.stop()
            second.stop()
        }

        // MARK: - Failed handshakes

        @Test func `a server that closes during the handshake is an error`() async throws {
            let recorder = Recorder()
            recorder.onReceive = { connection, _ in connection.close() }
            let server = try Server(host: serverHost, recorder: recorder)
            let error = try await failure(of: "localhost", at: server.address, trusting: authority)
            #expect(error.code == .handshakeFailed)
            #expect(error.reason?.isEmpty == false)
            server.stop()
        }

        @Test func `a server without TLS is an error`() async throws {
            let recorder = Recorder()
            recorder.onReceive = { connection, _ in connection.write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)) }
            let server = try Server(host: serverHost, recorder: recorder)
            let error = try await failure(of: "localhost", at: server.address, trusting: authority)
            #expect(error.code == .handshakeFailed)
            #expect(error.reason == "wrong version number")
            server.stop()
        }

        @Test func `the deadline includes the handshake`() async throws {
            let recorder = Recorder()
            let server = try Server(host: serverHost, recorder: recorder)
            let error = try await failure(
                of: "localhost", at: server.address, trusting: authority, within: .milliseconds(200))
            #expect(error.code == .timedOut)
            server.stop()
            #expect(recorder.log.count >= 2)
        }

        @Test func `a handshake can be cancelled, and leaves no socket open`() async throws {
            let begun = DispatchSemaphore(value: 0)
            let recorder = Recorder()
            recorder.onReceive = { _, _ in begun.signal() }
            let server = try Server(host: serverHost, recorder: recorder)
            let loop = try startedLoop()
            let peer = TLSPeer(name: "localhost", connector: try TLSConnector(trusting: authority))
            // On the loop, because this test blocks a thread of the global executor.
            let task = Task(executorPreference: loop) {
                try await loop.connect(
                    to: .address(server.address), security: peer, within: .seconds(60), delegate: Recorder())
            }
            try wait(for: begun)
            let sockets = try await loop.waitForSockets()
            task.cancel()
            let error = await #expect(throws: SocketError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            try stopEmpty(loop)
            #expect(try openSockets().isDisjoint(with: sockets))
            server.stop()
        }

        @Test(arguments: ["", ".", "localhost\0.example"])
        func `a name that no certificate can contain is an error`(name: String) async throws {
            let server = try secureServer(try certificates.create("server"))
            #expect(try await failure(of: name, at: server.address, trusting: authority).code == .handshakeFailed)
            server.stop()
        }

        // MARK: - Certificates of clients

        @Test(arguments: ["-tls1_2", "-tls1_3"])
        func `a server that requires it gets the certificate of the client`(version: String) async throws {
            let server = try OpenSSLServer(certificates, options: version)
            let loop = try startedLoop()
            let connector = try TLSConnector(
                trusting: authority, certificate: try certificates.create("client", names: "DNS:client.example"))
            let recorder = Recorder()
            let connection = try await loop.connect(
                to: .address(server.address), security: TLSPeer(name: "localhost", connector: connector),
                within: .seconds(30), delegate: recorder)
            loop.execute { connection.write(Array("abc\n".utf8)) }
            try recorder.wait(for: .received(Array("cba\n".utf8)))
            loop.stop()
            loop.join()
            withExtendedLifetime(server) {}
        }

        @Test func `a server with TLS 1.2 refuses a client without certificate in the handshake`() async throws {
            let server = try OpenSSLServer(certificates, options: "-tls1_2")
            let error = try await failure(of: "localhost", at: server.address, trusting: authority)
            #expect(error.code == .handshakeFailed)
            #expect(error.reason?.contains("alert handshake failure") == true)
            withExtendedLifetime(server) {}
        }

        @Test func `a server with TLS 1.3 closes the connection of a client without certificate`() async throws {
            let server = try OpenSSLServer(certificates, options: "-tls1_3")
            let loop = try startedLoop()
            let recorder = Recorder()
            let peer = TLSPeer(name: "localhost", connector: try TLSConnector(trusting: authority))
            _ = try await loop.connect(
                to: .address(server.address), security: peer, within: .seconds(30), delegate: recorder)
            try recorder.wait(for: .closed)
            try stopEmpty(loop)
            withExtendedLifetime(server) {}
        }

        @Test func `files that cannot be used are errors with their path`() throws {
            let missing = certificates.folder + "/missing.pem"
            let trust = #expect(throws: TLSError.self) { try TLSConnector(trusting: .file(missing)) }
            #expect(trust?.description.hasPrefix("The trusted certificates \(missing) cannot be used") == true)
            let own = TLSCertificate(chainFile: missing, keyFile: missing)
            let certificate = #expect(throws: TLSError.self) { try TLSConnector(trusting: .system, certificate: own) }
            #expect(certificate?.description.hasPrefix("The certificate \(missing) cannot be used") == true)
        }

        private func wait(for semaphore: DispatchSemaphore) throws { try semaphore.waitBriefly() }
    }
#else
    @Suite("Outgoing connections with TLS") struct TLSConnectingTests {
        @Test func `a build without TLS says so`() throws {
            let error = #expect(throws: TLSError.self) { try TLSConnector(trusting: .system) }
            #expect(error?.description == "This build has no TLS; build it with --traits TLS.")
        }
    }
#endif
