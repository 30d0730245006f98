/// Names of fields that the server reserves in HTML, form bodies, JSON and, except ``once``, Siren.
package enum WireName {
    /// The action: its name, in HTML followed by its hidden values.
    @inlinable package static var action: String { "action" }
    /// The version or path from which the page was rendered, and the fingerprints of its session and user, if any.
    @inlinable package static var at: String { "_at" }
    /// The nonce of the rendering.
    @inlinable package static var once: String { "_once" }

    // These pieces of markup are constants, so that a page appends each with one copy.

    @inline(__always)
    static var beginningOfActionButton: StaticString { "<button name=\"action\" value=\"" }
    @inline(__always)
    static var beginningOfRowButton: StaticString { "<li><button name=\"action\" value=\"" }
    @inline(__always)
    static var beginningOfAt: StaticString { " name=\"_at\" value=\"" }
    @inline(__always)
    static var beginningOfOnce: StaticString { "\"><input type=\"hidden\" name=\"_once\" value=\"" }
}
