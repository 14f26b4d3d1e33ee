#!/usr/bin/env python3
"""Rebuilds examples/data/manhattan_taxi/ from a package on PyPI.

    scripts/build_manhattan_taxi.py [--sdist great_expectations-0.13.49.tar.gz] [--check]

Without --sdist the source distribution is fetched with pip. With --check nothing is written: the
result is compared with the files that are there. Only the standard library is needed.

What is done: the pickup and drop-off zones of 36 monthly samples of 10,000 yellow-taxi trips are
counted; zones outside Manhattan go; then zones with fewer than 100 trips out or 100 trips in, among
the zones that are left, go again and again until none is left to go; what remains must be one
strongly connected class.
"""
import argparse
import collections
import csv
import hashlib
import io
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

PACKAGE = "great_expectations==0.13.49"
SHA256 = "bcc188586c05c9b408faf512c17a75c2854c12c36101fbd65ce729671d95b271"
MEMBER = re.compile(r".*/taxi_yellow_tripdata_samples/yellow_tripdata_sample_20(18|19|20)-\d\d\.csv")
MONTHS = 36
TRIPS = 360_000
LEAST = 100
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "examples" / "data" / "manhattan_taxi"


def download(folder):
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:",
         "--dest", folder, PACKAGE],
        check=True,
    )
    return next(pathlib.Path(folder).glob("great_expectations-*.tar.gz"))


def trips(sdist):
    """Counts (pickup, drop-off) pairs of zone numbers over all months."""
    digest = hashlib.sha256(sdist.read_bytes()).hexdigest()
    if digest != SHA256:
        sys.exit(f"{sdist}: SHA-256 is {digest}, expected {SHA256}")
    counts, months = collections.Counter(), 0
    with tarfile.open(sdist) as archive:
        for member in archive:
            if MEMBER.fullmatch(member.name) is None:
                continue
            months += 1
            text = io.TextIOWrapper(archive.extractfile(member), encoding="utf-8", newline="")
            for row in csv.DictReader(text):
                counts[int(row["pickup_location_id"]), int(row["dropoff_location_id"])] += 1
    if months != MONTHS or counts.total() != TRIPS:
        sys.exit(f"{sdist}: {months} months and {counts.total()} trips, expected {MONTHS} and {TRIPS}")
    return counts


def trim(counts, zones):
    """Drops zones with fewer than LEAST exits or entries until none is left to drop."""
    while True:
        exits, entries = collections.Counter(), collections.Counter()
        for (start, end), count in counts.items():
            if start in zones and end in zones:
                exits[start] += count
                entries[end] += count
        kept = {zone for zone in zones if exits[zone] >= LEAST and entries[zone] >= LEAST}
        if kept == zones:
            return zones
        zones = kept


def reachable(edges, start):
    seen, stack = {start}, [start]
    while stack:
        for zone in edges[stack.pop()] - seen:
            seen.add(zone)
            stack.append(zone)
    return seen


def strongly_connected(counts, zones):
    forward, backward = collections.defaultdict(set), collections.defaultdict(set)
    for (start, end), count in counts.items():
        if start in zones and end in zones and count > 0:
            forward[start].add(end)
            backward[end].add(start)
    start = min(zones)
    return reachable(forward, start) == zones == reachable(backward, start)


def table(rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def build(sdist):
    with open(FOLDER / "zones.csv", encoding="utf-8", newline="") as file:
        names = {int(row["zone"]): row["name"] for row in csv.DictReader(file)}
    counts = trips(sdist)
    zones = trim(counts, set(names))
    if not strongly_connected(counts, zones):
        sys.exit("the zones that remain are not strongly connected")
    kept = sorted(zones, key=lambda zone: names[zone])
    cells = [(names[a], names[b], counts[a, b]) for a in kept for b in kept if counts[a, b]]
    print(f"{sum(c for _, _, c in cells)} trips, {len(kept)} zones, {len(cells)} of {len(kept) ** 2} cells")
    return {
        "transitions.csv": table([("from", "to", "count"), *cells]),
        "states.txt": "".join(f"{names[zone]}\n" for zone in kept),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sdist", type=pathlib.Path, help="the source distribution, if it is here already")
    parser.add_argument("--check", action="store_true", help="compare with the files, write nothing")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = build(arguments.sdist or download(folder))
    for name, text in files.items():
        path = FOLDER / name
        if not arguments.check:
            path.write_text(text, encoding="utf-8", newline="")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path} differs from what {PACKAGE} gives")


if __name__ == "__main__":
    main()
