import NavigationKit

/// A graph of an app's containers, of the routes they show, and of the actions between them, as an ``AppExploration``
/// found them.
///
/// A container is a frame around its routes, within the frame of its parent container or of the one that presents it.
/// Built-in actions, such as Back, connect nearly all screens and are left out by default.
package struct FlowGraph: Sendable {
    /// A graph language.
    package enum Format: String, Sendable, CaseIterable {
        /// Graphviz DOT.
        case dot
        /// Mermaid, which many Markdown renderers support.
        case mermaid
    }

    /// A container.
    struct Frame {
        let label: String
        var frames: [Frame] = []
        var nodes: [Node] = []
    }

    /// A screen in one chain of containers.
    struct Node {
        let label: String
        let number: Int
    }

    /// An action, and the numbers of the nodes before and after it, which can be equal.
    struct Edge: Hashable {
        let from: Int
        let to: Int
        let action: String
    }

    /// An unlabeled frame around the outermost container; it contains only a node if the app has a single screen and no
    /// container.
    private(set) var root = Frame(label: "")
    private(set) var edges: [Edge] = []
    private var count = 0
    private var numbers: [[VisiblePlace]: Int] = [:]

    /// - Parameters:
    ///   - exploration: the exploration to draw.
    ///   - routes: the methods and paths of the app's routes beside its screens.
    ///   - includesBuiltIn: true to include built-in actions, such as Back and the selection of a tab.
    package init(of exploration: AppExploration, routes: [String] = [], includesBuiltIn: Bool = false) {
        // Sort by name, so that the text does not depend on the order of the exploration.
        var root = Frame(label: "")
        for path in exploration.screens.sorted(by: { $0.order < $1.order }) { insert(path[...], of: path, into: &root) }
        if !routes.isEmpty {
            let nodes = routes.enumerated().map { Node(label: $0.element, number: count + 1 + $0.offset) }
            count += nodes.count
            root.frames.append(Frame(label: "routes", nodes: nodes))
        }
        self.root = root
        var edges: Set<Edge> = []
        for step in exploration.steps where includesBuiltIn || !step.isBuiltIn {
            guard let from = numbers[step.from], let to = numbers[step.to] else { continue }
            edges.insert(Edge(from: from, to: to, action: step.action))
        }
        self.edges = edges.sorted { ($0.from, $0.to, $0.action) < ($1.from, $1.to, $1.action) }
    }

    private mutating func insert(_ rest: ArraySlice<VisiblePlace>, of path: [VisiblePlace], into frame: inout Frame) {
        guard let label = rest.first?.label else { return }
        if rest.count == 1 {
            count += 1
            numbers[path] = count
            frame.nodes.append(Node(label: label, number: count))
            return
        }
        // The paths are sorted, so those of one frame are adjacent.
        var inner = Frame(label: label)
        if frame.frames.last?.label == label, let last = frame.frames.popLast() { inner = last }
        insert(rest.dropFirst(), of: path, into: &inner)
        frame.frames.append(inner)
    }

    /// Returns the graph as text.
    package func text(as format: Format) -> String {
        var writer = GraphWriter(format: format)
        writer.write(self)
        return writer.text
    }
}

extension VisiblePlace {
    /// The text of a frame or node, such as `friend: FriendDetails`. A tilde marks a presented controller, like in a
    /// location.
    fileprivate var label: String {
        guard let route else { return type }
        return (isPresented ? "~" : "") + route + ": " + type
    }
}

extension [VisiblePlace] {
    /// The sort key of a path: screens come before the frames beside them, and the paths of a frame are adjacent.
    fileprivate var order: String {
        enumerated().map { ($0.offset == count - 1 ? "\u{1}" : "\u{2}") + $0.element.label }.joined()
    }
}

/// Writes a graph as DOT or Mermaid.
private struct GraphWriter {
    let format: FlowGraph.Format
    private(set) var text = ""
    private var frameCount = 0

    init(format: FlowGraph.Format) { self.format = format }

    mutating func write(_ graph: FlowGraph) {
        line(format == .dot ? "digraph {" : "flowchart LR", 0)
        if format == .dot { line("rankdir=LR; node [shape=box, style=rounded];", 1) }
        writeContent(of: graph.root, 1)
        for edge in graph.edges {
            line(
                format == .dot
                    ? "n\(edge.from) -> n\(edge.to) [label=\(quoted(edge.action))];"
                    : "n\(edge.from) -->|\(quoted(edge.action))| n\(edge.to)", 1)
        }
        if format == .dot { line("}", 0) }
    }

    private mutating func writeContent(of frame: FlowGraph.Frame, _ depth: Int) {
        for node in frame.nodes {
            let label = quoted(node.label)
            line(format == .dot ? "n\(node.number) [label=\(label)];" : "n\(node.number)[\(label)]", depth)
        }
        for inner in frame.frames { write(inner, depth) }
    }

    private mutating func write(_ frame: FlowGraph.Frame, _ depth: Int) {
        frameCount += 1
        let label = quoted(frame.label)
        if format == .dot {
            line("subgraph cluster_\(frameCount) {", depth)
            line("label=\(label);", depth + 1)
        } else {
            line("subgraph c\(frameCount)[\(label)]", depth)
        }
        writeContent(of: frame, depth + 1)
        line(format == .dot ? "}" : "end", depth)
    }

    private mutating func line(_ line: String, _ depth: Int) {
        text += String(repeating: "  ", count: depth) + line + "\n"
    }

    private func quoted(_ label: String) -> String {
        switch format {
        case .dot: "\"" + label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        case .mermaid: "\"" + label.replacing("\"", with: "#quot;") + "\""
        }
    }
}
