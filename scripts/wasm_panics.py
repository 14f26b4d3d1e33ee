#!/usr/bin/env python3
"""Which functions of a WebAssembly module, with names and as text (wasm-dis), can reach a panic: fails where one is not known.

    wasm-dis linked.wasm | scripts/wasm_panics.py

In C and for firmware the link itself fails where a panic path survives. At opt-level "z" the compiler leaves some that are never taken, since the lengths that they
compare are equal by construction. Those are below, each with its reason.
"""
import re
import sys

KNOWN = {
    r"dpmarkov::random::generator::Generator>::from_parts": "chacha20 cuts a seed of 32 bytes into pieces of exactly four, and checks that each has four",
    r"minicbor::decode::decoder::Decoder>::(unsigned|read_array)": "copies the N bytes that it has just read into an array of N",
}


def main() -> int:
    functions = re.split(r"^ \(func ", sys.stdin.read(), flags=re.M)[1:]
    callers: dict[str, set[str]] = {}
    for function in functions:
        name = function.split(None, 1)[0]
        for called in re.findall(r"\((?:return_)?call (\$\S+)", function):
            callers.setdefault(called.rstrip(")"), set()).add(name)
    # The panic handler is a trap, and so is all that became of it where it was inlined.
    ahead = [function.split(None, 1)[0] for function in functions if "(unreachable)" in function]
    seen, reached = set(), set()
    while ahead:
        name = ahead.pop()
        if name in seen:
            continue
        seen.add(name)
        if re.match(r"\$<?core::", name):  # the core library's own part of the path
            ahead.extend(callers.get(name, ()))
        else:
            reached.add(name)
    unknown = sorted(name for name in reached if not any(re.search(known, name) for known in KNOWN))
    for name in unknown:
        print(f"a panic path: {name}", file=sys.stderr)
    if not unknown:
        print(f"panic paths: in {len(reached)} functions, all of them known and never taken")
    return 1 if unknown or not functions else 0


if __name__ == "__main__":
    sys.exit(main())
