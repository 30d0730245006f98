import RESP

/// The functions that a Redis or Valkey server runs for a store of sessions, in Lua.
///
/// Functions are replicated and persisted, unlike scripts, which a failover loses. The README of this module has their
/// calls and replies.
package enum FunctionLibrary {
    /// The name of the library. It contains a version, so that two releases can use one server side by side.
    package static let name = "cairn1"

    /// The source for `FUNCTION LOAD`.
    package static let source = PackageResources.cairn1_lua

    /// The command that loads the library. It replaces one of an earlier release, which lacks functions: those that both
    /// have are the same.
    static let loading: RESPCommand = {
        var command = RESPCommand("FUNCTION", "LOAD", "REPLACE")
        command.append(source)
        return command
    }()
}
