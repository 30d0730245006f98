import Cairn
import Testing

@Suite("Lines of CSV (RFC 4180)") struct CommaSeparatedValuesTests {
    @Test(arguments: [
        (["a", "b c"], "\"a\",\"b c\""), ([""], "\"\""), (["say \"hi\", Ada\r\n"], "\"say \"\"hi\"\", Ada\r\n\""),
        (
            ["=1+1", "+1", "-1", "@a", "\t1", "\r1", "\n=1"],
            "\"'=1+1\",\"'+1\",\"'-1\",\"'@a\",\"'\t1\",\"'\r1\",\"'\n=1\""
        ),
        // A combining mark makes one character of itself and what it follows.
        (["x\"\u{301}\r\n=1"], "\"x\"\"\u{301}\r\n=1\""), (["=\u{301}1"], "\"'=\u{301}1\""),
    ])
    func `a field ends at its own quotation mark only, and is no formula`(fields: [String], line: String) {
        #expect(CommaSeparatedValues.line(fields) == line + "\r\n")
    }
}
