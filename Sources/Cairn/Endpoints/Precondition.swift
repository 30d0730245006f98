import Glibc
package import HTTPProtocol

/// The result of the conditional fields of a GET or HEAD, evaluated in the order of RFC 9110 §13.2.2.
package enum Precondition {
    case proceed
    /// 304 Not Modified.
    case unchanged
    /// 412 Precondition Failed.
    case failed

    /// True if an action may be performed on a representation with one of these entity tags (§13.1.1, §13.1.2).
    static func permitsAction(_ fields: HeaderFields, on tags: [String?]) -> Bool {
        (!fields.contains(.ifMatch)
            || tags.contains { EntityTag.matches(fields, $0, in: .ifMatch, isStrong: true) })
            && (!fields.contains(.ifNoneMatch) || !tags.contains { EntityTag.matches(fields, $0) })
    }

    /// - Parameters:
    ///   - tag: the current entity tag, a strong one; `nil` if there is none, such as for an app's HTML pages.
    ///   - modified: last modification in seconds since 1970; `nil` if date conditions do not apply.
    package static func evaluate(_ fields: HeaderFields, tag: String?, modified: Int?) -> Precondition {
        if fields.contains(.ifMatch) {
            guard EntityTag.matches(fields, tag, in: .ifMatch, isStrong: true) else { return .failed }
        } else if let modified, let date = date(of: .ifUnmodifiedSince, in: fields) {
            guard modified <= date else { return .failed }
        }
        if fields.contains(.ifNoneMatch) { return EntityTag.matches(fields, tag) ? .unchanged : .proceed }
        guard let modified, let date = date(of: .ifModifiedSince, in: fields) else { return .proceed }
        return modified <= date ? .unchanged : .proceed
    }

    /// Evaluates `If-Range` (§13.1.5): true without the field, or if the client's part belongs to the current content.
    ///
    /// A weak tag never matches. A date must match exactly, and matches only after its second is over: until then the
    /// content could change again with the same date (§8.8.2.2).
    static func permitsRange(_ fields: HeaderFields, tag: String, modified: Int, now: Int) -> Bool {
        var (lines, isMatched) = (0, false)
        fields.forEachValue(of: .ifRange) { condition in
            lines += 1
            isMatched = EntityTag.isOnly(tag, in: condition)
        }
        if lines != 1 || isMatched { return lines == 0 || lines == 1 }
        return now > modified && date(of: .ifRange, in: fields, now: now) == modified
    }

    /// Parses a date. Invalid dates and repeated fields are ignored (§5.3).
    private static func date(of name: FieldName, in fields: HeaderFields, now: Int = time(nil)) -> Int? {
        fields.list(of: name).flatMap { HTTPDate.seconds(from: $0, now: now) }
    }
}
