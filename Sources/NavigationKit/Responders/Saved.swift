/// A value that a controller or an application remembers beyond its route; it is part of every version (DESIGN D7).
///
/// ```swift
/// final class SignUp: ViewController { @Saved var email = "" }
/// ```
@propertyWrapper
public final class Saved<Value: Codable & Sendable> {
    private var value: Value
    private var restoration = 0

    /// - Parameter wrappedValue: what the property holds until it is written.
    public init(wrappedValue: Value) { value = wrappedValue }

    /// Only reachable through the object that owns it.
    @available(*, unavailable, message: "@Saved belongs into a class that is a Responder")
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }

    /// Reads the value from, or writes it into, the owner's saved values.
    public static subscript<Owner: Responder>(
        _enclosingInstance owner: Owner,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Owner, Saved<Value>>
    ) -> Value {
        get {
            let storage = owner[keyPath: storageKeyPath]
            storage.restore(from: owner, as: storageKeyPath)
            return storage.value
        }
        set {
            let storage = owner[keyPath: storageKeyPath]
            storage.restoration = owner.restorations
            storage.value = newValue
            var all = owner.savedValues ?? SavedValues()
            all.values[storageKeyPath] = newValue
            owner.savedValues = all
            owner.savedValueDidChange()
        }
    }

    private func restore(from owner: Responder, as key: AnyKeyPath) {
        guard restoration != owner.restorations else { return }
        restoration = owner.restorations
        if let saved = owner.savedValues?.values[key] as? Value { value = saved }
    }
}

/// The written ``Saved`` values of one object; the others still have their defaults.
package struct SavedValues: @unchecked Sendable {  // ok: keys are stored-property key paths, which capture nothing
    package var values: [AnyKeyPath: any Codable & Sendable] = [:]
}
