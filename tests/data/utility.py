"""Writes utility.csv: expected KL divergence and total variation of a released row.

mpmath, 60 digits. KL: the printed sum of [A, Theorem 2] with mpmath's digamma (the library does not
use a digamma there). Total variation: E|x - C| by two regularised incomplete beta functions (Gauss's
continued fraction; mpmath's own does not converge at all these parameters) where min(p, q) < 300, by quadrature of |x - C| times the density otherwise; both, compared to 20 digits,
for 50 <= min(p, q) < 300.

    cd tests/data && python3 utility.py
"""
from mpmath import mp, mpf, psi, log, quad, exp, loggamma, sqrt

mp.dps = 60


def betainc_fraction(a, b, x):
    if x > (a + 1) / (a + b + 2):
        return 1 - betainc_fraction(b, a, 1 - x)
    tiny = mpf(10) ** -500
    c, d = mpf(1), 1 / (1 - (a + b) * x / (a + 1) or tiny)
    h = d
    for m in range(1, 2_000_000):
        for k in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / (1 + k * d or tiny)
            c = 1 + k / c or tiny
            h *= d * c
        if abs(d * c - 1) < mpf(10) ** -58:
            break
    else:
        raise ValueError((a, b, x))
    return exp(a * log(x) + b * log(1 - x) + loggamma(a + b) - loggamma(a) - loggamma(b)) * h / a


def by_betainc(p, q, c):
    if c == 0:
        return p / (p + q)
    if c == 1:
        return q / (p + q)
    m = p / (p + q)
    i = lambda a: betainc_fraction(a, q, c)
    return 2 * (c * i(p) - m * i(p + 1)) + m - c


def by_quadrature(p, q, c):
    m = p / (p + q)
    sd = sqrt(m * (1 - m) / (p + q + 1))
    norm = loggamma(p + q) - loggamma(p) - loggamma(q)
    f = lambda x: abs(x - c) * exp(norm + (p - 1) * log(x) + (q - 1) * log(1 - x))
    points = sorted({x for k in range(-40, 41, 4) for x in [m + k * sd] if 0 < x < 1} | ({c} if abs(c - m) < 40 * sd and 0 < c < 1 else set()))
    if min(p, q) < 1e5:
        points = [mpf(0)] + points + [mpf(1)]
    return quad(f, points)


def mean_error(p, q, c):
    small = min(p, q)
    if small < 300:
        value = by_betainc(p, q, c)
        if small >= 50:
            other = by_quadrature(p, q, c)
            assert abs(value / other - 1) < mpf(10) ** -20, (p, q, c, value, other)
        return value
    return by_quadrature(p, q, c)


rows = [[7, 2, 1], [0, 0, 5], [1, 0], [20, 20, 20, 19, 19], [4294967295, 0, 1], [1000000, 999999], [50, 40, 0, 8]]
with open("utility.csv", "w") as out:
    out.write("# mpmath, 60 digits, by utility.py, version 1: weight,pseudo_count,counts,expected_kl,expected_tv\n")
    for w in ["1e-9", "1e-4", "0.0188", "0.3188", "3.5", "100", "1e5", "1e9"]:
        for a in ["1e-6", "1e-3", "0.5", "1", "15.8", "1e4", "1e9"]:
            for counts in rows:
                fw, fa = mpf(float(w)), mpf(float(a))
                total = sum(counts)
                alpha = [fw * (c + fa) for c in counts]
                a0 = sum(alpha)
                kl = sum(mpf(c) / total * (log(mpf(c) / total) + psi(0, a0) - psi(0, x)) for c, x in zip(counts, alpha) if c)
                tv, seen = mpf(0), {}
                for c, x in zip(counts, alpha):
                    if c not in seen:
                        seen[c] = mean_error(x, a0 - x, mpf(c) / total)
                    tv += seen[c] / 2
                out.write(f"{w},{a},{' '.join(map(str, counts))},{mp.nstr(kl, 25)},{mp.nstr(tv, 25)}\n")
            out.flush()
