"""Checks the README and the articles of the DocC catalogues against the program and its sources.

    readme.py package README FOLDER          compares the README's program with the package that `cairn new` wrote
    readme.py console FILE… ORIGIN           runs the console blocks and compares their output
    readme.py deployment FILE EXECUTABLE     runs all sh and console blocks of an article on a deployment
    readme.py help FILE… EXECUTABLE          compares the settings and commands with the output of --help
    readme.py excerpts README FILE…          compares the excerpts in articles with their files
    readme.py links FILE…                    finds relative links to files or headings that do not exist
    readme.py mistakes FILE MODULES          compiles the wrong programs of an article and compares the errors
    readme.py catalogue FOLDER COPY          copies a catalogue and writes the links between its articles as doc: links

A Swift block whose first line is `// PATH` is that file of the program, or the next part of it, in the README, and an
excerpt of that file in an article. In console blocks and excerpts `…` stands for any text, and white space is ignored,
in excerpts comments too. Each file's console blocks run in a folder of their own.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import deployment

# The limit for "An app in forty lines", without empty lines.
MAX_LINES = 40
# Minimum counts over all files, so that a check that finds no blocks fails.
MIN_COMMANDS = 15
MIN_EXCERPTS = 20
MIN_LINKS = 60
MIN_MISTAKES = 6
# Articles whose console blocks need servers of their own, which `deployment` starts.
DEPLOYMENTS = {"OperatingSeveralNodes.md"}


def code_blocks(file: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", pathlib.Path(file).read_text(), re.M | re.S)


def program_files(readme: str) -> dict[str, str]:
    files: dict[str, str] = {}
    for block in code_blocks(readme, "swift"):
        if block.startswith("// "):
            path, _, text = block[3:].partition("\n")
            files[path] = files[path] + "\n" + text if path in files else text
    return files


def compare_package(readme: str, folder: str) -> None:
    files = program_files(readme)
    assert files, "the README has no program"
    for path, text in files.items():
        written = (pathlib.Path(folder) / path).read_text()
        assert code_lines(text) == code_lines(written), f"{path} of `cairn new` differs from the README:\n{written}"
        lines = sum(1 for line in text.splitlines() if line.strip())
        print(f"{path}: {lines} lines")
        assert lines <= MAX_LINES, f"{path} has {lines} lines, more than {MAX_LINES}"


def output_pattern(expected: str) -> str:
    parts = [re.escape(re.sub(r"\s+", "", part)) for part in expected.split("…")]
    return ".*".join(parts)


def run_console(file: str, origin: str) -> int:
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for block in code_blocks(file, "console"):
            for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
                lines = step.splitlines()
                command = [lines.pop(0)]
                while command[-1].endswith("\\"):
                    command.append(lines.pop(0))
                if "curl " not in command[0]:
                    continue
                script = "\n".join(command).replace("http://localhost:8080", origin)
                result = subprocess.run(["bash", "-ec", script], cwd=folder, capture_output=True, text=True, timeout=20)
                assert result.returncode == 0, f"{file}: {script}: exit {result.returncode}: {result.stderr}"
                actual = re.sub(r"\s+", "", result.stdout.replace(origin, "http://localhost:8080"))
                assert re.fullmatch(output_pattern("\n".join(lines)), actual, re.S), (
                    f"{file}: $ {script}\n{result.stdout}")
                count += 1
    return count


def check_console(*arguments: str) -> None:
    *files, origin = arguments
    count = sum(run_console(file, origin) for file in files if pathlib.Path(file).name not in DEPLOYMENTS)
    assert count >= MIN_COMMANDS, f"only {count} commands with curl, fewer than {MIN_COMMANDS}"
    print(f"{count} console commands print the documented output")


def check_help(*arguments: str) -> None:
    *files, executable = arguments
    printed = subprocess.run([executable, "--help"], capture_output=True, text=True, check=True, env={}).stdout
    texts = [block for file in files for block in code_blocks(file, "text")]
    expected = [block for block in texts if "--port" in block]
    assert len(expected) == 1, f"the documents show the settings {len(expected)} times instead of once"
    missing = [line for line in expected[0].splitlines() if line not in printed.splitlines()]
    assert not missing, f"documented settings missing in --help: {missing}"
    undocumented = [
        line for line in printed.splitlines() if line.startswith("  --") and line not in expected[0].splitlines()]
    assert not undocumented, f"settings of --help missing in the documents: {undocumented}"
    commands = "".join(block for block in texts if "cairn healthcheck" in block)
    help_commands = printed.split("\n\n")[1].splitlines()
    assert help_commands and help_commands == commands.splitlines(), (
        f"the documented commands differ from --help: {help_commands}")
    print("the documented settings and commands match --help")


def run_deployment(article: str, executable: str) -> None:
    deployment.run(article, executable, output_pattern)


def code_lines(text: str) -> list[str]:
    """Returns the lines without indentation, comments and empty lines."""
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("//")]


def check_excerpts(readme: str, *articles: str) -> None:
    files = program_files(readme)
    count = 0
    for article in articles:
        for block in code_blocks(article, "swift"):
            if not block.startswith("// "):
                continue
            path, _, text = block[3:].partition("\n")
            assert path in files or pathlib.Path(path).is_file(), f"{article}: excerpt of {path}, which does not exist"
            lines = code_lines(files[path] if path in files else pathlib.Path(path).read_text())
            position = 0
            for part in re.split(r"^\s*…$", text, flags=re.M):
                excerpt = code_lines(part)
                starts = range(position, len(lines) - len(excerpt) + 1)
                start = next((start for start in starts if lines[start:start + len(excerpt)] == excerpt), None)
                assert start is not None, f"{article}: {path} does not contain\n{part}"
                position = start + len(excerpt)
            count += 1
    assert count >= MIN_EXCERPTS, f"only {count} excerpts, fewer than {MIN_EXCERPTS}"
    print(f"{count} excerpts match their files")


def check_mistakes(article: str, modules: str) -> None:
    """Compiles each Swift block that a text block follows. The compiler must print that text as an error."""
    mistakes = re.findall(r"^```swift\n(import .*?)^```\n\n```text\n(.*?)\n```$", pathlib.Path(article).read_text(), re.M | re.S)
    assert len(mistakes) >= MIN_MISTAKES, f"only {len(mistakes)} mistakes, fewer than {MIN_MISTAKES}"
    with tempfile.TemporaryDirectory() as folder:
        for program, message in mistakes:
            file = pathlib.Path(folder) / "mistake.swift"
            file.write_text(program)
            compiled = subprocess.run(
                ["swiftc", "-emit-sil", "-o", os.devnull, "-swift-version", "6", "-I", modules, "-Xcc",
                 "-fmodule-map-file=Sources/CLinux/module.modulemap", str(file)], capture_output=True, text=True)
            assert compiled.returncode != 0, f"{article}: this compiles:\n{program}"
            assert f"error: {message}" in compiled.stderr, f"{article}: not {message!r} but\n{compiled.stderr[:2000]}"
    print(f"{len(mistakes)} mistakes have the errors of the article")


LINK = re.compile(r"\]\(([^)\s]+)\)")


def without_code(text: str) -> str:
    return re.sub(r"^ *```.*?^ *```$|`[^`\n]*`", "", text, flags=re.M | re.S)


def anchors(file: pathlib.Path) -> set[str]:
    """Returns the anchors of the headings, in the form of GitHub."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^ *```.*?^ *```$", "", file.read_text(), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links(*files: str) -> None:
    count = 0
    for file in files:
        for link in LINK.findall(without_code(pathlib.Path(file).read_text())):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = pathlib.Path(file).parent / path if path else pathlib.Path(file)
            assert target.exists(), f"{file}: {link} is broken"
            assert not anchor or anchor in anchors(target), f"{file}: {link} has no such heading"
            count += 1
    assert count >= MIN_LINKS, f"only {count} links, fewer than {MIN_LINKS}"
    print(f"{count} relative links are valid")


def copy_catalogue(folder: str, copy: str) -> None:
    source, target = pathlib.Path(folder), pathlib.Path(copy)
    target.mkdir(parents=True)
    articles = {path.name for path in source.glob("*.md")}
    assert f"{source.stem}.md" in articles, f"{folder} has no landing page"
    for name in articles:
        text = (source / name).read_text()
        for article in articles:
            text = re.sub(rf"\]\({re.escape(article)}(#[^)]*)?\)", f"](doc:{article.removesuffix('.md')})", text)
        (target / name).write_text(text)


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"
    commands = {
        "package": compare_package, "console": check_console, "help": check_help, "excerpts": check_excerpts,
        "links": check_links, "catalogue": copy_catalogue, "deployment": run_deployment,
        "mistakes": check_mistakes,
    }
    commands[sys.argv[1]](*sys.argv[2:])
