/// The object that adds views around the content of a screen.
protocol SlotProvider: AnyObject {
    /// Adds the header and the footer, after the content.
    func addSlots(to builder: inout ScreenBuilder)
}
