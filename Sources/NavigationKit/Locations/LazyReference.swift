import Synchronization

/// An object that is made when it is first asked for and kept from then on, by whichever thread is first.
///
/// `AtomicLazyReference` does the same by looking its own type up at each load, which costs more than what is kept here.
struct LazyReference<Value: AnyObject & Sendable>: ~Copyable, Sendable {
    private let address = Atomic<UInt>(0)

    init() {}

    deinit {
        guard let kept = object(at: address.load(ordering: .acquiring)) else { return }
        kept.release()
    }

    /// The object, if there is one.
    var value: Value? {
        @inline(__always) get { object(at: address.load(ordering: .acquiring))?.takeUnretainedValue() }
    }

    /// Keeps `value` unless another one is there. - Returns: the one that is kept.
    func storeIfNil(_ value: Value) -> Value {
        let own = Unmanaged.passRetained(value)
        let (isStored, kept) = address.compareExchange(
            expected: 0, desired: UInt(bitPattern: own.toOpaque()), ordering: .acquiringAndReleasing)
        if isStored { return value }
        own.release()
        return object(at: kept)?.takeUnretainedValue() ?? value
    }

    /// What stands at an address that was kept; it stays alive as long as this reference.
    @inline(__always)
    private func object(at address: UInt) -> Unmanaged<Value>? {
        UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
    }
}
