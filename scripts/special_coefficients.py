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


PARTS = {"ln_table": ln_table}

if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        print(f"// {name}")
        PARTS[name]()
