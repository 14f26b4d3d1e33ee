"""Writes stationary.csv: stationary distributions of exactly reproducible chains.

Python 3's decimal module at 70 digits; elimination from state 0 upwards (the library goes from the
last state downwards). Every off-diagonal entry is a dyadic number that an f64 holds exactly, made
from a 64-bit linear congruential generator, so that tests/chain.rs builds the same chain bit by bit;
diagonals are what the rows lack to 1 and are not used.

    cd tests/data && python3 stationary.py
"""
from decimal import Decimal, getcontext

getcontext().prec = 70
getcontext().Emin, getcontext().Emax = -10**6, 10**6
MASK = 2**64 - 1


def off_diagonal(kind, n):
    state = 20251129
    for i in range(n):
        for j in range(n):
            state = (state * 6364136223846793005 + 1442695040888963407) & MASK
            bits = (state >> 44) + 1  # 1 to 2^20
            e = -30  # entries below 2^-10, rows below 1 up to n = 260... 2^-10 * 260
            if kind == "coupled" and (i < n // 2) != (j < n // 2):
                e -= 40
            elif kind == "graded":
                e -= 3 * j // 5
            elif kind == "sparse" and bits % 16 != 0 and (i + 1) % n != j:
                bits = 0
            elif kind == "ladder":
                if abs(i - j) != 1:
                    bits = 0
                elif j > i:
                    e -= 3
            yield i, j, (Decimal(bits) * Decimal(2) ** e if i != j else Decimal(0))


def stationary(kind, n):
    a = [[Decimal(0)] * n for _ in range(n)]
    for i, j, p in off_diagonal(kind, n):
        a[i][j] = p
    rates = []
    for k in range(n - 1):
        pivot = a[k]
        rate = sum(pivot[k + 1:])
        rates.append(rate)
        for i in range(k + 1, n):
            f = a[i][k] / rate
            if f:
                row = a[i]
                for j in range(k + 1, n):
                    row[j] += f * pivot[j]
    pi = [Decimal(0)] * n
    pi[n - 1] = Decimal(1)
    for k in range(n - 2, -1, -1):
        pi[k] = sum(pi[i] * a[i][k] for i in range(k + 1, n)) / rates[k]
    total = sum(pi)
    return [p / total for p in pi]


with open("stationary.csv", "w") as out:
    out.write("# decimal, 70 digits, by stationary.py, version 1: kind,n,state,pi\n")
    for kind, n in [("dense", 5), ("dense", 64), ("dense", 260), ("coupled", 6), ("coupled", 260),
                    ("graded", 7), ("graded", 260), ("sparse", 101), ("ladder", 150)]:
        for i, p in enumerate(stationary(kind, n)):
            out.write(f"{kind},{n},{i},{p:.25e}\n")
