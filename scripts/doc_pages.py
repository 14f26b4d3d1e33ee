"""Pages of documentation: their blocks of commands, the output that each shows, and the comments that say how to take them.

Comments, which no reader sees, stand right before the block that they are about:

    <!-- output: varies -->    the text block that follows is one run's: it is not compared, but there has to be some output
    <!-- output: numbers -->   compared but for digits, and for what numbers move: spaces, dashes, bars
    <!-- output: part -->      the text block is a piece of the output, line by line
    <!-- run by: COMMAND -->   not run here: .ci/run does the same by that: a line of it or a piece of one, or a script that it calls
    <!-- skip: REASON -->      cannot be run at all; listed and counted
    <!-- exit: 0 9 -->         the codes that the block may end with, by its last command

Without a comment a text block that stands right after a block of commands is what they print on standard output, to the letter.
A line "..." in it stands for any lines. Blocks of ```sh are as typed; of ```console only what follows "$ " is.
"""
import dataclasses
import pathlib
import re

FENCE = re.compile(r"^(?P<indent> {0,3})(?P<ticks>`{3,}|~{3,})(?P<language>[\w+-]*)\s*$")
COMMENT = re.compile(r"^<!--\s*(?P<key>output|run by|skip|exit):\s*(?P<value>.*?)\s*-->$")
PROGRAMS = r"dpmarkov|cargo|scripts/\S+|cc|c\+\+|cmake|pip|python3?|npm|node"


class PageError(Exception):
    """A page that cannot be read as one."""


@dataclasses.dataclass
class Block:
    page: str
    line: int
    text: str  # what bash runs
    skip: str | None = None
    run_by: str | None = None
    codes: tuple[int, ...] = (0,)
    output: str | None = None  # the text block's body
    output_line: int = 0
    mode: str = "exact"

    def commands(self) -> list[str]:
        """Its lines, those joined that end with a backslash, without comments."""
        joined = re.sub(r"\\\n\s*", "", self.text)
        lines = (re.sub(r"(^|\s)#.*$", "", line).strip() for line in joined.splitlines())
        return [" ".join(line.split()) for line in lines if line]


def fences(page: str, text: str):
    """(line, language, body, the lines between the fence before and this one)."""
    between, lines, at = [], text.splitlines(), 0
    while at < len(lines):
        opened = FENCE.match(lines[at])
        if not opened:
            between.append(lines[at])
            at += 1
            continue
        start, indent, ticks = at, len(opened["indent"]), opened["ticks"]
        at += 1
        body = []
        while at < len(lines) and lines[at].strip() != ticks:
            body.append(lines[at][indent:] if lines[at][:indent].isspace() else lines[at])
            at += 1
        if at == len(lines):
            raise PageError(f"{page}:{start + 1}: the block is never closed")
        yield start + 1, opened["language"], "".join(line + "\n" for line in body), between
        between, at = [], at + 1


def comments_before(page: str, line: int, between: list[str]) -> dict[str, str]:
    found = {}
    for text in reversed(between):
        comment = COMMENT.match(text.strip())
        if comment:
            if not comment["value"]:
                raise PageError(f"{page}:{line}: a comment without a reason: {text.strip()}")
            found[comment["key"]] = comment["value"]
        elif text.strip() and not text.strip().startswith("<!--"):
            break
    return found


def typed(language: str, body: str) -> str:
    if language != "console":
        return body
    kept, goes_on = [], False
    for line in body.splitlines():
        if goes_on or line.startswith("$ "):
            kept.append(line if goes_on else line[2:])
            goes_on = line.endswith("\\")
    return "".join(line + "\n" for line in kept)


def blocks_of(page: str, text: str) -> list[Block]:
    found: list[Block] = []
    follows = False  # nothing but blank lines and comments since the last block of commands
    for line, language, body, between in fences(page, text):
        comments = comments_before(page, line, between)
        if language in ("sh", "console", "bash", "shell"):
            block = Block(page, line, typed(language, body), comments.get("skip"), comments.get("run by"))
            if "exit" in comments:
                block.codes = tuple(int(code) for code in comments["exit"].split())
            found.append(block)
            follows = True
            continue
        prose = [l for l in between if l.strip() and not l.strip().startswith("<!--")]
        if language == "text" and follows and not prose:
            found[-1].output, found[-1].output_line = body, line
            found[-1].mode = comments.get("output", "exact")
            if found[-1].mode not in ("exact", "varies", "numbers", "part"):
                raise PageError(f"{page}:{line}: no such output: {found[-1].mode}")
        follows = False
    return found


def hidden_commands(page: str, text: str) -> list[str]:
    """Commands in blocks that are indented and not fenced: nobody would run them."""
    found, fenced = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and re.match(rf" {{4}}(\$ )?({PROGRAMS}) ", line):
            found.append(f"{page}:{number}: commands stand in ```sh blocks, so that they are run: {line.strip()}")
    return found


def anchors(text: str) -> set[str]:
    """Of the headings, as GitHub makes them."""
    found: set[str] = set()
    for heading in re.findall(r"^#{1,6} +(.*?) *$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = "".join(c for c in words if c.isalnum() or c in " -_").replace(" ", "-")
        found.add(slug if slug not in found else f"{slug}-{sum(f.startswith(slug) for f in found)}")
    return found


def dead_links(root: pathlib.Path, page: str, text: str) -> list[str]:
    """Links to files that are not there, and to headings that a page does not have."""
    found = []
    for number, line in enumerate(re.sub(r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), text, flags=re.M | re.S).splitlines(), 1):
        for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "``", line)):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (root / page).parent / path if path else root / page
            if not target.exists():
                found.append(f"{page}:{number}: a link to {path}, which is not there")
            elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text()):
                found.append(f"{page}:{number}: a link to a heading that {target.name} does not have: #{anchor}")
    return found


def same(shown: str, printed: str, mode: str) -> bool:
    """Whether the text block tells what was printed."""
    def lines(text: str) -> list[str]:
        kept = [line.rstrip() for line in text.rstrip("\n").splitlines()]
        if mode == "numbers":
            kept = [" ".join(re.sub(r"-?\d[\d.,]*(e[-+]?\d+)?|[█▏▎▍▌▋▊▉]+", " # ", line).split()) for line in kept]
            kept = [re.sub(r"#( #)+", "#", line) for line in kept]
        return kept

    want, got = lines(shown), lines(printed)
    if mode == "varies":
        return bool(printed.strip())
    if mode == "part":
        return any(got[at:at + len(want)] == want for at in range(len(got) - len(want) + 1))
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + "\n" for line in want)
    return re.fullmatch(pattern, "".join(line + "\n" for line in got)) is not None


class Elsewhere:
    """What .ci/run does anyway, beside the commands of the pages."""

    def __init__(self, root: pathlib.Path):
        self.root = root
        run = root / ".ci" / "run"
        text = run.read_text() if run.exists() else ""
        text = re.sub(r"\\\n\s*", "", text)
        self.lines = {" ".join(line.split()) for line in text.splitlines() if not line.strip().startswith("#")}
        self.scripts = {word for line in self.lines for word in re.findall(r"^(?:\w+=\S+ )*(?:python3 )?(scripts/[\w./-]+)", line)}
        readme = root / "README.md"
        test = re.search(r"^<!-- test-command: (.*) -->$", readme.read_text(), re.M) if readme.exists() else None
        self.test_command = test[1] if test and 'bash -c "$test_command"' in self.lines else None

    def says(self, piece: str) -> bool:
        """Whether a line of .ci/run has these words in a row."""
        return len(piece.split()) > 1 and any(f" {piece} " in f" {line} " for line in self.lines)

    def runs(self, command: str) -> str | None:
        """The line of .ci/run that runs this command, or does all that it does."""
        command = " ".join(command.split())
        if command in self.lines:
            return command
        if command == self.test_command:
            return "the README's test command"
        first = command.removeprefix("python3 ").split()[0] if command.removeprefix("python3 ").split() else ""
        if first in self.scripts:
            return first
        one = re.fullmatch(r"cargo test(?: --release)?(?: --features \S+| --all-features)? --test (\w+)(?: -- --nocapture)?", command)
        if one and self.test_command == "cargo test --all-features" and self.is_test(one[1]):
            return self.test_command
        bench = re.fullmatch(r"cargo bench --bench (\w+)", command)
        if bench and (self.root / "benches" / f"{bench[1]}.rs").exists() and "cargo test --benches --quiet" in self.lines:
            return "cargo test --benches"
        return None

    def is_test(self, name: str) -> bool:
        at = [self.root / "tests" / f"{name}.rs", self.root / "tests" / name / "main.rs"]
        return any(path.exists() and "#[ignore" not in path.read_text() for path in at)
