import Hypermedia
import NavigationKit
import Sessions
import Synchronization

/// The files that the server makes from the themes of its apps: for each a style sheet and a manifest.
enum ThemeFiles {
    /// Returns the files with their paths.
    ///
    /// - Parameter assets: the URLs of the other files.
    static func files(
        of apps: [HostedApplication], mountsAtRoot: Bool, assets: Assets
    ) -> [(path: String, bytes: [UInt8])] {
        apps.flatMap { app -> [(path: String, bytes: [UInt8])] in
            guard let theme = app.theme else { return [] }
            let mountPath = mountsAtRoot ? MountPath.root : MountPath(appName: app.name)
            let manifest = WebManifest.json(
                title: app.title, theme: theme, start: mountPath.url, icon: assets[theme.icon ?? Assets.icon])
            return [
                (Assets.themePath(of: app.name), Array(ThemeStyleSheet.css(for: theme) { assets[$0] }.utf8)),
                (Assets.manifestPath(of: app.name), manifest),
            ]
        }
    }
}

extension ThemeFiles {
    /// The joined style sheets: one for each app with a theme, and one for all other pages. A site has few themes and each
    /// visitor uses few apps, so one request before the first page is worth the kit's rules in each file.
    static func bundles(of apps: [HostedApplication]) -> [StyleSheetBundle] {
        let themed = apps.filter { $0.theme != nil }.map(\.name)
        return themed.map { name in
            StyleSheetBundle(
                path: Assets.bundlePath(of: name),
                parts: [Assets.styleSheet, Assets.themePath(of: name), Assets.ownStyleSheet])
        } + [StyleSheetBundle(path: Assets.siteBundle, parts: [Assets.styleSheet, Assets.ownStyleSheet])]
    }
}

/// The ``Assets`` of an app with a theme.
final class ThemedAssets: Sendable {
    private let theme: Theme
    private let appName: String
    /// The last result, because the assets of the site change only when a file changes.
    private let last = Mutex<(base: Assets, themed: Assets)?>(nil)

    init(_ theme: Theme, appName: String) {
        self.theme = theme
        self.appName = appName
    }

    /// Returns the assets of the site with the theme.
    func assets(from base: Assets) -> Assets {
        last.withLock { last in
            if let last, last.base === base { return last.themed }
            let themed = base.themed(theme, name: appName)
            last = (base, themed)
            return themed
        }
    }
}
