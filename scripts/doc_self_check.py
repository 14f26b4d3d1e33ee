"""That doc_commands.py sees what it is there to see: small pages with one fault each turn red, those without stay green."""
import contextlib
import io
import pathlib
import subprocess
import tempfile

CI = 'scripts/called.sh\nbash -c "$test_command"\n'
HEAD = "<!-- test-command: cargo test --all-features -->\n"
# (what, page, whether it is sound, a word of the report)
PAGES = [
    ("a command that works", "```sh\necho 1\n```\n", True, "1 blocks run"),
    ("a command that fails", "```sh\nfalse\necho 1\n```\n", False, "ended with 1"),
    ("a failure within a pipe", "```sh\nfalse | cat\n```\n", False, "ended with 1"),
    ("a variable that nobody set", "```sh\necho $nobody\n```\n", False, "ended with"),
    ("a program that is not there", "```sh\ndpmarkov-is-not-here\n```\n", False, "ended with 127"),
    ("output as shown", "```sh\nprintf '1\\n2\\n'\n```\n\n```text\n1\n2\n```\n", True, "0 failed"),
    ("output that changed", "```sh\nprintf '1\\n2\\n'\n```\n\n```text\n1\n3\n```\n", False, "other output"),
    ("lines left out", "```sh\nseq 9\n```\n\n```text\n1\n...\n9\n```\n", True, "0 failed"),
    ("lines left out, the last one wrong", "```sh\nseq 9\n```\n\n```text\n1\n...\n8\n```\n", False, "other output"),
    ("a part", "```sh\nseq 9\n```\n\n<!-- output: part -->\n```text\n4\n5\n```\n", True, "0 failed"),
    ("no part", "```sh\nseq 9\n```\n\n<!-- output: part -->\n```text\n4\n6\n```\n", False, "other output"),
    ("other numbers", "```sh\necho a 1.5e-9 of -20\n```\n<!-- output: numbers -->\n```text\na   3 of 4\n```\n", True, "0 failed"),
    ("other words", "```sh\necho a 1 of 2\n```\n<!-- output: numbers -->\n```text\na 3 at 4\n```\n", False, "other output"),
    ("no output at all", "```sh\ntrue\n```\n<!-- output: varies -->\n```text\na\n```\n", False, "other output"),
    ("text after prose is no output", "```sh\necho 1\n```\nAnd so on.\n```text\n2\n```\n", True, "0 failed"),
    ("folder and variables are kept", "```sh\nmkdir a && cd a\nexport b=c\n```\n```sh\ntest \"${PWD##*/}$b\" = ac\n```\n", True, "2 blocks run"),
    ("a clean copy", "```sh\ntest ! -e untracked.o\ntouch untracked.o\n```\n", True, "0 failed"),
    ("a block without end", "```sh\nsleep 60\n```\n", False, "no end after"),
    ("an open fence", "```sh\ntrue\n", False, "never closed"),
    ("no command in a block", "```sh\n# later\n```\n", False, "without any"),
    ("a page that skips all", "<!-- skip: no board -->\n```sh\nfalse\n```\n", False, "none of them runs"),
    ("a skip", "<!-- skip: no board -->\n```sh\nfalse\n```\n```sh\ntrue\n```\n", True, "skipped: 1\n  page.md:2: no board"),
    ("a skip without a reason", "<!-- skip: -->\n```sh\nfalse\n```\n```sh\ntrue\n```\n", False, "without a reason"),
    ("an end that is one of two", "<!-- exit: 0 9 -->\n```sh\n(exit 9)\n```\n", True, "0 failed"),
    ("an end that is neither", "<!-- exit: 0 9 -->\n```sh\n(exit 8)\n```\n", False, "ended with 8"),
    ("what CI runs", "```sh\nscripts/called.sh   # a board\n```\n", True, "other lines of .ci/run: 1"),
    ("what CI does not run", "<!-- run by: scripts/other.sh -->\n```sh\nfalse\n```\n", False, ".ci/run does not"),
    ("CI runs it in another way", "<!-- run by: scripts/called.sh -->\n```console\n$ rustup target add thumbv6m-none-eabi\n```\n", True, "other lines of .ci/run: 1"),
    ("a piece of a line of CI", "<!-- run by: -c \"$test_command\" -->\n```sh\nfalse\n```\n", True, "other lines of .ci/run: 1"),
    ("the test command", "```sh\ncargo test --all-features\n```\n", True, "other lines of .ci/run: 1"),
    ("a test that is not there", "```sh\ncargo test --test nobody_wrote_it\n```\n", False, "ended with"),
    ("commands that nobody runs", "    dpmarkov release log.csv\n", False, "stand in ```sh blocks"),
    ("links that lead somewhere", "# A `b`: c\n[a](#a-b-c), [b](README.md), [c](https://example.org/#x)\n", True, "0 failed"),
    ("a link to no file", "[a](nothing.md)\n", False, "not there"),
    ("a link to no heading", "# A\n[a](#b)\n", False, "does not have"),
    ("what is typed at a console", "```console\n$ test 1 = \\\n  1\nnot a command\n```\n", True, "1 blocks run"),
]


def report(runner, options, folder: pathlib.Path, page: str) -> tuple[int, str]:
    (folder / "page.md").write_text(page)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = runner(folder, options(["page.md", "--limit", "2"])).run()
    return code, said.getvalue()


def self_check(runner, options):
    with tempfile.TemporaryDirectory(prefix="doc-self-check-") as made:
        folder = pathlib.Path(made)
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
        (folder / ".ci").mkdir()
        (folder / ".ci" / "run").write_text(CI)
        (folder / ".gitignore").write_text("*.o\n")
        (folder / "README.md").write_text(HEAD)
        (folder / "untracked.o").write_text("")
        for what, page, sound, word in PAGES:
            code, said = report(runner, options, folder, page)
            if (code == 0) != sound or word not in said:
                raise SystemExit(f"the self-check of doc_commands.py: {what}: code {code}, and it said\n{said}")
    print(f"self-check: {len(PAGES)} small pages, those with a fault turn red")
