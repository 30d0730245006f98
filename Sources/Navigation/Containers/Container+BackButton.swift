import Responders
import Views

extension Container {
    /// The text of the button that leads back to the screen of `entry`; `nil` if the screen has no title before it is
    /// loaded, or if the guard refuses its route.
    ///
    /// After a restore, only the screens that are shown are built. The others are then built once for their title, without
    /// their state, so that the button has the same text as before.
    ///
    /// - Parameter controller: the screen, if it is built.
    final func backButtonTitle(of entry: StackEntry, built controller: ViewController?) -> String? {
        if let controller { return controller.backButtonTitle }
        let route = route(of: entry)
        guard guardResult(for: route).isAllowed else { return nil }
        if let unbuiltTitle, unbuiltTitle.entry === entry { return unbuiltTitle.text }
        let text = (try? destination(for: route))?.backButtonTitle
        unbuiltTitle = (entry, text)
        return text
    }
}

extension ViewController {
    fileprivate var backButtonTitle: String? {
        let title = navigationItem.backButtonTitle ?? title
        guard title.isEmpty, navigationItem.backButtonTitle == nil, parent != nil else {
            return title.isEmpty ? nil : title
        }
        // A container usually has no title, but its screens have.
        return (try? asContainer?.visibleChild())?.backButtonTitle
    }
}

extension ScreenBuilder {
    /// Adds Back before the other buttons of the bar, if a responder performs it.
    mutating func addBackItem(
        leadingTo location: @autoclosure () -> Location?, titled destinationTitle: @autoclosure () -> String?
    ) {
        guard var item = barItem(localized("Back"), role: .cancel, action: AnyAction(Back()), leadingTo: location())
        else { return }
        item.destinationTitle = destinationTitle()
        screen.leadingItems.insert(item, at: 0)
        // The script goes back in the browser's history instead, if that leads there.
        if screen.location(of: item.action) != nil { screen.usesScript = true }
    }
}
