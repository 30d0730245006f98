/// A controller on the way to what is seen, and the place that the container around it gave it: what somebody notes who
/// walks through an app (feature B27).
package struct VisiblePlace: Hashable, Sendable {
    /// The controller's class.
    package let type: String
    /// The case of the route that it was built for; `nil` for the outermost one.
    package let route: String?
    /// Whether it was presented.
    package let isPresented: Bool
}

extension Application {
    /// The way to what is seen, outermost container first.
    package final var visiblePlaces: [VisiblePlace] {
        get throws {
            var container: ContainerViewController?
            return try (window?.visiblePath() ?? []).map { controller in
                let isPresented = controller.isPresented
                let route = isPresented ? container?.presentedNode?.route : container?.visibleRoute
                container = controller.asContainer
                return VisiblePlace(
                    type: controller.table.typeName, route: route.map(\.caseName), isPresented: isPresented)
            }
        }
    }

    /// The tables of all who may be asked to perform what a screen offers or would offer, each once.
    package final func tables(around screen: Inspection) -> [HandlerTable] {
        var seen: Set<ObjectIdentifier> = []
        let visible = (try? visibleViewController?.chain) ?? chain
        return (screen.starts.flatMap(\.chain) + visible).map(\.table).filter {
            seen.insert(ObjectIdentifier($0)).inserted
        }
    }

    /// Routes of the visible containers whose segments do not lead back to them.
    package final var ambiguousSegments: [(segment: String, route: String)] {
        let path = ((try? window?.visiblePath()) ?? []) + (window?.beside ?? [])
        return path.flatMap { $0.asContainer?.ambiguousSegments ?? [] }
    }
}

extension Inspection {
    /// Where what is offered starts, and what is not.
    fileprivate var starts: [Responder] { offers.map(\.start) + declined.map(\.start) }
}

extension Offer {
    /// Who performs it, if it is performed now: the table of its class, and whether the app or the kit says how.
    package var performer: (table: HandlerTable, isOfKit: Bool)? {
        guard let table = start.chain.first(where: { $0.canPerform(action.type) })?.table else { return nil }
        let index = table.handlers.firstIndex { $0.action == action.type }
        return (table, index.map { $0 >= table.ownHandlers.count } ?? false)
    }

    /// What tells its type from others.
    package var actionType: ObjectIdentifier { ObjectIdentifier(action.type) }
}

extension Route {
    /// The name of the enum's case, without its values.
    fileprivate var caseName: String {
        let mirror = Mirror(reflecting: self)
        guard mirror.displayStyle == .enum else { return String(describing: Self.self) }
        return mirror.children.first?.label ?? String(describing: self)
    }
}
