import Glibc
import Testing

@testable import CairnCommands

@Suite("Processes of the command dev: waitpid(2)", .timeLimit(.minutes(3))) struct SpawnedProcessTests {
    @Test func `a process whose status cannot be read has ended, but not succeeded`() throws {
        let process = try SpawnedProcess("true", [])
        var status: Int32 = 0
        // Now the next call of waitpid fails.
        #expect(waitpid(process.id, &status, 0) == process.id)
        #expect(process.hasEnded && !process.hasSucceeded)
        #expect(process.ending == "with an unknown status")
    }

    @Test(arguments: [("true", true, "with the exit status 0"), ("false", false, "with the exit status 1")])
    func `the exit status says whether a process has succeeded`(
        program: String, hasSucceeded: Bool, ending: String
    ) async throws {
        let process = try SpawnedProcess(program, [])
        while !process.hasEnded {
            try Task.checkCancellation()
            await Task.yield()
        }
        #expect(process.hasSucceeded == hasSucceeded && process.ending == ending)
    }
}
