/// A picture from the app's static files. Browsers load it once it is about to be seen, by a URL that changes with it.
public struct Image: View, PrimitiveView {
    let element: Screen.ImageElement

    /// - Parameters:
    ///   - source: its path on this site.
    ///   - alternative: what it shows, in words; empty for decoration.
    ///   - width: how wide it is, in CSS pixels; with the height it keeps its place before it is there.
    ///   - height: how high it is.
    public init(_ source: String, alternative: String, width: Int? = nil, height: Int? = nil) {
        element = Screen.ImageElement(source: source, alternative: alternative, width: width, height: height)
    }

    /// Adds the picture.
    public func lower(into screen: inout ScreenBuilder) { screen.append(.image(element)) }
}
