"""Refuses large circles of source files.

    circles.py           checks all modules in Sources
    circles.py MODULE    lists the circles of one module, and the references that close them

A file refers to another file of its module if it names a type that the other one declares. Files that refer to one
another in a circle can only be understood together, so a circle has at most five files. Between modules, the compiler
refuses circles already.
"""

import collections
import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).parent.parent / "Sources"
MAX_FILES = 5
# The event loop, its connections, listeners and timers call each other.
ALLOWED = {"Sockets": 11}

NAME = r"[A-Za-z_][A-Za-z0-9_]*"
DECLARATION = re.compile(r"^(?:[a-z@()]+ )*?(?:class|struct|enum|protocol|actor|typealias) (" + NAME + ")", re.M)
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"""(.*?)"""|"((?:\\.|[^"\\\n])*)"', re.S)


def code(text: str) -> str:
    """Returns the text without comments and string literals; keeps interpolations."""

    def interpolations(match: re.Match[str]) -> str:
        return " ".join(re.findall(r"\\\(([^()]*(?:\([^()]*\)[^()]*)*)\)", match[1] or match[2] or "")) or '""'

    return NOT_CODE.sub(interpolations, text)


def references(module: pathlib.Path) -> dict[str, dict[str, set[str]]]:
    """Returns for each file the files that it refers to, with the names of the types."""
    texts = {str(path.relative_to(module)): code(path.read_text()) for path in sorted(module.rglob("*.swift"))}
    declared: dict[str, str] = {}
    for file, text in texts.items():
        for found in DECLARATION.finditer(text):
            if "private " not in found[0]:
                declared[found[1]] = file
    graph: dict[str, dict[str, set[str]]] = {file: collections.defaultdict(set) for file in texts}
    for file, text in texts.items():
        for name in set(re.findall(r"(?<![.A-Za-z0-9_])" + NAME, text)):
            if name in declared and declared[name] != file:
                graph[file][declared[name]].add(name)
    return graph


def circles(graph: dict[str, dict[str, set[str]]]) -> list[list[str]]:
    """Returns the strongly connected components of more than one file, by Tarjan's algorithm."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(file: str) -> None:
        number[file] = low[file] = len(number)
        stack.append(file)
        for other in graph[file]:
            if other not in number:
                visit(other)
                low[file] = min(low[file], low[other])
            elif other in stack:
                low[file] = min(low[file], number[other])
        if low[file] == number[file]:
            at = stack.index(file)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for file in graph:
        if file not in number:
            visit(file)
    return sorted(found, key=len, reverse=True)


def main(names: list[str]) -> int:
    sys.setrecursionlimit(10_000)
    faults = 0
    for module in sorted(path for path in SOURCES.iterdir() if any(path.rglob("*.swift"))):
        if names and module.name not in names:
            continue
        graph = references(module)
        for circle in circles(graph):
            if names:
                print(f"{module.name}: {len(circle)} files")
                for file in circle:
                    closing = (f"{o} ({', '.join(sorted(n))})" for o, n in sorted(graph[file].items()) if o in circle)
                    print(f"  {file} → {'; '.join(closing)}")
            if len(circle) > ALLOWED.get(module.name, MAX_FILES):
                faults += 1
                print(f"{module.name}: a circle of {len(circle)} files: {', '.join(circle)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
