import Glibc

/// The environment variables of the process.
enum ProcessEnvironment {
    static var current: [String: String] {
        var all: [String: String] = [:]
        var entry = environ
        while let pointer = entry.pointee {
            let parts = String(cString: pointer).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return all
    }
}
