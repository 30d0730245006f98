import Foundation
import Testing

@testable import Cairn

@Suite("Gzip (RFC 1951, RFC 1952)") struct GzipTests {
    /// Texts with their names: nothing to repeat, long and near repetitions, one symbol, and codes of 15 bits.
    static let texts: [(name: String, text: [UInt8])] = [
        ("empty", []), ("one byte", [97]), ("two bytes", [0, 255]), ("three equal bytes", [97, 97, 97]),
        ("zeros", [UInt8](repeating: 0, count: 100_000)), ("all bytes", Array(0...255)),
        ("a repetition at the greatest distance", distant(32_768)),
        ("a repetition beyond the greatest distance", distant(32_769)),
        ("noise", noise(count: 70_000)),
        // Each letter is as frequent as all before it together, which would need 22 bits.
        ("frequencies of powers of two", (0..<22).flatMap { [UInt8](repeating: 65 + UInt8($0), count: 1 << $0 / 2) }),
        ("the style sheet", BuiltInAssets.all[0].bytes),
    ]

    private static func noise(count: Int) -> [UInt8] {
        var state: UInt64 = 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }

    private static func distant(_ distance: Int) -> [UInt8] {
        let text = Array("the same forty letters at two far places".utf8)
        return text + noise(count: distance - text.count) + text
    }

    @Test(arguments: texts.indices) func `what gzip expands is the text`(index: Int) throws {
        let (name, text) = Self.texts[index]
        #expect(try Expanded.bytes(Gzip.compress(text)) == text, "\(name)")
    }

    @Test(arguments: texts.indices) func `a text after a beginning is expanded with it`(index: Int) throws {
        let (name, text) = Self.texts[index]
        for beginning in [[], Array("a beginning, a beginning".utf8), text] {
            let file = Gzip.compress(text, after: Gzip.Beginning(beginning))
            #expect(try Expanded.bytes(file) == beginning + text, "\(name) after \(beginning.count) bytes")
        }
    }

    @Test func `texts become small`() {
        #expect(Gzip.compress([UInt8](repeating: 0, count: 100_000)).count < 200)
        #expect(Gzip.compress(Self.distant(32_768)).count < Gzip.compress(Self.distant(32_769)).count)
        #expect(Gzip.compress(BuiltInAssets.all[0].bytes).count * 7 < BuiltInAssets.all[0].bytes.count * 2)
    }
}

/// Expands files with gzip of the system, which each Debian has. It checks the checksum and the size.
enum Expanded {
    struct Failure: Error { var status: Int32 }

    static func bytes(_ compressed: [UInt8]) throws -> [UInt8] {
        let process = Process()
        let (input, output) = (FileManager.default.temporaryDirectory.appending(path: "\(UUID()).gz"), Pipe())
        try Data(compressed).write(to: input)
        defer { try? FileManager.default.removeItem(at: input) }
        process.executableURL = URL(filePath: "/bin/gzip")
        process.arguments = ["-dc", input.path]
        process.standardOutput = output
        try process.run()
        let expanded = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        return Array(expanded)
    }
}
