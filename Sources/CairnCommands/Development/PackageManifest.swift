import Glibc
import SystemCalls

/// The local paths in a `Package.swift`: dependencies and folders of targets.
enum PackageManifest {
    /// The texts after `path:`, in order. Paths that the manifest computes are not found.
    static func paths(in manifest: String) -> [String] {
        manifest.split(separator: "path:", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
            let rest = rest.drop(while: \.isWhitespace)
            guard rest.first == "\"" else { return nil }
            let text = rest.dropFirst().prefix { $0 != "\"" && $0 != "\n" }
            return text.isEmpty || text.contains("\\") ? nil : String(text)
        }
    }

    /// Reads the manifest of the package in a folder; `nil` if there is none.
    static func text(in folder: LexicalPath) -> String? {
        let path = LexicalPath("Package.swift", in: folder).text
        guard case .success(let descriptor) = retryingInterrupts({ Int(open(path, O_RDONLY | O_CLOEXEC)) }) else {
            return nil
        }
        defer { close(Int32(descriptor)) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while case .success(let count) = retryingInterrupts({ read(Int32(descriptor), &buffer, buffer.count) }),
            count > 0
        {
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
