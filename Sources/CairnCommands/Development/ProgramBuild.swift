import Cairn
import Glibc
import SystemCalls

/// A running `swift build`, whose output is printed in the terminal as it comes.
final class ProgramBuild {
    private let process: SpawnedProcess
    /// The reading end of its output.
    let output: Int32
    private var text = BuildOutput()
    private var isAtEnd = false
    private let startTime = ContinuousClock.now

    /// - Throws: ``ConfigurationError`` if the build cannot be started.
    init(_ package: DevelopedPackage) throws(ConfigurationError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw ConfigurationError(description: "dev: cannot make a pipe: \(String(cString: strerror(errno))).")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        defer { close(ends[1]) }
        do throws(ConfigurationError) {
            process = try SpawnedProcess(
                "swift", package.buildArguments,
                descriptors: [(ends[1], STDOUT_FILENO), (ends[1], STDERR_FILENO)])
        } catch {
            close(ends[0])
            throw error
        }
        output = ends[0]
    }

    deinit { close(output) }

    /// Reads and prints what the build has written. Returns true if it has ended.
    func read() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while !isAtEnd {
            switch retryingInterrupts({ Glibc.read(output, &buffer, buffer.count) }) {
            case .success(let count):
                isAtEnd = count == 0
                text.append(buffer[..<count])
                _ = retryingInterrupts { write(STDERR_FILENO, buffer, count) }
            case .failure(let code):
                guard code != EAGAIN else { return process.hasEnded }
                isAtEnd = true
            }
        }
        return process.hasEnded
    }

    /// True if the build has ended without errors.
    var hasSucceeded: Bool { process.hasSucceeded }

    /// The errors for the pages, with paths in the folder of the package.
    func errors(in folder: LexicalPath) -> String { text.errors.replacing(folder.text + "/", with: "") }

    /// The time since its start.
    var age: Duration { ContinuousClock.now - startTime }

    func stop() { process.signal(SIGINT) }
}
