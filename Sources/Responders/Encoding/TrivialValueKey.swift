/// The type and the bits of a small trivial value: equal keys mean equal values of one type. Undefined padding can only
/// make equal values look different.
///
/// The caches of encoded actions and routes find a value by it, see ``EncodingCache``.
@usableFromInline
package struct TrivialValueKey: Equatable, Sendable {
    @usableFromInline let type: ObjectIdentifier
    @usableFromInline let bits: Bits

    /// The bits of a trivial value, at most 16 bytes.
    @usableFromInline
    struct Bits: Equatable, Sendable {
        @usableFromInline var low: UInt64 = 0
        @usableFromInline var high: UInt64 = 0

        /// The bits of no value.
        @inlinable init() {}

        /// Returns `nil` for a value that is large or not trivial, such as one with a reference, whose object can
        /// change or be freed: `_isPOD` tells them apart. It accepts pointers, but no action and no route has any: both
        /// are `Sendable` and `Codable`.
        @inlinable @inline(__always)
        init?<Value>(of value: Value) {
            guard _isPOD(Value.self), MemoryLayout<Value>.size <= MemoryLayout<Bits>.size,
                MemoryLayout<Value>.alignment <= MemoryLayout<Bits>.alignment
            else { return nil }
            guard MemoryLayout<Value>.size > 0 else { return }
            withUnsafeBytes(of: value) { source in
                withUnsafeMutableBytes(of: &self) { $0.copyMemory(from: source) }
            }
        }

        /// The value with these bits. Only for bits that were taken from a value of this type.
        func value<Value>(as: Value.Type) -> Value {
            withUnsafeBytes(of: self) { $0.load(as: Value.self) }
        }
    }

    @inlinable @inline(__always)
    init(_ type: ObjectIdentifier, _ bits: Bits) {
        self.type = type
        self.bits = bits
    }

    /// Returns `nil` if the value is not trivial, or larger than 16 bytes.
    @inline(__always)
    init?<Value>(_ value: Value) {
        guard let bits = Bits(of: value) else { return nil }
        self.init(ObjectIdentifier(Value.self), bits)
    }
}
