/// The kinds of strings with a length, by the octet with which they begin.
enum StringKind {
    case bulk, error
    /// Text for people, after its format: three letters and a colon.
    case verbatim

    init?(_ type: UInt8) {
        switch type {
        case UInt8(ascii: "$"): self = .bulk
        case UInt8(ascii: "!"): self = .error
        case UInt8(ascii: "="): self = .verbatim
        default: return nil
        }
    }

    /// - Throws: `failure` for a verbatim string without a format.
    func value(_ octets: ArraySlice<UInt8>, or failure: RESPError) throws(RESPError) -> RESPValue {
        switch self {
        case .bulk: return .bulkString(Array(octets))
        case .error: return .error(RESPErrorReply(String(decoding: octets, as: UTF8.self)))
        case .verbatim:
            guard octets.count >= 4, octets[octets.startIndex + 3] == UInt8(ascii: ":") else { throw failure }
            return .bulkString(Array(octets.dropFirst(4)))
        }
    }
}
