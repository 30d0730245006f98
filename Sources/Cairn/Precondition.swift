import Glibc
package import HTTPProtocol

/// What the conditions of a request say about a file or a page (RFC 9110 §13.2.2), in that order.
package enum Precondition {
    case proceed
    /// 304.
    case unchanged
    /// 412.
    case failed

    /// - Parameters:
    ///   - tag: the present entity tag, a strong one; a page of HTML has none.
    ///   - modified: when the content last changed, in seconds since 1970; nothing where dates do not count.
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

    /// Whether a range may be sent (§13.1.5): what the client has a part of is still what there is.
    ///
    /// A weak tag never matches here. A date matches exactly, and only once its second is over: until then the content
    /// could change without another date (§8.8.2.2).
    static func permitsRange(_ fields: HeaderFields, tag: String, modified: Int, now: Int) -> Bool {
        var (lines, isMatched) = (0, false)
        fields.forEachValue(of: .ifRange) { condition in
            lines += 1
            isMatched = EntityTag.isOnly(tag, in: condition)
        }
        if lines != 1 || isMatched { return lines == 0 || lines == 1 }
        return now > modified && date(of: .ifRange, in: fields, now: now) == modified
    }

    /// What is no single date is ignored, and so are several lines of a field that is no list (§5.3).
    private static func date(of name: FieldName, in fields: HeaderFields, now: Int = time(nil)) -> Int? {
        fields.list(of: name).flatMap { HTTPDate.seconds(from: $0, now: now) }
    }
}
