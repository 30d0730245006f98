#if TLS
    import CLinux
    import Foundation
    import Glibc
    import Testing

    @testable import Sockets

    /// A certificate authority in a temporary folder, and the certificates that it issues.
    final class Certificates: Sendable {
        static let canCreate = (try? OpenSSL.run(["version"])) != nil

        let folder: String
        var authority: String { folder + "/authority.pem" }

        init() throws {
            folder = NSTemporaryDirectory() + "cairn-\(getpid())-\(UInt32.random(in: .min ... .max))"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try OpenSSL.run(
                ["req", "-x509", "-days", "7", "-subj", "/CN=authority", "-out", authority]
                    + key(folder + "/authority.key"))
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        private func key(_ path: String) -> [String] {
            ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", path]
        }

        /// Issues a certificate with the subject `subject`, valid for `days` from now and for `names`.
        func create(
            _ subject: String, names: String = "DNS:localhost,IP:\(serverHost)", days: Int = 7
        ) throws -> TLSCertificate {
            let file = folder + "/" + subject
            try OpenSSL.run(
                ["req", "-subj", "/CN=\(subject)", "-addext", "subjectAltName=" + names, "-out", file + ".csr"]
                    + key(file + ".key"))
            try OpenSSL.run([
                "x509", "-req", "-in", file + ".csr", "-CA", authority, "-CAkey", folder + "/authority.key",
                "-CAcreateserial", "-days", String(days), "-copy_extensions", "copyall", "-out", file + ".pem",
            ])
            return TLSCertificate(chainFile: file + ".pem", keyFile: file + ".key")
        }
    }

    /// The command `openssl`.
    ///
    /// Without Foundation's `Process`: it waits until a socket closes, which other processes that start at the same
    /// time can inherit.
    private enum OpenSSL {
        static func run(_ arguments: [String]) throws {
            let process = try start(arguments)
            var status: Int32 = -1
            waitpid(process, &status, 0)
            try #require(status == 0, "openssl \(arguments.joined(separator: " "))")
        }

        /// Starts the command. It writes to the descriptor `output`, or to no file.
        static func start(_ arguments: [String], output: Int32? = nil) throws -> pid_t {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            for descriptor: Int32 in 0...2 {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            }
            if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
            let words = (["openssl"] + arguments).map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var process = pid_t()
            try #require(posix_spawnp(&process, "openssl", &actions, nil, words, nil) == 0)
            return process
        }
    }

    /// OpenSSL's own server. It requires a certificate of its clients and reverses the lines that they send.
    final class OpenSSLServer {
        let address: SocketAddress
        private let process: pid_t

        init(_ certificates: Certificates, options: String...) throws {
            let own = try certificates.create("server")
            var ends: [Int32] = [-1, -1]
            try #require(pipe2(&ends, O_CLOEXEC) == 0)
            defer { close(ends[0]) }
            process = try OpenSSL.start(
                [
                    "s_server", "-accept", serverHost + ":0", "-cert", own.chainFile, "-key", own.keyFile, "-CAfile",
                    certificates.authority, "-Verify", "1", "-verify_return_error", "-rev",
                ] + options, output: ends[1])
            close(ends[1])
            do {
                address = try Self.readAddress(from: ends[0])
            } catch {
                Self.stop(process)
                throw error
            }
        }

        deinit { Self.stop(process) }

        /// Reads a line such as `ACCEPT 127.0.0.2:40123`.
        private static func readAddress(from descriptor: Int32) throws -> SocketAddress {
            var text = ""
            while true {
                if let port = text.firstMatch(of: /ACCEPT .*:([0-9]+)\n/)?.1 {
                    return try SocketAddress(host: serverHost, port: try #require(UInt16(port)))
                }
                var part = [UInt8](repeating: 0, count: 256)
                let count = read(descriptor, &part, part.count)
                try #require(count > 0, "openssl s_server ended: \(text)")
                text += String(decoding: part[..<count], as: UTF8.self)
            }
        }

        private static func stop(_ process: pid_t) {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
    }
#endif
