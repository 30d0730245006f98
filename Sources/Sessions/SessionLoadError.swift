/// The store could not read a session, which can still exist there. Nothing was performed or changed.
package struct SessionLoadError: Error {
    /// The error of the store.
    package let cause: StoreError
}
