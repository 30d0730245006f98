import CLinux
import Digests
import Glibc
import SystemCalls

/// The secret that the nodes of a site have in common (`--secret`).
///
/// It is used only to derive keys with HKDF-SHA-256 (RFC 5869), one for each purpose. It has no textual form, so that
/// no log or error can contain it.
package struct SharedSecret: Sendable, CustomStringConvertible, CustomReflectable {
    /// The pseudorandom key, from which the keys are derived.
    private let key: [UInt8]

    /// The length of the shortest secret in octets: 256 bits if they are random.
    package static let minCount = 32
    /// The length of the longest secret in octets. A longer file is probably another one than the operator meant.
    private static let maxCount = 4_096
    /// The fewest distinct octets of a secret. 32 random hexadecimal digits have fewer with a probability below 10⁻⁷; a
    /// file of zeros or a repeated word has fewer.
    private static let minDistinct = 8

    package init(_ octets: [UInt8]) { key = HKDF.extract(from: octets, salt: Array("cairn".utf8)) }

    /// Reads the secret from a file.
    ///
    /// - Throws: ``ConfigurationError`` if the file cannot be read, other users can access it, or it has no secret.
    package init(contentsOf path: String) throws(ConfigurationError) {
        func failure(_ reason: String) -> ConfigurationError {
            ConfigurationError(description: "--secret: \(path) \(reason)")
        }
        // O_NONBLOCK, because opening a pipe would wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            throw failure("cannot be read: \(String(cString: strerror(code))).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure("is not a file. Create one: openssl rand -out FILE 32")
        }
        if let reason = PrivateFile.exposure(of: status, at: path) { throw failure(reason) }
        var octets = [UInt8](repeating: 0, count: Self.maxCount + 1)
        var count = 0
        while count < octets.count {
            let result = retryingInterrupts {
                octets[count...].withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            }
            switch result {
            case .success(0): octets.removeLast(octets.count - count)
            case .success(let part): count += part
            case .failure(let code): throw failure("cannot be read: \(String(cString: strerror(code))).")
            }
        }
        guard count <= Self.maxCount else {
            throw failure("has more than \(Self.maxCount) octets; is it another file?")
        }
        guard count >= Self.minCount else {
            throw failure(
                "has \(count) octets, fewer than \(Self.minCount). Create one: openssl rand -out FILE 32")
        }
        guard Set(octets).count >= Self.minDistinct else {
            throw failure("is not random. Create one: openssl rand -out FILE 32")
        }
        self.init(octets)
    }

    /// Returns the key for one purpose. Nodes with the same secret get the same key.
    func key(for purpose: String, count: Int = 32) -> [UInt8] {
        HKDF.expand(key, purpose: Array(purpose.utf8), count: count)
    }

    package var description: String { "SharedSecret" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
