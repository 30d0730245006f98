/// A non-owning reference to a responder further up the tree; `nil` if there is none or it was deallocated.
///
/// Works as `weak`, for objects that only one task at a time uses, such as a session's controllers. It is not
/// synchronized, and the target keeps its inline reference count, which a `weak` reference replaces with a slower side
/// table for good. In the `deinit` of a responder's subclass the reference is not `nil` yet. Do not store the target in
/// such a `deinit`: it would dangle.
///
/// With `weak` instead, a page takes 5 % more instructions and an action 8 %.
@usableFromInline
package struct UpwardReference<Target: Responder> {
    @usableFromInline var anchor: Anchor?

    @inlinable package init() {}

    @inlinable package init(_ target: Target?) { anchor = target?.anchor }

    /// The object, while it is alive.
    @inlinable @inline(__always)
    package var target: Target? {
        guard let object = anchor?.target else { return nil }
        // An anchor belongs to one responder, and this reference was created from a responder of type `Target`.
        return unsafeDowncast(object.takeUnretainedValue(), to: Target.self)
    }
}
