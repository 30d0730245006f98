import Cairn

/// The command `check`: explores apps without a server and reports their mistakes.
struct Check {
    /// The names of the apps to check; empty for all apps.
    let names: [String]
    /// True to treat a mistake as a failure.
    let isStrict: Bool

    /// - Throws: ``ConfigurationError`` for an unknown argument.
    init(_ arguments: [String]) throws(ConfigurationError) {
        let arguments = try CommandArguments(arguments, of: "check", flags: ["--strict"])
        names = arguments.operands
        isStrict = arguments.flags.contains("--strict")
    }

    /// Prints a line for each mistake and each note, the routes, and a summary for each app.
    ///
    /// - Parameters:
    ///   - apps: the apps to check.
    ///   - isStrict: true to treat a mistake as a failure.
    ///   - print: receives each line.
    /// - Returns: the exit status: 1 if `isStrict` is true and there is a mistake, otherwise 0.
    static func run(
        _ apps: [HostedApplication], isStrict: Bool, limits: AppExploration.Limits = AppExploration.Limits(),
        print: (String) -> Void
    ) async -> Int32 {
        var isClean = true
        for app in apps {
            let exploration = await AppExploration(through: app, limits: limits)
            for finding in exploration.findings { print("\(app.name): \(finding)") }
            for note in exploration.notes { print("\(app.name): (\(note))") }
            if !app.routes.isEmpty {
                print("\(app.name): routes: \(app.routes.map(\.title).joined(separator: ", "))")
            }
            print("\(app.name): \(exploration.summary)")
            isClean = isClean && exploration.findings.isEmpty
        }
        return isStrict && !isClean ? 1 : 0
    }
}

extension AppExploration {
    fileprivate var summary: String {
        let count = findings.isEmpty ? "no" : "\(findings.count)"
        return "\(count) mistake\(findings.count == 1 ? "" : "s") in "
            + "\(screenCount) screens and \(containerCount) containers: \(actions) actions performed in \(states) states"
            + (isComplete ? "." : "; incomplete: a limit was reached.")
    }
}

extension Command {
    /// `check`: explores the program's apps and lists their mistakes.
    static var check: Command {
        Command(
            "check", usage: "[--strict] [APP …]",
            explanation: "explore the apps and list their mistakes; --strict: exit 1 if there are any"
        ) { context in
            let check = try Check(context.arguments)
            let apps = try context.makeApps().named(check.names)
            return await Check.run(apps, isStrict: check.isStrict, print: context.print)
        }
    }
}
