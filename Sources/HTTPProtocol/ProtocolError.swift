/// A rule of RFC 9110 or 9112 that the peer broke, a limit that its request exceeds, or an unsupported feature.
/// The owner of the connection sends the error's status and closes.
package struct ProtocolError: Error, Sendable, Hashable {
    /// The rules, limits and unsupported features, one case each.
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

    /// The broken rule, the exceeded limit or the unsupported feature.
    package var code: Code

    /// Creates an error with this code.
    package init(_ code: Code) {
        self.code = code
    }
}
