import HTTPProtocol
import Testing

@testable import Cairn

@Suite("W3C Trace Context") struct TraceParentTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let parent = "00f067aa0ba902b7"

    @Test(arguments: [
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true, "01"),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", false, "00"),
        // Flags that are unknown in this version are ignored.
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff", true, "03"),
        // A higher version can be longer, after another dash.
        ("01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true, "01"),
        ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-will-be-like", true, "01"),
        ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-", true, "01"),
    ])
    func `a valid value is accepted and passed on in version 00`(text: String, isSampled: Bool, flags: String) throws {
        let parsed = try #require(TraceParent(text))
        #expect(parsed.traceID == Self.trace && parsed.parentID == Self.parent && parsed.isSampled == isSampled)
        #expect(parsed.description == "00-\(Self.trace)-\(Self.parent)-\(flags)")
    }

    @Test(arguments: [
        "", "00", "00-", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00F067AA0BA902B7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e47360-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0A",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.what",
        "0-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-011",
        "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
        "é0-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
    ])
    func `an invalid value is ignored`(text: String) { #expect(TraceParent(text) == nil) }

    @Test func `the state is passed on only with a valid parent, and if it is short visible text`() {
        let valid = "00-\(Self.trace)-\(Self.parent)-01"
        func state(_ fields: [(String, String)]) -> String? { TraceParent(HeaderFields(fields))?.state }
        #expect(state([("traceparent", valid), ("tracestate", "a=1"), ("Tracestate", "b=2")]) == "a=1, b=2")
        #expect(state([("traceparent", valid), ("tracestate", "a=\u{1}")]) == nil)
        #expect(state([("traceparent", valid), ("tracestate", String(repeating: "a", count: 513))]) == nil)
        #expect(TraceParent(HeaderFields([("tracestate", "a=1")])) == nil)
        #expect(TraceParent(HeaderFields([("traceparent", valid), ("traceparent", valid)])) == nil)
    }
}
