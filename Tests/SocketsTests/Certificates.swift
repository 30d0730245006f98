#if TLS
    import Foundation
    import Glibc
    import Testing

    @testable import Sockets

    /// A certificate authority in a temporary folder, and the certificates that it issues.
    final class Certificates: Sendable {
        static let canCreate = (try? run("version")) != nil

        let folder: String
        var authority: String { folder + "/authority.pem" }

        init() throws {
            folder = NSTemporaryDirectory() + "cairn-\(getpid())-\(UInt32.random(in: .min ... .max))"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try Self.run(
                ["req", "-x509", "-days", "7", "-subj", "/CN=authority", "-out", authority]
                    + key(folder + "/authority.key"))
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        private func key(_ path: String) -> [String] {
            ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", path]
        }

        /// Issues a certificate with the subject `subject`, valid for `days` from now and for `names`.
        func create(
            _ subject: String, names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 7
        ) throws -> TLSCertificate {
            let file = folder + "/" + subject
            try Self.run(
                ["req", "-subj", "/CN=\(subject)", "-addext", "subjectAltName=" + names, "-out", file + ".csr"]
                    + key(file + ".key"))
            try Self.run([
                "x509", "-req", "-in", file + ".csr", "-CA", authority, "-CAkey", folder + "/authority.key",
                "-CAcreateserial", "-days", String(days), "-copy_extensions", "copyall", "-out", file + ".pem",
            ])
            return TLSCertificate(chainFile: file + ".pem", keyFile: file + ".key")
        }

        private static func run(_ arguments: String...) throws { try run(arguments) }

        private static func run(_ arguments: [String]) throws {
            let process = openssl(arguments)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "openssl \(arguments.joined(separator: " "))")
        }

        static func openssl(_ arguments: [String]) -> Process {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["openssl"] + arguments
            return process
        }
    }

    /// OpenSSL's own server. It requires a certificate of its clients and reverses the lines that they send.
    final class OpenSSLServer {
        let address: SocketAddress
        private let process: Process
        private let input = Pipe()

        init(_ certificates: Certificates, options: String...) throws {
            let own = try certificates.create("server")
            process = Certificates.openssl(
                [
                    "s_server", "-accept", "127.0.0.1:0", "-cert", own.chainFile, "-key", own.keyFile, "-CAfile",
                    certificates.authority, "-Verify", "1", "-verify_return_error", "-rev",
                ] + options)
            let output = Pipe()
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            var text = ""
            while !text.contains(/ACCEPT .*:[0-9]+\n/) {
                let part = output.fileHandleForReading.availableData
                try #require(!part.isEmpty, "openssl s_server ended: \(text)")
                text += String(decoding: part, as: UTF8.self)
            }
            let port = try #require(text.firstMatch(of: /ACCEPT .*:([0-9]+)\n/)?.1)
            address = try SocketAddress(host: "127.0.0.1", port: try #require(UInt16(port)))
        }

        // Dispatch starts the process with SIGTERM blocked.
        deinit {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }
#endif
