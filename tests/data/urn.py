"""Reference values for the urn's own guarantee: writes urn.csv.

    P = BetaBinomial(M; b+w, v), Q = BetaBinomial(M; b, v+w), delta(eps) = sum over k of (P(k) - e^eps Q(k))_+

in units of the draw mass: b = prior/draw, v = prior (states-1)/draw (one event added or removed: the larger of both orders of the colours)
or v = b (states 0: one event moved), w = event/draw. The products of the rising factorials are formed directly, by Python's integers up to
600 draws and by mpmath with 60 digits beyond, from k = 0 upwards; nothing is anchored at a mode, and no term is rounded up.
"""
import random
from mpmath import mp, mpf, exp, nstr

mp.dps = 60


def delta(b, v, event, d, draws, eps):
    """Integer masses b, v, event, d."""
    number = int if draws <= 600 else mpf
    p, q = number(1), number(1)
    for i in range(draws):  # (v)_M and (v+w)_M
        p *= v + i * d
        q *= v + event + i * d
    total, factor, result = number(1), exp(mpf(eps)), mpf(0)
    for i in range(draws):
        total *= b + v + event + i * d
    exact = number is int
    for k in range(draws + 1):
        term = (mpf(p) - factor * mpf(q)) if exact else p - factor * q
        if term > 0:
            result += term
        if k < draws:
            j = draws - k - 1
            up, down = (draws - k) * (b + event + k * d), (k + 1) * (v + j * d)
            p = p * up // down if exact else p * up / down
            up, down = (draws - k) * (b + k * d), (k + 1) * (v + event + j * d)
            q = q * up // down if exact else q * up / down
    return result / (mpf(total) if exact else total)


def bound(b, event, d, draws):
    """ln[(b+w)_M/(b)_M]."""
    return sum(mp.log1p(mpf(event) / (b + i * d)) for i in range(draws))


def main():
    random.seed(20260229)
    rows = []

    def add(event, prior, draw, draws, states, eps):
        if states == 0:
            value = delta(prior, prior, event, draw, draws, eps)
        else:
            others = prior * (states - 1)
            value = max(delta(prior, others, event, draw, draws, eps),
                        delta(others, prior, event, draw, draws, eps))
        rows.append(f"{event},{prior},{draw},{draws},{states},{float(eps)!r},{nstr(value, 25)}")

    for draws in (55, 100, 200, 1000, 5000, 20000):
        for eps in (0.1, 0.5, 1.0):
            add(3985, 62963, 12500, draws, 0, eps)
    for draws in (60, 200, 1000):
        for states in (2, 3, 59, 65535):
            add(3985, 62963, 12500, draws, states, 0.3)
    # corners of the masses; U-shaped, J-shaped and one-peaked laws
    for event in (1, 77, 32768):
        for prior in (1, 500, 2**31):
            for draw in (1, 250, 32768):
                for draws in (1, 2, 7, 300, 900):
                    top = bound(prior, event, draw, draws)
                    for part in (0.0, 0.3, 0.9):
                        add(event, prior, draw, draws, random.choice((0, 0, 2, 7)), float(top) * part)
    # long sums
    add(3985, 62963, 12500, 2**17, 0, 1.0)
    add(32768, 32768 * 60, 32768, 2**16, 0, 2.0)
    add(20, 10000, 10, 2**16, 0, 0.5)
    add(3, 1, 40, 2**16, 0, 0.5)
    for _ in range(150):
        event, draw = random.randint(1, 32768), random.randint(1, 32768)
        prior = max(1, int(event * 10 ** random.uniform(-1, 2.5)))
        draws = int(10 ** random.uniform(0, 3))
        top = bound(prior, event, draw, draws)
        eps = float(top) * random.choice((0.05, 0.2, 0.5, 0.8, 0.99))
        add(event, prior, draw, draws, random.choice((0, 0, 3, 60)), eps)
    with open("urn.csv", "w", encoding="ascii") as file:
        file.write("# urn.py; exact integers or mpmath with 60 digits\n")
        file.write("event,prior,draw,draws,states,epsilon,delta\n")
        file.write("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
