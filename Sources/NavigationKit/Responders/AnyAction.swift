/// An action of any type, together with what tells it from others of its type without asking it.
///
/// It is made where the type is known, so that a list of rows costs no generic calls.
public struct AnyAction: Sendable {
    /// The action.
    public let action: any Action
    @usableFromInline let bits: Bits?

    /// The bits of a small value that consists of nothing but its bits.
    @usableFromInline
    struct Bits: Equatable, Sendable {
        @usableFromInline var low: UInt64 = 0
        @usableFromInline var high: UInt64 = 0

        @inlinable init() {}
    }

    /// - Parameter action: the action.
    @inlinable
    public init<A: Action>(_ action: A) {
        self.action = action
        bits = AnyAction.bits(of: action)
    }

    /// The value's own bits, for a type whose bits are all there is to it. Equal bits are equal values; undefined
    /// padding can only make equal values look different.
    @inlinable @inline(__always)
    static func bits<Value>(of value: Value) -> Bits? {
        guard _isPOD(Value.self), MemoryLayout<Value>.size <= MemoryLayout<Bits>.size else { return nil }
        var bits = Bits()
        guard MemoryLayout<Value>.size > 0 else { return bits }
        withUnsafePointer(to: value) { pointer in
            withUnsafeMutablePointer(to: &bits) {
                UnsafeMutableRawPointer($0).copyMemory(from: pointer, byteCount: MemoryLayout<Value>.size)
            }
        }
        return bits
    }
}
