/// A container that ends with a value for whoever presented it, as a picker does (feature B20).
///
/// ```swift
/// final class FriendPicker: NavigationController<PickerRoute>, Answering {
///     func select(_ action: SelectFriend) async throws { try await answer(action.friend) }
/// }
/// final class Composer: NavigationController<ComposerRoute> {
///     override class var actions: [Handler] { [.answer(of: FriendPicker.self, picked)] }
///     func picked(_ friend: Friend.ID) { … }
/// }
/// ```
public protocol Answering: ContainerViewController {
    /// What it ends with.
    associatedtype Answer: Codable & Sendable
}

/// The kit's own action: a presented container has ended with its answer. It starts at who presented it.
public struct Answered<Flow: Answering>: Action {
    /// What it ended with.
    public let answer: Flow.Answer

    /// One name for all: nothing on a page offers it.
    public static var name: String { "answered" }

    init(_ answer: Flow.Answer) { self.answer = answer }
}

extension Answering {
    /// Ends with `answer`: what presented this container dismisses it, and is told.
    ///
    /// - Throws: what the handler throws, or ``ResponderError`` if nobody from there on handles it.
    public func answer(_ answer: Answer) async throws {
        let presenter = nearestPresenter
        guard let caller = presenter ?? parent else {
            throw ResponderError.notFound(type: "a container that presented \(Self.self)", chain: chainDescription)
        }
        presenter?.dismissPresented()
        guard try await caller.send(Answered<Self>(answer)) else {
            throw ResponderError.notFound(
                type: "a handler of the answer of \(Self.self)", chain: caller.chainDescription)
        }
    }
}

extension Handler {
    /// A handler of what a presented container ends with: `.answer(of: FriendPicker.self, picked)`.
    public static func answer<R: Responder, Flow: Answering>(
        of flow: Flow.Type, _ method: @escaping @Sendable (R) -> (Flow.Answer) throws -> Void
    ) -> Handler {
        on(Answered<Flow>.self) { (responder: R) in { try method(responder)($0.answer) } }
    }

    /// The same for a method that may wait.
    public static func answer<R: Responder, Flow: Answering>(
        of flow: Flow.Type,
        _ method: @escaping @Sendable (R) -> nonisolated(nonsending) (Flow.Answer) async throws -> Void
    ) -> Handler {
        on(Answered<Flow>.self) { (responder: R) in { try await method(responder)($0.answer) } }
    }
}
