#!/usr/bin/env python3
"""Makes examples/data/made_up/app_users.csv.gz: 2,000 made-up users of an app with 17 screens.

Each user walks at random, some hundreds of steps, by habits of their own: rows near the common ones below. No person is behind it.
Python's `random` with a fixed seed: its random() is the same in every version. `--print` writes the CSV to standard output instead.
"""
import gzip
import pathlib
import random
import sys

USERS = 2000
SEED = 20261130
# How near a user's habits are to the common ones: as if their own row had been counted in that many steps.
HABIT = 300
# From each screen to the next ones, in per cent.
SCREENS = {
    "start": {"home": 86, "login": 14},
    "login": {"home": 94, "help": 6},
    "home": {"search": 46, "offers": 22, "orders": 12, "profile": 8, "leave": 12},
    "search": {"results": 97, "home": 3},
    "results": {"item": 62, "search": 26, "home": 6, "leave": 6},
    "offers": {"item": 71, "home": 20, "leave": 9},
    "item": {"photos": 31, "reviews": 19, "cart": 14, "results": 29, "leave": 7},
    "photos": {"item": 90, "reviews": 10},
    "reviews": {"item": 88, "results": 12},
    "cart": {"checkout": 49, "item": 26, "search": 15, "leave": 10},
    "checkout": {"payment": 84, "cart": 16},
    "payment": {"confirmation": 91, "checkout": 9},
    "confirmation": {"orders": 40, "home": 22, "leave": 38},
    "orders": {"home": 55, "help": 9, "item": 17, "leave": 19},
    "profile": {"home": 58, "orders": 23, "login": 4, "leave": 15},
    "help": {"home": 65, "leave": 35},
    "leave": {"start": 100},
}


def gamma(rng, shape):
    """Marsaglia and Tsang's method, from random() alone."""
    if shape < 1:
        return gamma(rng, shape + 1) * rng.random() ** (1 / shape)
    d = shape - 1 / 3
    while True:
        # a normal deviate, as a sum of twelve
        x = sum(rng.random() for _ in range(12)) - 6
        v = (1 + x / (9 * d) ** 0.5) ** 3
        if v > 0 and rng.random() < 1 - 0.0331 * x**4:
            return d * v


def lines():
    rng = random.Random(SEED)
    yield "user,state"
    for user in range(1, USERS + 1):
        habits = {
            screen: [(to, gamma(rng, HABIT * share / 100)) for to, share in row.items()]
            for screen, row in SCREENS.items()
        }
        state = "start"
        for _ in range(150 + int(rng.random() * 200)):
            yield f"{user},{state}"
            row = habits[state]
            at = rng.random() * sum(weight for _, weight in row)
            for state, weight in row:
                at -= weight
                if at < 0:
                    break


def main():
    text = "\n".join(lines()) + "\n"
    if "--print" in sys.argv[1:]:
        sys.stdout.write(text)
        return
    folder = pathlib.Path(__file__).resolve().parent.parent / "examples/data/made_up"
    path = folder / "app_users.csv.gz"
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(f"{path.name}: {text.count(chr(10)) - 1} visits, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
