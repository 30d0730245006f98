import Cairn

/// The arguments of the command `graph`, which draws the flow of an app.
struct Graph {
    /// The name of the app; `nil` selects the only app.
    let app: String?
    let format: FlowGraph.Format
    /// True to include built-in actions, such as Back.
    let includesBuiltIn: Bool

    /// - Throws: ``ConfigurationError`` for an unknown argument or format.
    init(_ arguments: [String]) throws(ConfigurationError) {
        let arguments = try CommandArguments(arguments, of: "graph", flags: ["--all"], options: ["--format"], most: 1)
        let name = arguments.values["--format"] ?? FlowGraph.Format.mermaid.rawValue
        guard let format = FlowGraph.Format(rawValue: name) else {
            throw ConfigurationError(description: "--format: \(name) is not supported; use dot or mermaid.")
        }
        app = arguments.operands.first
        self.format = format
        includesBuiltIn = arguments.flags.contains("--all")
    }
}

extension Command {
    /// `graph`: prints the graph of one of the program's apps.
    static var graph: Command {
        Command(
            "graph", usage: "[--format dot|mermaid] [--all] [APP]",
            explanation: "print an app's containers, routes and actions; --all: also built-in actions"
        ) { context in
            let graph = try Graph(context.arguments)
            let app = try context.makeApps().only(graph.app)
            let exploration = await AppExploration(through: app)
            let flow = FlowGraph(
                of: exploration, routes: app.routes.map(\.title), includesBuiltIn: graph.includesBuiltIn)
            let text = flow.text(as: graph.format)
            context.print(String(text.dropLast()))
            return 0
        }
    }
}
