#!/usr/bin/env python3
"""Reference values of the exact profile, one release: tests/data/profile_closed.csv (mpmath, 40 digits).

delta by the closed form with enough working digits to pay for its cancellation; every tenth row is checked against the integral.
Inputs are written as exact hexadecimal floats; b = w * a is formed exactly, as the truth of the parameters given.

    (python3 scripts/profile_reference.py 1; python3 scripts/profile_reference.py 2) > tests/data/profile_closed.csv

Needs mpmath. Part 1 takes hours (stop it where that is too long: each line stands for itself), part 2 minutes.
"""
import random
import sys
import mpmath as mp


def inc_beta(p, q, s):
    """I_s(p, q) by the positive series (s <= 1/2)."""
    term = mp.mpf(1) / p
    total = term
    k = 0
    while True:
        term *= s * (p + q + k) / (p + 1 + k)
        total += term
        k += 1
        ratio = max(s, s * (p + q + k) / (p + 1 + k))
        if ratio < 1 and term * ratio / (1 - ratio) < total * mp.eps:
            break
    return mp.exp(p * mp.log(s) + q * mp.log1p(-s) - mp.loggamma(p) - mp.loggamma(q) + mp.loggamma(p + q)) * total


def lower_gamma(a, x):
    term = 1 / a
    total = term
    k = 0
    while True:
        k += 1
        term *= x / (a + k)
        total += term
        if x < a + k and term * x / (a + k - x) < total * mp.eps:
            break
    return mp.exp(a * mp.log(x) - x - mp.loggamma(a)) * total


def upper_gamma(a, x):
    if x < a + 1 or x < 30:
        return 1 - lower_gamma(a, x)
    # continued fraction, modified Lentz
    b = x + 1 - a
    c = mp.mpf(10) ** 3000
    d = 1 / b
    h = d
    i = 1
    while True:
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= c * d
        if abs(c * d - 1) < mp.eps:
            break
        i += 1
    return mp.exp(a * mp.log(x) - x - mp.loggamma(a)) * h


def moved(w, a, eps):
    b = w * a
    s = 1 / (1 + mp.exp(eps / w))
    return inc_beta(b, b + w, s) - mp.exp(eps) * inc_beta(b + w, b, s)


def added(w, a, eps):
    b = w * a
    g = mp.exp((eps + mp.loggamma(b + w) - mp.loggamma(b)) / w)
    return upper_gamma(b + w, g) - mp.exp(eps) * upper_gamma(b, g)


def removed(w, a, eps):
    b = w * a
    g = mp.exp((-eps + mp.loggamma(b + w) - mp.loggamma(b)) / w)
    return lower_gamma(b, g) - mp.exp(eps) * lower_gamma(b + w, g)


def integral_moved(w, a, eps):
    b = w * a
    t = eps / w
    ln_b = mp.loggamma(b) + mp.loggamma(b + w) - mp.loggamma(2 * b + w)
    f = lambda v: mp.exp(-(b + w) * mp.log1p(mp.exp(-t - v)) - b * (t + v + mp.log1p(mp.exp(-t - v))) - ln_b) * -mp.expm1(-w * v)
    points, x = [mp.mpf(0)], mp.mpf(1) / 16 / mp.sqrt(b + 1)
    while x < 200 / b + 200 / mp.sqrt(b):
        points.append(x)
        x *= 2
    return mp.quad(f, points)


def find_eps(f, w, a, ln_delta, high):
    """A double eps whose delta is roughly e^ln_delta (20 digits are enough to place it)."""
    low = 0.0
    for _ in range(24):
        mid = 0.5 * (low + high)
        d = f(w, a, mp.mpf(mid))
        if d > 0 and mp.log(d) > ln_delta:
            low = mid
        else:
            high = mid
    return 0.5 * (low + high)


def main(part):
    """Part 1: a grid of weights to 100 (hours at the largest parameters). Part 2: weight 1000 and random places (minutes)."""
    random.seed(20260222 + part)
    grid = []
    if part == 1:
        for w in (1e-3, 1e-2, 0.1, 0.3188, 1.0, 7.0, 100.0):
            for a in (0.1, 1.0, 15.8, 100.0, 1e3, 1e4):
                grid.append((w, a))
    else:
        for _ in range(40):
            grid.append((10 ** random.uniform(-3, 3), 10 ** random.uniform(-1, 4)))
        grid += [(1000.0, a) for a in (0.1, 1.0, 5.0)]
    grid = [(w, a) for w, a in grid if w * a <= (3e5 if part == 1 else 5e3)]
    print("# part", part, "- mpmath", mp.__version__, "40 digits; scripts/profile_reference.py; weight, pseudo_count, epsilon as hex floats")
    print("change,weight,pseudo_count,epsilon,delta")
    for w, a in grid:
        for name, f in (("moved", moved), ("added", added), ("removed", removed)):
            targets = (None, -1.0, -5.0, -14.0, -60.0, -250.0, -660.0)
            for ln_delta in random.sample(targets, 3):
                with mp.workdps(60 if w * a < 1e4 else 80):
                    mw, ma = mp.mpf(w), mp.mpf(a)
                    if ln_delta is None:
                        eps = random.choice((0.0, 2.0 ** -20, 0.125))
                    else:
                        eps = find_eps(f, mw, ma, ln_delta, 2 * (-ln_delta / a + mp.sqrt(-2 * ln_delta * w / (w * a) * 2) + 8 / a + w / 4))
                        eps = float(eps)
                with mp.workdps(75 if w * a < 1e4 else 90):
                    d = f(mp.mpf(w), mp.mpf(a), mp.mpf(eps))
                    if not d > mp.mpf(10) ** -300:
                        continue
                    if name == "moved" and random.random() < 0.1 and w <= 10 and w * a < 1e4:
                        with mp.workdps(30):
                            check = integral_moved(mp.mpf(w), mp.mpf(a), mp.mpf(eps))
                            assert abs(check / d - 1) < 1e-9, (w, a, eps, check, d)
                    print(name, float(w).hex(), float(a).hex(), float(eps).hex(), mp.nstr(d, 40), sep=",", flush=True)


main(int(sys.argv[1]))
