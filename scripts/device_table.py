#!/usr/bin/env python3
"""Measures what the library costs on a device and keeps the tables in docs/embedded.md and README.md current.

Flash: what a linker keeps for the functions of each feature. Static memory: the sections of the library. Stack: what scripts/embedded.sh has found.
Instructions: counted by a plugin of QEMU between marks in ffi-tests/embedded/cost.c. The last two read what scripts/embedded.sh has left: run it first.

    scripts/device_table.py            prints the tables
    scripts/device_table.py --write    puts them between their marks in the two pages
    scripts/device_table.py --check    fails where the pages say something else, or a program is larger than it was held to

Sizes depend on the compilers. Where they are not those that the page names, --check looks at the goals alone, and says so.
"""
import difflib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "target/capi/embedded"
BOARDS = {  # name: title, target, tools, machine
    "m0": ("Cortex-M0", "thumbv6m-none-eabi", "arm-none-eabi-", "qemu-system-arm -M microbit"),
    "m4": ("Cortex-M4F", "thumbv7em-none-eabihf", "arm-none-eabi-", "qemu-system-arm -M mps2-an386"),
    "riscv": ("RV32IMAC", "riscv32imac-unknown-none-elf", "riscv64-unknown-elf-", "qemu-system-riscv32 -M virt -bios none"),
}
TELEMETRY = """dpm_counts_record_session dpm_counts_clear dpm_ledger_create dpm_ledger_load dpm_ledger_close_before dpm_ledger_prepare_release_summed
dpm_ledger_commit dpm_permit_number dpm_rng_init_with_permit dpm_rng_clear dpm_geometric_init_pure dpm_geometric_release_counts"""
FLASH = [  # what, functions
    ("counts, a ledger by sums, permit, generator, geometric release", TELEMETRY),
    ("the same and its report", TELEMETRY + " dpm_report_write_geometric"),
    ("`dpm_geometric_release_counts`", "dpm_geometric_release_counts"),
    ("`dpm_polya_release_tallies`", "dpm_polya_release_tallies"),
    ("`dpm_gaussian_release_counts`", "dpm_gaussian_release_counts"),
    ("these three", "dpm_geometric_release_counts dpm_polya_release_tallies dpm_gaussian_release_counts"),
    ("`dpm_dirichlet_release_chain`", "dpm_dirichlet_release_chain"),
    ("`dpm_geometric_init_pure`: a plan verified in integers", "dpm_geometric_init_pure"),
    ("`dpm_geometric_init_checked`: in floating point", "dpm_geometric_init_checked"),
    ("`dpm_dirichlet_init_checked`, `_polya_`, `_gaussian_`", "dpm_dirichlet_init_checked dpm_polya_init_checked dpm_gaussian_init_checked"),
    ("exact accounting, Dirichlet: delta, epsilon, solving", "dpm_dirichlet_delta dpm_dirichlet_epsilon dpm_dirichlet_solve_weight"),
    ("exact accounting, all four mechanisms: `dpm_..._init`", "dpm_dirichlet_init dpm_polya_init dpm_geometric_init dpm_gaussian_init"),
    ("composition: `dpm_compose_epsilon`", "dpm_compose_epsilon"),
    ("a ledger that composes: `dpm_ledger_prepare_release`, `_spent`", "dpm_ledger_load dpm_ledger_prepare_release dpm_ledger_commit dpm_ledger_spent"),
    ("chain analysis: `dpm_stationary_gth`", "dpm_stationary_gth"),
    ("chain analysis: group inverse, passage times, error bounds", "dpm_stationary_gth dpm_group_inverse dpm_all_mean_first_passage dpm_ergodicity_one dpm_stationary_expected_error_bound"),
    ("intervals, all mechanisms", "dpm_interval_dirichlet dpm_interval_polya dpm_interval_geometric_row dpm_interval_gaussian_row"),
    ("the learner's vote: `dpm_learner_vote`", "dpm_learner_vote"),
    ("a collector's tally: `dpm_learner_tally`", "dpm_learner_tally"),
    ("a report by each mechanism, written", "dpm_report_write_geometric dpm_report_write_gaussian dpm_report_write_polya dpm_report_write_dirichlet"),
    ("a report read", "dpm_report_read dpm_report_noisy_counts"),
]
KIB = 1024
# What, program, the goals for flash and stack on a Cortex-M0, and what the check holds it to: the goal, or what it has come to where it misses it.
GOALS = [
    ("`smallest.c`: counts, ledger by sums, geometric release", "smallest", 24 * KIB, 4 * KIB, 24 * KIB),
    ("`telemetry.c`: the same and its report", "telemetry", 24 * KIB, 4 * KIB, 25 * KIB),
    ("`everything.c`", "everything", 96 * KIB, 8 * KIB, 230 * KIB),
]


def run(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def thousands(n):
    return "" if n is None else f"{n:,}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" + "|--:" * (len(head) - 1) + "|"]
    return lines + ["| " + " | ".join([row[0]] + [thousands(cell) for cell in row[1:]]) + " |" for row in rows]


def listed():
    return set((ROOT / "ffi-tests/symbols.txt").read_text().split())


def size(tools, program):
    """Bytes of code, constants and start values; bytes of memory that is not stack."""
    text, data, bss = (int(x) for x in run(tools + "size", str(program)).splitlines()[1].split()[:3])
    return text + data, data + bss


def flash(tools, archive, functions):
    program = OUT / "feature.elf"
    names = [x for name in functions.split() for x in ("-u", name)]
    emulation = ["-m", "elf32lriscv"] if tools.startswith("riscv") else []  # its tools are for 64 bits too
    run(tools + "ld", *emulation, "--gc-sections", "--no-warn-execstack", "-e", "0", "-o", str(program), *names, str(archive))
    return size(tools, program)[0]


def static_memory(tools, archive):
    """Bytes that the library's own code keeps in RAM from start to end."""
    total, own = 0, False
    for line in run(tools + "size", "-A", str(archive)).splitlines():
        if "(ex " in line:
            own = line.startswith("dpmarkov-")
        section = re.match(r"\.(?:data|bss|tdata|tbss|sdata|sbss)\S*\s+(\d+)", line)
        total += int(section[1]) if own and section and not line.startswith(".data.rel.ro") else 0
    return total


def lines_of(board, part):
    return (OUT / f"{board}-{part}.txt").read_text().splitlines()


def stacks(board):
    found = {}
    for part in "golden integers sparse structure errors ledger device learner report everything smallest telemetry".split():
        if (OUT / f"{board}-{part}.txt").exists():
            for line in lines_of(board, part):
                if entry := re.fullmatch(r"# stack of (.*): (\d+)", line):
                    name = "`" + entry[1].replace(", ", "`, ", 1) + ("" if ", " in entry[1] else "`")
                    name = {"`the whole firmware`": part + ", the whole program"}.get(name, name)
                    found[name] = max(found.get(name, 0), int(entry[2]))
    return found


def costs(board, machine):
    plugin = OUT / "count_instructions.so"
    run("cc", "-O2", "-shared", "-fPIC", "ffi-tests/embedded/count_instructions.c", "-o", str(plugin))
    names = OUT / "cost.names"
    command = machine.split() + ["-display", "none", "-monitor", "none", "-serial", "none", "-chardev", f"file,id=out,path={names}",
                                 "-semihosting-config", "enable=on,target=native,chardev=out", "-plugin", str(plugin), "-kernel", str(OUT / f"{board}-cost")]
    counted = subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=300).stderr.split()
    calls = [re.fullmatch(r"(\d+) (.*)", line) for line in names.read_text().splitlines()]
    calls = [call for call in calls if call]
    assert len(calls) == len(counted), (len(calls), counted)
    return {call[2]: (int(n) + int(call[1]) // 2) // int(call[1]) for call, n in zip(calls, counted)}


def versions():
    has = Path(run("rustc", "--print", "target-libdir", "--target", BOARDS["m0"][1]).strip()).is_dir()
    tools = [("rustc" if has else "/usr/bin/rustc",), ("arm-none-eabi-gcc",), ("riscv64-unknown-elf-gcc",), ("qemu-system-arm",)]
    first = [run(*tool, "--version").splitlines()[0] for tool in tools]
    return "; ".join(re.sub(r"rustc (\S+).*", r"rustc \1", x) for x in first)


def measure():
    functions, archives = listed(), {b: run("scripts/firmware_library.sh", BOARDS[b][1]).strip() for b in BOARDS}
    titles = [BOARDS[b][0] for b in BOARDS]
    features = [(what, *(flash(BOARDS[b][2], archives[b], names) for b in BOARDS)) for what, names in FLASH if set(names.split()) <= functions]
    programs, goals, missed = [], [], []
    stack = {b: stacks(b) for b in BOARDS}
    for what, part, goal_flash, goal_stack, most_flash in GOALS:
        sizes = {b: size(BOARDS[b][2], OUT / f"{b}-{part}") for b in BOARDS}
        deep = {b: stack[b][part + ", the whole program"] for b in BOARDS}
        programs.append((f"the program `{part}.c`, with start-up and printing", *(sizes[b][0] for b in BOARDS)))
        goals.append((what, sizes["m0"][0], deep["m0"], goal_flash, goal_stack))
        if sizes["m0"][0] > most_flash or deep["m0"] > goal_stack:
            missed.append(f"{part}: {sizes['m0'][0]:,} bytes of flash of {most_flash:,}, {deep['m0']:,} of stack of {goal_stack:,}")
    programs.append((f"all {len(functions)} functions at once", *(flash(BOARDS[b][2], archives[b], " ".join(functions)) for b in BOARDS)))
    static = [static_memory(BOARDS[b][2], archives[b]) for b in BOARDS]
    if any(static):
        missed.append(f"static memory: {static}")
    cost = {b: costs(b, BOARDS[b][3]) for b in BOARDS if b != "riscv"}  # there the plugin misses instructions (a report written in 349)
    page = [f"Measured with {versions()}.", "", "**Flash**, bytes of code and constants, the compiler's routines included:", ""]
    page += table(["what a program calls", *titles], features + programs)
    page += ["", "**RAM** that the library holds from start to end, bytes: " + ", ".join(f"{s} ({t})" for s, t in zip(static, titles)) + ".", ""]
    page += ["**Stack**, bytes, at most:", ""]
    page += table(["function", *titles], [(name, *(stack[b].get(name) for b in BOARDS)) for name in stack["m0"]])
    page += ["", "**Instructions** of one call:", ""]
    page += table(["call", *(BOARDS[b][0] for b in cost)], [(name, *(cost[b][name] for b in cost)) for name in cost["m0"]])
    short = table(["firmware on a Cortex-M0", "flash", "stack", "goal, flash", "goal, stack"], goals)
    return "\n".join(page), "\n".join(short), missed


def put(path, text, write):
    """The page with `text` between the marks; whether that changes it."""
    old = (ROOT / path).read_text()
    new, n = re.subn(r"(<!-- device-table: begin -->\n).*?(<!-- device-table: end -->)", lambda m: f"{m[1]}{text}\n{m[2]}", old, flags=re.S)
    if n != 1:
        raise SystemExit(f"{path} has lost the marks of its table")
    if write:
        (ROOT / path).write_text(new)
    elif old != new:
        sys.stdout.writelines(line + "\n" for line in difflib.unified_diff(old.splitlines(), new.splitlines(), path, "measured", n=0, lineterm=""))
    return old != new


def main():
    page, short, missed = measure()
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    if mode == "--check":
        named = re.search(r"^Measured with (.*)\.$", (ROOT / "docs/embedded.md").read_text(), flags=re.M)
        if named and named[1] == versions():
            for path, text in (("docs/embedded.md", page), ("README.md", short)):
                if put(path, text, False):
                    missed.append(f"{path} does not say what is measured: scripts/device_table.py --write")
        else:
            print(f"other compilers than the page's ({versions()}): the goals alone are checked")
    elif mode == "--write":
        put("docs/embedded.md", page, True), put("README.md", short, True)
    else:
        print(page, short, sep="\n\n")
    print("\n".join(missed) or short)
    return 1 if missed and mode == "--check" else 0


if __name__ == "__main__":
    sys.exit(main())
