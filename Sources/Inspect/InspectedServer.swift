import NavigationKit
package import SessionStores
package import Sessions

/// The parts of a server that the inspector shows.
package struct InspectedServer: Sendable {
    let apps: [InspectedApp]
    /// Returns the number of open event streams of a session.
    let streams: @Sendable (SessionID) -> Int
    let figures: @Sendable () -> ServerFigures

    package init(
        apps: [InspectedApp], streams: @escaping @Sendable (SessionID) -> Int,
        figures: @escaping @Sendable () -> ServerFigures
    ) {
        self.apps = apps
        self.streams = streams
        self.figures = figures
    }

    /// The session with this key, and its app; `nil` if there is none in memory.
    func report(
        ofSession key: String, version: Int?
    ) async -> (app: InspectedApp, session: SessionReport)? {
        for app in apps {
            let report = await app.sessions.report(ofSession: key, version: version, streams: streams)
            if let report { return (app, report) }
        }
        return nil
    }
}

/// An app of the server.
package struct InspectedApp: Sendable {
    let name: String
    let title: String
    /// The path of its first screen.
    let url: String
    let sessions: SessionTable

    package init(name: String, title: String, url: String, sessions: SessionTable) {
        self.name = name
        self.title = title
        self.url = url
        self.sessions = sessions
    }
}
