"""Checks that the README is true.

    readme.py package README CLONE FOLDER    writes its program as a package that depends on the clone
    readme.py console README ORIGIN          runs its console blocks and compares their output
    readme.py help README EXECUTABLE         compares its settings and commands with the output of --help

A Swift block whose first line is `// PATH` is that file of the program, or the next part of it. In a console block `…`
stands for any text, and white space is ignored.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

# The limit for "An app in forty lines", without empty lines.
MOST_LINES = 40


def blocks(readme: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", pathlib.Path(readme).read_text(), re.M | re.S)


def write_package(readme: str, clone: str, folder: str) -> None:
    # SwiftPM names a package after its folder, so the link has a fixed name.
    root = pathlib.Path(folder)
    root.mkdir(parents=True)
    (root / "cairn").symlink_to(pathlib.Path(clone).resolve())
    program = root / "program"
    files: dict[str, str] = {}
    for block in blocks(readme, "swift"):
        if block.startswith("// "):
            path, _, text = block[3:].partition("\n")
            files[path] = files[path] + "\n" + text if path in files else text
    assert len(files) == 2, f"{len(files)} files in the README, not a manifest and a program"
    for path, text in files.items():
        (program / path).parent.mkdir(parents=True, exist_ok=True)
        (program / path).write_text(text)
        lines = sum(1 for line in text.splitlines() if line.strip())
        print(f"{path}: {lines} lines")
        assert path == "Package.swift" or lines <= MOST_LINES, f"{path} is promised to have {MOST_LINES} lines at most"


def pattern(shown: str) -> str:
    parts = [re.escape(re.sub(r"\s+", "", part)) for part in shown.split("…")]
    return ".*".join(parts)


def check_console(readme: str, origin: str) -> None:
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for block in blocks(readme, "console"):
            for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
                lines = step.splitlines()
                command = [lines.pop(0)]
                while command[-1].endswith("\\"):
                    command.append(lines.pop(0))
                if not command[0].startswith("curl "):
                    continue
                sent = "\n".join(command).replace("http://localhost:8080", origin)
                result = subprocess.run(["bash", "-ec", sent], cwd=folder, capture_output=True, text=True, timeout=20)
                assert result.returncode == 0, f"{sent}: exit {result.returncode}: {result.stderr}"
                came = re.sub(r"\s+", "", result.stdout.replace(origin, "http://localhost:8080"))
                assert re.fullmatch(pattern("\n".join(lines)), came, re.S), f"$ {sent}\n{result.stdout}"
                count += 1
    assert count >= 4, f"only {count} commands with curl in the README"
    print(f"{count} commands print what the README shows")


def check_help(readme: str, executable: str) -> None:
    printed = subprocess.run([executable, "--help"], capture_output=True, text=True, check=True, env={}).stdout
    shown = [block for block in blocks(readme, "text") if "--port" in block]
    assert len(shown) == 1, "the README does not show the settings once"
    missing = [line for line in shown[0].splitlines() if line not in printed.splitlines()]
    assert not missing, f"--help does not say {missing}"
    left_out = [line for line in printed.splitlines() if line.startswith("  --") and line not in shown[0].splitlines()]
    assert not left_out, f"the README leaves out {left_out}"
    commands = "".join(block for block in blocks(readme, "text") if "cairn healthcheck" in block)
    said = printed.split("\n\n")[1].splitlines()
    assert said and said == commands.splitlines(), f"the README's commands are not those of --help: {said}"
    print("settings and commands as --help prints them")


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"
    commands = {"package": write_package, "console": check_console, "help": check_help}
    commands[sys.argv[1]](*sys.argv[2:])
