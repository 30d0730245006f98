import Glibc

/// The style sheet and the icon of the pages, which are part of the program: an app needs no folder of files to look right.
/// Files of the same names in the folder of static files replace them.
enum KitAssets {
    /// The bytes of each by its path.
    static let all: [(path: String, bytes: [UInt8])] = [
        ("/cairn.css", PackageResources.cairn_css), ("/favicon.svg", PackageResources.favicon_svg),
    ]

    /// When they were last changed, in seconds since 1970: with the program that holds them.
    static let modified: Int = {
        var status = stat()
        return stat("/proc/self/exe", &status) == 0 ? status.st_mtim.tv_sec : 0
    }()
}
