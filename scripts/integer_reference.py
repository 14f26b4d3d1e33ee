#!/usr/bin/env python3
"""Draws of the integer samplers, computed from their definitions with Python's integers and fractions.

Writes tests/data/integer_values.csv: law, parameters, number of draws, the first five, FNV-1a of all (64-bit little-endian), 64-bit words
of the stream that they took. The keystream is ChaCha20's, written here from its definition. Every coin is a comparison of a uniform
number's binary digits, taken 64 at a time, with those of a fraction; the urn is given as its path of draws.

Usage: scripts/integer_reference.py > tests/data/integer_values.csv
"""
from fractions import Fraction
from math import isqrt

MASK = (1 << 32) - 1


def rotate(x, n):
    return (x << n | x >> 32 - n) & MASK


def block(key, counter, stream):
    """One ChaCha20 block: 64-bit counter, 64-bit stream number."""
    words = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    words += [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
    words += [counter & MASK, counter >> 32, stream & MASK, stream >> 32]
    x = list(words)
    columns = [(i, i + 4, i + 8, i + 12) for i in range(4)]
    diagonals = [(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) for i in range(4)]
    for _ in range(10):
        for a, b, c, d in columns + diagonals:
            for n, m in ((16, 12), (8, 7)):
                x[a] = (x[a] + x[b]) & MASK
                x[d] = rotate(x[d] ^ x[a], n)
                x[c] = (x[c] + x[d]) & MASK
                x[b] = rotate(x[b] ^ x[c], m)
    return [(u + v) & MASK for u, v in zip(x, words)]


class Stream:
    def __init__(self, stream):
        self.key, self.stream = bytes(range(32)), stream
        self.words, self.drawn = [], 0

    def word(self):
        if not self.words:
            low = block(self.key, self.drawn // 8, self.stream)
            self.words = [low[i] | low[i + 1] << 32 for i in range(0, 16, 2)]
        self.drawn += 1
        return self.words.pop(0)


def uniform_below(s, bound):
    """The words with a given floor(word bound / 2^64), the first of them dropped where there is one too many."""
    while True:
        value, place = divmod(s.word() * bound, 1 << 64)
        if place >= (1 << 64) % bound:
            return value


def bernoulli(s, p):
    """A uniform number in [0, 1) is below the fraction p."""
    low, width = Fraction(0), Fraction(1)
    while True:
        width /= 1 << 64
        low += s.word() * width
        if low + width <= p:
            return True
        if low >= p:
            return False


def e_inverse(digits):
    """floor(2^digits / e), from the alternating series with 64 digits to spare."""
    scale, total, k = 1 << digits + 64, 0, 0
    term = scale
    while term:
        total += term if k % 2 == 0 else -term
        k += 1
        term //= k
    return total >> 64


E_INVERSE = Fraction(e_inverse(1024), 1 << 1024)


def bernoulli_exp(s, g):
    while g > 1:
        if not bernoulli(s, E_INVERSE):
            return False
        g -= 1
    if g == 0:
        return True
    k = 1
    while bernoulli(s, g / k):
        k += 1
    return k % 2 == 1


def discrete_laplace(s, numerator, denominator):
    while True:
        drawn = uniform_below(s, 2 * denominator)
        u, negative = drawn // 2, drawn % 2
        if not bernoulli_exp(s, Fraction(u, denominator)):
            continue
        v = 0
        while bernoulli(s, E_INVERSE):
            v += 1
        y = (u + denominator * v) // numerator
        if y or not negative:
            return -y if negative else y


def discrete_gaussian(s, p, q):
    variance = Fraction(p, q)
    t = isqrt(p // q) + 1
    while True:
        y = discrete_laplace(s, 1, t)
        if bernoulli_exp(s, (abs(y) - variance / t) ** 2 / (2 * variance)):
            return y


def urn(s, counts, event, prior, draw, draws):
    start = [event * c + prior for c in counts]
    tallies, state = [0] * len(counts), None
    for k in range(draws):
        point = uniform_below(s, sum(start) + k * draw)
        if point < sum(start):
            state = next(i for i in range(len(start)) if point < sum(start[: i + 1]))
        tallies[state] += 1
    return tallies


def fnv(values):
    h = 0xCBF29CE484222325
    for v in values:
        for byte in (v & (1 << 64) - 1).to_bytes(8, "little"):
            h = (h ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return h


def line(law, parameters, values, words):
    first = " ".join(str(v) for v in values[:5])
    print(f"{law},{' '.join(map(str, parameters))},{len(values)},{first},{fnv(values):016x},{words}")


def main():
    print("law,parameters,draws,first five,fnv1a of all,words")
    big = 1 << 64
    stream = 0
    laws = [("uniform_below", lambda s, b: uniform_below(s, b), [(1,), (3,), (1000,), (3 << 62,), ((1 << 63) + 1,), (big - 1,)])]
    laws += [("bernoulli", lambda s, p, q: int(bernoulli(s, Fraction(p, q))), [(1, 3), (big // 3, big - 1), (0, 1), (7, 7)])]
    laws += [("bernoulli_exp", lambda s, p, q: int(bernoulli_exp(s, Fraction(p, q))),
              [(0, 1), (1, 1), (1, 2), (5, 2), (10, 1), (big // 2, big - 1), (big - 1, 1 << 62), (1, 1 << 58), (1 << 58, (1 << 58) + 1)])]
    laws += [("discrete_laplace", discrete_laplace,
              [(1, 1), (1, 10), (7, 3), (3, 7), (64, 1), (1, 1 << 30), (1 << 30, 1 << 30), (1 << 30, (1 << 24)), (999983, 1000003)])]
    laws += [("discrete_gaussian", discrete_gaussian,
              [(1, 1), (400, 1), (1, 1024), (1, 10), (15, 4), (1 << 28, 1), (1 << 29, 1), (1 << 40, 1), ((1 << 40) - 1, 1023), (1 << 40, 1024)])]
    for law, sampler, cases in laws:
        for parameters in cases:
            s = Stream(stream)
            values = [sampler(s, *parameters) for _ in range(1000)]
            line(law, (stream, *parameters), values, s.drawn)
            stream += 1
    # Parameters of the urn: event, prior and draw mass, draws; count i of n is i^2 multiplier mod 23.
    for n, multiplier, event, prior, draw, draws in [
        (2, 1, 1, 1, 1, 3000), (3, 7, 1, 16, 3, 1000), (59, 1, 5, 79, 16, 4468), (59, 0, 32768, 1 << 31, 1, 500),
        (260, 5, 1, 1, 32768, 700), (7, 186737708, 32768, 1, 32768, 1000),
    ]:
        s = Stream(stream)
        counts = [i * i % 23 * multiplier for i in range(n)]
        line("urn", (stream, n, multiplier, event, prior, draw, draws), urn(s, counts, event, prior, draw, draws), s.drawn)
        stream += 1


main()
