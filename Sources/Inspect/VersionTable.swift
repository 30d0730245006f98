import NavigationKit
import Sessions

/// The kept versions of a session as a tree. A version that begins a branch is marked with an arrow.
struct VersionTable: View {
    let session: SessionReport
    let shown: QueryBinding<SessionScreen.Shown>

    var body: some View {
        Section("Versions") {
            if session.oldest > 1 {
                Text("The versions before \(session.oldest) are gone: their pages are out of date.", style: .secondary)
            }
            Table("Versions, each below the one that it continues", session.versions) {
                ViewColumn("Version") { (version: VersionReport) in
                    QueryLink(
                        "\(String(repeating: "↳ ", count: min(version.branch, 8)))Version \(version.number)", shown
                    ) { $0.version = version.isNewest ? nil : version.number }
                }
                TableColumn("Location") { $0.location }
                TableColumn("Action") { $0.action ?? ($0.number == 0 ? "none, the first state" : "") }
                TableColumn("Started from") { $0.base.map { "version \($0)" } ?? "" }
                TableColumn("Guards") { $0.redirects.map(\.sentence).joined(separator: " ") }
                TableColumn("Operation") { $0.operation ?? "" }
                TableColumn("State") { version in
                    version.isNewest
                        ? "newest" : version.isCanonical ? "older" : "older, shown only with ?at=\(version.number)"
                }
            }
        }
    }
}
