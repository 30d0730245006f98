/// A stored value of a controller or an application. A controller's value is part of each version, together with the
/// route; an application's value belongs to the session, so going back does not undo it.
///
/// Versions at one location share its URL if their values are equal by `==`, so `==` must compare all that a screen shows.
///
/// A value can take at most 64 KiB when its session is stored or hibernated. A longer value is omitted, so the restored
/// property has its default value; this is usually reported as ``Diagnostic/unstoredValue(_:error:)``.
///
/// ```swift
/// final class SignUp: ViewController { @Saved var email = "" }
/// ```
@propertyWrapper
public final class Saved<Value: Codable & Sendable>: AnySaved {
    private var value: Value
    private var restoration = 0
    /// The name of the property, looked up on first use.
    private var name: String?

    /// - Parameter wrappedValue: the default value of the property.
    public init(wrappedValue: Value) { value = wrappedValue }

    /// Unavailable: the value is accessible only through the object that owns it.
    @available(*, unavailable, message: "@Saved requires a class that inherits from Responder")
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
            owner.save(newValue, named: storage.name(in: owner, as: storageKeyPath))
        }
    }

    private func restore(from owner: Responder, as property: AnyKeyPath) {
        guard restoration != owner.restorations else { return }
        restoration = owner.restorations
        guard let saved = owner.savedValues else { return }
        if let saved = saved.value(Value.self, named: name(in: owner, as: property)) { value = saved }
    }

    private func name(in owner: Responder, as property: AnyKeyPath) -> String {
        if let name { return name }
        let found = owner.table.savedNames.name(of: property, holding: self, in: owner)
        name = found
        return found
    }
}

extension Responder {
    /// Saves a value, or removes it if it is `nil`.
    func save(_ value: (any Codable & Sendable)?, named name: String) {
        // Clear the property during the change, so that values that no version shares are changed in place, without a
        // copy.
        var values = savedValues ?? SavedValues()
        savedValues = nil
        if let value { values.set(value, named: name) } else { values.remove(named: name) }
        savedValues = values.entries.isEmpty ? nil : values
        savedValueDidChange()
    }
}
