/// A reference to a responder further up that does not keep it alive, and is `nil` once it is gone.
///
/// It does what `weak` does, for objects that only the holder of a turn touches: nothing in it is atomic, and whoever is
/// referred to keeps the fast form of its reference count, which an ordinary weak reference takes away for good. In the
/// `deinit` of a responder's own subclass it is not `nil` yet; who keeps the object from there keeps what is no more.
struct UpwardReference<Target: Responder> {
    private var anchor: Anchor?

    init() {}

    init(_ target: Target?) { anchor = target?.anchor }

    /// The object, while it lives.
    @inline(__always)
    var target: Target? {
        guard let object = anchor?.target else { return nil }
        // An anchor belongs to one responder, and this reference was made from one of this type.
        return unsafeDowncast(object.takeUnretainedValue(), to: Target.self)
    }
}

/// What stands for a responder in the references to it; the responder takes itself out when it goes.
final class Anchor {
    fileprivate(set) var target: Unmanaged<Responder>?

    init(_ target: Responder) { self.target = .passUnretained(target) }

    func cut() { target = nil }
}
