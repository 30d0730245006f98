/// A piece of a screen, as a value (DESIGN D6). Compose views from views; the primitives stand in this folder.
public protocol View {
    /// What this view consists of.
    associatedtype Body: View

    /// What this view consists of.
    @ViewBuilder var body: Body { get }

    /// Adds this view to a screen. Primitives implement it; for others it adds the `body`.
    func lower(into screen: inout ScreenBuilder)
}

extension View {
    /// Adds the `body`.
    public func lower(into screen: inout ScreenBuilder) { screen.body(of: self).lower(into: &screen) }

    /// Puts `responder` into the chain between this view and what encloses it (seed 000: cells in the chain).
    public func responder(_ responder: ViewResponder) -> some View {
        RespondingView(responder: responder, content: self)
    }
}

extension Never: View {
    /// A primitive has no body.
    public var body: Never { self }
    /// Never called.
    public func lower(into screen: inout ScreenBuilder) {}
}

/// A view that consists of nothing else. Its `body` is never asked for.
package protocol PrimitiveView: View where Body == EmptyView {}

extension PrimitiveView {
    /// Nothing more.
    public var body: EmptyView { EmptyView() }
}

/// A responder that stands for a view, as a table cell in UIKit; its `next` is what encloses the view.
open class ViewResponder: Responder {
    final var enclosing = UpwardReference<Responder>()

    /// The responder around the view: an outer view's, or the screen's controller.
    override open var next: Responder? { enclosing.target }
}

struct RespondingView<Content: View>: View, PrimitiveView {
    let responder: ViewResponder
    let content: Content

    func lower(into screen: inout ScreenBuilder) {
        screen.within(responder) { content.lower(into: &$0) }
    }
}

/// Puts the statements of a `view` or `body` together.
@resultBuilder
public enum ViewBuilder {
    /// Nothing.
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
    /// `if`.
    public static func buildEither<First: View, Second: View>(first: First) -> EitherView<First, Second> {
        .first(first)
    }
    /// `else`.
    public static func buildEither<First: View, Second: View>(second: Second) -> EitherView<First, Second> {
        .second(second)
    }
    /// `for` … `in`.
    public static func buildArray<Content: View>(_ content: [Content]) -> ForEach<Content> { ForEach(views: content) }
}

/// Nothing.
public struct EmptyView: View {
    /// Nothing.
    @inlinable public init() {}
    /// Itself.
    public var body: EmptyView { self }
    /// Adds nothing.
    public func lower(into screen: inout ScreenBuilder) {}
}

/// One view after another; more than two are pairs of pairs.
public struct PairView<First: View, Next: View>: View, PrimitiveView {
    @usableFromInline let first: First
    @usableFromInline let next: Next

    @usableFromInline
    init(_ first: First, _ next: Next) {
        self.first = first
        self.next = next
    }

    /// Adds both.
    public func lower(into screen: inout ScreenBuilder) {
        first.lower(into: &screen)
        next.lower(into: &screen)
    }
}

/// A view that may be absent.
public struct OptionalView<Content: View>: View, PrimitiveView {
    @usableFromInline let content: Content?

    @usableFromInline
    init(content: Content?) { self.content = content }

    /// Adds it if it is there.
    public func lower(into screen: inout ScreenBuilder) { content?.lower(into: &screen) }
}

/// One of two views.
public enum EitherView<First: View, Second: View>: View, PrimitiveView {
    /// The view of `if`.
    case first(First)
    /// The view of `else`.
    case second(Second)

    /// Adds the one that is there.
    public func lower(into screen: inout ScreenBuilder) {
        switch self {
        case .first(let content): content.lower(into: &screen)
        case .second(let content): content.lower(into: &screen)
        }
    }
}

/// A view for each element of a collection.
public struct ForEach<Content: View>: View, PrimitiveView {
    @usableFromInline let views: [Content]

    init(views: [Content]) { self.views = views }

    /// - Parameters:
    ///   - data: the elements.
    ///   - content: the view for one of them.
    @inlinable
    public init<Data: Sequence>(_ data: Data, @ViewBuilder content: (Data.Element) -> Content) {
        // Inlined where the types are known: a long list is made without generic calls.
        var views: [Content] = []
        views.reserveCapacity(data.underestimatedCount)
        for element in data { views.append(content(element)) }
        self.views = views
    }

    /// Adds each.
    public func lower(into screen: inout ScreenBuilder) {
        views.withUnsafeBufferPointer { views in
            guard let first = views.baseAddress else { return }
            if Content.self == Row.self {
                // What long lists consist of.
                first.withMemoryRebound(to: Row.self, capacity: views.count) { rows in
                    for index in 0..<views.count { Row.lower(rows + index, into: &screen) }
                }
            } else {
                for index in views.indices { first[index].lower(into: &screen) }
            }
        }
    }
}
