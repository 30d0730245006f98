import Glibc

// Fuzzing: for all input bytes, no parser traps or hangs, and each parser keeps its guarantees.
//
// In a build with `--sanitize=fuzzer -Xswiftc -DFUZZING`, libFuzzer's `main` calls `fuzzOneInput`; `FUZZ` names the
// target. In a normal build, the program writes the seeds for libFuzzer and replays files or folders. A replay with
// `--sanitize=address` finds out-of-bounds reads, which libFuzzer alone does not detect.

#if !FUZZING
    @main
    struct Fuzz {
        static func main() {
            let arguments = CommandLine.arguments.dropFirst()
            switch (arguments.first, arguments.dropFirst().first) {
            case ("seeds", let folder?):
                for (number, seed) in chosen.seeds.enumerated() { write(seed, to: "\(folder)/seed-\(number)") }
            case ("replay", _?):
                let files = arguments.dropFirst().flatMap(files)
                for file in files { chosen.look(at: read(file)) }
                print("\(files.count) inputs")
            default:
                print(
                    "FUZZ=\(targets.keys.sorted().joined(separator: "|")) fuzz seeds FOLDER | fuzz replay FILE-OR-FOLDER …"
                )
                exit(2)
            }
        }

        private static func write(_ bytes: [UInt8], to path: String) {
            guard let file = fopen(path, "w") else { broken("\(path) cannot be written") }
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
        }

        /// Returns the entries of a folder except hidden ones, or the path itself if it is not a folder.
        private static func files(at path: String) -> [String] {
            guard let folder = opendir(path) else { return [path] }
            defer { closedir(folder) }
            var files: [String] = []
            while let entry = readdir(folder) {
                // Read the name in place: copying `d_name` would read 256 bytes, but the entry can end after the name.
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if !name.hasPrefix(".") { files.append(path + "/" + name) }
            }
            return files
        }

        private static func read(_ path: String) -> [UInt8] {
            guard let file = fopen(path, "r") else { broken("\(path) cannot be read") }
            defer { fclose(file) }
            var bytes: [UInt8] = []
            while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
            return bytes
        }
    }
#endif

/// A fuzz target: code that must accept any bytes.
protocol Target: Sendable {
    /// Inputs from which the fuzzer starts.
    var seeds: [[UInt8]] { get }
    /// Runs the target on `input`, and ends the process if a guarantee is violated.
    func look(at input: [UInt8])
}

private let targets: [String: any Target] = [
    "request": RequestTarget(), "form": FormTarget(), "location": LocationTarget(), "snapshot": SnapshotTarget(),
    "multipart": MultipartTarget(), "resp": RESPTarget(),
]

private let chosen: any Target = {
    let name = getenv("FUZZ").map { String(cString: $0) } ?? ""
    guard let target = targets[name] else { broken("FUZZ=\(name) is none of \(targets.keys.sorted())") }
    return target
}()

/// Prints `what` and aborts the process, so that libFuzzer saves the input.
func broken(_ what: String) -> Never {
    let line = Array("BROKEN: \(what)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, line, line.count)
    abort()
}

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    chosen.look(at: Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
