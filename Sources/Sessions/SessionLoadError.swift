package import SessionStores

/// The store could not read a session, or the ending of a user's other sessions. The session can still exist there.
package struct SessionLoadError: Error, CustomStringConvertible {
    /// The error of the store.
    package let cause: StoreError

    package var description: String { cause.description }
}
