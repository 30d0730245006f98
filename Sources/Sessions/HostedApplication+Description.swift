public import NavigationKit

/// The facts about an app that do not depend on a session: for scripts, before they follow links.
package struct AppDescription: Sendable {
    /// An action that some screen can offer.
    package struct Action: Sendable {
        package let name: String
        package let content: ActionProperties
    }

    /// The actions by name, without the kit's own, such as Back.
    package let actions: [Action]
    /// The routes of the app's containers in its first state, as printed in a location, such as the tabs.
    package let screens: [String]
    /// True unless the first screen could not be built or loaded, so that its actions are missing.
    package let isComplete: Bool
}

extension HostedApplication {
    /// Adds the actions of some classes to the description of the app, which a script finds at `/cairn/apps/` and the
    /// app's name.
    ///
    /// The description has the actions of the app's first state, as a visitor without a session sees it. Name the
    /// containers and screens behind it, such as those behind a login, if scripts should know their actions beforehand.
    /// The names of the actions, their properties and the cases of their enumerations are then public; whether a visitor
    /// can perform them is decided by the screens, as always. Call it before a server is created with the app.
    ///
    /// - Parameter classes: classes whose ``Responder/actions`` are described.
    /// - Returns: the app.
    @discardableResult
    public func describing(_ classes: Responder.Type...) -> HostedApplication {
        describe(classes.map { type in { HandlerTable.table(of: type) } })
        return self
    }

    /// Describes the app: builds and loads its first state, as a visitor without a session sees it.
    ///
    /// - Parameters:
    ///   - limits: the limits of sessions, such as the time for loading.
    ///   - time: the clock.
    package func description(within limits: SessionLimits, _ time: any TimeSource) async -> AppDescription {
        var tables = describedTables
        var screens: [String] = []
        var isComplete = false
        do {
            let application = try makeApplication(time: time)
            tables.insert(application.table, at: 0)
            try await application.loadViews()
            try await application.load(within: limits, time)
            tables += application.tables(around: try application.inspect(coder: coder))
            screens = try application.outline.filter { $0.presence != .refused }.compactMap(\.route)
            isComplete = true
        } catch {
            // The same error is the response to a GET of the first screen, which reports it.
        }
        var actions: [String: AppDescription.Action] = [:]
        for handler in tables.flatMap(\.ownHandlers) where actions[handler.name] == nil {
            actions[handler.name] = AppDescription.Action(
                name: handler.name, content: ActionProperties(of: handler.action))
        }
        return AppDescription(
            actions: actions.values.sorted { $0.name < $1.name }, screens: screens, isComplete: isComplete)
    }
}
