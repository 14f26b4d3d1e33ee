"""Reads a dpmarkov report with a stock CBOR library: everything that is in it, as JSON.

    pip install -r scripts/readers/requirements.txt
    python3 scripts/readers/read_report.py REPORT.cbor

The keys are those of docs/report.md. Only what a reader needs: that the report is whole (its checksum) and is one of this version. Whether its guarantee
holds is for `dpmarkov inspect` and `dpmarkov merge` to say.
"""
import json
import struct
import sys
import zlib

import cbor2

MECHANISMS = ["dirichlet", "polya", "geometric", "gaussian"]
ADJACENCIES = ["destination", "add_remove", "event", "visit", "visit_presence"]
PARAMETERS = {
    "dirichlet": ["weight", "pseudo_count"],
    "polya": ["event_mass", "prior_mass", "draw_mass", "draws", "row_cells"],
    "geometric": ["rate_numerator", "rate_denominator"],
    "gaussian": ["variance_numerator", "variance_denominator"],
}
# RFC 8746: typed arrays, little-endian; their element's bits and its code in Python's struct
TYPED = {69: (16, "H"), 70: (32, "I"), 77: (16, "h"), 78: (32, "i")}


def typed(item):
    """Bits of an element, and the elements."""
    bits, code = TYPED[item.tag]
    return bits, list(struct.unpack(f"<{len(item.value) * 8 // bits}{code}", item.value))


def split(values, lengths):
    """The values row by row."""
    rows, start = [], 0
    for length in lengths:
        rows.append(values[start : start + length])
        start += length
    return rows


def read(data):
    if data[:3] != b"\xd9\xd9\xf7":
        raise ValueError("no report: it does not begin as self-described CBOR does")
    if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
        raise ValueError("damaged: the checksum is another")
    items = cbor2.loads(data)
    if items[0] != 1:
        raise ValueError(f"version {items[0]}: this program reads version 1")
    n, mechanism = items[7], MECHANISMS[items[1]]
    support = None
    lengths = [n] * n
    if 12 in items:
        lengths, targets = (typed(item)[1] for item in items[12])
        support = split(targets, lengths)
    bits, values = typed(items[13])
    if mechanism == "dirichlet":
        name, values = "units", [v + 1 for v in values]
    else:
        name = "tallies" if mechanism == "polya" else "noisy_counts"
    totals = None
    if 14 in items:
        epsilon, delta, releases, numerator, denominator, noisy = items[14]
        totals = {
            "epsilon": epsilon,
            "delta": delta,
            "releases": releases,
            "rate_numerator": numerator,
            "rate_denominator": denominator,
            "noisy": typed(noisy)[1],
        }
    return {
        "format": items[0],
        "mechanism": mechanism,
        "parameters": dict(zip(PARAMETERS[mechanism], items[6], strict=True)),
        "adjacency": ADJACENCIES[items[2]],
        "epsilon": items[3],
        "delta": items[4],
        "releases": items[5],
        "states": n,
        "state_table": items[8].hex(),
        "window": list(items[9]),
        "generation": items[10],
        "id": items[11].hex() if 11 in items else None,
        "targets": support,
        "bits": bits,
        name: split(values, lengths),
        "row_totals": totals,
    }


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        print(json.dumps(read(file.read())))
