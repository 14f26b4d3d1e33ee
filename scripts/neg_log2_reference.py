#!/usr/bin/env python3
"""Prints tests/data/neg_log2.csv: -log2((word + 1/2)/2^64) in units of 2^-97, rounded down, by mpmath with 60 digits.

    python3 scripts/neg_log2_reference.py > tests/data/neg_log2.csv

Words: the ends, powers of two and their neighbours, random words of every size, the seams of the library's table, and those of
100,000 random words at which rounding up to 2^-57 as the library does it adds most and least. Needs mpmath.
"""
import random
import sys
from pathlib import Path

from mpmath import floor, log, mp, mpf

mp.dps = 60


def exact(word):
    return int(floor((65 - log(2 * word + 1, 2)) * mpf(2) ** 97))


# What the library computes, to find where it is farthest from the truth: from the program beside this one.
sys.path.insert(0, str(Path(__file__).parent))
from learner_vote import neg_log2  # noqa: E402

rng = random.Random(11)
words = {0, 1, 2, 3, 2**64 - 1, 2**64 - 2, 2**64 - 3}
for k in range(1, 64):
    words |= {2**k - 1, 2**k, 2**k + 1, 2**64 - 2**k, 2**64 - 2**k - 1}
    words.add(rng.randrange(2**k, 2 ** (k + 1)))
for t in range(64):
    seam = 2**63 + t * 2**57
    words |= {seam - 1, seam, seam + 1, seam >> 20, (seam >> 20) - 1}
tried = [rng.randrange(2**64) for _ in range(100_000)]
tried.sort(key=lambda w: neg_log2(w) * 2**40 - exact(w))
words |= set(tried[:20] + tried[-20:] + tried[50_000:50_100])

print("word,value")
for word in sorted(words):
    print(f"{word},{exact(word)}")
