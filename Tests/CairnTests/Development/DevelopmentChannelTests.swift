import Glibc
import Testing

@testable import Cairn

@Suite("The pipe of the command dev", .timeLimit(.minutes(3))) struct DevelopmentChannelTests {
    @Test func `the messages of a pipe are noted until its end`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let bytes = BuildMessage.failed("x").bytes + BuildMessage.passed.bytes + BuildMessage.failed("y").bytes
        #expect(write(ends[1], bytes, bytes.count) == bytes.count)
        close(ends[1])
        let development = Development(process: "a")
        development.follow(ends[0])
        #expect(development.errors == "y" && development.edition == "a.3")
    }
}
