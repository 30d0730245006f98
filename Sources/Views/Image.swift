/// A picture from the app's static files. Browsers load it lazily, by a URL that changes when the file changes.
public struct Image: View, PrimitiveView {
    let element: Screen.ImageElement

    /// - Parameters:
    ///   - source: the picture's path on this site.
    ///   - alternative: the text alternative; empty for a decoration.
    ///   - width: the width in CSS pixels. With width and height, the page reserves the space before the picture is
    ///     loaded.
    ///   - height: the height in CSS pixels.
    public init(_ source: String, alternative: String, width: Int? = nil, height: Int? = nil) {
        element = Screen.ImageElement(source: source, alternative: alternative, width: width, height: height)
    }

    /// Appends a ``Screen/Element/image(_:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(.image(element)) }
}
