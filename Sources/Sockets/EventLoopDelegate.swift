/// What is done once for all sockets that were ready in a turn of a loop, so that each kind of work runs for many
/// connections in a row while the processor still has its instructions at hand. Called on the loop's thread.
public protocol EventLoopDelegate: AnyObject {
    /// Every socket that was ready has been read.
    func eventLoopDidReadSockets(_ loop: EventLoop)
    /// Everything else of this turn is done; what is to be written is written now.
    func eventLoopWillWait(_ loop: EventLoop)
}
