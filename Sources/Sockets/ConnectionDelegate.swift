/// What a connection tells its owner; every method is called on the loop's thread, never from inside one of its own calls.
public protocol ConnectionDelegate: AnyObject {
    /// Bytes have arrived; they are valid during the call only.
    func connection(_ connection: Connection, didReceive bytes: UnsafeRawBufferPointer)
    /// The peer sends no more; it may still be reading.
    func connectionDidReceiveEnd(_ connection: Connection)
    /// The deadline has passed and is now `nil`; the connection stays open until told otherwise.
    func connectionDidReachDeadline(_ connection: Connection)
    /// The kept rest of earlier writes is in the kernel; not called for a write that went out at once.
    func connectionDidDrain(_ connection: Connection)
    /// The connection is closed, whatever the cause; called exactly once, and nothing after it.
    func connectionDidClose(_ connection: Connection)
}
