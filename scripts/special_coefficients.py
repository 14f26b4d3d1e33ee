#!/usr/bin/env python3
"""Regenerates the tables and coefficients of src/special: `scripts/special_coefficients.py NAME` prints Rust (needs mpmath).

Polynomials interpolate the function at Chebyshev nodes with 60 digits, which is within a small factor of the minimax polynomial; the
coefficients are then rounded one after the other from the constant term up, each time fitting the rest again, so that rounding a coefficient is made up for
by the others. The printed comment gives the error measured on a dense grid.
"""
import sys
import mpmath as mp

mp.mp.dps = 60


def horner(c):
    return lambda x: mp.polyval(list(reversed(c)), x)


def nodes(a, b, n):
    return [(a + b) / 2 + (b - a) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * n)) for i in range(n)]


def polynomial(f, a, b, degree, fixed=(), weight=None):
    """Doubles c_0..c_degree; the first few may be given."""
    done = [mp.mpf(c) for c in fixed]
    while len(done) <= degree:
        powers = list(range(len(done), degree + 1))
        xs = nodes(mp.mpf(a), mp.mpf(b), 3 * (degree + 1))
        size = max(abs(mp.mpf(a)), abs(mp.mpf(b)))
        rows, right = [], []
        for x in xs:
            y = f(x)
            w = 1 / abs(y) if weight is None else weight(x)
            rows.append([w * (x / size) ** k for k in powers])
            right.append(w * (y - horner(done)(x) if done else y))
        c = mp.lu_solve(mp.matrix(rows), mp.matrix(right))
        done.append(mp.mpf(float(c[0] / size ** powers[0])))
    return done


def rational(f, a, b, p, q):
    """Doubles of numerator and denominator (constant term 1), interpolating at Chebyshev nodes."""
    xs = nodes(mp.mpf(a), mp.mpf(b), p + q + 1)
    ys = [f(x) for x in xs]
    matrix = mp.matrix([[x**k for k in range(p + 1)] + [-y * x**k for k in range(1, q + 1)] for x, y in zip(xs, ys)])
    c = list(mp.lu_solve(matrix, mp.matrix(ys)))
    den = [mp.mpf(1)] + [mp.mpf(float(x)) for x in c[p + 1:]]
    # The numerator again, for the rounded denominator.
    g = lambda x: f(x) * sum(d * x**k for k, d in enumerate(den))
    return polynomial(g, a, b, p), den


def worst(f, approximation, a, b, n=400):
    a, b = mp.mpf(a), mp.mpf(b)
    grid = [a + (b - a) * (mp.mpf(i) + mp.mpf("0.37")) / n for i in range(n)]
    return max((abs(approximation(x) / f(x) - 1), x) for x in grid), max(abs(approximation(x) - f(x)) for x in grid)


def emit(name, coefficients, comment):
    print(f"/// {comment}")
    print(f"const {name}: [f64; {len(coefficients)}] = [")
    for c in coefficients:
        print(f"    {float(c)!r},")
    print("];")


def report(name, f, approximation, a, b):
    (rel, at), absolute = worst(f, approximation, a, b)
    return f"relative error {mp.nstr(rel, 3)} at {mp.nstr(at, 6)}, absolute {mp.nstr(absolute, 3)}, on [{mp.nstr(mp.mpf(a), 6)}, {mp.nstr(mp.mpf(b), 6)}]."


# ---------------------------------------------------------------- the logarithm

LN_OFFSET = 0x3FE6955500000000


def from_bits(bits):
    import struct
    return mp.mpf(struct.unpack("<d", struct.pack("<Q", bits))[0])


def ln_table():
    """64 rows (c, high, low): c = 1/z at the middle of interval i to 14 bits, high + low = -ln c, high a multiple of 2^-42."""
    bound = mp.mpf(0)
    print("const LN_TABLE: [(f64, f64, f64); 64] = [")
    for i in range(64):
        lo, hi = from_bits(LN_OFFSET + (i << 46)), from_bits(LN_OFFSET + ((i + 1) << 46))
        if lo < 1 < hi:
            c = mp.mpf(1)
        else:
            c = mp.nint(2 / (lo + hi) * 2**13) / 2**13
        bound = max(bound, abs(lo * c - 1), abs(hi * c - 1))
        v = -mp.log(c)
        high = mp.nint(v * 2**42) / 2**42
        print(f"    ({float(c)!r}, {float(high)!r}, {float(v - high)!r}),")
    print("];")
    high = mp.nint(mp.log(2) * 2**42) / 2**42
    print(f"const LN_2_HIGH: f64 = {float(high)!r};\nconst LN_2_LOW: f64 = {float(mp.log(2) - high)!r};")
    b = bound
    f = lambda r: (mp.log1p(r) - r) / r**2 if abs(r) > mp.mpf("1e-25") else -mp.mpf(1) / 2
    c = polynomial(f, -b, b, 6, [mp.mpf(-1) / 2])
    emit("LN_SHORT", c, f"(ln(1+r) - r)/r^2: " + report("", f, horner(c), -b, b))
    def tail(r):
        return sum((-1) ** (k + 1) * r ** (k - 6) / mp.mpf(k) for k in range(6, 60))
    c = polynomial(tail, -b, b, 6)
    emit("LN_TAIL", c, f"(ln(1+r) - r + r^2/2 - .. - r^5/5)/r^6: " + report("", tail, horner(c), -b, b))


# ---------------------------------------------------------------- ln_gamma and digamma

HALF = mp.mpf(1) / 2
ROOT = mp.findroot(mp.digamma, mp.mpf("1.46163214496836234126"))


def pair(name, value, comment):
    high = mp.mpf(float(value))
    print(f"/// {comment}\nconst {name}: (f64, f64) = ({float(high)!r}, {float(value - high)!r});")


def quotient(name, f, a, b, p, q, comment):
    num, den = rational(f, a, b, p, q)
    approximation = lambda x: horner(num)(x) / horner(den)(x)
    emit(name + "_P", num, f"{comment}, numerator: " + report(name, f, approximation, a, b))
    emit(name + "_Q", den[1:], f"{comment}, denominator without its constant term 1.")


def ln_gamma():
    def near(centre, constant):
        return lambda y: mp.loggamma(centre + y) / y - constant

    # About the double next to the minimum, so that y is exact: the slope there is not quite 0.
    at = mp.mpf(float(ROOT))
    value, slope = mp.loggamma(at), mp.digamma(at)

    def stirling(v):
        x = 1 / mp.sqrt(v)
        return x * (mp.loggamma(x) - ((x - HALF) * mp.log(x) - x + mp.log(2 * mp.pi) / 2))

    quotient("ONE", near(mp.mpf(1), -HALF), "-0.1", "0.25", 5, 5, "ln Gamma(1+y)/y + 1/2")
    quotient("MINIMUM", lambda y: ((mp.loggamma(at + y) - value) / y - slope) / y - HALF, mp.mpf("1.22") - at, mp.mpf("1.72") - at, 5, 5, "(ln Gamma(c+y) - ln Gamma(c) - psi(c) y)/y^2 - 1/2")
    quotient("TWO", near(mp.mpf(2), mp.mpf(3) / 8), "-0.28", "0.35", 6, 6, "ln Gamma(2+y)/y - 3/8")
    a, b = mp.mpf(1) / 64, 1 / mp.mpf("2.35") ** 2
    quotient("STIRLING", stirling, a, b, 5, 5, "x times the remainder of Stirling's formula in 1/x^2, 2.35 <= x < 8")
    a, b = mp.mpf("1e-9"), mp.mpf(1) / 64
    c = polynomial(stirling, a, b, 7)
    emit("STIRLING_LARGE", c, "The same, x >= 8: " + report("", stirling, horner(c), a, b))
    print(f"/// c, the double next to the minimum of ln Gamma.\npub(super) const MINIMUM_AT: f64 = {float(at)!r};")
    print(f"/// psi(c).\nconst MINIMUM_SLOPE: f64 = {float(slope)!r};")
    pair("MINIMUM_VALUE", value, "ln Gamma(c).")
    pair("STIRLING_CONSTANT", mp.log(2 * mp.pi) / 2 - HALF, "ln(2 pi)/2 - 1/2.")


def digamma():
    middle = mp.mpf("1.5")
    f = lambda u: mp.digamma(middle + u) / (middle + u - ROOT) - 1 + (middle + u - ROOT) / 2
    quotient("ROOT", f, -HALF, HALF, 6, 5, "psi(x)/(x-x0) - 1 + (x-x0)/2 in x - 3/2")

    def asymptotic(v):
        x = 1 / mp.sqrt(v)
        return (mp.log(x) - 1 / (2 * x) - mp.digamma(x)) * x**2

    a, b = mp.mpf(1) / 64, mp.mpf(1) / 9
    c = polynomial(asymptotic, a, b, 10)
    emit("ASYMPTOTIC", c, "(ln x - 1/(2x) - psi(x)) x^2 in 1/x^2, 3 <= x < 8: " + report("", asymptotic, horner(c), a, b))
    a, b = mp.mpf("1e-9"), mp.mpf(1) / 64
    c = polynomial(asymptotic, a, b, 6)
    emit("ASYMPTOTIC_LARGE", c, "The same, x >= 8: " + report("", asymptotic, horner(c), a, b))
    pair("ROOT_AT", ROOT, "x0, where psi is 0.")


def zeros():
    """x = -m + delta with ln |Gamma(x)| = 0: for m = 2..16 the zero above -m and the one below, as pairs (0 where there is none)."""
    mp.mp.dps = 90
    log_abs = lambda m, d: mp.loggamma(1 + d) - mp.log(abs(d)) - sum(mp.log(k - d) for k in range(1, m + 1))

    def bisect(m, lo, hi):
        # In ln |delta|: the zeros close in on the integers as 1/m!.
        sign = 1 if lo > 0 else -1
        lo, hi = mp.log(abs(lo)), mp.log(abs(hi))
        below = log_abs(m, sign * mp.exp(lo)) > 0
        for _ in range(290):
            middle = (lo + hi) / 2
            if (log_abs(m, sign * mp.exp(middle)) > 0) == below:
                lo = middle
            else:
                hi = middle
        return sign * mp.exp(lo)

    print("const ZEROS: [[(f64, f64); 2]; 15] = [")
    for m in range(2, 17):
        cells = []
        for sign in (1, -1):
            if m == 2 and sign == 1:
                cells.append("(0.0, 0.0)")
                continue
            tiny, far = sign * mp.mpf("1e-30"), sign * mp.mpf("0.4999")
            if m == 3 and sign == 1:
                far = mp.mpf("0.35")
            z = bisect(m, tiny, far)
            assert abs(log_abs(m, z)) < mp.mpf("1e-60")
            cells.append(f"({float(z)!r}, {float(z - mp.mpf(float(z)))!r})")
        print(f"    [{cells[0]}, {cells[1]}], // {m}")
    print("];")
    mp.mp.dps = 60


PARTS = {"ln_table": ln_table, "ln_gamma": ln_gamma, "digamma": digamma, "zeros": zeros}

if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        print(f"// {name}")
        PARTS[name]()
