import NavigationKit
import Testing

@testable import CairnCommands

@Suite("A graph of containers, routes and actions") struct FlowGraphTests {
    private static func graph(of parts: Mill.Parts = Mill.Parts(), includesBuiltIn: Bool = false) async -> FlowGraph {
        FlowGraph(of: await AppExploration(through: Mill.hosted(parts)), includesBuiltIn: includesBuiltIn)
    }

    @Test func `Mermaid text has frames for containers, nodes for screens and arrows for actions`() async {
        #expect(
            await Self.graph().text(as: .mermaid) == """
                flowchart LR
                  subgraph c1["Floors"]
                    subgraph c2["ground: Ground"]
                      n1["only: Door"]
                      n2["sack: Sack"]
                    end
                    subgraph c3["loft: Loft"]
                      n3["stone: Stone"]
                    end
                  end
                  n1 -->|"open-sack"| n2
                  n3 -->|"grind"| n3

                """)
    }

    @Test func `DOT text has the same frames, nodes and arrows as Mermaid text`() async {
        #expect(
            await Self.graph().text(as: .dot) == """
                digraph {
                  rankdir=LR; node [shape=box, style=rounded];
                  subgraph cluster_1 {
                    label="Floors";
                    subgraph cluster_2 {
                      label="ground: Ground";
                      n1 [label="only: Door"];
                      n2 [label="sack: Sack"];
                    }
                    subgraph cluster_3 {
                      label="loft: Loft";
                      n3 [label="stone: Stone"];
                    }
                  }
                  n1 -> n2 [label="open-sack"];
                  n3 -> n3 [label="grind"];
                }

                """)
    }

    @Test func `routes beside the screens are in a frame of their own`() async {
        let graph = FlowGraph(
            of: await AppExploration(through: Mill.hosted(Mill.Parts())), routes: ["GET /flour.csv", "POST /grain"])
        #expect(
            graph.text(as: .mermaid).contains(
                """
                  subgraph c4["routes"]
                    n4["GET /flour.csv"]
                    n5["POST /grain"]
                  end
                """))
    }

    @Test func `a graph contains built-in actions on request`() async {
        let text = await Self.graph(includesBuiltIn: true).text(as: .mermaid)
        #expect(text.contains(#"n2 -->|"back"| n1"#))
        #expect(text.contains(#"n1 -->|"select-tab"| n3"#))
        // Dismissing an alert shows the screen below it.
        #expect(text.contains(#"n3 -->|"dismiss-alert"| n3"#))
    }

    @Test func `graphs of the same app are equal in each run`() async {
        let first = await Self.graph(includesBuiltIn: true).text(as: .dot)
        for _ in 1...3 { #expect(await Self.graph(includesBuiltIn: true).text(as: .dot) == first) }
    }

    @Test func `a graph marks a presented screen and draws it in the frame of its presenter`() async {
        let hosted = HostedApplication("attic", title: "Attic") { Attic() }
        let text = FlowGraph(of: await AppExploration(through: hosted)).text(as: .mermaid)
        #expect(
            text == """
                flowchart LR
                  subgraph c1["AtticNavigation"]
                    n1["beam: Nest"]
                    n2["~owl: Nest"]
                  end
                  n1 -->|"wake"| n2

                """)
    }
}

struct Wake: Action {}

enum AtticRoute: Route {
    case beam(String), owl
    var transition: Transition { self == .owl ? .modal : .push }
}

final class Attic: Application {
    override func makeRootViewController() -> ViewController { AtticNavigation(root: .beam("oak")) }
}

final class AtticNavigation: NavigationController<AtticRoute> {
    override class var actions: [Handler] { [.on(wake)] }
    func wake(_ action: Wake) { show(.owl) }
    override func canPerform(_ action: any Action.Type) -> Bool {
        if action == Wake.self { return presentedRoute == nil }
        return super.canPerform(action)
    }
    override func destination(for route: AtticRoute) throws -> ViewController { Nest() }
}

final class Nest: ViewController {
    @ViewBuilder override var view: any View { Button("Wake", action: Wake()) }
}
