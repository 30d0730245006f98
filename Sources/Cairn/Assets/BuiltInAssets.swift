import CLinux
import Glibc

/// The built-in style sheet and icon, compiled into the program, so an app needs no folder of files. Files of the same
/// names in the folder of static files replace them.
enum BuiltInAssets {
    /// The bytes of each file with its path.
    static let all: [(path: String, bytes: [UInt8])] = [
        ("/cairn.css", PackageResources.cairn_css), ("/favicon.svg", PackageResources.favicon_svg),
    ]

    /// Modification time of the executable, which contains the files, in seconds since 1970.
    static let modified: Int = {
        var status = stat()
        return stat("/proc/self/exe", &status) == 0 ? Int(linux_modification_time(&status) / 1_000_000_000) : 0
    }()
}
