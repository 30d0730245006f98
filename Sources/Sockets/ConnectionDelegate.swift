/// Receives the events of a connection. Methods are called on the loop's thread, and never from inside one of
/// the delegate's own calls to the connection.
package protocol ConnectionDelegate: AnyObject {
    /// Bytes have arrived. They are valid only during the call.
    func connection(_ connection: Connection, didReceive bytes: UnsafeRawBufferPointer)
    /// The peer has ended its sending side. It can still receive, unless it has closed.
    func connectionDidReceiveEnd(_ connection: Connection)
    /// The deadline has passed and is now `nil`. The connection stays open.
    func connectionDidReachDeadline(_ connection: Connection)
    /// The kernel has accepted the unsent bytes of earlier writes. Not called for a write that was sent at once,
    /// nor after `closeAfterFlushing`.
    func connectionDidDrain(_ connection: Connection)
    /// The connection is closed, for any reason. Called exactly once, as the last method.
    func connectionDidClose(_ connection: Connection)
}
