import Testing

@testable import SessionsRedis

@Suite("The functions for Redis") struct FunctionLibraryTests {
    @Test func `the library names itself and all its functions with its version`() {
        let source = String(decoding: FunctionLibrary.source, as: UTF8.self)
        #expect(source.hasPrefix("#!lua name=\(FunctionLibrary.name)\n"))
        #expect(source.contains("function_name = '\(FunctionLibrary.name)_' .. name"))
        let names = source.split(separator: "\n").compactMap { line in
            line.hasPrefix("register('") ? line.split(separator: "'").dropFirst().first : nil
        }
        #expect(
            Set(names) == [
                "load", "count", "check", "begin", "commit", "commit_admitted", "renew", "release", "touch", "remove",
                "newest", "append", "compact", "confirm",
            ])
    }
}
