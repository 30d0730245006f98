import HTTPProtocol
import Testing

@testable import Cairn

@Suite("RFC 3986 §3.4: the version in a target's query")
struct RequestPathTests {
    @Test(
        "the first at parameter with a positive number of at most 18 digits names a version",
        arguments: [
            ("/?at=7", 7), ("/?x=1&at=7", 7), ("/?at=7&at=8", 7), ("/?&&at=12", 12),
            ("/?at=999999999999999999", 999_999_999_999_999_999),
        ])
    func version(target: String, number: Int) {
        #expect(Request(target: target).stateVersion == number)
    }

    @Test(
        "any other query names no version",
        arguments: [
            "/", "/?", "/?at", "/?at=", "/?at=+7", "/?at=-7", "/?at=7x", "/?at=0", "/?at=path", "/?at= 7", "/?cat=7",
            "/?at=9999999999999999999", "/?AT=7", "/at=7", "/?x=at=7", "/?&", "*",
        ])
    func none(target: String) {
        #expect(Request(target: target).stateVersion == nil)
    }
}
