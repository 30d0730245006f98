import HTTPProtocol
import Testing

@testable import Cairn

@Suite("RFC 9110 §13.1.5, §8.8.2.2: conditions on ranges") struct RangeConditionTests {
    private static let modified = 784_111_777
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test(arguments: [
        ([date], 0, false), ([date], -1, false), ([date], 1, true), ([date], 1_000_000, true),
        (["Sunday, 06-Nov-94 08:49:37 GMT"], 1, true), (["Sun, 06 Nov 1994 08:49:36 GMT"], 100, false),
        (["Sun, 06 Nov 1994 08:49:38 GMT"], 100, false), ([date, date], 100, false), (["soon"], 100, false),
        ([], 0, true), (["\"a,b\""], 0, true), (["W/\"a,b\""], 100, false), (["\"a\""], 100, false),
        (["\"a,b\", \"c\""], 100, false), (["\"a,b\","], 100, false), (["*"], 100, false),
        (["\"a,b\"", "\"a,b\""], 100, false),
    ])
    func `a date is a strong validator after its second has ended, and If-Range takes exactly one tag`(
        lines: [String], age: Int, isPermitted: Bool
    ) {
        let request = Request(fields: lines.map { ("If-Range", $0) })
        #expect(
            Precondition.permitsRange(
                request.fields, tag: "\"a,b\"", modified: Self.modified, now: Self.modified + age) == isPermitted)
    }
}
