/// The object that adds views around the content of a screen.
protocol SlotProvider: AnyObject {
    /// Adds the header and the footer, after the content.
    ///
    /// - Parameter isCovered: true if a presented controller covers them. Evaluated only if there are any.
    func addSlots(to builder: inout ScreenBuilder, unless isCovered: @autoclosure () -> Bool)
}
