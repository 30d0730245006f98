extension ProtocolError: CustomStringConvertible {
    /// The status of the error response.
    package var status: Status {
        switch code {
        case .requestLineTooLong: .uriTooLong
        case .unknownMethod, .unknownTransferCoding: .notImplemented
        case .unsupportedVersion: .httpVersionNotSupported
        case .headerTooLarge, .tooManyFields, .trailerTooLarge: .requestHeaderFieldsTooLarge
        case .bodyTooLarge: .contentTooLarge
        case .unknownExpectation: .expectationFailed
        default: .badRequest
        }
    }

    /// A description of the broken rule with its RFC section. It contains nothing that the peer sent.
    package var message: String {
        switch code {
        case .malformedRequestLine: "The request line is not a method, a target and a version (RFC 9112 §3)"
        case .requestLineTooLong: "The request line is too long (RFC 9112 §3)"
        case .unknownMethod: "The method is not implemented (RFC 9110 §9.1)"
        case .invalidTarget: "The request target is not valid for the method (RFC 9112 §3.2)"
        case .unsupportedVersion: "Only HTTP/1.0 and HTTP/1.1 are supported (RFC 9110 §15.6.6)"
        case .proxyProtocol:
            "The connection begins with the PROXY protocol, which is not supported, instead of a request line "
                + "(RFC 9112 §3); configure the proxy to send Forwarded (RFC 7239) or X-Forwarded-For"
        case .tooManyEmptyLines: "Too many empty lines precede the request line (RFC 9112 §2.2)"
        case .bareLineFeed: "A line ends in LF without CR (RFC 9112 §2.2)"
        case .bareCarriageReturn: "A CR is not followed by an LF (RFC 9112 §2.2)"
        case .foldedField: "A line starts with a space or a tab (RFC 9112 §5.2)"
        case .spaceBeforeColon: "A field name is followed by white space before its colon (RFC 9112 §5.1)"
        case .invalidFieldName: "A field name is not a token (RFC 9110 §5.1)"
        case .missingColon: "A field line has no colon (RFC 9112 §5)"
        case .invalidFieldValue: "A field value contains a control character (RFC 9110 §5.5)"
        case .headerTooLarge: "The header section is too large (RFC 6585 §5)"
        case .tooManyFields: "The header section has too many fields (RFC 6585 §5)"
        case .missingHost: "The Host field is missing (RFC 9112 §3.2)"
        case .multipleHosts: "The Host field is given more than once (RFC 9112 §3.2)"
        case .invalidHost: "The Host field is not a valid host (RFC 9110 §7.2)"
        case .invalidContentLength: "Content-Length is not a number (RFC 9112 §6.3)"
        case .multipleContentLengths: "Content-Length is given more than once (RFC 9112 §6.3)"
        case .bothLengths: "Both Content-Length and Transfer-Encoding are given (RFC 9112 §6.3)"
        case .bodyTooLarge: "The content is too large (RFC 9110 §15.5.14)"
        case .transferEncodingInVersion10: "HTTP/1.0 does not support Transfer-Encoding (RFC 9112 §6.1)"
        case .invalidTransferEncoding: "Transfer-Encoding must end in chunked and contain it only once (RFC 9112 §6.3)"
        case .unknownTransferCoding: "The transfer coding is not implemented (RFC 9112 §6.1)"
        case .unknownExpectation: "Only the expectation 100-continue is supported (RFC 9110 §10.1.1)"
        case .invalidChunkSize: "A chunk size is not a hexadecimal number (RFC 9112 §7.1)"
        case .invalidChunkExtension: "A chunk extension is malformed (RFC 9112 §7.1.1)"
        case .chunkLineTooLong: "A chunk size line is too long (RFC 9112 §7.1.1)"
        case .chunkExtensionsTooLarge: "The chunk extensions are too large (RFC 9112 §7.1.1)"
        case .invalidChunkEnd: "The data of a chunk is not followed by CRLF (RFC 9112 §7.1)"
        case .framingFieldInTrailer: "The trailer section contains a field for framing or routing (RFC 9110 §6.5.1)"
        case .trailerTooLarge: "The trailer section is too large (RFC 6585 §5)"
        case .incompleteMessage: "The connection ended before the request was complete (RFC 9112 §8)"
        }
    }

    /// The status and the message.
    package var description: String { "\(status.code) \(message)" }
}
