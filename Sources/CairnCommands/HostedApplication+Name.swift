package import Cairn

extension [HostedApplication] {
    /// The apps with these names; all apps if `names` is empty.
    ///
    /// - Throws: ``ConfigurationError`` that lists the available names.
    package func named(_ names: [String]) throws(ConfigurationError) -> [HostedApplication] {
        guard !names.isEmpty else { return self }
        var found: [HostedApplication] = []
        for name in names {
            guard let app = first(where: { $0.name == name }) else {
                let all = map(\.name).joined(separator: ", ")
                throw ConfigurationError(description: "There is no app named \(name); the apps are: \(all).")
            }
            found.append(app)
        }
        return found
    }

    /// The app with this name, or the only app if `name` is `nil`.
    ///
    /// - Throws: ``ConfigurationError`` if the app does not exist or the choice is ambiguous.
    package func only(_ name: String?) throws(ConfigurationError) -> HostedApplication {
        let found = try named(name.map { [$0] } ?? [])
        guard found.count == 1 else {
            let all = map(\.name).joined(separator: ", ")
            throw ConfigurationError(description: "Name one app; the apps are: \(all).")
        }
        return found[0]
    }
}
