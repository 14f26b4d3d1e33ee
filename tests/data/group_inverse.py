"""Writes group_inverse.csv: entries of group inverses of exactly reproducible chains.

Arb's ball arithmetic (python-flint), 500 to 4000 bits, by another formula than the library's:
A# = (I - P + 1 pi)^-1 - 1 pi, dense LU, pi from (I - P)^T with one equation replaced by sum pi = 1.
Every stored value is certain to 20 digits (its ball says so). Every off-diagonal entry of P is a dyadic
number that an f64 holds exactly, made from a 64-bit linear congruential generator, so that
tests/group_inverse.rs builds the same chain bit by bit; diagonals are what the rows lack to 1.

Chains of up to 8 states are stored whole. Of larger ones 9 columns: their two smallest entries in modulus, the
two largest, and 8 others.

    cd tests/data && python3 group_inverse.py        (a quarter of an hour: two chains have 1000 states)
"""
import sys
import time

from flint import arb, arb_mat, ctx

MASK = 2**64 - 1


def off_diagonal(kind, power, n):
    """i, j, bits, e: P_ij = bits 2^e."""
    state = 20251130
    for i in range(n):
        for j in range(n):
            state = (state * 6364136223846793005 + 1442695040888963407) & MASK
            bits = (state >> 44) + 1  # 1 to 2^20
            e = -30  # rows below 1 up to 1000 states
            if i == j:
                continue
            if kind == "coupled" and (3 * i < n) != (3 * j < n):
                e -= power
            elif kind == "nested":
                if (3 * i < n) != (3 * j < n):
                    e -= power
                elif 3 * i >= n and (3 * i < 2 * n) != (3 * j < 2 * n):
                    e -= power // 2
            elif kind == "graded":
                e -= power * j // n
            elif kind == "both":
                e -= power * j // n
                if i % 2 != j % 2:
                    e -= 30
            elif kind == "sparse" and bits % power != 0 and (i + 1) % n != j:
                bits = 0
            elif kind == "ladder":
                if abs(i - j) != 1:
                    bits = 0
                elif j > i:
                    e -= power
            yield i, j, bits, e


def solve(kind, power, n, columns):
    a = [[arb(0)] * n for _ in range(n)]
    for i, j, bits, e in off_diagonal(kind, power, n):
        if bits:
            p = arb(bits) * arb(2) ** e
            a[i][j] = -p
            a[i][i] += p
    matrix = arb_mat(a)
    left = [[a[i][j] for i in range(n)] for j in range(n)]
    left[n - 1] = [arb(1)] * n
    right = arb_mat(n, 1, [arb(0)] * (n - 1) + [arb(1)])
    pi = arb_mat(left).solve(right)
    shifted = arb_mat([[a[i][j] + pi[j, 0] for j in range(n)] for i in range(n)])
    unit = arb_mat(n, len(columns), [arb(int(i == c)) for i in range(n) for c in columns])
    z = shifted.solve(unit)
    return [[z[i, k] - pi[c, 0] for k, c in enumerate(columns)] for i in range(n)], pi


def digits(x):
    assert x == 0 or x.rel_accuracy_bits() > 70, (x, x.rel_accuracy_bits())
    return x.str(20, radius=False).replace(" ", "")


CASES = [
    ("dense", 0, 5, 900), ("dense", 0, 260, 900), ("coupled", 27, 6, 900), ("coupled", 27, 260, 900),
    ("coupled", 46, 260, 900), ("coupled", 80, 60, 900), ("nested", 46, 7, 900), ("nested", 46, 260, 900),
    ("graded", 40, 7, 900), ("graded", 140, 260, 900), ("both", 140, 120, 900), ("sparse", 16, 101, 900),
    ("ladder", 3, 45, 1200), ("ladder", 3, 260, 4000), ("ladder", 0, 200, 900), ("coupled", 40, 1000, 500), ("graded", 140, 1000, 500),
]

with open("group_inverse.csv", "w") as out:
    out.write("# Arb, 500 bits and more, by group_inverse.py, version 1: kind,power,n,row,column,entry of A#\n")
    for kind, power, n, bits in CASES:
        ctx.prec = bits
        started = time.time()
        columns = range(n) if n <= 8 else sorted({0, 1, n // 3 - 1, n // 3, n // 2, 2 * n // 3, 3 * n // 4, n - 2, n - 1})
        columns = list(columns)
        x, _ = solve(kind, power, n, columns)
        for k, c in enumerate(columns):
            rows = list(range(n))
            if n > 8:
                by_size = sorted(rows, key=lambda i: float(abs(x[i][k]).log()))
                rows = sorted({*by_size[:2], *by_size[-2:], 0, 1, n // 5, n // 3, n // 2, 3 * n // 5, n - 2, n - 1})
            for i in rows:
                out.write(f"{kind},{power},{n},{i},{c},{digits(x[i][k])}\n")
        print(kind, power, n, f"{time.time() - started:.1f} s", file=sys.stderr, flush=True)
