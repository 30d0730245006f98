import Glibc

// Whatever bytes come, nothing traps, nothing hangs, and what each parser promises holds.
//
// Built with `--sanitize=fuzzer -Xswiftc -DFUZZING`, libFuzzer's own `main` calls `fuzzOneInput`; `FUZZ` names the target.
// Built plainly, the program writes the seeds that libFuzzer begins with, and looks at single files again.

#if !FUZZING
    @main
    struct Fuzz {
        static func main() {
            let arguments = CommandLine.arguments.dropFirst()
            switch (arguments.first, arguments.dropFirst().first) {
            case ("seeds", let folder?):
                for (number, seed) in chosen.seeds.enumerated() { write(seed, to: "\(folder)/seed-\(number)") }
            case ("replay", _?):
                for file in arguments.dropFirst() { chosen.look(at: read(file)) }
            default:
                print("FUZZ=\(targets.keys.sorted().joined(separator: "|")) fuzz seeds FOLDER | fuzz replay FILE …")
                exit(2)
            }
        }

        private static func write(_ bytes: [UInt8], to path: String) {
            guard let file = fopen(path, "w") else { broken("\(path) cannot be written") }
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
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

/// What is given any bytes.
protocol Target: Sendable {
    /// Bytes that get far.
    var seeds: [[UInt8]] { get }
    /// Looks at `input`; ends the process if a promise is broken.
    func look(at input: [UInt8])
}

private let targets: [String: any Target] = [
    "request": RequestTarget(), "form": FormTarget(), "location": LocationTarget(), "snapshot": SnapshotTarget(),
    "multipart": MultipartTarget(),
]

private let chosen: any Target = {
    let name = getenv("FUZZ").map { String(cString: $0) } ?? ""
    guard let target = targets[name] else { broken("FUZZ=\(name) is none of \(targets.keys.sorted())") }
    return target
}()

/// Ends the process, so that libFuzzer keeps the input.
func broken(_ what: String) -> Never {
    let line = Array("BROKEN: \(what)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, line, line.count)
    abort()
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    chosen.look(at: Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
