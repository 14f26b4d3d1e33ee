"""Accounting, chains and special functions against reference values of other origin (tests/data), and their arguments."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpmarkov as dpm
from dpmarkov import accounting, chain, special

CHAIN = np.array([[0.5, 0.25, 0.25], [0.125, 0.75, 0.125], [0.0, 1.0, 0.0]])


def hexes(rows, *names):
    return [np.array([float.fromhex(row[name]) for row in rows]) for name in names]


def numbers(rows, *names):
    return [np.array([float(row[name]) for row in rows]) for name in names]


def far(found, expected):
    """The largest relative error."""
    return np.max(abs(found - expected) / np.maximum(abs(expected), 1e-300))


def test_ln_gamma(rows):
    data = rows("lgamma.csv")
    (x,), (expected,) = hexes(data, "x_hex"), numbers(data, "lgamma")
    assert np.max(abs(special.ln_gamma(x) - expected) / np.maximum(abs(expected), 1)) < 2e-15


def test_digamma(rows):
    data = rows("digamma.csv")
    (x,), (expected,) = hexes(data, "x_hex"), numbers(data, "digamma")
    assert np.max(abs(special.digamma(x) - expected) / np.maximum(abs(expected), 1)) < 2e-15


def test_incomplete_functions(rows):
    data = rows("betainc.csv")
    lower, upper = special.beta_inc(*hexes(data, "a_hex", "b_hex", "x_hex"))
    expected = numbers(data, "I", "one_minus_I")
    assert far(lower, expected[0]) < 1e-11 and far(upper, expected[1]) < 1e-11
    data = rows("gammainc.csv")
    lower, upper = special.gamma_inc(*hexes(data, "a_hex", "x_hex"))
    expected = numbers(data, "P", "Q")
    assert far(lower, expected[0]) < 1e-11 and far(upper, expected[1]) < 1e-11


def test_broadcasting():
    a = np.array([[0.5], [2.0]])
    b = np.array([1.0, 3.0, 5.0])
    found = special.ln_beta(a, b)
    assert found.shape == (2, 3)
    assert found[1, 2] == special.ln_beta(2.0, 5.0)
    assert special.beta_inc(a, b, 0.25).lower.shape == (2, 3)
    assert isinstance(special.ln_gamma(2.5), float) and special.ln_gamma([]).shape == (0,)


def test_domains_of_special_functions():
    assert math.isnan(special.ln_gamma(math.nan)) and special.ln_gamma(0.0) == math.inf and math.isnan(special.ln_beta(-1.0, 1.0))
    for bad in (lambda: special.beta_inc(-1.0, 1.0, 0.5), lambda: special.beta_inc(1.0, 1.0, [0.5, 2.0]), lambda: special.gamma_inc(1.0, math.nan)):
        with pytest.raises(dpm.ArgumentError) as refused:
            bad()
        assert refused.value.name == "DPM_ERR_DOMAIN"
    with pytest.raises(ValueError):
        special.ln_beta(np.ones(2), np.ones(3))
    with pytest.raises(TypeError):
        special.ln_gamma("1")


def test_profiles_of_noise(rows):
    """The truth is never above the bound, and little below."""
    for row in rows("noise_profile.csv"):
        parts, releases = (int(row["numerator"]), int(row["denominator"])), int(row["releases"])
        asked = {"adjacency": row["adjacency"], "releases": releases, "epsilon": float.fromhex(row["epsilon_hex"])}
        if row["noise"] == "geometric":
            bound = accounting.geometric_delta(rate=parts, **asked)
        else:
            bound = accounting.gaussian_delta(variance=parts, **asked)
        assert float(row["delta"]) * (1 - 1e-14) <= bound <= float(row["delta"]) * 1.01 + 1e-300, row


def test_profiles_of_dirichlet(rows):
    for row in rows("profile.csv")[:200]:
        law = {"weight": float(row["weight"]), "pseudo_count": float(row["pseudo_count"])}
        bound = accounting.dirichlet_delta(adjacency=row["adjacency"], releases=int(row["releases"]), epsilon=float(row["epsilon"]), **law)
        assert float(row["delta"]) * (1 - 1e-13) <= bound, row


def test_solving_and_checking():
    for adjacency in dpm.Adjacency:
        asked = {"adjacency": adjacency, "releases": 12, "epsilon": 1.0, "delta": 1e-6}
        rate = accounting.geometric_rate(**asked)
        assert accounting.geometric_delta(adjacency=adjacency, rate=rate, releases=12, epsilon=1.0) <= 1e-6
        assert accounting.geometric_epsilon(adjacency=adjacency, rate=rate, releases=12, delta=1e-6) <= 1.0
        variance = accounting.gaussian_variance(**asked)
        assert accounting.gaussian_epsilon(adjacency=adjacency, variance=variance, releases=12, delta=1e-6) <= 1.0
        smallest = accounting.dirichlet_smallest_pseudo_count(**asked)
        weight = accounting.dirichlet_weight(pseudo_count=2 * smallest, **asked)
        assert accounting.dirichlet_delta(adjacency=adjacency, weight=weight, pseudo_count=2 * smallest, releases=12, epsilon=1.0) <= 1e-6
        assert accounting.dirichlet_renyi(adjacency=adjacency, weight=weight, pseudo_count=2 * smallest, releases=12, order=2.0) > 0
        urn = {"adjacency": adjacency, "n": 5, "masses": (1000, 30000, 30000), "releases": 12}
        draws = accounting.polya_largest_pure_draws(epsilon=3.0, **urn)
        assert accounting.polya_pure_epsilon(draws=draws, **urn) <= 3.0 < accounting.polya_pure_epsilon(draws=draws + 1, **urn)
        assert accounting.polya_delta(draws=draws, epsilon=3.0, **urn) == 0
        assert accounting.polya_epsilon(draws=draws, delta=0.0, **urn) <= 3.0


def test_composition(rows):
    g = dpm.Guarantee(epsilon=0.1, delta=1e-9, adjacency="event")
    laplace, normal = dpm.Geometric(g), dpm.Gaussian(g)
    one = dpm.compose_epsilon([(laplace, 1)], adjacency="event", delta=1e-9)
    assert one.bound == "single" and one.value <= 0.1
    both = dpm.compose_epsilon([(laplace, 10), (normal, 10)], adjacency="event", delta=1e-8)
    assert both.value < 2.0
    back = dpm.compose_delta([(laplace, 10), (normal, 10)], adjacency="event", epsilon=both.value)
    assert back.value <= 1e-8 * (1 + 1e-9)
    assert dpm.compose_epsilon([(laplace, 10)], adjacency="event", delta=0.0).bound in ("single", "basic")
    assert laplace.epsilon(1e-9) <= 0.1 and laplace.delta(0.1) <= 1e-9
    for bad in ([], [(laplace, 1)] * 17):
        with pytest.raises(dpm.ArgumentError):
            dpm.compose_epsilon(bad, adjacency="event", delta=1e-9)
    for wrong in ([laplace], [("geometric", 1)], [(laplace, 1.0)], [(laplace, True)]):
        with pytest.raises(TypeError):
            dpm.compose_epsilon(wrong, adjacency="event", delta=1e-9)
    with pytest.raises(dpm.GuaranteeError):
        dpm.compose_epsilon([(normal, 1)], adjacency="event", delta=0.0)
    # the reference: 365 discrete Gaussians of variance 400
    row = next(r for r in rows("compose.csv") if r["name"] == "365 discrete gaussian")
    daily = dpm.Gaussian(epsilon=100.0, delta=1e-9, adjacency="add_remove", variance=(400, 1))
    delta = dpm.compose_delta([(daily, 365)], adjacency="add_remove", epsilon=float(row["epsilon"])).value
    assert float(row["ln_delta_lower"]) - 1e-9 <= math.log(delta) <= float(row["ln_delta_upper"]) + 0.01


@pytest.mark.parametrize(
    "call, name",
    [
        (lambda: accounting.geometric_delta(adjacency="event", rate=(0, 1), releases=1, epsilon=1.0), "RATE"),
        (lambda: accounting.geometric_delta(adjacency="event", rate=(1, 2**32), releases=1, epsilon=1.0), "RATE"),
        (lambda: accounting.geometric_delta(adjacency="event", rate=(1, 2), releases=-1, epsilon=1.0), "RELEASES"),
        (lambda: accounting.geometric_delta(adjacency="event", rate=(1, 2), releases=1, epsilon=math.nan), "EPSILON"),
        (lambda: accounting.gaussian_delta(adjacency="event", variance=(2**65, 1), releases=1, epsilon=1.0), "VARIANCE"),
        (lambda: accounting.dirichlet_delta(adjacency="event", weight=math.inf, pseudo_count=1.0, releases=1, epsilon=1.0), "WEIGHT"),
        (lambda: accounting.dirichlet_delta(adjacency="event", weight=1.0, pseudo_count=0.0, releases=1, epsilon=1.0), "PSEUDO_COUNT"),
        (lambda: accounting.dirichlet_weight(adjacency="event", pseudo_count=1.0, releases=1, epsilon=1.0, delta=2.0), "DELTA"),
        (lambda: accounting.polya_delta(adjacency="event", n=3, masses=(1, 1, 40000), draws=1, releases=1, epsilon=1.0), "MASS"),
        (lambda: accounting.polya_delta(adjacency="event", n=3, masses=(1, 1, 1), draws=0, releases=1, epsilon=1.0), "DRAWS"),
        (lambda: accounting.polya_delta(adjacency="nobody", n=3, masses=(1, 1, 1), draws=1, releases=1, epsilon=1.0), "ADJACENCY"),
    ],
)
def test_arguments_of_accounting(call, name):
    with pytest.raises(dpm.ArgumentError) as refused:
        call()
    assert refused.value.name == f"DPM_ERR_{name}"


def reference_chain(kind, n):
    """The chain of tests/data/stationary.py: dyadic numbers from a congruential generator."""
    state, matrix = 20251129, np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            bits, e = (state >> 44) + 1, -30
            if kind == "coupled" and (i < n // 2) != (j < n // 2):
                e -= 40
            elif kind == "graded":
                e -= 3 * j // 5
            elif kind == "sparse" and bits % 16 != 0 and (i + 1) % n != j:
                bits = 0
            elif kind == "ladder":
                e, bits = (e - 3, bits) if j > i else (e, bits)
                bits = bits if abs(i - j) == 1 else 0
            matrix[i, j] = math.ldexp(bits, e) if i != j else 0.0
    matrix[np.diag_indices(n)] = 1 - matrix.sum(axis=1)
    return matrix


def test_stationary_distributions(root, rows):
    """Chains that are nearly uncoupled and graded over many orders of magnitude, to the last digits of the smallest entry."""
    expected = {}
    with open(root / "tests" / "data" / "stationary.csv") as file:
        for line in file:
            if not line.startswith("#"):
                kind, n, state, pi = line.split(",")
                expected.setdefault((kind, int(n)), {})[int(state)] = float(pi)
    assert len(expected) > 5
    for (kind, n), pi in expected.items():
        if n > 150:
            continue
        matrix = reference_chain(kind, n)
        found = dpm.stationary(matrix)
        assert max(abs(found[state] - value) / value for state, value in pi.items()) < 1e-13, (kind, n)


def test_of_several_classes():
    matrix = np.array([[1.0, 0, 0], [0, 1, 0], [0.5, 0, 0.5]])
    with pytest.raises(dpm.ChainError) as refused:
        dpm.stationary(matrix)
    assert refused.value.name == "DPM_ERR_SEVERAL_CLASSES"
    assert dpm.stationary(matrix, state=2).tolist() == [1, 0, 0]
    assert chain.recurrent_classes(matrix).tolist() == [0, 1, -1]
    assert not chain.is_irreducible(matrix) and chain.is_irreducible(CHAIN)
    for bad in (3, -1):
        with pytest.raises(dpm.ArgumentError):
            dpm.stationary(matrix, state=bad)


def test_the_group_inverse():
    inverse, pi = dpm.group_inverse(CHAIN)
    a = np.eye(3) - CHAIN
    assert np.allclose(a @ inverse @ a, a, atol=1e-14) and np.allclose(pi @ inverse, 0, atol=1e-14) and np.allclose(pi @ CHAIN, pi)
    assert np.array_equal(chain.stationary(CHAIN), pi)


def test_mixing():
    assert dpm.tau_one(CHAIN) == 0.75
    assert chain.tau_inf(CHAIN) >= 0
    second = np.sort(abs(np.linalg.eigvals(CHAIN)))[-2]
    assert abs(chain.second_eigenvalue(CHAIN).modulus - second) < 1e-6
    assert second <= chain.second_eigenvalue_bound(CHAIN) <= 1.05 * second
    assert chain.period([[0.0, 1.0], [1.0, 0.0]], 0) == 2 and chain.period(CHAIN, 1) == 1


def test_first_passage():
    every = dpm.first_passage(CHAIN)
    for target in range(3):
        assert np.allclose(dpm.first_passage(CHAIN, target=target), every[:, target])
    assert np.allclose(every - np.diag(np.diag(every)), CHAIN @ every - np.diag(np.diag(CHAIN @ every)) + 1 - np.eye(3))
    assert dpm.first_passage([[1.0, 0.0], [0.5, 0.5]], target=1)[0] == math.inf
    with pytest.raises(dpm.ArgumentError):
        dpm.first_passage(CHAIN, target=3)


@given(steps=st.integers(0, 2**32 - 1))
def test_prediction(steps):
    out = chain.predict(CHAIN, [1.0, 0.0, 0.0], steps)
    assert abs(out.sum() - 1) < 1e-12
    if steps < 50:
        assert np.allclose(out, np.linalg.matrix_power(CHAIN, steps)[0])


def test_arguments_of_chains():
    for bad in ([[0.5, 0.5]], [[1.0]], [0.5, 0.5]):
        with pytest.raises(dpm.ArgumentError):
            dpm.tau_one(bad)
    for bad in ([[0.5, 0.6], [0.5, 0.5]], [[math.nan, 0.5], [0.5, 0.5]], [[-0.5, 1.5], [0.5, 0.5]], [[math.inf, 0], [0, 1]]):
        for function in (dpm.stationary, dpm.tau_one, chain.tau_inf, dpm.group_inverse, dpm.first_passage, chain.second_eigenvalue, chain.is_irreducible, chain.recurrent_classes, chain.second_eigenvalue_bound):
            with pytest.raises(dpm.ChainError) as refused:
                function(bad)
            assert refused.value.name == "DPM_ERR_NOT_STOCHASTIC"
    with pytest.raises(dpm.ArgumentError):
        chain.predict(CHAIN, [1.0, 0.0], 3)
    with pytest.raises(dpm.ChainError):
        chain.predict(CHAIN, [1.0, 1.0, 0.0], 3)
    with pytest.raises(dpm.ArgumentError):
        chain.predict(CHAIN, [1.0, 0.0, 0.0], -1)


def test_distances():
    assert chain.total_variation([1.0, 0.0], [0.0, 1.0]) == 1.0
    assert chain.kl_divergence([0.5, 0.5], [0.5, 0.5]) == 0 and chain.kl_divergence([0.5, 0.5], [1.0, 0.0]) == math.inf
    pi = chain.stationary(CHAIN)
    near = chain.stationary_error_bound(CHAIN, pi)
    assert near < 1e-12 and chain.stationary_error_bound(CHAIN, [1.0, 0.0, 0.0]) >= chain.total_variation(pi, [1.0, 0.0, 0.0])
    with pytest.raises(dpm.ArgumentError):
        chain.total_variation([0.5, 0.5], [1.0])


def test_plans():
    g = dpm.Guarantee(epsilon=1.0, delta=1e-9, adjacency="event")
    found = dpm.plan(g, states=59, expected_row_total=4468)
    assert [x.name for x in found.candidates] == ["dirichlet", "polya", "geometric", "gaussian"]
    assert found.recommended.name == "geometric" and "geometric" in str(found) and found.reason
    for candidate in found.candidates:
        assert candidate.mechanism.guarantee == g and 0 < candidate.total_variation < 1
    pure = dpm.plan(epsilon=1.0, adjacency="event", states=5, expected_row_total=100)
    lacking = {x.name: x for x in pure.candidates}["gaussian"]
    assert lacking.mechanism is None and lacking.unavailable and "gaussian" in str(pure)
    for bad, name in (({"states": 1}, "STATES"), ({"expected_row_total": 0.0}, "EXPECTED_ROW_TOTAL"), ({"expected_row_total": math.nan}, "EXPECTED_ROW_TOTAL")):
        with pytest.raises(dpm.ArgumentError) as refused:
            dpm.plan(g, **{"states": 5, "expected_row_total": 100.0, **bad})
        assert refused.value.name == f"DPM_ERR_{name}"
