import Cairn

/// The output of a build, of which pages show the errors.
struct BuildOutput {
    private(set) var bytes: [UInt8] = []

    /// The maximum number of kept bytes.
    private static let maxBytes = 1 << 20

    mutating func append(_ more: some Collection<UInt8>) {
        bytes += more.prefix(max(0, Self.maxBytes - bytes.count))
    }

    /// The errors with the lines around them, without the progress of the build, repetitions and colours. The whole output
    /// if it has no error, such as one of the system.
    var errors: String {
        let lines = Self.withoutColours(String(decoding: bytes, as: UTF8.self))
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init).filter { !Self.isProgress($0) }
        let blocks = Self.blocks(of: lines)
        let errors = blocks.filter { $0.contains { $0.contains("error:") } }
        var seen: Set<[String]> = []
        let distinct = (errors.isEmpty ? blocks : errors).filter { seen.insert($0).inserted }
        let text = distinct.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
        guard text.utf8.count > BuildMessage.maxErrorBytes else { return text }
        return String(decoding: text.utf8.prefix(BuildMessage.maxErrorBytes - 8), as: UTF8.self) + "\n…"
    }

    /// Divides the lines before each diagnostic, such as `main.swift:7:3: error: …`, and at empty lines.
    private static func blocks(of lines: [String]) -> [[String]] {
        var blocks: [[String]] = []
        for line in lines {
            let isFirst = [": error: ", ": warning: "].contains { line.contains($0) } || line.hasPrefix("error: ")
            if isFirst || line.isEmpty || blocks.isEmpty { blocks.append([]) }
            if !line.isEmpty { blocks[blocks.count - 1].append(line) }
        }
        return blocks.filter { !$0.isEmpty }
    }

    /// True for lines such as `[3/7] Compiling reading main.swift`, and for the messages that follow from an error.
    private static func isProgress(_ line: String) -> Bool {
        if line.hasPrefix("Building for ") || line.hasPrefix("Build complete") || line.hasPrefix("Build of ") {
            return true
        }
        if line == "error: fatalError" || line.hasPrefix("error: emit-module command failed") { return true }
        guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return false }
        let numbers = line[line.index(after: line.startIndex)..<end].split(separator: "/")
        return numbers.count == 2 && numbers.allSatisfy { Int($0) != nil }
    }

    /// Removes the escape sequences of a terminal (ECMA-48 §5.4).
    private static func withoutColours(_ text: String) -> String {
        var (kept, rest) = ("", text[...])
        while let start = rest.firstRange(of: "\u{1B}[") {
            kept += rest[..<start.lowerBound]
            rest = rest[start.upperBound...].drop { !("@"..."~").contains($0) }.dropFirst()
        }
        return kept + rest
    }
}
