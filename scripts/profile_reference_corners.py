#!/usr/bin/env python3
"""Part 3 of tests/data/profile_closed.csv: weights 1e-3 and 1000 up to pseudo-count 1e4 (mpmath, 40 digits).

    python3 scripts/profile_reference_corners.py          (about two minutes)

recomputes delta at the inputs of part 3 and compares. Nothing is shared with the library's methods, nor with profile_reference.py: no incomplete
function, but E (1 - e^(eps - L))_+ as it stands, by Gauss-Legendre quadrature of the density of the logarithmic variable over pieces that
grow from the integrand's mode. So large shapes cost no more than small ones. Each value's quadrature error estimate is below 1e-70.
"""
import pathlib
import mpmath as mp
from mpmath import mpf

DIGITS = 45


def law(change, w, b, eps):
    """Crossing, ln density and its two derivatives, in the variable in which the loss rises with slope w."""
    rise = mp.loggamma(b + w) - mp.loggamma(b)
    if change == "moved":
        ln_beta = mp.loggamma(b) + mp.loggamma(b + w) - mp.loggamma(2 * b + w)
        softplus = lambda y: mp.log1p(mp.exp(y)) if y < 0 else y + mp.log1p(mp.exp(-y))
        return (eps / w, lambda y: -(b + w) * softplus(-y) - b * softplus(y) - ln_beta,
                lambda y: (b + w) / (1 + mp.exp(y)) - b / (1 + mp.exp(-y)), lambda y: -(2 * b + w) / (2 + mp.exp(y) + mp.exp(-y)))
    if change == "added":
        constant = mp.loggamma(b + w)
        return ((eps + rise) / w, lambda y: (b + w) * y - mp.exp(y) - constant, lambda y: b + w - mp.exp(y), lambda y: -mp.exp(y))
    constant = mp.loggamma(b)
    return (eps - rise) / w, lambda y: -b * y - mp.exp(-y) - constant, lambda y: mp.exp(-y) - b, lambda y: -mp.exp(-y)


def delta(change, w, a, eps):
    w, a, eps = mpf(w), mpf(a), mpf(eps)
    t, ln_f, slope, curvature = law(change, w, w * a, eps)
    h = lambda v: ln_f(t + v) + mp.log(-mp.expm1(-w * v))
    dh = lambda v: slope(t + v) + w / mp.expm1(w * v)
    low, high = mpf(1), mpf(1)
    while dh(low) < 0:
        low /= 4
    while dh(high) > 0:
        high *= 4
    while high > low * (1 + mpf(10) ** -6):
        mid = mp.sqrt(low * high)
        low, high = (mid, high) if dh(mid) > 0 else (low, mid)
    mode, top = high, h(high)
    floor = top - mpf((DIGITS + 5) * 2.31)
    reach = mode
    while h(mode + reach) > floor:
        reach *= 2
    left, right = mpf(0), mode + reach
    if h(mode * mpf(10) ** -70) < floor:
        inside = mode
        for _ in range(60):
            mid = (left + inside) / 2
            left, inside = (mid, inside) if h(mid) < floor else (left, mid)
    width = 1 / mp.sqrt(w * w * mp.exp(-w * mode) / mp.expm1(-w * mode) ** 2 - curvature(t + mode))
    points = {left, right, mode}
    for sign in (-1, 1):
        x, step = mode + sign * width, width
        while left < x < right:
            points.add(x)
            step *= mpf("1.6")
            x += sign * step
    x = min(mode, width, 1 / w, mpf(1)) / 16
    while x < right:
        if x > left:
            points.add(x)
        x *= 2
    total, error = mp.quad(lambda v: mp.exp(h(v) - top) if v > 0 else mpf(0), sorted(points), method="gauss-legendre", error=True, maxdegree=7)
    assert error < total * mpf(10) ** -42
    return mp.exp(top) * total


def main():
    mp.mp.dps = 85
    table = pathlib.Path(__file__).parent.parent / "tests/data/profile_closed.csv"
    _, part = table.read_text().split("# part 3")
    worst = 0.0
    for line in part.splitlines()[1:]:
        change, w, a, eps, value = line.split(",")
        again = delta(change, float.fromhex(w), float.fromhex(a), float.fromhex(eps))
        worst = max(worst, abs(float(again / mpf(value) - 1)))
        print(change, float.fromhex(w), float.fromhex(a), mp.nstr(again, 12), flush=True)
    print("worst difference", worst)
    assert worst < 1e-38


main()
