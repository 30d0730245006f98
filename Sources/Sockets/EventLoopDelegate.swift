/// Receives callbacks once per iteration of a loop, for all sockets that were ready, so that each kind of work runs
/// for many connections in a row while its instructions are in the cache. Called on the loop's thread.
package protocol EventLoopDelegate: AnyObject {
    /// All socket events of this iteration have been handled.
    func eventLoopDidReadSockets(_ loop: EventLoop)
    /// All other work of this iteration except the close callbacks is done; pending responses can be written now.
    func eventLoopWillWait(_ loop: EventLoop)
}
