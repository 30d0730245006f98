public import Sessions

/// `cairn check`: explores apps without a server and reports their mistakes.
public enum Check {
    /// Prints a line for each mistake and a summary for each app.
    ///
    /// - Parameters:
    ///   - apps: the apps to check.
    ///   - isStrict: true to treat a mistake as a failure.
    ///   - print: receives each line.
    /// - Returns: the exit status: 1 if `isStrict` is true and there is a mistake, otherwise 0.
    public static func run(
        _ apps: [HostedApplication], isStrict: Bool, limits: AppExploration.Limits = AppExploration.Limits(),
        print: (String) -> Void
    ) async -> Int32 {
        var isClean = true
        for app in apps {
            let exploration = await AppExploration(through: app, limits: limits)
            for finding in exploration.findings { print("\(app.name): \(finding)") }
            for note in exploration.notes { print("\(app.name): (\(note))") }
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
