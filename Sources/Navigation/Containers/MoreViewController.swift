/// Lists the tabs that do not fit into a tab bar (UIKit's `moreNavigationController`).
final class MoreViewController: ViewController {
    @ViewBuilder override var view: any View {
        List {
            ForEach((parent as? any TabListing)?.moreTabs ?? []) {
                Row($0.item.title, badge: $0.item.badge, action: $0.action).icon($0.item.icon)
            }
        }
    }
}

/// A tab bar, independent of its route type.
protocol TabListing: ViewController {
    /// The permitted tabs that do not fit into the bar, each with the action that shows it.
    var moreTabs: [(item: TabBarItem, action: SelectTab)] { get }
}
