/// A container that ends with a result for its presenter, such as a picker.
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
    /// The type of the result.
    associatedtype Answer: Codable & Sendable
}

/// A built-in action: delivers the result of a presented container. It climbs from the container's presenter.
public struct Answered<Flow: Answering>: Action {
    /// The result.
    public let answer: Flow.Answer

    /// One name for all result types: no page offers this action.
    public static var name: String { "answered" }

    init(_ answer: Flow.Answer) { self.answer = answer }
}

extension Answering {
    /// Ends with the result `answer`: dismisses this container and sends ``Answered`` from its presenter. A container
    /// that is not presented sends it from its parent.
    ///
    /// - Throws: any error of the handler, or ``ResponderError`` if no responder of that chain handles the result.
    public func answer(_ answer: Answer) async throws {
        let presenter = nearestPresenter
        guard let caller = presenter ?? parent else {
            throw ResponderError.notFound(type: "a presenter of \(Self.self)", chain: chainDescription)
        }
        presenter?.dismissPresented()
        guard try await caller.send(Answered<Self>(answer)) else {
            throw ResponderError.notFound(
                type: "a handler for the result of \(Self.self)", chain: caller.chainDescription)
        }
    }
}

extension Handler {
    /// Handles the result of a presented container: `.answer(of: FriendPicker.self, picked)`.
    public static func answer<R: Responder, Flow: Answering>(
        of flow: Flow.Type, _ method: @escaping @Sendable (R) -> (Flow.Answer) throws -> Void
    ) -> Handler {
        on(Answered<Flow>.self) { (responder: R) in { try method(responder)($0.answer) } }
    }

    /// Handles the result of a presented container with an `async` method.
    public static func answer<R: Responder, Flow: Answering>(
        of flow: Flow.Type,
        _ method: @escaping @Sendable (R) -> nonisolated(nonsending) (Flow.Answer) async throws -> Void
    ) -> Handler {
        on(Answered<Flow>.self) { (responder: R) in { try await method(responder)($0.answer) } }
    }
}
