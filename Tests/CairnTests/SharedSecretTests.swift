import Foundation
import Glibc
import Testing

@testable import Cairn

@Suite("The secret that nodes have in common") struct SharedSecretTests {
    private let path: String

    init() {
        path = NSTemporaryDirectory() + "cairn-secret-" + UUID().uuidString
    }

    private func write(_ octets: [UInt8], mode: mode_t = 0o600) throws {
        try Data(octets).write(to: URL(filePath: path))
        chmod(path, mode)
    }

    private func remove() { unlink(path) }

    @Test func `nodes with the same file derive the same keys, one for each purpose`() throws {
        defer { remove() }
        try write(Array(0..<32))
        let (one, other) = (try SharedSecret(contentsOf: path), try SharedSecret(contentsOf: path))
        #expect(one.key(for: "a") == other.key(for: "a"))
        #expect(one.key(for: "a").count == 32 && one.key(for: "a", count: 80).prefix(32) == one.key(for: "a")[...])
        #expect(one.key(for: "a") != one.key(for: "b"))
        try write(Array(1..<33))
        #expect(try SharedSecret(contentsOf: path).key(for: "a") != one.key(for: "a"))
    }

    @Test(
        arguments: [
            (nil, 0o600, "No such file"), (Array(0..<31), 0o600, "has 31 octets, fewer than 32"),
            ([], 0o600, "has 0 octets"),
            (Array(0..<32), 0o644, "has mode 0644"), (Array(0..<32), 0o660, "chmod 600"),
            ([UInt8](repeating: 0, count: 64), 0o600, "is not random"),
            ([UInt8](repeating: 7, count: 5_000), 0o600, "more than 4096"),
        ] as [([UInt8]?, mode_t, String)])
    func `a file that cannot be used prevents the start, and the error names it`(
        octets: [UInt8]?, mode: mode_t, says: String
    ) throws {
        defer { remove() }
        if let octets { try write(octets, mode: mode) }
        let configuration = try Configuration(arguments: ["--secret", path], environment: [:])
        let error = #expect(throws: ConfigurationError.self) { _ = try Server(configuration, apps: []) }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("--secret: \(path) ") && text.contains(says), "\(text)")
        #expect(!text.contains("\n"))
    }

    @Test func `a folder and a pipe are refused without waiting`() {
        defer { remove() }
        mkfifo(path, 0o600)
        for path in [path, NSTemporaryDirectory()] {
            let error = #expect(throws: ConfigurationError.self) { try SharedSecret(contentsOf: path) }
            #expect(error?.description.contains("is not a file") == true)
        }
    }

    @Test func `the environment can name the file, and the secret has no textual form`() throws {
        defer { remove() }
        try write(Array(0..<32))
        var configuration = try Configuration(arguments: [], environment: ["CAIRN_SECRET": path])
        #expect(configuration.secretFile == path)
        let secret = try SharedSecret(contentsOf: path)
        configuration.secret = secret
        var text = "\(secret) \(String(reflecting: secret))"
        dump(configuration, to: &text)
        #expect(
            text.contains("SharedSecret") && !text.contains("\(secret.key(for: "a")[0]), \(secret.key(for: "a")[1])"))
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }
}
