/// A container that ends with a result for its presenter or parent, such as a picker.
///
/// ```swift
/// final class FriendPicker: NavigationController<PickerRoute>, ResultProviding {
///     func select(_ action: SelectFriend) async throws { try await complete(with: action.friend) }
/// }
/// final class Composer: NavigationController<ComposerRoute> {
///     override class var actions: [Handler] { [.onResult(of: FriendPicker.self, picked)] }
///     func picked(_ friend: Friend.ID) { … }
/// }
/// ```
public protocol ResultProviding: ContainerViewController {
    /// The type of the result.
    associatedtype FlowResult: Codable & Sendable
}

/// A built-in action: delivers the result of a container. It climbs from the presenter of the container or of the
/// nearest presented container around it; without one, from the container's parent.
public struct FlowCompleted<Flow: ResultProviding>: Action {
    /// The result.
    public let result: Flow.FlowResult

    /// One name for all result types: no page offers this action.
    public static var name: String { "answered" }

    init(_ result: Flow.FlowResult) { self.result = result }
}

extension ResultProviding {
    /// Ends with `result`: dismisses this container, or the nearest presented one around it, and sends
    /// ``FlowCompleted`` from its presenter. Without a presenter, only sends it, from this container's parent.
    ///
    /// - Throws: any error of the handler, or ``ResponderError``, such as if no responder handles the result.
    public func complete(with result: FlowResult) async throws {
        let presenter = nearestPresenter
        guard let caller = presenter ?? parent else {
            throw ResponderError.notFound(type: "a presenter of \(Self.self)", chain: chainDescription)
        }
        presenter?.dismissPresented()
        guard try await caller.send(FlowCompleted<Self>(result)) else {
            throw ResponderError.notFound(
                type: "a handler for the result of \(Self.self)", chain: caller.chainDescription)
        }
    }
}

extension Handler {
    /// Handles the result of a container: `.onResult(of: FriendPicker.self, picked)`.
    public static func onResult<R: Responder, Flow: ResultProviding>(
        of flow: Flow.Type, _ method: @escaping @Sendable (R) -> (Flow.FlowResult) throws -> Void
    ) -> Handler {
        on(FlowCompleted<Flow>.self) { (responder: R) in { try method(responder)($0.result) } }
    }

    /// Handles the result of a container with an `async` method.
    public static func onResult<R: Responder, Flow: ResultProviding>(
        of flow: Flow.Type,
        _ method: @escaping @Sendable (R) -> nonisolated(nonsending) (Flow.FlowResult) async throws -> Void
    ) -> Handler {
        on(FlowCompleted<Flow>.self) { (responder: R) in { try await method(responder)($0.result) } }
    }
}
