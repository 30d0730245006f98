/// A type-erased action.
///
/// Created where the static type is known, so that a list of rows needs no generic calls. A small trivial value is
/// stored inline as its bits, so copying it needs no reference counting.
@usableFromInline
package struct AnyAction: Sendable {
    @usableFromInline package let type: any Action.Type
    /// The complete value, unless ``boxed`` holds it.
    @usableFromInline let bits: TrivialValueKey.Bits
    @usableFromInline let boxed: Box?

    /// Holds a value that is not trivial or too large for its bits to be stored.
    @usableFromInline
    final class Box: Sendable {
        @usableFromInline let action: any Action

        @inlinable init(_ action: any Action) { self.action = action }
    }

    /// Stores a small trivial action inline, and any other in a ``Box``.
    @inlinable
    package init<A: Action>(_ action: A) {
        type = A.self
        if let bits = TrivialValueKey.Bits(of: action) {
            self.bits = bits
            boxed = nil
        } else {
            bits = TrivialValueKey.Bits()
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

    /// The key of the value; `nil` if the value is boxed.
    @inlinable package var key: TrivialValueKey? {
        boxed == nil ? TrivialValueKey(ObjectIdentifier(type), bits) : nil
    }
}

extension Action {
    fileprivate static func value(of bits: TrivialValueKey.Bits) -> Self { bits.value(as: Self.self) }
}
