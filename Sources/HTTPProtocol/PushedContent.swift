/// Content of unknown length that has no task: the connection takes it whenever there is something to send, such as
/// events. Between two events an open response costs only its connection and this object.
///
/// The connection calls all functions on its thread, except that `wake` is called on any thread.
package protocol PushedContent: AnyObject, Sendable {
    /// Begins the content.
    ///
    /// - Parameter wake: to be called when there is something to take. It returns at once, and can be called often.
    /// - Returns: the first octets.
    func begin(wake: @escaping @Sendable () -> Void) -> [UInt8]

    /// Takes what is to be sent now: octets, which can be none, and whether they are the last ones.
    func take() -> (octets: [UInt8], isLast: Bool)

    /// Called about every 25 seconds: octets that show the client, and proxies in between, that the connection lives.
    func takeHeartbeat() -> (octets: [UInt8], isLast: Bool)

    /// The last octets if the server ends the content: it stops, or the client should connect again.
    func takeFarewell() -> [UInt8]

    /// Called once, after the last octets or because the connection has closed.
    func end()
}

/// The content of a ``ResponseBody/pushed(_:)``. Only the server makes one.
public final class PushedBody: Sendable {
    package let content: any PushedContent

    package init(_ content: any PushedContent) { self.content = content }
}
