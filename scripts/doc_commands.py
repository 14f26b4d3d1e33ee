#!/usr/bin/env python3
"""Runs the commands of the documentation, page by page, and compares what they print with what the pages show.

    scripts/doc_commands.py [--jobs 2] [--limit 300] [--skips-at-most N] [--list] [--update] [PAGE.md ...]

Each page gets a clean copy of the files that git knows (or would add), and one shell's life: its blocks run in order under `bash -euo pipefail`, each in the folder and
with the exported variables that the former left. doc_pages.py tells how a page marks what is no plain command.

So that it takes minutes, a stand-in for cargo is first on the PATH. It takes the program as the test build left it (target/debug/dpmarkov) where a page builds, installs or runs
it in the release profile, and runs what else it is asked for in the project's own folder, where nothing is built twice. Everything else is the machine's own.
A command that .ci/run itself runs is not run here again; `--list` tells which. `--update` writes what is printed into the pages, where they show all of it.
"""
import argparse
import concurrent.futures
import difflib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from doc_pages import Elsewhere, PageError, blocks_of, dead_links, hidden_commands, same

CARGO = r"""#!/usr/bin/env bash
# Stands before cargo on the PATH of a page.
set -eu
before= ; at=0
for word in "$@"; do [ "$word" = -- ] && break; before="$before $word"; at=$((at + 1)); done
case "$before" in
" run"*" --example "* | " run"*" --bin "*) ;;
" run"*" --features cli"*) shift $((at + 1)); exec "$DOC_PROGRAM" "$@" ;;
" install --path ."*" --features cli"*) ln -sf "$DOC_PROGRAM" "$DOC_BIN/dpmarkov"; exit ;;
" build --release --features cli"*) mkdir -p target/release; ln -sf "$DOC_PROGRAM" target/release/dpmarkov; exit ;;
esac
if [ "$PWD" != "$DOC_TREE" ]; then exec "$DOC_CARGO" "$@"; fi
for word in "$@"; do # a folder of builds of its own is the project's too: cargo locks it, and nothing is built twice
  if [ "${last:-}" = --target-dir ]; then case "$word" in
    /*) ;;
    *) mkdir -p "$DOC_ROOT/$word" "$(dirname "$DOC_TREE/$word")"; [ -e "$DOC_TREE/$word" ] || ln -s "$DOC_ROOT/$word" "$DOC_TREE/$word" ;;
  esac; fi
  last=$word
done
(cd "$DOC_ROOT" && "$DOC_CARGO" "$@") || exit
for profile in debug release; do # what was built is where the page expects it
  [ -e "$DOC_TREE/target/$profile" ] || { [ -d "$CARGO_TARGET_DIR/$profile" ] && ln -s "$CARGO_TARGET_DIR/$profile" "$DOC_TREE/target/$profile"; } || true
done
"""
SHELL = """set -a; . "$1/state"; set +a
cd "$(cat "$1/folder")"
. "$1/block.sh"
export -p >"$1/state"; pwd >"$1/folder"
"""
HEAVY = ("cargo ", "scripts/", "cmake", "pip ", "npm ", "doxygen")  # one such block at a time: they fill both cores, or share folders


class Runner:
    def __init__(self, root: pathlib.Path, options):
        self.root, self.options = root, options
        self.target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target")).absolute()
        self.program = self.target / "debug" / "dpmarkov"
        self.elsewhere = Elsewhere(root)
        self.heavy = threading.Lock()
        self.speaks = threading.Lock()
        self.failures, self.skips, self.by_ci, self.times, self.updates = [], [], [], [], []
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True, capture_output=True)
        self.files = sorted(name for name in listed.stdout.decode().split("\0") if name and (root / name).exists())

    def say(self, text: str):
        with self.speaks:
            print(text, flush=True)

    def fail(self, where: str, why: str):
        self.failures.append(where)
        self.say(f"FAILED {where}: {why}")

    def pages(self) -> list[str]:
        if self.options.pages:
            return self.options.pages
        return [name for name in self.files if name.endswith(".md") and name != "CHANGELOG.md" and "/node_modules/" not in name]

    def plan(self, page: str):
        """The blocks of a page that have to run here."""
        text = (self.root / page).read_text()
        for found in hidden_commands(page, text) + dead_links(self.root, page, text):
            self.fail(found.split(": ")[0], found.split(": ", 1)[1])
        blocks, todo, elsewhere = blocks_of(page, text), [], 0
        for block in blocks:
            where, commands = f"{page}:{block.line}", block.commands()
            if block.skip:
                self.skips.append(f"{where}: {block.skip}")
            elif block.run_by:
                if self.elsewhere.runs(block.run_by) is None and not self.elsewhere.says(block.run_by):
                    self.fail(where, f"the page says that CI runs this by {block.run_by!r}; .ci/run does not")
                self.by_ci.append(f"{where}: {block.run_by}")
                elsewhere += 1
            elif commands and all(self.elsewhere.runs(command) for command in commands):
                self.by_ci += [f"{where}: {command}" for command in commands]
                elsewhere += 1
            elif any((line := command) == self.elsewhere.test_command for command in commands):
                self.fail(where, f"a long command that CI runs, among others: give it a block of its own: {line}")
            elif not commands:
                self.fail(where, "a block of commands without any")
            else:
                todo.append(block)
        if blocks and not todo and not elsewhere:
            self.fail(page, "it has blocks of commands, and none of them runs")
        return todo

    def copy(self, tree: pathlib.Path):
        for name in self.files:
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.root / name, tree / name, follow_symlinks=False)
        (tree / "target").mkdir(exist_ok=True)

    def run_page(self, page: str):
        try:
            todo = self.plan(page)
        except PageError as error:
            return self.fail(page, str(error))
        if not todo or self.options.list:
            return
        with tempfile.TemporaryDirectory(prefix="doc-") as made:
            made = pathlib.Path(made)
            tree, binaries = made / "dpmarkov", made / "bin"
            tree.mkdir(), binaries.mkdir()
            self.copy(tree)
            (binaries / "cargo").write_text(CARGO)
            (binaries / "cargo").chmod(0o755)
            (made / "state").write_text("")
            (made / "folder").write_text(f"{tree}\n")
            environment = dict(os.environ, PATH=f"{binaries}:{os.environ['PATH']}", CARGO_TARGET_DIR=str(self.target), DOC_ROOT=str(self.root), DOC_TREE=str(tree),
                               DOC_BIN=str(binaries), DOC_PROGRAM=str(self.program), DOC_CARGO=shutil.which("cargo") or "cargo")
            for block in todo:
                heavy = any(word in block.text for word in HEAVY)
                if heavy:
                    with self.heavy:
                        done = self.run_block(block, made, environment)
                else:
                    done = self.run_block(block, made, environment)
                if not done:
                    if block is not todo[-1]:
                        self.say(f"       {page}: the blocks after line {block.line} were not tried")
                    return

    def run_block(self, block, made: pathlib.Path, environment) -> bool:
        where = f"{block.page}:{block.line}"
        (made / "block.sh").write_text(block.text)
        start = time.monotonic()
        with open(made / "stdout", "wb") as out, open(made / "stderr", "wb") as err:
            process = subprocess.Popen(["bash", "-euo", "pipefail", "-c", SHELL, "doc", str(made)], stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                       env=environment, cwd=made, start_new_session=True)
            try:
                code = process.wait(self.options.limit)
            except subprocess.TimeoutExpired:
                code = None
            finally:  # what it left in the background, too
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()
        seconds = time.monotonic() - start
        printed, said = ((made / name).read_text(errors="replace") for name in ("stdout", "stderr"))
        self.times.append((seconds, where))
        if code not in block.codes:
            why = f"no end after {self.options.limit} s" if code is None else f"it ended with {code}"
            self.fail(where, f"{why}\n{indented(block.text)}\n  standard output:\n{indented(tail(printed))}\n  standard error:\n{indented(tail(said))}")
            return False
        if block.output is not None and not same(block.output, printed, block.mode):
            if self.options.update and block.mode == "exact" and "..." not in block.output.split():
                self.updates.append((block.page, block.output_line, len(block.output.splitlines()), printed))
                return True
            lines = [text.rstrip("\n").splitlines() for text in (block.output, printed)]
            difference = "\n".join(difflib.unified_diff(*lines, f"{block.page}:{block.output_line}", "what is printed", lineterm="", n=1))
            self.fail(f"{block.page}:{block.output_line}", f"the page shows other output ({block.mode})\n{indented(difference)}")
            return True
        self.say(f"ok {seconds:6.1f} s  {where}")
        return True

    def run(self) -> int:
        start = time.monotonic()
        newest = max(((self.root / name).stat().st_mtime for name in self.files if name.startswith("src/") or name == "Cargo.toml"), default=0)
        if not self.options.list and newest and not (self.program.exists() and self.program.stat().st_mtime >= newest):
            print("building target/debug/dpmarkov", flush=True)
            subprocess.run(["cargo", "test", "--quiet", "--all-features", "--no-run", "--test", "readme"], cwd=self.root, check=True, stdout=subprocess.DEVNULL)
        pages = self.pages()
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for done in [pool.submit(self.run_page, page) for page in pages]:
                done.result()
        for page, line, length, printed in sorted(self.updates, reverse=True):  # from the end of a page on
            lines = (self.root / page).read_text().splitlines()
            lines[line:line + length] = [text.rstrip() for text in printed.rstrip("\n").splitlines()]
            (self.root / page).write_text("\n".join(lines) + "\n")
            print(f"written anew: {page}:{line}")
        if self.by_ci:
            print(f"run by other lines of .ci/run: {len(self.by_ci)}")
            if self.options.list:
                print("\n".join(f"  {line}" for line in sorted(self.by_ci)))
        print(f"skipped: {len(self.skips)}" + "".join(f"\n  {line}" for line in sorted(self.skips)))
        if self.options.skips_at_most is not None and len(self.skips) > self.options.skips_at_most:
            self.fail("skips", f"{len(self.skips)} blocks are skipped, {self.options.skips_at_most} at most may be")
        slow = ", ".join(f"{where} {seconds:.0f} s" for seconds, where in sorted(self.times, reverse=True)[:5] if seconds >= 5)
        print(f"{len(pages)} pages, {len(self.times)} blocks run in {time.monotonic() - start:.0f} s, {len(self.failures)} failed" + (f"; slowest: {slow}" if slow else ""))
        return 1 if self.failures else 0


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.rstrip("\n").splitlines())


def tail(text: str, lines: int = 40) -> str:
    kept = text.splitlines()
    return "\n".join((["..."] if len(kept) > lines else []) + kept[-lines:])


def options(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", help="pages to run, from the project's root; all of them by default")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=300, help="seconds for one block")
    parser.add_argument("--skips-at-most", type=int, default=None)
    parser.add_argument("--list", action="store_true", help="say what would run where, and run nothing")
    parser.add_argument("--update", action="store_true", help="write the output that differs into the pages")
    parser.add_argument("--self-check", action="store_true", help="only see that broken pages turn red")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    from doc_self_check import self_check

    asked = options()
    self_check(Runner, options)
    if asked.self_check:
        sys.exit(0)
    sys.exit(Runner(pathlib.Path(__file__).resolve().parent.parent, asked).run())
