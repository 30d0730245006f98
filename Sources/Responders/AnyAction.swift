/// A type-erased action.
///
/// Created where the static type is known, so that a list of rows needs no generic calls. A small trivial value is
/// stored inline as its bits, so copying it needs no reference counting.
@usableFromInline
package struct AnyAction: Sendable {
    @usableFromInline package let type: any Action.Type
    /// The complete value, unless ``boxed`` holds it.
    @usableFromInline let bits: Bits
    @usableFromInline let boxed: Box?

    /// The bits of a trivial value, at most 16 bytes.
    @usableFromInline
    package struct Bits: Equatable, Sendable {
        @usableFromInline var low: UInt64 = 0
        @usableFromInline var high: UInt64 = 0

        @inlinable init() {}
    }

    /// Holds a value that is not trivial or does not fit into ``Bits``.
    @usableFromInline
    final class Box: Sendable {
        @usableFromInline let action: any Action

        @inlinable init(_ action: any Action) { self.action = action }
    }

    /// Stores a small trivial action inline, and any other in a ``Box``.
    @inlinable
    package init<A: Action>(_ action: A) {
        type = A.self
        if let bits = AnyAction.bits(of: action) {
            self.bits = bits
            boxed = nil
        } else {
            bits = Bits()
            boxed = Box(action)
        }
    }

    /// The placeholder for an absent action.
    package static let nothing = AnyAction(Nothing())

    private struct Nothing: Action {}

    /// The wrapped action, with its own type.
    package var action: any Action {
        if let boxed { return boxed.action }
        return type.value(of: bits)
    }

    /// The bits that identify the value among the actions of its type; `nil` if the value is boxed.
    @inlinable package var ownBits: Bits? { boxed == nil ? bits : nil }

    /// The bits of a small trivial value; `nil` for other types, such as one with a reference, whose object can change or
    /// be freed: `_isPOD` tells them apart. Equal bits mean equal values. Undefined padding can only make equal values
    /// look different.
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
    /// Restores a value from its bits. Only for bits that ``AnyAction`` took from a value of this type.
    fileprivate static func value(of bits: AnyAction.Bits) -> Self {
        withUnsafeBytes(of: bits) { $0.load(as: Self.self) }
    }
}
