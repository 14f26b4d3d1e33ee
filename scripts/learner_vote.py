#!/usr/bin/env python3
"""A device's vote, from the definitions alone: plain Python, integers, nothing but the standard library.

    python3 scripts/learner_vote.py race SEED ROUND LENGTH WEIGHT WEIGHT ..
    python3 scripts/learner_vote.py poisson SEED ROUND LENGTH WEIGHT WEIGHT ..
    python3 scripts/learner_vote.py poisson_joint SEED ROUND LENGTH WEIGHT WEIGHT ..
    python3 scripts/learner_vote.py --reference > tests/data/learner_votes.csv

SEED: 64 hexadecimal digits. Prints LENGTH symbols. The library must print the same.
"""
import random
import sys

M32 = 2**32 - 1


def block(key, counter, stream):
    """One block of ChaCha20 with a 64-bit counter and a 64-bit stream number, as eight 64-bit words."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    start += [int.from_bytes(key[4 * i : 4 * i + 4], "little") for i in range(8)]
    start += [counter & M32, counter >> 32, stream & M32, stream >> 32]
    x = start[:]

    def quarter(a, b, c, d):
        for p, q, r, shift in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[p] = (x[p] + x[q]) & M32
            x[r] ^= x[p]
            x[r] = (x[r] << shift | x[r] >> (32 - shift)) & M32

    for _ in range(10):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    out = [(u + v) & M32 for u, v in zip(x, start)]
    return [out[2 * i] | out[2 * i + 1] << 32 for i in range(8)]


def keystream(key, stream):
    """The words of a stream by their number."""
    kept = {}

    def word(position):
        number = position // 8
        if number not in kept:
            kept.clear()
            kept[number] = block(key, number, stream)
        return kept[number][position % 8]

    return word


def log2_floor(x, y, places):
    """floor(log2(x/y) 2^places) for y <= x < 2 y, a digit at a time by squaring, with 200 digits."""
    mantissa, out = (x << 200) // y, 0
    for _ in range(places):
        mantissa = mantissa * mantissa >> 200
        digit = mantissa >> 201
        mantissa >>= digit
        out = 2 * out + digit
    return out


# ceil(2^63/(1 + t/64)) and minus its logarithm; log2(e)/(k + 1)/32^k. ln 2 is the sum of 1/(i 2^i).
RECIPROCALS = [-(-(2**69) // (64 + t)) for t in range(64)]
LOGARITHMS = [log2_floor(2**63, v, 63) for v in RECIPROCALS]
LN_2 = sum(2**300 // (i << i) for i in range(1, 300))
SERIES = [((2 ** (364 - 5 * k)) // (LN_2 * (k + 1)) + 1) // 2 for k in range(10)]


def neg_log2(u):
    """-log2((u + 1/2)/2^64) in units of 2^-57, rounded up."""
    odd = 2 * u + 1
    exponent = odd.bit_length() - 1
    mantissa = (odd << 63) >> exponent
    t = (mantissa >> 57) - 64
    r = (mantissa * RECIPROCALS[t] - 2**126) >> 57
    slope = 0
    for c in reversed(SERIES):
        slope = c - (r * slope >> 64)
    digits = max(LOGARITHMS[t] + (r * slope >> 69) - 1, 0) >> 6
    return ((65 - exponent) << 57) - digits


def race(word, weights, length):
    """Z_j = argmin E_y/w_y, E_y from word j 2^32 + y; the first of equals."""
    out = []
    for j in range(length):
        best = None
        for y, w in enumerate(weights):
            if w:
                e = neg_log2(word(j * 2**32 + y))
                if best is None or e * best[1] < best[0] * w:
                    best = (e, w, y)
        out.append(best[2])
    return out


def first(word, start, cells, weight, total):
    """Candidate i has the words start + 3 i and on: a cell, then the first 128 binary digits of a height."""
    i = 0
    while True:
        at = start + 3 * i
        cell, low = divmod(word(at) * cells, 2**64)
        height = word(at + 1) * 2**64 + word(at + 2)
        # The first words of every cell's share are void, so that all shares are equal.
        if low >= 2**64 % cells and height * total < weight(cell) * 2**128:
            return cell
        i += 1


def poisson(word, weights, length):
    total = sum(weights)
    return [first(word, 2**60 + j * 2**40, len(weights), weights.__getitem__, total) for j in range(length)]


def digits(cell, n, length):
    out = []
    for _ in range(length):
        out.append(cell % n)
        cell //= n
    return out[::-1]


def poisson_joint(word, weights, length):
    n = len(weights)

    def weight(cell):
        product = 1
        for y in digits(cell, n, length):
            product *= weights[y]
        return product

    cell = first(word, 2**61, n**length, weight, sum(weights) ** length)
    return digits(cell, n, length)


SCHEMES = {"race": race, "poisson": poisson, "poisson_joint": poisson_joint}


def vote(scheme, key, number, length, weights):
    return SCHEMES[scheme](keystream(key, number), weights, length)


def laws(rng):
    """Laws of many kinds: dense, sparse with long gaps, one symbol alone, the largest weights, the smallest."""
    yield [1, 1]
    yield [0, 7]
    yield [7, 0]
    yield [2**32 - 1, 1]
    yield [2**32 - 1] * 5
    yield [1] + [2**32 - 1] * 3
    yield [5, 3, 2]
    for n in (2, 3, 5, 17, 64, 65, 100, 289):
        yield [rng.randrange(1, 50) for _ in range(n)]
        yield [rng.randrange(2**32) for _ in range(n)]
        yield [max(0, rng.randrange(-6, 4)) for _ in range(n - 1)] + [1]
        one = [0] * n
        one[rng.randrange(n)] = 3
        yield one
    sparse = [0] * 1000
    for _ in range(8):
        sparse[rng.randrange(1000)] = rng.randrange(1, 9)
    yield sparse


def reference():
    rng = random.Random(5)
    print("scheme,seed,round,weights,sequence")
    for number, weights in enumerate(laws(rng)):
        for scheme in SCHEMES:
            # Candidates are n on average, and a joint draw's n^length.
            length = 6 if scheme == "race" else 2 if len(weights) > 64 else 4
            if scheme == "poisson_joint":
                length = 4 if len(weights) <= 5 else 2
                if len(weights) ** length > 5000 or sum(weights) ** length >= 2**127:
                    continue
            key = rng.randbytes(32)
            at = (0, 1, 2**64 - 1, rng.randrange(2**64))[number % 4]
            z = vote(scheme, key, at, length, weights)
            row = (scheme, key.hex(), at, " ".join(map(str, weights)), " ".join(map(str, z)))
            print(",".join(map(str, row)))


if __name__ == "__main__":
    if sys.argv[1:] == ["--reference"]:
        reference()
    elif len(sys.argv) >= 7 and sys.argv[1] in SCHEMES:
        scheme, seed, number, length = sys.argv[1:5]
        print(*vote(scheme, bytes.fromhex(seed), int(number), int(length), [int(w) for w in sys.argv[5:]]))
    else:
        sys.exit(__doc__)
