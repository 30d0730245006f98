/// Requests that the parser rejects, each with its status.
enum Refused: CaseIterable {
    case noHost, twoHosts, twoSpaces, unknownMethod, laterVersion, longTarget, longField, manyFields, largeBody
    case unknownCoding, twoLengths, notHTTP, unknownExpectation, largeBodyExpected, chunkedTwice, oldCoding

    var request: String {
        switch self {
        case .noHost: "GET / HTTP/1.1\r\n\r\n"
        case .twoHosts: "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"
        case .twoSpaces: "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"
        case .unknownMethod: "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"
        case .laterVersion: "GET / HTTP/2.0\r\nHost: a\r\n\r\n"
        case .longTarget: "GET /" + String(repeating: "x", count: 9_000) + " HTTP/1.1\r\nHost: a\r\n\r\n"
        case .longField: "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 40_000) + "\r\n\r\n"
        case .manyFields: "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 120) + "\r\n"
        case .largeBody:
            "POST /desk HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n"
                + String(repeating: "x", count: 300_000)
        case .unknownCoding: "POST /desk HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
        case .twoLengths:
            "POST /desk HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
        case .unknownExpectation: "POST /desk HTTP/1.1\r\nHost: a\r\nExpect: patience\r\nContent-Length: 1\r\n\r\n"
        case .largeBodyExpected:
            "POST /desk HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2000000\r\n\r\n"
        case .chunkedTwice: "POST /desk HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n"
        case .oldCoding: "POST /desk HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        case .notHTTP: "\u{16}\u{3}\u{1}\u{2}\0\r\n\r\n"
        }
    }

    var status: Int {
        switch self {
        case .noHost, .twoHosts, .twoSpaces, .twoLengths, .notHTTP, .chunkedTwice, .oldCoding: 400
        case .unknownMethod, .unknownCoding: 501
        case .laterVersion: 505
        case .longTarget: 414
        case .longField, .manyFields: 431
        case .largeBody, .largeBodyExpected: 413
        case .unknownExpectation: 417
        }
    }
}

/// Beginnings of requests that are never completed.
enum Beginning: String, CaseIterable {
    case line = "GET /desk HT"
    case fields = "GET /desk HTTP/1.1\r\nHost: a\r\nX: "
    case body = "POST /desk HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf"
    case chunk = "POST /desk HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
}
