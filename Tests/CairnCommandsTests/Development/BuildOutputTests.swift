import Testing

@testable import CairnCommands

@Suite("The output of a build") struct BuildOutputTests {
    private func errors(_ text: String) -> String {
        var output = BuildOutput()
        output.append(text.utf8)
        return output.errors
    }

    @Test func `pages show each error once, without progress, warnings and colours`() {
        let text = """
            Building for debugging...
            [3/5] Emitting module reading
            error: emit-module command failed with exit code 1 (use -v to see invocation)
            main.swift:5:37: \u{1B}[31merror:\u{1B}[0m cannot find type 'Strin' in scope
             5 | var title: Strin
               |            `- error: cannot find type 'Strin' in scope

            main.swift:9:1: warning: unused
             9 | let x = 1

            [4/5] Compiling reading main.swift
            main.swift:5:37: error: cannot find type 'Strin' in scope
             5 | var title: Strin
               |            `- error: cannot find type 'Strin' in scope
            main.swift:7:1: error: other
            """
        #expect(
            errors(text) == """
                main.swift:5:37: error: cannot find type 'Strin' in scope
                 5 | var title: Strin
                   |            `- error: cannot find type 'Strin' in scope

                main.swift:7:1: error: other
                """)
    }

    @Test func `an output without errors is shown whole, and a long one is cut`() {
        #expect(errors("[1/1] Planning build\nSegmentation fault") == "Segmentation fault")
        #expect(errors("") == "")
        let long = errors("error: " + String(repeating: "ö", count: 100_000))
        #expect(long.utf8.count <= BuildMessage.maxErrorBytes && long.hasSuffix("\n…"))
    }
}
