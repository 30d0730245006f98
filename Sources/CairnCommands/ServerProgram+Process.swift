import Cairn
import Glibc

extension ServerProgram {
    /// Opens closed standard descriptors on `/dev/null`. Otherwise a socket could get such a number and receive the log
    /// lines.
    static func openStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// The default settings. A server whose standard error is a terminal shows diagnostics to clients on this machine,
    /// and to no others.
    static var defaults: Configuration {
        var defaults = Configuration()
        defaults.exposesDiagnosticsToLoopback = isatty(STDERR_FILENO) == 1
        return defaults
    }
}
