"""Writes python/src/dpmarkov/_prototypes.py from include/dpmarkov.h: constants, structs and the prototype of every function, for ctypes.

    python3 scripts/python_prototypes.py            writes the file
    python3 scripts/python_prototypes.py --check    says whether it is current

A prototype that was typed by hand and is wrong reads or writes the wrong memory and says nothing. The header is cbindgen's, of one plain form, so a
few patterns read all of it; what they do not know is an error.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = ROOT / "include" / "dpmarkov.h"
OUTPUT = ROOT / "python" / "src" / "dpmarkov" / "_prototypes.py"

SCALARS = {
    "double": "c_double",
    "int": "c_int",
    "dpm_status": "c_int",
    "size_t": "c_size_t",
    "uint8_t": "c_uint8",
    "uint16_t": "c_uint16",
    "uint32_t": "c_uint32",
    "uint64_t": "c_uint64",
    "int64_t": "c_int64",
}
CALLBACKS = {"dpm_entropy_fn": "ENTROPY", "dpm_sink_fn": "SINK"}


def class_name(c_name):
    """dpm_report_info -> ReportInfo"""
    return "".join(part.capitalize() for part in c_name.removeprefix("dpm_").split("_"))


def kind(declaration, structs):
    """The ctypes type of `const struct dpm_rng *rng`, and the name."""
    found = re.fullmatch(r"(?:const )?(?:struct )?(\w+) (\*?)(\w+)", declaration.strip())
    if not found:
        raise SystemExit(f"{HEADER}: not understood: {declaration}")
    base, star, name = found.groups()
    if star and base in structs:
        return f"POINTER({class_name(base)})", name
    if star:
        return "c_void_p", name  # an array: numpy's address
    if base in structs:
        return class_name(base), name
    return CALLBACKS.get(base) or SCALARS[base], name


def without_comments(text):
    return re.sub(r"//[^\n]*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))


def constants(text):
    """Numbers and the version; what is a formula (lengths, all ones) has a function or is not needed."""
    for name, value in re.findall(r"^#define (DPM_\w+) (\S+)$", text, re.M):
        if name == "DPM_TRANSIENT":
            value = re.fullmatch(r"UINT32_C\((\d+)\)", value).group(1)
        if re.fullmatch(r'\d+|\d+\.\d+|"[^"]*"', value):
            yield f"{name.removeprefix('DPM_')} = {value}"


def generate():
    text = without_comments(HEADER.read_text())
    bodies = re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", text, re.S)
    structs = {name for name, _ in bodies}
    out = [
        '"""Constants, structs and prototypes of the C interface. Generated from include/dpmarkov.h by scripts/python_prototypes.py: do not edit."""',
        "",
        "from ctypes import (",
        "    CFUNCTYPE,",
        "    POINTER,",
        "    Structure,",
        *(f"    {name}," for name in sorted({*SCALARS.values(), "c_char_p", "c_void_p"})),
        ")",
        "from typing import Any",
        "",
        "ENTROPY = CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t)",
        "SINK = CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t)",
        "",
        *constants(text),
        "",
    ]
    for name, body in bodies:
        out += ["", f"class {class_name(name)}(Structure):", "    _fields_ = ["]
        for member in filter(None, (part.strip() for part in body.split(";"))):
            array = re.fullmatch(r"(\w+ \w+)\[(\d+)\]", member)
            if array:
                ctype, field = kind(array.group(1), structs)
                ctype = f"{ctype} * {array.group(2)}"
            else:
                ctype, field = kind(member, structs)
            out.append(f'        ("{field}", {ctype}),')
        out += ["    ]", ""]
    out += ["", "FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {"]
    calls = text[text.index('extern "C" {') :]
    for result, name, arguments in re.findall(r"^([\w ]+?[ *]+)(dpm_\w+)\(([^)]*)\);", calls, re.M):
        result = " ".join(result.split())
        restype = "c_char_p" if result == "const char *" else SCALARS[result]
        arguments = " ".join(arguments.split())
        argtypes = [] if arguments == "void" else [kind(a, structs)[0] for a in arguments.split(",")]
        out.append(f'    "{name}": ({restype}, [{", ".join(argtypes)}]),')
    out += ["}", ""]
    return "\n".join(out)


if __name__ == "__main__":
    made = generate()
    if sys.argv[1:] == ["--check"]:
        if OUTPUT.read_text() != made:
            raise SystemExit(f"{OUTPUT}: not what {HEADER} says: run scripts/python_prototypes.py")
    else:
        OUTPUT.write_text(made)
