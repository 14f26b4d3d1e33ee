"""From a log to a private chain: counts -> mechanism -> release -> print. Run: python3 examples/python/first_chain.py"""

from pathlib import Path

import pandas as pd

import dpmarkov

DATA = Path(__file__).parent.parent / "data" / "manhattan_taxi"

# The states are public: a map of the city, not what was found in the log.
states = (DATA / "states.txt").read_text().splitlines()
counts = dpmarkov.count_transitions(pd.read_csv(DATA / "transitions.csv"), states=states)  # secret

# What one trip was stays a guess (the odds change by a factor of e at most), for one release: epsilon 1, delta 0.
mechanism = dpmarkov.Geometric(epsilon=1.0, adjacency="event", releases=1)
release = mechanism.release(counts)  # public; it was the one release that is promised

pi = pd.DataFrame({"share": release.stationary()}, index=pd.Index(states, name="zone"))
pi["low"], pi["high"] = release.stationary_intervals(level=0.95)[1].T
print(pi.sort_values("share", ascending=False).head(3).round(4))
