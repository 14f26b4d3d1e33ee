"""Every line of ffi-tests/golden/vectors.txt, bit for bit."""

import struct

import numpy as np
import pytest
from conftest import ROOT

import dpmarkov as dpm
from dpmarkov import accounting, special
from dpmarkov.testing import deterministic_generator_for_tests

LINES = [line for line in (ROOT / "ffi-tests" / "golden" / "vectors.txt").read_text().splitlines() if line and not line.startswith("#")]
ADJACENCIES = ["destination", "add_remove", "event", "visit", "visit_presence"]


def bits(x):
    return struct.pack(">d", x).hex()


class Words:
    def __init__(self, text):
        self.left = text.split(" ")[::-1]

    def integer(self):
        return int(self.left.pop())

    def number(self):
        return struct.unpack(">d", bytes.fromhex(self.left.pop()))[0]

    def bytes(self):
        return bytes.fromhex(self.left.pop())

    def adjacency(self):
        return ADJACENCIES[self.integer()]

    def table(self, read, dtype):
        n = self.integer()
        return np.array([read() for _ in range(n * n)], dtype=dtype).reshape(n, n)


def compute(what, w):
    if what in ("ln_gamma", "digamma"):
        return [bits(getattr(special, what)(w.number()))]
    if what == "ln_beta":
        return [bits(special.ln_beta(w.number(), w.number()))]
    if what == "beta_inc":
        return map(bits, special.beta_inc(w.number(), w.number(), w.number()))
    if what == "gamma_inc":
        return map(bits, special.gamma_inc(w.number(), w.number()))
    if what in ("dirichlet_delta", "dirichlet_epsilon"):
        law = {"adjacency": w.adjacency(), "weight": w.number(), "pseudo_count": w.number(), "releases": w.integer()}
        return [bits(getattr(accounting, what)(**law, **{"epsilon" if what.endswith("delta") else "delta": w.number()}))]
    if what == "dirichlet_weight":
        asked = {"adjacency": w.adjacency(), "pseudo_count": w.number(), "releases": w.integer(), "epsilon": w.number(), "delta": w.number()}
        return [bits(accounting.dirichlet_weight(**asked))]
    if what == "stationary":
        return map(bits, dpm.stationary(w.table(w.number, float)))
    if what == "tau_one":
        return [bits(dpm.tau_one(w.table(w.number, float)))]
    return release(what.removeprefix("release_"), w)


def release(mechanism, w):
    generator = deterministic_generator_for_tests(w.bytes(), w.integer())
    guarantee = dpm.Guarantee(adjacency=w.adjacency(), epsilon=w.number(), delta=w.number(), releases=w.integer())
    if mechanism in ("geometric", "gaussian"):
        made = {"geometric": dpm.Geometric, "gaussian": dpm.Gaussian}[mechanism](guarantee)
        released = made.release(w.table(w.integer, np.uint32), generator=generator)
        parameters, values = made.parameters, map(str, released.noisy_counts.ravel())
    elif mechanism == "polya":
        pseudo_count, draws, counts = w.number(), w.integer(), w.table(w.integer, np.uint32)
        made = dpm.Polya(guarantee, n=len(counts), pseudo_count=pseudo_count, draws=draws)
        released = made.release(counts, generator=generator)
        parameters, values = made.parameters[1:4], map(str, released.tallies.ravel())
    else:
        made = dpm.Dirichlet(guarantee, pseudo_count=w.number())
        released = made.release(w.table(w.integer, np.uint32), generator=generator)
        parameters, values = [bits(made.parameters.weight)], map(bits, released.matrix.ravel())
    return [*map(str, parameters), *values, released.report(state_table=bytes(16), report_id=None).hex()]


@pytest.mark.parametrize("line", LINES, ids=[f"{i}-{line.split()[0]}" for i, line in enumerate(LINES)])
def test_golden(line):
    inputs, outputs = line.split(" = ")
    what, _, rest = inputs.partition(" ")
    assert " ".join(compute(what, Words(rest))) == outputs


def test_that_there_are_lines():
    assert len(LINES) >= 43
