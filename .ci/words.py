"""Refuses phrases in comments and test names that readers found hard to understand.

    words.py [FILE …]    checks these files; by default all committed files

Sentences begin with a subject or a verb, not with a headless clause ("What is left is ..."). Data and code are not
people: no "nobody", "is told", "stands". A comment cites only documents of the repository.
"""

import pathlib
import re
import subprocess
import sys
import tokenize

HEADLESS = re.compile(r"(?:^|[.:!] )(What|Who|Whoever|Whatever|Whether|Where)\b[^?]*?(?:[.:!]|$)")
PEOPLE = re.compile(r"\b(nobody|somebody|whoever|newcomers?|(?:is|are|was|were) told|stands(?! for)|stood(?! for))\b", re.I)
CITED = re.compile(r"\b(DESIGN|SCALE\.md|LIVE\.md|STYLE\.md|[Ss]eeds? 0\d\d|[Ff]eatures? [A-Z]\d+)\b|(?:^|\()[ABCD]\d{1,2}(?:[:)]|, [ABCD]\d)")

# Allowed phrases by file: phrases about people, and quotations of the refused phrases.
ALLOWED = {
    (".ci/words.py", "*"),
}


def swift_texts(text: str) -> list[tuple[int, str]]:
    """Returns the comment blocks and the names of tests and suites, each with its first line number."""
    found: list[tuple[int, str]] = []
    block: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        comment = re.match(r"\s*///?(?!/)\s?(.*)", line)
        if comment and not comment[1].startswith("swift-"):
            if not comment[1].strip() or re.match(r"\s*(?:- |\|)", comment[1]):
                found, block = end_block(found, block, number)
            block.append(re.sub(r"^\s*- (?:Parameters?|Returns|Throws|Note)?(?: \w+)?:?\s*", "", comment[1]))
            continue
        found, block = end_block(found, block, number)
        if trailing := re.search(r"\s//\s(?!ok:)(.*)", line):
            found.append((number, trailing[1]))
        if name := re.search(r"func `([^`]+)`", line) or re.search(r'@Suite\("([^"]+)"', line):
            found.append((number, name[1]))
    return found


def end_block(found: list[tuple[int, str]], block: list[str], end: int) -> tuple[list[tuple[int, str]], list[str]]:
    return (found + [(end - len(block), " ".join(block))] if block else found), []


def python_texts(path: pathlib.Path) -> list[tuple[int, str]]:
    found = []
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                found.append((token.start[0], token.string.lstrip("# ")))
            elif token.type == tokenize.STRING and token.string.startswith('"""'):
                found.append((token.start[0], token.string.strip('"')))
    return found


def shell_texts(text: str) -> list[tuple[int, str]]:
    return [(number, line[1:].strip()) for number, line in enumerate(text.splitlines(), 1) if re.match(r"# \w", line)]


def texts_of_file(name: str) -> list[tuple[int, str]]:
    path = pathlib.Path(name)
    if path.suffix == ".swift":
        return swift_texts(path.read_text())
    if path.suffix == ".py":
        return python_texts(path)
    return shell_texts(path.read_text()) if name.startswith(".ci/") and not path.suffix else []


def refused_phrases(text: str) -> list[str]:
    without_quotes = re.sub(r"`[^`]*`|\"[^\"]*\"|“[^”]*”", "x", text)
    matches = [match[1] for match in HEADLESS.finditer(without_quotes) if match[1]]
    matches += [match[0] for match in PEOPLE.finditer(without_quotes)]
    return matches + [match[0] for match in CITED.finditer(text)]


def main() -> int:
    names = sys.argv[1:] or subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split()
    count = texts = 0
    for name in names:
        for line, text in texts_of_file(name):
            texts += 1
            for phrase in refused_phrases(text):
                if (name, "*") in ALLOWED or (name, phrase) in ALLOWED:
                    continue
                count += 1
                print(f"{name}:{line}: {phrase!r} in: {text[:140]}")
    print(f"{texts} comments and names, {count} phrases to reword")
    assert texts > 0
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
