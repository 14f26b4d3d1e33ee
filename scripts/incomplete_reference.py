#!/usr/bin/env python3
"""Prints tests/data/incomplete.csv: incomplete beta and gamma where betainc.csv and gammainc.csv do not reach.

Needs python-flint (arb balls, precision raised until 25 digits are certain). Fixed seed: the same file each time.

    python3 scripts/incomplete_reference.py > tests/data/incomplete.csv
"""
import math
import random

import flint
from flint import arb, ctx

random.seed(20)


def certain(v):
    return v.mid() != 0 and abs(v.rad() / v.mid()) < arb(10) ** -25


def both(function, log):
    """Both tails, each by its own series, else as the other's complement."""
    for precision in (256, 1024, 4096):
        ctx.prec = precision
        lower, upper = function()
        if not certain(lower):
            lower = 1 - upper
        if not certain(upper):
            upper = 1 - lower
        if certain(lower) and certain(upper):
            if not log:
                return lower, upper
            # The logarithm of a tail near 1 keeps its digits only through the other tail.
            ln_lower = (-upper).log1p() if lower > 0.5 else lower.log()
            ln_upper = (-lower).log1p() if upper > 0.5 else upper.log()
            if certain(ln_lower) and certain(ln_upper):
                return ln_lower, ln_upper
    return None


def digits(v):
    return v.str(25, radius=False).strip("[]")


print(f"# scripts/incomplete_reference.py, python-flint {flint.__version__} (arb), 25 certain digits; c is empty for the gamma functions")
print("function,region,a,b,c,lower,upper")


def add(kind, region, *arguments):
    a = arguments[0]

    def beta(x, y):
        b = arb(arguments[1])
        return x.beta_lower(arb(a), b, regularized=True), y.beta_lower(b, arb(a), regularized=True)

    def gamma(x):
        return x.gamma_lower(arb(a), regularized=True), x.gamma_upper(arb(a), regularized=True)

    def logistic(t):
        return 1 / (1 + (-t).exp()), 1 / (1 + t.exp())

    function = {
        "beta_inc": lambda: beta(arb(arguments[-1]), 1 - arb(arguments[-1])),
        "ln_beta_inc_logit": lambda: beta(*logistic(arb(arguments[-1]))),
        "gamma_inc": lambda: gamma(arb(arguments[-1])),
        "ln_gamma_inc_ln": lambda: gamma(arb(arguments[-1]).exp()),
    }[kind]
    tails = both(function, kind.startswith("ln"))
    if tails is None:
        return
    hexes = [float(v).hex() for v in arguments] + ([""] if len(arguments) == 2 else [])
    print(",".join([kind, region, *hexes, *map(digits, tails)]), flush=True)


def span(lo, hi):
    return 10 ** random.uniform(lo, hi)


def beta_at(region, a, b, sigmas):
    mean = a / (a + b)
    x = mean + sigmas * math.sqrt(mean * (b / (a + b)) / (a + b + 1))
    if 0 < x < 1:
        add("beta_inc", region, a, b, x)


for _ in range(25):
    add("beta_inc", "tiny", span(-12, -1), span(-12, 3), span(-9, 0))
    add("gamma_inc", "tiny", span(-12, -1), span(-9, 2))
for _ in range(25):
    beta_at("seam", random.uniform(0.9, 1.1), span(0, 5), random.uniform(-2, 6))
    beta_at("seam", random.uniform(9, 11), span(0.9, 5), random.uniform(-4, 6))
    m = random.uniform(18, 24)
    beta_at("seam", m, m * span(0, 4), random.uniform(-4, 4))
    beta_at("seam", m * span(0, 4), m, random.uniform(-4, 4))
    # z^2 = m/2, where the uniform expansion hands over
    m = span(1.3, 3.5)
    beta_at("seam", m, m * span(0, 2), random.choice([-1, 1]) * math.sqrt(m / 2) * random.uniform(0.8, 1.2))
    a = span(0, 3)
    add("gamma_inc", "seam", a, a * random.uniform(0.4, 2))
    add("gamma_inc", "seam", random.uniform(0.9, 1.1), span(-0.3, 0.5))
for _ in range(8):
    a = span(4, 5.5)
    beta_at("large", a, span(4, 5.5), random.uniform(-6, 6))
    beta_at("large", span(0, 2), a, random.uniform(-2, 6))
    add("gamma_inc", "large", a, a + math.sqrt(a) * random.uniform(-6, 6))
for _ in range(25):
    a, b = span(-2, 3), span(-2, 3)
    add("ln_beta_inc_logit", "log", a, b, random.choice([-1, 1]) * span(-1, 5))
    add("ln_beta_inc_logit", "log", a, b, math.log(a / b) + random.uniform(-3, 3))
    # privacy profiles: shapes (b, b + w) at -epsilon/w
    w, pseudo = span(-2, 1), span(0, 2)
    add("ln_beta_inc_logit", "profile", w * pseudo, w * pseudo + w, -span(-2, 1) / w)
    add("ln_beta_inc_logit", "profile", w * pseudo + w, w * pseudo, -span(-2, 1) / w)
    add("ln_gamma_inc_ln", "log", a, random.choice([-span(0, 5), random.uniform(-3, 9)]))
    add("ln_gamma_inc_ln", "log", a, math.log(a) + random.uniform(-2, 2))
# found afterwards by a search for the largest error
add("ln_beta_inc_logit", "log", 4.451236897892335, 1.36526927953418, -1.78e-28)
add("ln_beta_inc_logit", "log", 1.519625384582955, 0.22560615553927268, 6.38377257089092e-05)
add("beta_inc", "large", 107.26742254393059, 23.58307812129888, 0.03056824973815986)
add("gamma_inc", "seam", 0.010756225944418475, 1.0001096440178012)
