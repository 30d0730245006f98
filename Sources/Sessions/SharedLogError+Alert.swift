public import NavigationKit
public import SharedLogs

/// A handler can let the error escape: the visitor gets an alert, and the typed text stays in the form.
extension SharedLogError: PresentableError {
    /// The alert for the visitor.
    public var alert: Alert {
        guard code != .unconfirmed else {
            return Alert(
                title: localized("This may have been kept or not"),
                message: localized(
                    "The connection to the storage was lost. Please look whether it is there before you try again."))
        }
        return Alert(
            title: localized("This cannot be kept now"),
            message: localized("Nothing was changed. Please try again in a while."))
    }
}
