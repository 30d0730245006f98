/// An action of any type, together with what tells it from others of its type without asking it.
///
/// It is made where the type is known, so that a list of rows costs no generic calls; a small value lies in it as its
/// bits, so that copying it costs nothing.
public struct AnyAction: Sendable {
    @usableFromInline let type: any Action.Type
    /// All there is to the value, unless it is in ``boxed``.
    @usableFromInline let bits: Bits
    @usableFromInline let boxed: Box?

    /// The bits of a small value that consists of nothing but its bits.
    @usableFromInline
    struct Bits: Equatable, Sendable {
        @usableFromInline var low: UInt64 = 0
        @usableFromInline var high: UInt64 = 0

        @inlinable init() {}
    }

    /// A value that is more than its bits.
    @usableFromInline
    final class Box: Sendable {
        @usableFromInline let action: any Action

        @inlinable init(_ action: any Action) { self.action = action }
    }

    /// - Parameter action: the action.
    @inlinable
    public init<A: Action>(_ action: A) {
        type = A.self
        if let bits = AnyAction.bits(of: action) {
            self.bits = bits
            boxed = nil
        } else {
            bits = Bits()
            boxed = Box(action)
        }
    }

    /// What stands where there is no action.
    static let nothing = AnyAction(Nothing())

    private struct Nothing: Action {}

    /// The action.
    public var action: any Action {
        if let boxed { return boxed.action }
        return type.value(of: bits)
    }

    /// What tells it from others of its type, if its bits are all there is to it.
    var ownBits: Bits? { boxed == nil ? bits : nil }

    /// The value's own bits, for a type whose bits are all there is to it. Equal bits are equal values; undefined
    /// padding can only make equal values look different.
    @inlinable @inline(__always)
    static func bits<Value>(of value: Value) -> Bits? {
        guard _isPOD(Value.self), MemoryLayout<Value>.size <= MemoryLayout<Bits>.size,
            MemoryLayout<Value>.alignment <= MemoryLayout<Bits>.alignment
        else { return nil }
        var bits = Bits()
        guard MemoryLayout<Value>.size > 0 else { return bits }
        withUnsafeBytes(of: value) { source in
            withUnsafeMutableBytes(of: &bits) { $0.copyMemory(from: source) }
        }
        return bits
    }
}

extension Action {
    /// Only for bits that ``AnyAction`` took from a value of this very type.
    fileprivate static func value(of bits: AnyAction.Bits) -> Self {
        withUnsafeBytes(of: bits) { $0.load(as: Self.self) }
    }
}
