/// A rule of RFC 9110 or 9112 that the peer broke, or a limit that its request exceeds. The connection sends the
/// error's status and closes.
package struct ProtocolError: Error, Sendable, Hashable {
    /// The rules and the limits, one case each.
    package enum Code: Sendable, Hashable, CaseIterable {
        case malformedRequestLine, requestLineTooLong, unknownMethod, invalidTarget, unsupportedVersion
        case proxyProtocol
        case tooManyEmptyLines, bareLineFeed, bareCarriageReturn
        case foldedField, spaceBeforeColon, invalidFieldName, missingColon, invalidFieldValue
        case headerTooLarge, tooManyFields
        case missingHost, multipleHosts, invalidHost
        case invalidContentLength, multipleContentLengths, bothLengths, bodyTooLarge
        case transferEncodingInVersion10, invalidTransferEncoding, unknownTransferCoding
        case unknownExpectation
        case invalidChunkSize, invalidChunkExtension, chunkLineTooLong, chunkExtensionsTooLarge, invalidChunkEnd
        case framingFieldInTrailer, trailerTooLarge
        case incompleteMessage
    }

    /// The broken rule or the exceeded limit.
    package var code: Code

    /// Creates an error for a broken rule.
    package init(_ code: Code) {
        self.code = code
    }
}
