#!/usr/bin/env python3
"""Brackets on delta(epsilon) of mixed releases, by convolution: tests/data/compose.csv.

    python3 tests/data/compose.py > tests/data/compose.csv          (numpy, scipy)

Every release's privacy loss goes on a grid of step h, rounded down: composed, that is a lower bound on delta. Rounded up, every loss that was off the
grid is h higher, so the composed one is n h higher, n the number of such losses over all releases: the same distribution read at epsilon - n h
is an upper bound. No line integral, no moment function: the distribution is composed by FFT, tilted by e^(c l) so that the tail keeps
its digits (the tilt is undone term by term). Losses that lie on the grid (geometric and discrete Gaussian noise where the step is chosen for
them) are exact.
"""
import math
import random

import numpy as np
from scipy.special import gammainc, gammaincc, gammaln
from scipy.stats import norm

PATTERNS = {
    "destination": [([1], [1])],
    "event": [([1], [1])],
    "add_remove": [([], [1]), ([1], [])],
    "visit": [([1, 1], [2]), ([2], [1, 1]), ([1, 1], [1, 1])],
    "visit_presence": [([1], [1, 1]), ([1, 1], [1])],
}


def gamma_cell(p, d):
    """(cdf, survival, quantile range) of L = ln Gamma(q) - ln Gamma(p) + d ln g, g ~ Gamma(p), q = p - d."""
    shift = gammaln(p - d) - gammaln(p)

    def cdf(l):
        g = np.exp(np.clip((l - shift) / d, -700, 700))
        return gammainc(p, g) if d > 0 else gammaincc(p, g)

    def sf(l):
        g = np.exp(np.clip((l - shift) / d, -700, 700))
        return gammaincc(p, g) if d > 0 else gammainc(p, g)

    return cdf, sf


def gaussian_loss(mu):
    """L ~ N(mu^2/2, mu^2)."""
    return (lambda l: norm.cdf(l, mu * mu / 2, mu)), (lambda l: norm.sf(l, mu * mu / 2, mu))


def geometric_atoms(rate, m):
    x = math.exp(-rate)
    atoms = [(m * rate, 1 / (1 + x)), (-m * rate, x**m / (1 + x))]
    for k in range(1, m):
        atoms.append(((m - 2 * k) * rate, x**k * (1 - x) / (1 + x)))
    return atoms


def discrete_gaussian_atoms(variance, m, c):
    """Enough atoms for a tilt of c."""
    sigma = math.sqrt(variance)
    middle = -c * m
    reach = 16 * sigma + 4
    k = np.arange(math.floor(min(middle, 0) - reach), math.ceil(max(middle, 0) + reach) + 1)
    log = -k.astype(float) ** 2 / (2 * variance)
    total = np.sum(np.exp(log))
    return list(zip((m * m - 2 * m * k) / (2 * variance), np.exp(log) / total, log - math.log(total)))


def urn_atoms(event, prior, draw, draws):
    b, w = prior / draw, event / draw
    k = np.arange(draws + 1)
    ln_choose = gammaln(draws + 1) - gammaln(k + 1) - gammaln(draws - k + 1)
    beta = lambda a, c: gammaln(a) + gammaln(c) - gammaln(a + c)
    ln_p = ln_choose + beta(b + w + k, b + draws - k) - beta(b + w, b)
    ln_q = ln_choose + beta(b + k, b + w + draws - k) - beta(b, b + w)
    return list(zip(ln_p - ln_q, np.exp(ln_p), ln_p))


def parts(mechanisms, pattern, adjacency):
    """(kind, data, copies) of every independent loss."""
    lost, gained = pattern
    for kind, *p, times in mechanisms:
        cells = [(m, 1) for m in lost] + [(m, -1) for m in gained]
        if kind == "D" or (kind == "U" and adjacency != "destination"):
            w, a = p if kind == "D" else (p[0] / p[2], p[1] / p[0])
            for m, sign in cells:
                yield "continuous", ("gamma", (w * a + m * w, m * w) if sign > 0 else (w * a, -m * w)), times
        elif kind == "U":
            yield "urn", p, times
        elif kind == "G":
            for m, _ in cells:
                yield "atoms", ("geometric", p[0] / p[1], m), times
        elif kind == "N":
            for m, _ in cells:
                yield "atoms", ("gaussian", p[0] / p[1], m), times
        elif kind == "S":
            yield "atoms", ("geometric", p[0], 1), times
        elif kind == "M":
            yield "continuous", ("normal", p[0]), times


def ln_moment(part, c):
    """ln E e^(c L) of a part; its derivative by difference."""
    kind, data, _ = part
    if kind == "continuous":
        if data[0] == "normal":
            return c * (c + 1) * data[1] ** 2 / 2
        p, d = data[1]
        if p + c * d <= 0:
            return math.inf
        return gammaln(p + c * d) - (1 + c) * gammaln(p) + c * gammaln(p - d)
    if kind == "urn":
        e = np.array([ln_p + c * l for l, _, ln_p in urn_atoms(*data)])
    elif data[0] == "geometric":
        e = np.array([math.log(q) + c * l for l, q in geometric_atoms(data[1], data[2])])
    else:
        e = np.array([ln_p + c * l for l, _, ln_p in discrete_gaussian_atoms(data[1], data[2], c)])
    top = e.max()
    return top + math.log(np.exp(e - top).sum())


def bracket(mechanisms, pattern, adjacency, epsilon, h, bits):
    """(ln delta at epsilon from below, from above); also the tilt."""
    all_parts = list(parts(mechanisms, pattern, adjacency))
    total = lambda c: sum(t[2] * ln_moment(t, c) for t in all_parts)
    slope = lambda c: (total(c * (1 + 1e-5)) - total(c * (1 - 1e-5))) / (2e-5 * c)
    low = 1e-6
    end = min([data[1][0] / -data[1][1] for kind, data, _ in all_parts
               if kind == "continuous" and data[0] == "gamma" and data[1][1] < 0] + [1e5])
    high = end * 0.97
    for _ in range(200):
        c = math.sqrt(low * high)
        if slope(c) < epsilon + 1 / c:
            low = c
        else:
            high = c
    c = low
    mean = slope(c)
    n = 1 << bits
    spectrum = np.ones(n // 2 + 1, dtype=complex)
    off_grid = 0
    ln_total = 0.0
    merged = {}
    for kind, data, copies in all_parts:
        key = (kind, repr(data))
        merged[key] = (kind, data, copies + (merged[key][2] if key in merged else 0))
    for kind, data, copies in merged.values():
        pmf = np.zeros(n)
        if kind == "continuous":
            cdf, sf = gamma_cell(*data[1]) if data[0] == "gamma" else gaussian_loss(data[1])
            own = ln_moment((kind, data, 1), c)
            own_mean = (ln_moment((kind, data, 1), c + 1e-6) - ln_moment((kind, data, 1), c - 1e-6)) / 2e-6
            first = math.floor(own_mean / h) - n // 2
            edges = (first + np.arange(n + 1)) * h
            upper, lower = sf(edges), cdf(edges)
            mass = np.where(lower[1:] < 0.5, lower[1:] - lower[:-1], upper[:-1] - upper[1:])
            with np.errstate(divide="ignore"):
                tilted = np.exp(np.log(np.maximum(mass, 0)) + c * edges[:-1] - own)
            pmf = np.roll(tilted, first % n)
            off_grid += copies
            own_total = own
        else:
            if kind == "urn":
                atoms = [(l, ln_p) for l, _, ln_p in urn_atoms(*data)]
            elif data[0] == "geometric":
                atoms = [(l, math.log(q)) for l, q in geometric_atoms(data[1], data[2])]
            else:
                atoms = [(l, ln_p) for l, _, ln_p in discrete_gaussian_atoms(data[1], data[2], c)]
            own_total = ln_moment((kind, data, 1), c)
            off = False
            for l, ln_p in atoms:
                i = round(l / h)
                if abs(l / h - i) > 1e-7:
                    i = math.floor(l / h)
                    off = True
                pmf[i % n] += math.exp(ln_p + c * i * h - own_total)
            off_grid += copies if off else 0
        ln_total += copies * own_total
        spectrum *= np.fft.rfft(pmf) ** copies
    q = np.fft.irfft(spectrum, n)
    # the index i stands for the l = i h + j n h that is nearest to the tilted mean
    first = math.floor(mean / h) - n // 2
    q = np.roll(q, -(first % n))
    losses = (first + np.arange(n)) * h
    # the tilted mass near the ends is what may have wrapped around
    edge = np.abs(q[: n // 64]).sum() + np.abs(q[-(n // 64):]).sum()

    def ln_delta(e):
        t = losses - e
        keep = t > 0
        t = t[keep]
        s = np.sum(q[keep] * np.exp(-c * t) * -np.expm1(-t))
        # an FFT of n numbers that sum to 1 is off by some 1e-16 a number
        return ln_total - c * e + (math.log(s) if s > 1e-7 else -math.inf)

    return ln_delta(epsilon), ln_delta(epsilon - off_grid * h), off_grid, edge


def failed(mechanisms):
    return -math.expm1(sum(times * math.log1p(-p[1]) for kind, *p, times in mechanisms if kind == "S" for p in [p]))


def row(name, adjacency, mechanisms, epsilon, h, bits):
    low = high = -math.inf
    for pattern in PATTERNS[adjacency]:
        a, b, n, edge = bracket(mechanisms, pattern, adjacency, epsilon, h, bits)
        # mass at the ends would have wrapped around; below e^-700 the FFT's noise is all there is (a pure guarantee has delta = 0)
        if not edge < 1e-9 or not a > -700:
            return None
        low, high = max(low, a), max(high, b)
    f = failed(mechanisms)
    if f > 0:
        low = math.log(f + (1 - f) * math.exp(low))
        high = math.log(f + (1 - f) * math.exp(min(high, 0)))
    text = ";".join(":".join([k] + [repr(x) for x in p]) for k, *p in mechanisms)
    return f"{name},{adjacency},{text},{float(epsilon)!r},{float(low)!r},{float(high)!r}"


NAMED = [
    # name, mechanisms, epsilons by adjacency, step, bits
    ("365 gaussian", [("M", 0.05, 365)], {"add_remove": 5.869959}, 2.0**-19, 23),
    ("365 discrete gaussian", [("N", 400, 1, 365)], {"add_remove": 5.86996, "event": 8.6345, "visit": 16.277}, 1 / 800, 16),
    ("365 geometric step fits", [("G", 1, 20, 365)],
     {"add_remove": 5.817329, "destination": 8.588217, "visit": 16.01977, "visit_presence": 10.830388}, 1 / 200, 14),
    ("365 geometric step does not fit", [("G", 1, 19, 365)], {"add_remove": 6.2, "event": 9.2}, 2.0**-19, 23),
    ("30 dirichlet 5 geometric 2 gaussian", [("D", 0.3188, 15.8, 30), ("G", 1, 20, 5), ("N", 400, 1, 2)],
     {"destination": 7.3132, "add_remove": 5.4150, "event": 7.3132, "visit": 14.046, "visit_presence": 9.3148}, 1 / 100000, 22),
]


def random_mix(seed):
    rng = random.Random(seed)
    adjacency = rng.choice(list(PATTERNS))
    unit = rng.choice([100, 200, 500, 1000])
    k = rng.choice([1, 1, 2, 3])
    kinds = rng.sample("DDGGNSMU", k)
    mechanisms = []
    exact = rng.random() < 0.4  # only losses on the grid: many releases cost nothing
    for kind in kinds:
        if exact and kind in "DMU":
            kind = rng.choice("GN")
        times = rng.choice([1, 1, 2, 3, 5, 10, 30] if not exact else [1, 2, 10, 100, 365, 1000, 10000])
        if kind == "D":
            w = 10 ** rng.uniform(-1.5, 1)
            mechanisms.append(("D", w, 10 ** rng.uniform(0.5, 2.5), times))
        elif kind == "G":
            mechanisms.append(("G", rng.randint(1, unit // (2 if times < 100 else 40) + 1), unit, times))
        elif kind == "N":
            mechanisms.append(("N", rng.choice([unit, 2 * unit, unit // 2, unit // 100]), rng.choice([1, 2]), times))
        elif kind == "S":
            mechanisms.append(("S", rng.randint(1, unit) / unit, rng.choice([0.0, 1e-9, 1e-6, 1e-3]), times))
        elif kind == "M":
            mechanisms.append(("M", 10 ** rng.uniform(-2, 0), times))
        else:
            draw = rng.randint(1, 3000)
            event = rng.randint(1, draw)
            mechanisms.append(("U", event, rng.randint(event, 40 * event), draw, rng.randint(1, 300), times))
    if adjacency != "destination" and any(m[0] == "U" for m in mechanisms):
        return None  # elsewhere only the Dirichlet mechanism that dominates an urn is known, which is no lower bound
    # how large the loss is: its standard deviation at the worst pattern
    pattern = PATTERNS[adjacency][0]
    all_parts = list(parts(mechanisms, pattern, adjacency))
    e = 1e-4
    total = lambda c: sum(t[2] * ln_moment(t, c) for t in all_parts)
    mean = (total(e) - total(-e)) / (2 * e)
    deviation = math.sqrt(max((total(e) + total(-e)) / (e * e), 1e-12))
    if not 1e-3 < deviation < 400:
        return None
    epsilon = max(0.0, mean + deviation * rng.choice([-1, 0, 1, 2, 3, 4, 5, 6, 7, 9]))
    # a step that the lattices fit: 1/(2 unit) and a divisor
    bits = 18
    step = 1 / (2 * unit)
    while step * (1 << bits) > 200 * deviation + 4 / unit:
        step /= 2
    while step * (1 << bits) < 50 * deviation:
        if bits >= 20:
            return None
        bits += 1
    return row(f"seed {seed}", adjacency, mechanisms, epsilon, step, bits)


def main():
    print("name,adjacency,releases,epsilon,ln_delta_lower,ln_delta_upper")
    for name, mechanisms, epsilons, step, bits in NAMED:
        for adjacency, epsilon in epsilons.items():
            line = row(name, adjacency, mechanisms, epsilon, step, bits)
            if line:
                print(line, flush=True)
    for seed in range(1, 311):
        try:
            line = random_mix(seed)
        except (ValueError, OverflowError):
            continue
        if line:
            print(line, flush=True)


if __name__ == "__main__":
    main()
