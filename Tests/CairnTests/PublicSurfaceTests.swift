import Foundation
import Testing

@Suite("The public surface") struct PublicSurfaceTests {
    @Test func `modules that no product exports declare nothing public`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized
        for module in ["Digests", "Hypermedia", "Inspect", "SessionsRedis", "Snapshots", "Sockets", "SystemCalls"] {
            let folder = sources.appending(path: module)
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
                $0.hasSuffix(".swift")
            }
            #expect(!names.isEmpty, "\(module) has no sources")
            for name in names {
                let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                // An inlinable function can use an imported module only if the import is public.
                for line in text.split(separator: "\n") where !line.hasPrefix("public import ") {
                    let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
                    #expect(!["public", "open"].contains(words.first), "\(module)/\(name): \(line)")
                }
            }
        }
    }
}
