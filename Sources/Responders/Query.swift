/// A value of a controller in the query of its location: a filter, a sort order, the page of a list.
///
/// ```swift
/// struct Filter: Codable, Equatable { var status: Status?, page = 1 }
/// final class Queue: ViewController { @Query var filter = Filter() }
/// ```
///
/// While the controller is visible, each property that differs from the default is printed, as in
/// `/desk/queue?status=open&page=2`; a value without properties, such as a number, is printed by the name of the
/// controller's property, and an array of such values as one item for each element, as in `?day=mon&day=tue`; its empty
/// texts are left out. Opening a location sets the values of the visible controllers: those that the query does not
/// name, and those with a text that is no value of the property, have their defaults. So a page can be bookmarked, sent
/// to others, and reached by links and GET forms, which add no version to the session's history.
///
/// Like a ``Saved`` value, it is part of each version: an action that leaves the screen keeps it, and Back shows it
/// again. The names of all visible controllers together must be unique; `at`, `discard` and `shown` are the server's own.
@propertyWrapper
public final class Query<Value: Codable & Sendable & Equatable>: AnyQuery {
    private let initial: Value
    private var value: Value
    private var restoration = 0
    private var name: String?
    private var knownCoder: QueryCoder<Value>?

    /// - Parameter wrappedValue: the default value of the property, which is not printed.
    public init(wrappedValue: Value) {
        initial = wrappedValue
        value = wrappedValue
        QueryUse.note()
    }

    /// Unavailable: the value is accessible only through the object that owns it.
    @available(*, unavailable, message: "@Query requires a class that inherits from Responder")
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }

    /// Reads the value from, or writes it into, the owner's saved values.
    public static subscript<Owner: Responder>(
        _enclosingInstance owner: Owner,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Owner, Query<Value>>
    ) -> Value {
        get {
            let storage = owner[keyPath: storageKeyPath]
            return storage.value(in: owner, named: storage.name(in: owner, as: storageKeyPath))
        }
        set {
            let storage = owner[keyPath: storageKeyPath]
            storage.set(newValue, in: owner, named: storage.name(in: owner, as: storageKeyPath))
        }
    }

    /// Unavailable, as ``wrappedValue``.
    @available(*, unavailable, message: "@Query requires a class that inherits from Responder")
    public var projectedValue: QueryBinding<Value> { QueryBinding(value: value, coder: coder(named: "")) }

    /// The value with all that a link or a GET form needs to change it.
    public static subscript<Owner: Responder>(
        _enclosingInstance owner: Owner,
        projected projectedKeyPath: KeyPath<Owner, QueryBinding<Value>>,
        storage storageKeyPath: ReferenceWritableKeyPath<Owner, Query<Value>>
    ) -> QueryBinding<Value> {
        let storage = owner[keyPath: storageKeyPath]
        let name = storage.name(in: owner, as: storageKeyPath)
        return QueryBinding(value: storage.value(in: owner, named: name), coder: storage.coder(named: name))
    }

    private func name(in owner: Responder, as property: AnyKeyPath) -> String {
        if let name { return name }
        let found = owner.table.savedNames.name(of: property, holding: self, in: owner)
        name = found
        return found
    }

    private func coder(named name: String) -> QueryCoder<Value> {
        if let knownCoder { return knownCoder }
        let coder = QueryCoder(initial, named: name)
        knownCoder = coder
        return coder
    }

    private func value(in owner: Responder, named name: String) -> Value {
        if restoration != owner.restorations {
            restoration = owner.restorations
            value = owner.savedValues?.value(Value.self, named: SavedValues.name(ofQuery: name)) ?? initial
        }
        return value
    }

    private func set(_ newValue: Value, in owner: Responder, named name: String) {
        guard newValue != value(in: owner, named: name) else { return }
        value = newValue
        owner.save(newValue == initial ? nil : newValue, named: SavedValues.name(ofQuery: name))
    }

    func items(in owner: Responder, named name: String) -> [LocationQuery.Item] {
        coder(named: name).items(of: value(in: owner, named: name))
    }

    func names(named name: String) -> [String] { coder(named: name).names }

    func read(_ query: LocationQuery, in owner: Responder, named name: String) {
        set(coder(named: name).value(from: query), in: owner, named: name)
    }
}

/// The value of a ``Query`` property for the views that change it: links and GET forms.
public struct QueryBinding<Value: Codable & Sendable & Equatable>: Sendable {
    /// The present value.
    public let value: Value
    private let coder: QueryCoder<Value>

    init(value: Value, coder: QueryCoder<Value>) {
        self.value = value
        self.coder = coder
    }

    /// The names of all items that the value can have.
    package var names: [String] { coder.names }

    /// The items of another value.
    package func items(of value: Value) -> [LocationQuery.Item] {
        coder.items(of: value)
    }

    /// The items of the present value after a change.
    package func items(_ change: (inout Value) -> Void) -> [LocationQuery.Item] {
        var value = value
        change(&value)
        return items(of: value)
    }
}

/// A type-erased ``Query``, to read and print the values of an object without their types.
protocol AnyQuery: AnySaved {
    /// The items that differ from the default.
    func items(in owner: Responder, named name: String) -> [LocationQuery.Item]
    /// The names of all items.
    func names(named name: String) -> [String]
    func read(_ query: LocationQuery, in owner: Responder, named name: String)
}

extension Responder {
    /// True if the class has ``Query`` properties.
    package final var hasQueries: Bool { QueryUse.isNoted && table.hasQueries { !queries.isEmpty } }

    private final var queries: [(name: String, query: any AnyQuery)] {
        SavedNames.all(of: self).compactMap { found in (found.property as? any AnyQuery).map { (found.name, $0) } }
    }

    /// The items of the object's ``Query`` values that differ from their defaults.
    package final var queryItems: [LocationQuery.Item] {
        hasQueries ? queries.flatMap { $0.query.items(in: self, named: $0.name) } : []
    }

    /// The names of all items of the object's ``Query`` values, in order.
    package final var queryNames: [String] {
        hasQueries ? queries.flatMap { $0.query.names(named: $0.name) } : []
    }

    /// Sets the object's ``Query`` values.
    package final func read(_ query: LocationQuery) {
        guard hasQueries else { return }
        for property in queries { property.query.read(query, in: self, named: property.name) }
    }
}

extension SavedValues {
    /// The name under which the value of the ``Query`` property `name` is saved.
    static func name(ofQuery name: String) -> String { "?" + name }

    /// True if one of the values is that of a ``Query``.
    package var hasQuery: Bool { entries.contains(where: \.isOfQuery) }

    /// True if all values are those of a ``Query``.
    package var holdsOnlyQueries: Bool { entries.allSatisfy(\.isOfQuery) }
}

extension SavedValues.Entry {
    var isOfQuery: Bool { name.utf8.first == UInt8(ascii: "?") }
}
