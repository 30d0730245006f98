/// A controller on the visible path and the route that it was built for; recorded by tools that explore an app.
package struct VisiblePlace: Hashable, Sendable {
    /// The controller's ``HandlerTable/typeName``.
    package let type: String
    /// The case of the route that the controller was built for; `nil` for a controller without a route.
    package let route: String?
    /// True if the controller was presented.
    package let isPresented: Bool
}

extension Application {
    /// The visible path, outermost container first.
    package final var visiblePlaces: [VisiblePlace] {
        get throws {
            var container: ContainerViewController?
            return try (window?.visiblePath() ?? []).map { controller in
                let isPresented = controller.isPresented
                let route = isPresented ? container?.presentedEntry?.route : container?.visibleRoute
                container = controller.asContainer
                return VisiblePlace(
                    type: controller.table.typeName, route: route.map(\.caseName), isPresented: isPresented)
            }
        }
    }

    /// The handler tables of all responders that the actions of a screen can reach, without duplicates.
    package final func tables(around screen: Inspection) -> [HandlerTable] {
        var seen: Set<ObjectIdentifier> = []
        let visible = (try? visibleViewController?.chain) ?? chain
        return (screen.starts.flatMap(\.chain) + visible).map(\.table).filter {
            seen.insert(ObjectIdentifier($0)).inserted
        }
    }

    /// The roots and tabs of the visible containers whose segments do not round-trip.
    package final var ambiguousSegments: [(segment: String, route: String)] {
        let path = ((try? window?.visiblePath()) ?? []) + (window?.secondary ?? [])
        return path.flatMap { $0.asContainer?.ambiguousSegments ?? [] }
    }
}

extension Inspection {
    /// The responders at which the offered and the declined actions start.
    fileprivate var starts: [Responder] { offers.map(\.start) + declined.map(\.start) }
}

extension Offer {
    /// The responder that would perform the action now: the handler table of its class, and true if the handler is
    /// built in.
    package var performer: (table: HandlerTable, isBuiltIn: Bool)? {
        guard let table = start.chain.first(where: { $0.canPerform(action.type) })?.table else { return nil }
        let index = table.handlers.firstIndex { $0.action == action.type }
        return (table, index.map { $0 >= table.ownHandlers.count } ?? false)
    }

    /// Identifies the type of the action.
    package var actionType: ObjectIdentifier { ObjectIdentifier(action.type) }
}

extension Route {
    /// The name of the enum's case, without its values; the type's name if the route is no enum.
    fileprivate var caseName: String {
        let mirror = Mirror(reflecting: self)
        guard mirror.displayStyle == .enum else { return String(describing: Self.self) }
        return mirror.children.first?.label ?? String(describing: self)
    }
}
