/// The tabs that a tab bar has no room for, as rows (UIKit's `moreNavigationController`).
final class MoreViewController: ViewController {
    @ViewBuilder override var view: any View {
        List {
            ForEach((parent as? any TabListing)?.moreTabs ?? []) {
                Row($0.item.title, badge: $0.item.badge, action: $0.action)
            }
        }
    }
}

/// A tab bar, whatever its routes.
protocol TabListing: ViewController {
    /// The tabs that the bar has no room for, and what shows each.
    var moreTabs: [(item: TabBarItem, action: SelectTab)] { get }
}
