import SessionStores
import Synchronization

/// The check of one rule: a store on new data, and the means to open further stores on it.
final class Trial: Sendable {
    let store: CheckedStore
    /// Lets time pass on the clock of the store.
    let advance: @Sendable (Duration) async throws -> Void
    private let open: @Sendable () async throws -> any SessionStore
    private let opened: Mutex<[any SessionStore]>

    init(
        opening: @escaping @Sendable () async throws -> any SessionStore,
        advancing: @escaping @Sendable (Duration) async throws -> Void
    ) async throws {
        let first = try await opening()
        store = CheckedStore(first)
        open = opening
        advance = advancing
        opened = Mutex([first])
    }

    /// Opens another store on the data, as another process does.
    func anotherStore() async throws -> CheckedStore {
        let store: any SessionStore
        do {
            store = try await open()
        } catch {
            throw Mismatch(expected: "no error", actual: "opening a second store threw \(error)")
        }
        opened.withLock { $0.append(store) }
        return CheckedStore(store)
    }

    /// Closes all stores, and opens one on their data.
    func reopenedStore() async throws -> CheckedStore {
        await close()
        return try await anotherStore()
    }

    /// Closes the stores that are open.
    func close() async {
        let stores = opened.withLock { opened in
            defer { opened = [] }
            return opened
        }
        for store in stores { await store.close() }
    }
}
