#!/usr/bin/env python3
"""Doxygen's input filter: the headers as they stand, every symbol of dpmarkov.h put on the page of its topic.

A symbol's topic is that of the file of src/ffi which defines it, so that the header itself stays free of markup. Lines keep their numbers. A symbol without
a topic is told on standard error and left without one, which scripts/c_reference.sh takes for an error."""
import pathlib
import re
import sys

TOPICS = {  # the pages of docs/reference.dox: the files of src/ffi
    "status": "status",
    "random": "random integers",
    "counting": "counts support sparse",
    "dirichlet": "privacy mechanism rows",
    "polya": "urn polya",
    "noise": "geometric gaussian noisy",
    "sparse_releases": "sparse_releases sparse_noise",
    "composition": "compose plan",
    "ledger": "ledger amounts permit",
    "chain": "chain structure passage group_inverse distance",
    "accuracy": "utility row_law row_error stationary_error stationary_estimate weighted_bound after_release",
    "intervals": "interval noisy_total debias stationary_interval",
    "report": "report report_stream report_read",
    "merge": "merge merge_estimates",
    "learner": "learner_base learner_vote learner_couple learner_mode learner_choice learner_sampler learner_estimates learner_transitions learner_plan"
    " learner_expect",
    "published": "published published_error",
    "special": "special",
}
MACROS = {  # those that cbindgen.toml writes, where no function of src/ffi has the same name
    "DPM_VERSION": "status",
    "DPM_NO_STATE": "counting",
    "DPM_OUTSIDE_REFUSE": "counting",
    "DPM_OUTSIDE_DROP": "counting",
    "DPM_TRANSIENT": "chain",
}
ROOT = pathlib.Path(__file__).parent.parent


def topics():
    found = dict(MACROS)
    for topic, files in TOPICS.items():
        for name in files.split():
            text = (ROOT / "src/ffi" / name).with_suffix(".rs").read_text()
            for symbol in re.findall(r"\b(?:fn|struct|const|type)\s+((?:dpm|DPM)_\w+)", text):
                found.setdefault(symbol, topic)
            for symbol in re.findall(r"\bDPM_(?:OK|ERR_\w+)\b", text) if name == "status" else []:
                found[symbol] = topic
    return found


def header(text):
    known, out, comment = topics(), [], None
    lines = text.split("\n")
    lines[0] = "/** @file dpmarkov.h"
    for number, line in enumerate(lines):
        declared = re.match(r"#define (DPM_\w+)|typedef struct (dpm_\w+) \{|typedef .*?(?:\(\*)?(dpm_\w+)(?:\)\(.*)?;$|\w[\w ]*?[ *](dpm_\w+)\(", line)
        if declared and comment is not None:
            symbol = next(name for name in declared.groups() if name)
            topic = known.get(symbol) or known.get(symbol.lower()) or (symbol.startswith("DPM_VERSION_") and "status")
            if not topic:
                print(f"{number + 1}: no topic for {symbol}", file=sys.stderr)
            else:
                out[comment] = re.sub(r" ?\*/$", f" @ingroup {topic} */", out[comment])
        if line.startswith(("#define", "typedef")) or "(" in line and not line.startswith((" ", "/")):
            comment = None
        out.append(line)
        if line.endswith("*/") and not line.startswith("  "):
            comment = number
    return "\n".join(out)


def main():
    path = pathlib.Path(sys.argv[1])
    text = path.read_text()
    sys.stdout.write(header(text) if path.name == "dpmarkov.h" else text)


main()
