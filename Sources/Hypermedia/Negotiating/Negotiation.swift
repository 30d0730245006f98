/// Chooses a representation by what the client says it can read (RFC 9110 §12.5.1).
public enum Negotiation {
    /// The media type to send, or `nil` where none is acceptable (406).
    ///
    /// The highest quality wins, then the order of `offered`. Without the field, and if none of its elements is well
    /// formed, the first is chosen. Of the parameters only `charset=utf-8` is one that our types have.
    public static func preferred(accept: String?, of offered: [MediaType]) -> MediaType? {
        guard let accept else { return offered.first }
        return preferred(accept: accept.utf8.span, of: offered)
    }

    /// The same for a field that is there.
    public static func preferred(accept field: Span<UInt8>, of offered: [MediaType]) -> MediaType? {
        // For each type the quality that the narrowest range gives it, with that range's specificity in the bits above.
        var best = InlineArray<5, Int>(repeating: -1)
        var isAnyWellFormed = false
        var scanner = AcceptScanner()
        while let range = scanner.next(in: field) {
            // What browsers send begins with the first type that is offered, at full quality: nothing behind it is better.
            // Comparing all of it with all types took 4,500 instructions of each request.
            if !isAnyWellFormed, let first = offered.first, range.quality == 1000,
                range.specificity(for: first, in: field) == 2, !scanner.hasCharacterSetAhead(in: field)
            {
                return first
            }
            isAnyWellFormed = true
            for type in offered {
                let matched = range.specificity(for: type, in: field)
                guard matched >= 0 else { continue }
                best[type.position] = max(best[type.position], matched << 10 | range.quality)
            }
        }
        guard isAnyWellFormed else { return offered.first }
        var chosen: (type: MediaType, quality: Int)?
        for type in offered where best[type.position] >= 0 {
            let quality = best[type.position] & 1023
            if quality > chosen?.quality ?? 0 { chosen = (type, quality) }
        }
        return chosen?.type
    }
}

extension MediaType {
    fileprivate var position: Int {
        switch self {
        case .html: 0
        case .siren: 1
        case .json: 2
        case .problem: 3
        case .plainText: 4
        }
    }
}
