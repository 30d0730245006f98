import Glibc
import HTTPProtocol

/// What the conditions of a request say about a file or a page (RFC 9110 §13.2.2), in that order.
enum Precondition {
    case proceed
    /// 304.
    case unchanged
    /// 412.
    case failed

    /// - Parameters:
    ///   - tag: the present entity tag, a strong one; a page of HTML has none.
    ///   - modified: when the content last changed, in seconds since 1970; nothing where dates do not count.
    static func evaluate(_ fields: HeaderFields, tag: String?, modified: Int?) -> Precondition {
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
    static func permitsRange(_ fields: HeaderFields, tag: String, modified: Int) -> Bool {
        guard let condition = fields[.ifRange] else { return true }
        // A weak tag never matches here, and a date only exactly.
        if condition.hasPrefix("\"") || condition.hasPrefix("W/") { return condition == tag }
        return HTTPDate.seconds(from: condition, now: time(nil)) == modified
    }

    /// A date that is none is ignored.
    private static func date(of name: FieldName, in fields: HeaderFields) -> Int? {
        fields[name].flatMap { HTTPDate.seconds(from: $0, now: time(nil)) }
    }
}
