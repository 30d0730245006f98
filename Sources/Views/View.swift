/// A part of a screen, as a value. Compose views from other views; this module has the primitive views.
public protocol View {
    /// The type of ``body``.
    associatedtype Body: View

    /// The views that this view consists of.
    @ViewBuilder var body: Body { get }

    /// Adds this view to a screen. Primitive views implement it; the default implementation adds ``body``.
    func build(into screen: inout ScreenBuilder)
}

extension View {
    /// True if this is an ``EmptyView``. A cast would cost ten times as much.
    package var isEmptyView: Bool { Self.self == EmptyView.self }

    /// Builds ``body`` with access to the environment.
    public func build(into screen: inout ScreenBuilder) { screen.body(of: self).build(into: &screen) }

    /// Inserts `responder` into the responder chain between this view and its enclosing responder.
    public func responder(_ responder: ViewResponder) -> some View {
        RespondingView(responder: responder, content: self)
    }
}

extension Never: View {
    /// Never called, because `Never` has no values.
    public var body: Never { self }
    /// Never called, because `Never` has no values.
    public func build(into screen: inout ScreenBuilder) {}
}

/// A view without a body of its own. Its `body` is never read.
package protocol PrimitiveView: View where Body == EmptyView {}

extension PrimitiveView {
    /// An empty view.
    public var body: EmptyView { EmptyView() }
}

/// A responder for a view, such as that of a table cell in UIKit. Its `next` is the responder that encloses the view.
open class ViewResponder: Responder {
    final var enclosing = UpwardReference<Responder>()

    /// The enclosing responder: that of an outer view, or the screen's controller.
    override open var next: Responder? { enclosing.target }
}

struct RespondingView<Content: View>: View, PrimitiveView {
    let responder: ViewResponder
    let content: Content

    func build(into screen: inout ScreenBuilder) {
        screen.within(responder) { content.build(into: &$0) }
    }
}

/// Builds a `view` or `body` from its statements.
@resultBuilder
public enum ViewBuilder {
    /// No statements.
    @inlinable public static func buildBlock() -> EmptyView { EmptyView() }
    /// One view, as it is.
    @inlinable public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    /// The first of several views.
    @inlinable public static func buildPartialBlock<Content: View>(first: Content) -> Content { first }
    /// The views so far and one more, in order.
    @inlinable
    public static func buildPartialBlock<First: View, Next: View>(
        accumulated: First, next: Next
    ) -> PairView<First, Next> {
        PairView(accumulated, next)
    }
    /// `if` without `else`.
    @inlinable public static func buildOptional<Content: View>(_ content: Content?) -> OptionalView<Content> {
        OptionalView(content: content)
    }
    /// `if` with `else`, or `switch`.
    public static func buildEither<First: View, Second: View>(first: First) -> EitherView<First, Second> {
        .first(first)
    }
    /// `else`, or a further case of `switch`.
    public static func buildEither<First: View, Second: View>(second: Second) -> EitherView<First, Second> {
        .second(second)
    }
    /// `for` … `in`.
    public static func buildArray<Content: View>(_ content: [Content]) -> ForEach<Content> { ForEach(views: content) }
}

/// A view without content.
public struct EmptyView: View {
    /// Creates an empty view.
    @inlinable public init() {}
    /// The view itself.
    public var body: EmptyView { self }
    /// Adds nothing.
    public func build(into screen: inout ScreenBuilder) {}
}

/// Two views, one after the other; more than two are nested pairs.
public struct PairView<First: View, Next: View>: View, PrimitiveView {
    @usableFromInline let first: First
    @usableFromInline let next: Next

    @usableFromInline
    init(_ first: First, _ next: Next) {
        self.first = first
        self.next = next
    }

    /// Builds the first view, then the next one.
    public func build(into screen: inout ScreenBuilder) {
        first.build(into: &screen)
        next.build(into: &screen)
    }
}

/// A view that can be absent.
public struct OptionalView<Content: View>: View, PrimitiveView {
    @usableFromInline let content: Content?

    @usableFromInline
    init(content: Content?) { self.content = content }

    /// Builds the view if it is present.
    public func build(into screen: inout ScreenBuilder) {
        if let content { content.build(into: &screen) }
    }
}

/// The view that a view builder makes of an `if` with an `else`, or of a `switch` (SwiftUI's `_ConditionalContent`).
public enum EitherView<First: View, Second: View>: View, PrimitiveView {
    /// The view of the `if` branch; of a `switch`, that of the first cases.
    case first(First)
    /// The view of the `else` branch; of a `switch`, that of the other cases.
    case second(Second)

    /// Builds the view of the branch that was taken.
    public func build(into screen: inout ScreenBuilder) {
        switch self {
        case .first(let content): content.build(into: &screen)
        case .second(let content): content.build(into: &screen)
        }
    }
}

/// A view for each element of a sequence.
public struct ForEach<Content: View>: View, PrimitiveView {
    @usableFromInline let views: [Content]

    init(views: [Content]) { self.views = views }

    /// - Parameters:
    ///   - data: the elements.
    ///   - content: the view for one of them.
    @inlinable
    public init<Data: Sequence>(_ data: Data, @ViewBuilder content: (Data.Element) -> Content) {
        // Inlined where the types are known, so that a long list is built without generic calls.
        var views: [Content] = []
        views.reserveCapacity(data.underestimatedCount)
        for element in data { views.append(content(element)) }
        self.views = views
    }

    /// Builds the view of each element, in order.
    public func build(into screen: inout ScreenBuilder) {
        guard Content.self == Row.self else {
            for view in views { view.build(into: &screen) }
            return
        }
        // Long lists usually consist of rows: add them without copying them. `as?` would cast, and copy, each of them: a page
        // of 20 rows would take 11,000 instructions more.
        unsafeBitCast(views, to: [Row].self).withUnsafeBufferPointer { rows in
            guard let first = rows.baseAddress else { return }
            for index in rows.indices { Row.build(first + index, into: &screen) }
        }
    }
}
