"""Constants, structs and prototypes of the C interface. Generated from include/dpmarkov.h by scripts/python_prototypes.py: do not edit."""

from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char_p,
    c_double,
    c_int,
    c_int64,
    c_size_t,
    c_uint16,
    c_uint32,
    c_uint64,
    c_uint8,
    c_void_p,
)
from typing import Any

ENTROPY = CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t)
SINK = CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t)

VERSION = "0.1.0"
VERSION_MAJOR = 0
VERSION_MINOR = 1
VERSION_PATCH = 0
TRANSIENT = 4294967295
ABI_VERSION = 1
RNG_SIZE = 96
ADJACENCY_DESTINATION = 0
ADJACENCY_ADD_REMOVE = 1
ADJACENCY_EVENT = 2
ADJACENCY_VISIT = 3
ADJACENCY_VISIT_PRESENCE = 4
DIRICHLET_SIZE = 96
PUBLISHED_SIZE = 96
POLYA_SIZE = 96
GEOMETRIC_SIZE = 96
GAUSSIAN_SIZE = 96
MECHANISM_DIRICHLET = 0
MECHANISM_POLYA = 1
MECHANISM_GEOMETRIC = 2
MECHANISM_GAUSSIAN = 3
BOUND_LINE_INTEGRAL = 0
BOUND_RENYI = 1
BOUND_BASIC = 2
BOUND_SINGLE = 3
COMPOSE_MAX = 16
ROW_LAW_SIZE = 40
NOISE_MULTINOMIAL = 0
NOISE_INDEPENDENT = 1
TARGET_LOG = 0
TARGET_PROCESS = 1
TOTAL_UNKNOWN = 0.0
CANDIDATES = 4
REASON_ONLY_ONE = 0
REASON_MOST_ACCURATE = 1
REASON_INTEGERS = 2
REASON_PURE = 3
REASON_SIMPLEST = 4
LEDGER_ENTRIES = 16
LEDGER_SLOT_LEN = 692
LEDGER_SIZE = 768
PERMIT_SIZE = 64
REPORT_WRITER_SIZE = 192
UNRESOLVED_REFUSE = 0
UNRESOLVED_UNIFORM = 1
LEARNER_EMPIRICAL = 0
LEARNER_ADD_CONSTANT = 1
LEARNER_CLASS = 2
COUPLING_RACE = 0
COUPLING_POISSON = 1
COUPLING_MIXTURE = 2
STABLE_MODE_SIZE = 96
OK = 0
ERR_NULL = 101
ERR_MISALIGNED = 102
ERR_OVERLAP = 103
ERR_SIZE = 104
ERR_OBJECT = 105
ERR_EPSILON = 201
ERR_DELTA = 202
ERR_WEIGHT = 203
ERR_PSEUDO_COUNT = 204
ERR_RELEASES = 205
ERR_ADJACENCY = 206
ERR_EXPECTED_ROW_TOTAL = 207
ERR_SHAPE = 208
ERR_DOMAIN = 209
ERR_TOLERANCE = 210
ERR_ITERATIONS = 211
ERR_RATE = 212
ERR_VARIANCE = 213
ERR_MASS = 214
ERR_DRAWS = 215
ERR_FRACTION = 216
ERR_FLOOR = 217
ERR_COST = 218
ERR_WINDOW = 219
ERR_MECHANISM = 220
ERR_LEVEL = 221
ERR_LEARNER = 222
ERR_COUPLING = 223
ERR_STATES = 301
ERR_STATE_INDEX = 302
ERR_LENGTH = 303
ERR_WORK_LEN = 304
ERR_SUPPORT = 305
ERR_ALPHABET = 306
ERR_SYMBOL = 307
ERR_SEQUENCE = 308
ERR_VOTES = 309
ERR_HYPOTHESES = 310
ERR_UNREACHABLE = 401
ERR_GUARANTEE_NOT_MET = 402
ERR_NO_EPSILON = 403
ERR_NOT_PURE = 404
ERR_ASSUMPTION_GAMMA = 411
ERR_ASSUMPTION_BORDER = 412
ERR_ASSUMPTION_CONCENTRATION = 413
ERR_PUBLISHED_STATES = 414
ERR_ROW_TOTAL = 415
ERR_BELOW_BORDER = 416
ERR_COUNT_OVERFLOW = 501
ERR_EMPTY_ROW = 502
ERR_INFEASIBLE = 503
ERR_NOT_STOCHASTIC = 601
ERR_SEVERAL_CLASSES = 602
ERR_UNDERFLOW = 603
ERR_ENTROPY = 701
ERR_STREAM_EXHAUSTED = 702
ERR_TRIALS = 703
ERR_BUDGET_EXCEEDED = 801
ERR_LEDGER_FULL = 802
ERR_LEDGER_CORRUPT = 803
ERR_LEDGER_ROLLBACK = 804
ERR_LEDGER_PENDING = 805
ERR_LEDGER_NOT_STORED = 806
ERR_NOT_STABLE = 901
ERR_TOO_FEW_VOTES = 902
ERR_LAWS = 903
ERR_REPORT_FORMAT = 1001
ERR_REPORT_VERSION = 1002
ERR_REPORT_CHECKSUM = 1003
ERR_REPORT_CAPACITY = 1004
ERR_REPORT_MISMATCH = 1005
ERR_REPORT_TOTALS = 1006
ERR_MERGE_FULL = 1007
ERR_REPORT_SINK = 1008


class Rng(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 12),
    ]


class Dirichlet(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 12),
    ]


class DirichletRow(Structure):
    _fields_ = [
        ("weight", c_double),
        ("pseudo_count", c_double),
    ]


class Published(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 12),
    ]


class Polya(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 12),
    ]


class Geometric(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 12),
    ]


class Gaussian(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 12),
    ]


class Release(Structure):
    _fields_ = [
        ("mechanism", c_int),
        ("releases", c_uint32),
        ("weight", c_double),
        ("pseudo_count", c_double),
        ("numerator", c_uint64),
        ("denominator", c_uint32),
        ("states", c_uint32),
        ("event_mass", c_uint32),
        ("prior_mass", c_uint32),
        ("draw_mass", c_uint32),
        ("draws", c_uint32),
    ]


class RowLaw(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 5),
    ]


class PublishedRow(Structure):
    _fields_ = [
        ("k", c_double),
        ("row_total", c_uint64),
        ("cells", c_size_t),
    ]


class Interval(Structure):
    _fields_ = [
        ("lower", c_double),
        ("upper", c_double),
    ]


class Candidate(Structure):
    _fields_ = [
        ("status", c_int),
        ("floor", c_uint32),
        ("release", Release),
        ("pure", c_int),
        ("integers", c_int),
        ("total_variation", c_double),
        ("kl", c_double),
        ("work_bytes", c_uint64),
    ]


class Ledger(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 96),
    ]


class Permit(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 8),
    ]


class ReportAbout(Structure):
    _fields_ = [
        ("state_table", c_uint8 * 16),
        ("id", c_uint8 * 16),
        ("generation", c_uint64),
        ("window_first", c_uint32),
        ("window_last", c_uint32),
        ("has_id", c_int),
    ]


class ReportWriter(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 24),
    ]


class ReportInfo(Structure):
    _fields_ = [
        ("about", ReportAbout),
        ("mechanism", Release),
        ("epsilon", c_double),
        ("delta", c_double),
        ("whole_epsilon", c_double),
        ("whole_delta", c_double),
        ("totals_epsilon", c_double),
        ("totals_delta", c_double),
        ("totals_numerator", c_uint32),
        ("totals_denominator", c_uint32),
        ("cells", c_size_t),
        ("saturated", c_size_t),
        ("states", c_uint32),
        ("adjacency", c_int),
        ("bits", c_int),
        ("has_support", c_int),
        ("has_totals", c_int),
    ]


class MergeState(Structure):
    _fields_ = [
        ("state_table", c_uint8 * 16),
        ("epsilon", c_double),
        ("delta", c_double),
        ("cells", c_size_t),
        ("states", c_uint32),
        ("adjacency", c_int),
        ("reports", c_uint32),
        ("known_totals", c_uint32),
        ("window_first", c_uint32),
        ("window_last", c_uint32),
    ]


class MergeCount(Structure):
    _fields_ = [
        ("events", c_double),
        ("standard_error", c_double),
        ("rounding", c_double),
        ("lower", c_double),
        ("upper", c_double),
        ("saturated", c_uint64),
    ]


class MergeRow(Structure):
    _fields_ = [
        ("total", MergeCount),
        ("cells", c_uint32),
        ("resolved", c_int),
    ]


class MergeCell(Structure):
    _fields_ = [
        ("count", MergeCount),
        ("share", c_double),
        ("share_standard_error", c_double),
        ("share_lower", c_double),
        ("share_upper", c_double),
        ("from", c_uint32),
        ("to", c_uint32),
    ]


class Learner(Structure):
    _fields_ = [
        ("kind", c_int),
        ("numerator", c_uint32),
        ("denominator", c_uint32),
        ("hypotheses", c_uint32),
        ("n", c_size_t),
        ("laws", c_void_p),
    ]


class StableMode(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 12),
    ]


class StableModeFigures(Structure):
    _fields_ = [
        ("epsilon", c_double),
        ("delta", c_double),
        ("delta_upper", c_double),
        ("numerator", c_uint32),
        ("denominator", c_uint32),
        ("half_width", c_uint32),
        ("votes_needed", c_uint32),
        ("enough_votes", c_uint32),
        ("spare", c_uint32),
    ]


class LearnerSizes(Structure):
    _fields_ = [
        ("block", c_uint64),
        ("blocks", c_uint64),
        ("runs", c_uint64),
        ("length", c_uint64),
        ("records", c_uint64),
        ("mode_delta", c_double),
        ("accuracy", c_double),
        ("target_tv", c_double),
        ("runs_here", c_int),
        ("spare", c_int),
    ]


class LearnerExpected(Structure):
    _fields_ = [
        ("answers", c_uint64),
        ("repetitions", c_uint32),
        ("complete", c_uint32),
        ("exact", c_uint32),
        ("spare", c_uint32),
        ("success", c_double),
        ("success_lower", c_double),
        ("mismatch", c_double),
        ("mismatch_upper", c_double),
    ]


FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "dpm_status_message": (c_char_p, [c_int]),
    "dpm_version": (c_char_p, []),
    "dpm_abi_version": (c_int, []),
    "dpm_ln_gamma": (c_double, [c_double]),
    "dpm_digamma": (c_double, [c_double]),
    "dpm_ln_beta": (c_double, [c_double, c_double]),
    "dpm_beta_inc": (c_int, [c_double, c_double, c_double, c_void_p, c_void_p]),
    "dpm_ln_beta_inc_logit": (c_int, [c_double, c_double, c_double, c_void_p, c_void_p]),
    "dpm_gamma_inc": (c_int, [c_double, c_double, c_void_p, c_void_p]),
    "dpm_ln_gamma_inc_ln": (c_int, [c_double, c_double, c_void_p, c_void_p]),
    "dpm_ln_gamma_ratio": (c_int, [c_double, c_double, c_double, c_void_p, c_void_p]),
    "dpm_rng_size": (c_size_t, []),
    "dpm_rng_init": (c_int, [POINTER(Rng), ENTROPY, c_void_p, c_uint64]),
    "dpm_rng_init_deterministic_for_tests": (c_int, [POINTER(Rng), c_void_p, c_uint64]),
    "dpm_rng_clear": (c_int, [POINTER(Rng)]),
    "dpm_sample_gamma": (c_int, [POINTER(Rng), c_double, c_void_p]),
    "dpm_sample_dirichlet": (c_int, [POINTER(Rng), c_void_p, c_size_t, c_void_p]),
    "dpm_sample_uniform_below": (c_int, [POINTER(Rng), c_uint64, c_void_p]),
    "dpm_sample_bernoulli": (c_int, [POINTER(Rng), c_uint64, c_uint64, c_void_p]),
    "dpm_sample_bernoulli_exp": (c_int, [POINTER(Rng), c_uint64, c_uint64, c_void_p]),
    "dpm_sample_discrete_laplace": (c_int, [POINTER(Rng), c_uint32, c_uint32, c_void_p]),
    "dpm_sample_discrete_gaussian": (c_int, [POINTER(Rng), c_uint64, c_uint32, c_void_p]),
    "dpm_polya_work_len": (c_size_t, [c_size_t]),
    "dpm_polya_release_row_unchecked": (c_int, [POINTER(Rng), c_void_p, c_size_t, c_uint32, c_uint32, c_uint32, c_uint32, c_void_p, c_size_t, c_void_p]),
    "dpm_counts_record": (c_int, [c_void_p, c_size_t, c_size_t, c_size_t, c_uint32]),
    "dpm_counts_record_session": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t]),
    "dpm_counts_visit": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t]),
    "dpm_counts_merge": (c_int, [c_void_p, c_void_p, c_size_t]),
    "dpm_counts_clear": (c_int, [c_void_p, c_size_t]),
    "dpm_support_check": (c_int, [c_void_p, c_void_p, c_size_t, c_size_t]),
    "dpm_support_mask_len": (c_size_t, [c_size_t]),
    "dpm_support_mask_cells": (c_int, [c_void_p, c_size_t, c_void_p]),
    "dpm_support_from_mask": (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p]),
    "dpm_support_row_lens": (c_int, [c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_void_p]),
    "dpm_support_cell": (c_int, [c_void_p, c_void_p, c_size_t, c_size_t, c_size_t, c_size_t, c_void_p]),
    "dpm_sparse_record": (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, c_size_t, c_size_t, c_size_t, c_size_t, c_uint32]),
    "dpm_sparse_record_session": (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, c_size_t, c_size_t, c_void_p, c_size_t]),
    "dpm_sparse_visit": (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, c_size_t, c_size_t, c_void_p, c_size_t]),
    "dpm_sparse_merge": (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, c_size_t, c_void_p]),
    "dpm_sparse_clear": (c_int, [c_void_p, c_size_t]),
    "dpm_sparse_expand": (c_int, [c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_void_p]),
    "dpm_sparse_step": (c_int, [c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_void_p, c_void_p]),
    "dpm_dirichlet_delta": (c_int, [c_int, c_double, c_double, c_uint32, c_double, c_void_p]),
    "dpm_dirichlet_epsilon": (c_int, [c_int, c_double, c_double, c_uint32, c_double, c_void_p]),
    "dpm_dirichlet_solve_weight": (c_int, [c_int, c_double, c_uint32, c_double, c_double, c_void_p]),
    "dpm_smallest_pseudo_count": (c_int, [c_int, c_double, c_double, c_uint32, c_void_p]),
    "dpm_dirichlet_renyi": (c_int, [c_int, c_double, c_double, c_uint32, c_double, c_void_p]),
    "dpm_dirichlet_renyi_epsilon": (c_int, [c_int, c_double, c_double, c_uint32, c_double, c_void_p]),
    "dpm_dirichlet_size": (c_size_t, []),
    "dpm_dirichlet_init": (c_int, [POINTER(Dirichlet), c_int, c_double, c_double, c_uint32, c_double]),
    "dpm_dirichlet_init_checked": (c_int, [POINTER(Dirichlet), c_int, c_double, c_double, c_uint32, c_double, c_double]),
    "dpm_dirichlet_parameters": (c_int, [POINTER(Dirichlet), c_void_p, c_void_p]),
    "dpm_dirichlet_guarantee": (c_int, [POINTER(Dirichlet), c_void_p, c_void_p, c_void_p, c_void_p]),
    "dpm_dirichlet_release_row": (c_int, [POINTER(Dirichlet), POINTER(Rng), c_void_p, c_size_t, c_void_p]),
    "dpm_dirichlet_release_chain": (c_int, [POINTER(Dirichlet), POINTER(Rng), c_void_p, c_size_t, c_void_p]),
    "dpm_dirichlet_release_chain_rows": (c_int, [POINTER(Rng), c_int, c_double, c_double, c_uint32, POINTER(DirichletRow), c_void_p, c_size_t, c_void_p]),
    "dpm_published_epsilon": (c_int, [c_double, c_double, c_uint64, c_size_t, c_double, c_void_p]),
    "dpm_published_epsilon_sharpened": (c_int, [c_double, c_double, c_uint64, c_size_t, c_double, c_void_p]),
    "dpm_published_delta": (c_int, [c_double, c_double, c_size_t, c_double, c_void_p]),
    "dpm_published_solve_k": (c_int, [c_double, c_double, c_uint64, c_size_t, c_double, c_void_p]),
    "dpm_published_parameters": (c_int, [c_double, c_double, c_uint64, c_void_p, c_void_p]),
    "dpm_published_size": (c_size_t, []),
    "dpm_published_init": (c_int, [POINTER(Published), c_double, c_double, c_uint64, c_size_t]),
    "dpm_published_release_row": (c_int, [POINTER(Published), POINTER(Rng), c_void_p, c_size_t, c_void_p]),
    "dpm_published_release_chain": (c_int, [POINTER(Published), POINTER(Rng), c_void_p, c_size_t, c_void_p]),
    "dpm_polya_delta": (c_int, [c_int, c_size_t, c_uint32, c_uint32, c_uint32, c_uint32, c_uint32, c_double, c_void_p]),
    "dpm_polya_epsilon": (c_int, [c_int, c_size_t, c_uint32, c_uint32, c_uint32, c_uint32, c_uint32, c_double, c_void_p]),
    "dpm_polya_pure_epsilon": (c_int, [c_int, c_size_t, c_uint32, c_uint32, c_uint32, c_uint32, c_uint32, c_void_p]),
    "dpm_polya_largest_pure_draws": (c_int, [c_int, c_size_t, c_uint32, c_uint32, c_uint32, c_uint32, c_double, c_void_p]),
    "dpm_polya_size": (c_size_t, []),
    "dpm_polya_init": (c_int, [POINTER(Polya), c_int, c_double, c_double, c_uint32, c_size_t, c_double, c_uint32]),
    "dpm_polya_init_checked": (c_int, [POINTER(Polya), c_int, c_double, c_double, c_uint32, c_size_t, c_uint32, c_uint32, c_uint32, c_uint32]),
    "dpm_polya_parameters": (c_int, [POINTER(Polya), c_void_p, c_void_p, c_void_p, c_void_p, c_void_p]),
    "dpm_polya_guarantee": (c_int, [POINTER(Polya), c_void_p, c_void_p, c_void_p, c_void_p]),
    "dpm_polya_release_tallies": (c_int, [POINTER(Polya), POINTER(Rng), c_void_p, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_polya_release_row": (c_int, [POINTER(Polya), POINTER(Rng), c_void_p, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_polya_release_chain": (c_int, [POINTER(Polya), POINTER(Rng), c_void_p, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_geometric_delta": (c_int, [c_int, c_uint32, c_uint32, c_uint32, c_double, c_void_p]),
    "dpm_geometric_epsilon": (c_int, [c_int, c_uint32, c_uint32, c_uint32, c_double, c_void_p]),
    "dpm_geometric_solve_rate": (c_int, [c_int, c_uint32, c_double, c_double, c_void_p, c_void_p]),
    "dpm_geometric_size": (c_size_t, []),
    "dpm_geometric_init": (c_int, [POINTER(Geometric), c_int, c_double, c_double, c_uint32]),
    "dpm_geometric_init_checked": (c_int, [POINTER(Geometric), c_int, c_double, c_double, c_uint32, c_uint32, c_uint32]),
    "dpm_geometric_init_pure": (c_int, [POINTER(Geometric), c_int, c_uint64, c_uint32, c_uint32, c_uint32]),
    "dpm_geometric_parameters": (c_int, [POINTER(Geometric), c_void_p, c_void_p]),
    "dpm_geometric_guarantee": (c_int, [POINTER(Geometric), c_void_p, c_void_p, c_void_p, c_void_p]),
    "dpm_geometric_release_counts": (c_int, [POINTER(Geometric), POINTER(Rng), c_void_p, c_size_t, c_void_p]),
    "dpm_geometric_release_row": (c_int, [POINTER(Geometric), POINTER(Rng), c_void_p, c_size_t, c_uint32, c_void_p, c_size_t, c_void_p]),
    "dpm_geometric_release_chain": (c_int, [POINTER(Geometric), POINTER(Rng), c_void_p, c_size_t, c_uint32, c_void_p, c_size_t, c_void_p]),
    "dpm_gaussian_delta": (c_int, [c_int, c_uint64, c_uint32, c_uint32, c_double, c_void_p]),
    "dpm_gaussian_epsilon": (c_int, [c_int, c_uint64, c_uint32, c_uint32, c_double, c_void_p]),
    "dpm_gaussian_solve_variance": (c_int, [c_int, c_uint32, c_double, c_double, c_void_p, c_void_p]),
    "dpm_gaussian_size": (c_size_t, []),
    "dpm_gaussian_init": (c_int, [POINTER(Gaussian), c_int, c_double, c_double, c_uint32]),
    "dpm_gaussian_init_checked": (c_int, [POINTER(Gaussian), c_int, c_double, c_double, c_uint32, c_uint64, c_uint32]),
    "dpm_gaussian_parameters": (c_int, [POINTER(Gaussian), c_void_p, c_void_p]),
    "dpm_gaussian_guarantee": (c_int, [POINTER(Gaussian), c_void_p, c_void_p, c_void_p, c_void_p]),
    "dpm_gaussian_release_counts": (c_int, [POINTER(Gaussian), POINTER(Rng), c_void_p, c_size_t, c_void_p]),
    "dpm_gaussian_release_row": (c_int, [POINTER(Gaussian), POINTER(Rng), c_void_p, c_size_t, c_uint32, c_void_p, c_size_t, c_void_p]),
    "dpm_gaussian_release_chain": (c_int, [POINTER(Gaussian), POINTER(Rng), c_void_p, c_size_t, c_uint32, c_void_p, c_size_t, c_void_p]),
    "dpm_noisy_counts_row": (c_int, [c_void_p, c_size_t, c_uint32, c_void_p]),
    "dpm_noisy_counts_units": (c_int, [c_void_p, c_size_t, c_uint32, c_void_p]),
    "dpm_geometric_deviation": (c_double, [c_uint32, c_uint32]),
    "dpm_gaussian_deviation": (c_double, [c_uint64, c_uint32]),
    "dpm_share_standard_error": (c_double, [c_double, c_size_t, c_double, c_double]),
    "dpm_dirichlet_release_sparse": (c_int, [POINTER(Dirichlet), POINTER(Rng), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_void_p]),
    "dpm_dirichlet_release_sparse_rows": (c_int, [POINTER(Rng), c_int, c_double, c_double, c_uint32, POINTER(DirichletRow), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_void_p]),
    "dpm_published_release_sparse": (c_int, [POINTER(Published), c_size_t, POINTER(Rng), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_void_p]),
    "dpm_polya_release_sparse": (c_int, [POINTER(Polya), POINTER(Rng), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p]),
    "dpm_polya_release_sparse_tallies": (c_int, [POINTER(Polya), POINTER(Rng), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p]),
    "dpm_geometric_release_sparse": (c_int, [POINTER(Geometric), POINTER(Rng), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_uint32, c_void_p, c_size_t, c_void_p]),
    "dpm_geometric_release_sparse_counts": (c_int, [POINTER(Geometric), POINTER(Rng), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_void_p]),
    "dpm_gaussian_release_sparse": (c_int, [POINTER(Gaussian), POINTER(Rng), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_uint32, c_void_p, c_size_t, c_void_p]),
    "dpm_gaussian_release_sparse_counts": (c_int, [POINTER(Gaussian), POINTER(Rng), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_void_p]),
    "dpm_noisy_counts_sparse": (c_int, [c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_uint32, c_void_p]),
    "dpm_compose_epsilon": (c_int, [c_int, POINTER(Release), c_size_t, c_double, c_void_p, c_void_p]),
    "dpm_compose_delta": (c_int, [c_int, POINTER(Release), c_size_t, c_double, c_void_p, c_void_p]),
    "dpm_compose_renyi_epsilon": (c_int, [c_int, POINTER(Release), c_size_t, c_double, c_void_p]),
    "dpm_stationary_gth_work_len": (c_size_t, [c_size_t]),
    "dpm_stationary_power_work_len": (c_size_t, [c_size_t]),
    "dpm_ergodicity_inf_work_len": (c_size_t, [c_size_t]),
    "dpm_recurrent_classes_work_len": (c_size_t, [c_size_t]),
    "dpm_stationary_gth": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_of_state": (c_int, [c_void_p, c_size_t, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_recurrent_classes": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_power": (c_int, [c_void_p, c_size_t, c_double, c_uint32, c_void_p, c_size_t, c_void_p, c_void_p]),
    "dpm_ergodicity_inf": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_ergodicity_one": (c_int, [c_void_p, c_size_t, c_void_p]),
    "dpm_class_labels": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p]),
    "dpm_class_of_state": (c_int, [c_void_p, c_size_t, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p]),
    "dpm_is_irreducible": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_period": (c_int, [c_void_p, c_size_t, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_is_absorbing": (c_int, [c_void_p, c_size_t, c_size_t, c_void_p]),
    "dpm_second_eigenvalue_work_len": (c_size_t, [c_size_t]),
    "dpm_second_eigenvalue_upper_work_len": (c_size_t, [c_size_t]),
    "dpm_mean_first_passage_work_len": (c_size_t, [c_size_t]),
    "dpm_all_mean_first_passage_work_len": (c_size_t, [c_size_t]),
    "dpm_predict_work_len": (c_size_t, [c_size_t, c_uint32]),
    "dpm_second_eigenvalue": (c_int, [c_void_p, c_size_t, c_uint32, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p]),
    "dpm_second_eigenvalue_upper": (c_int, [c_void_p, c_size_t, c_uint32, c_void_p, c_size_t, c_void_p]),
    "dpm_mean_first_passage": (c_int, [c_void_p, c_size_t, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_all_mean_first_passage": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_predict": (c_int, [c_void_p, c_size_t, c_void_p, c_uint32, c_void_p, c_size_t, c_void_p]),
    "dpm_group_inverse_work_len": (c_size_t, [c_size_t]),
    "dpm_stationary_error_bound_work_len": (c_size_t, [c_size_t]),
    "dpm_group_inverse": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p]),
    "dpm_group_inverse_tau_one": (c_int, [c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_error_bound": (c_int, [c_void_p, c_size_t, c_void_p, c_double, c_void_p, c_size_t, c_void_p]),
    "dpm_dirichlet_expected_kl_unchecked": (c_int, [c_void_p, c_size_t, c_double, c_double, c_void_p]),
    "dpm_dirichlet_expected_tv_unchecked": (c_int, [c_void_p, c_size_t, c_double, c_double, c_void_p]),
    "dpm_dirichlet_expected_kl": (c_int, [c_void_p, c_size_t, c_double, c_double, c_double, c_void_p]),
    "dpm_dirichlet_expected_tv": (c_int, [c_void_p, c_size_t, c_double, c_double, c_double, c_void_p]),
    "dpm_dirichlet_expected_tv_uniform": (c_int, [c_size_t, c_double, c_double, c_double, c_void_p]),
    "dpm_published_expected_kl": (c_int, [c_void_p, c_size_t, c_double, c_void_p]),
    "dpm_published_worst_kl": (c_int, [c_double, c_uint64, c_size_t, c_void_p]),
    "dpm_row_law_size": (c_size_t, []),
    "dpm_row_law_init_dirichlet": (c_int, [POINTER(RowLaw), c_double, c_double, c_size_t, c_double]),
    "dpm_row_law_init_published": (c_int, [POINTER(RowLaw), c_double, c_size_t]),
    "dpm_row_law_init_polya": (c_int, [POINTER(RowLaw), c_uint32, c_uint32, c_uint32, c_uint32, c_size_t, c_double]),
    "dpm_row_law_init_geometric": (c_int, [POINTER(RowLaw), c_uint32, c_uint32, c_uint32, c_size_t, c_double]),
    "dpm_row_law_init_gaussian": (c_int, [POINTER(RowLaw), c_uint64, c_uint32, c_uint32, c_size_t, c_double]),
    "dpm_row_law_cells": (c_int, [POINTER(RowLaw), c_void_p]),
    "dpm_row_law_shrink": (c_int, [POINTER(RowLaw), c_void_p]),
    "dpm_row_law_noise": (c_int, [POINTER(RowLaw), c_void_p, c_void_p]),
    "dpm_row_mean": (c_int, [POINTER(RowLaw), c_double, c_void_p]),
    "dpm_row_bias": (c_int, [POINTER(RowLaw), c_double, c_void_p]),
    "dpm_row_variance": (c_int, [POINTER(RowLaw), c_double, c_void_p]),
    "dpm_row_deviation": (c_int, [POINTER(RowLaw), c_double, c_void_p]),
    "dpm_row_expected_l1_bound": (c_int, [POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_row_expected_max_bound": (c_int, [POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_row_l1_bound": (c_int, [POINTER(RowLaw), c_void_p, c_size_t, c_double, c_void_p]),
    "dpm_row_l1_bound_after_release": (c_int, [POINTER(RowLaw), c_void_p, c_size_t, c_double, c_void_p]),
    "dpm_laws_work_len": (c_size_t, [c_size_t]),
    "dpm_ergodicity_inf_change_work_len": (c_size_t, [c_size_t]),
    "dpm_stationary_variances_work_len": (c_size_t, [c_size_t]),
    "dpm_stationary_bias_effect_work_len": (c_size_t, [c_size_t]),
    "dpm_stationary_estimate_work_len": (c_size_t, [c_size_t]),
    "dpm_stationary_expected_error_bound": (c_int, [c_void_p, c_size_t, c_double, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_ergodicity_one_change_bound": (c_int, [c_void_p, c_size_t, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_ergodicity_inf_change_bound": (c_int, [c_void_p, c_size_t, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_variances": (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_mean_chain": (c_int, [c_void_p, c_size_t, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_mean_chain_on_support": (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, c_size_t, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_bias_effect": (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_bias_effect_on_support": (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_estimate": (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_estimate_on_support": (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_estimate_at_mean": (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_expected_distance": (c_int, [c_void_p, c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_weighted_error_bound_work_len": (c_size_t, [c_size_t]),
    "dpm_stationary_weighted_error_bound": (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_weighted_error_bound_on_support": (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_rows_error_bound_after_release": (c_int, [c_void_p, c_size_t, POINTER(RowLaw), c_double, c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_error_bound_after_release": (c_int, [c_void_p, c_size_t, c_double, POINTER(RowLaw), c_double, c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_bias_effect_after_release": (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_estimate_after_release": (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_stationary_weighted_error_bound_after_release_work_len": (c_size_t, [c_size_t]),
    "dpm_stationary_weighted_error_bound_after_release": (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, POINTER(RowLaw), c_double, c_void_p, c_size_t, c_void_p]),
    "dpm_published_loss": (c_int, [c_void_p, POINTER(PublishedRow), c_size_t, c_void_p]),
    "dpm_published_theorem_4": (c_int, [c_void_p, c_double, POINTER(PublishedRow), c_size_t, c_void_p]),
    "dpm_published_theorem_5": (c_int, [c_void_p, POINTER(PublishedRow), c_size_t, c_void_p]),
    "dpm_published_z_norm": (c_int, [c_void_p, c_void_p, c_size_t, c_void_p]),
    "dpm_fundamental_norm": (c_int, [c_void_p, c_void_p, c_size_t, c_void_p]),
    "dpm_interval_dirichlet": (c_int, [c_double, c_size_t, c_double, c_double, c_double, c_int, c_double, POINTER(Interval)]),
    "dpm_interval_published": (c_int, [c_double, c_size_t, c_double, c_double, c_double, c_int, c_double, POINTER(Interval)]),
    "dpm_interval_polya": (c_int, [c_uint32, c_size_t, c_double, c_uint32, c_uint32, c_uint32, c_uint32, c_int, c_double, POINTER(Interval)]),
    "dpm_interval_geometric": (c_int, [c_int64, c_int64, c_size_t, c_double, c_uint32, c_uint32, c_int, c_double, POINTER(Interval)]),
    "dpm_interval_gaussian": (c_int, [c_int64, c_int64, c_size_t, c_double, c_uint64, c_uint32, c_int, c_double, POINTER(Interval)]),
    "dpm_interval_geometric_row": (c_int, [c_void_p, c_size_t, c_double, c_uint32, c_uint32, c_int, c_double, POINTER(Interval)]),
    "dpm_interval_gaussian_row": (c_int, [c_void_p, c_size_t, c_double, c_uint64, c_uint32, c_int, c_double, POINTER(Interval)]),
    "dpm_interval_stationary": (c_int, [c_double, c_double, c_double, POINTER(Interval)]),
    "dpm_interval_simultaneous": (c_int, [c_double, c_uint32, c_void_p]),
    "dpm_noisy_total_lower_geometric": (c_int, [c_int64, c_size_t, c_uint32, c_uint32, c_double, c_void_p]),
    "dpm_noisy_total_lower_gaussian": (c_int, [c_int64, c_size_t, c_uint64, c_uint32, c_double, c_void_p]),
    "dpm_debias_dirichlet": (c_int, [c_double, c_size_t, c_double, c_double, c_double, c_void_p]),
    "dpm_debias_polya": (c_int, [c_uint32, c_size_t, c_double, c_uint32, c_uint32, c_uint32, c_uint32, c_void_p]),
    "dpm_debias_noisy": (c_int, [c_int64, c_int64, c_size_t, c_double, c_void_p]),
    "dpm_polya_tally": (c_int, [c_double, c_size_t, c_uint32, c_uint32, c_uint32, c_uint32, c_void_p]),
    "dpm_debias_noisy_row": (c_int, [c_void_p, c_size_t, c_void_p]),
    "dpm_debias_chain": (c_int, [c_void_p, c_size_t, POINTER(RowLaw), c_void_p, c_size_t, c_void_p]),
    "dpm_interval_stationary_chain_work_len": (c_size_t, [c_size_t]),
    "dpm_interval_stationary_chain": (c_int, [c_void_p, c_size_t, c_void_p, POINTER(RowLaw), c_double, c_void_p, c_size_t, c_void_p, POINTER(Interval)]),
    "dpm_kl_divergence": (c_int, [c_void_p, c_void_p, c_size_t, c_void_p]),
    "dpm_total_variation_distance": (c_int, [c_void_p, c_void_p, c_size_t, c_void_p]),
    "dpm_plan_choose": (c_int, [c_int, c_double, c_double, c_uint32, c_size_t, c_double, c_void_p, c_void_p]),
    "dpm_plan_compare": (c_int, [c_int, c_double, c_double, c_uint32, c_size_t, c_double, POINTER(Candidate), c_void_p, c_void_p]),
    "dpm_ledger_size": (c_size_t, []),
    "dpm_ledger_create": (c_int, [c_int, c_uint64, c_uint64, c_uint64, c_void_p]),
    "dpm_ledger_load": (c_int, [POINTER(Ledger), c_void_p, c_void_p, c_uint64]),
    "dpm_ledger_prepare_cost": (c_int, [POINTER(Ledger), c_uint64, c_uint64, c_uint32, c_uint32, c_uint32, c_uint32, c_void_p, c_void_p]),
    "dpm_ledger_prepare_cost_summed": (c_int, [POINTER(Ledger), c_uint64, c_uint64, c_uint32, c_uint32, c_uint32, c_uint32, c_void_p, c_void_p]),
    "dpm_ledger_prepare_release": (c_int, [POINTER(Ledger), POINTER(Release), c_uint32, c_uint32, c_void_p, c_void_p]),
    "dpm_ledger_prepare_release_summed": (c_int, [POINTER(Ledger), POINTER(Release), c_uint32, c_uint32, c_void_p, c_void_p]),
    "dpm_ledger_commit": (c_int, [POINTER(Ledger), c_void_p, POINTER(Permit)]),
    "dpm_ledger_abort": (c_int, [POINTER(Ledger)]),
    "dpm_ledger_close_before": (c_int, [POINTER(Ledger), c_uint32]),
    "dpm_ledger_budget": (c_int, [POINTER(Ledger), c_void_p, c_void_p]),
    "dpm_ledger_spent": (c_int, [POINTER(Ledger), c_uint32, c_void_p, c_void_p]),
    "dpm_ledger_remaining": (c_int, [POINTER(Ledger), c_uint32, c_void_p, c_void_p]),
    "dpm_ledger_generation": (c_int, [POINTER(Ledger), c_void_p]),
    "dpm_cost_guarantee": (c_int, [c_uint64, c_uint64, c_uint32, c_void_p, c_void_p]),
    "dpm_permit_size": (c_size_t, []),
    "dpm_permit_number": (c_int, [POINTER(Permit), c_void_p]),
    "dpm_rng_init_with_permit": (c_int, [POINTER(Rng), POINTER(Permit), ENTROPY, c_void_p]),
    "dpm_report_len_bound": (c_size_t, [c_size_t, c_size_t, c_int, c_int]),
    "dpm_report_write_geometric": (c_int, [POINTER(Geometric), POINTER(ReportAbout), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_int, c_void_p, c_size_t, c_void_p]),
    "dpm_report_write_gaussian": (c_int, [POINTER(Gaussian), POINTER(ReportAbout), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_int, c_void_p, c_size_t, c_void_p]),
    "dpm_report_write_polya": (c_int, [POINTER(Polya), POINTER(ReportAbout), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, POINTER(Geometric), c_void_p, c_int, c_void_p, c_size_t, c_void_p]),
    "dpm_report_write_dirichlet": (c_int, [POINTER(Dirichlet), POINTER(ReportAbout), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, POINTER(Geometric), c_void_p, c_int, c_void_p, c_size_t, c_void_p]),
    "dpm_report_writer_size": (c_size_t, []),
    "dpm_report_begin_geometric": (c_int, [POINTER(ReportWriter), POINTER(Geometric), POINTER(ReportAbout), c_void_p, c_void_p, c_size_t, c_size_t, c_int, SINK, c_void_p]),
    "dpm_report_begin_gaussian": (c_int, [POINTER(ReportWriter), POINTER(Gaussian), POINTER(ReportAbout), c_void_p, c_void_p, c_size_t, c_size_t, c_int, SINK, c_void_p]),
    "dpm_report_begin_polya": (c_int, [POINTER(ReportWriter), POINTER(Polya), POINTER(ReportAbout), c_void_p, c_void_p, c_size_t, c_size_t, POINTER(Geometric), c_int, SINK, c_void_p]),
    "dpm_report_begin_dirichlet": (c_int, [POINTER(ReportWriter), POINTER(Dirichlet), POINTER(ReportAbout), c_void_p, c_void_p, c_size_t, c_size_t, POINTER(Geometric), c_int, SINK, c_void_p]),
    "dpm_report_row_noisy": (c_int, [POINTER(ReportWriter), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_size_t, SINK, c_void_p]),
    "dpm_report_row_tallies": (c_int, [POINTER(ReportWriter), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_size_t, SINK, c_void_p]),
    "dpm_report_row_probabilities": (c_int, [POINTER(ReportWriter), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_size_t, SINK, c_void_p]),
    "dpm_report_finish": (c_int, [POINTER(ReportWriter), c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, SINK, c_void_p, c_void_p]),
    "dpm_report_read": (c_int, [c_void_p, c_size_t, POINTER(ReportInfo)]),
    "dpm_report_verify": (c_int, [c_void_p, c_size_t]),
    "dpm_report_support": (c_int, [c_void_p, c_size_t, c_size_t, c_size_t, c_void_p, c_void_p]),
    "dpm_report_noisy_counts": (c_int, [c_void_p, c_size_t, c_size_t, c_void_p]),
    "dpm_report_tallies": (c_int, [c_void_p, c_size_t, c_size_t, c_void_p]),
    "dpm_report_probabilities": (c_int, [c_void_p, c_size_t, c_size_t, c_void_p]),
    "dpm_report_row_totals": (c_int, [c_void_p, c_size_t, c_size_t, c_void_p]),
    "dpm_merge_len": (c_size_t, [c_size_t, c_size_t]),
    "dpm_merge_init": (c_int, [c_void_p, c_size_t, c_int, c_void_p, c_void_p, c_void_p, c_size_t, c_size_t]),
    "dpm_merge_add": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_double, c_void_p]),
    "dpm_merge_combine": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t]),
    "dpm_merge_info": (c_int, [c_void_p, c_size_t, POINTER(MergeState)]),
    "dpm_merge_rows": (c_int, [c_void_p, c_size_t, c_double, c_size_t, POINTER(MergeRow)]),
    "dpm_merge_cells": (c_int, [c_void_p, c_size_t, c_double, c_size_t, POINTER(MergeCell)]),
    "dpm_merge_chain": (c_int, [c_void_p, c_size_t, c_int, c_size_t, c_void_p]),
    "dpm_learner_law": (c_int, [POINTER(Learner), c_void_p, c_void_p]),
    "dpm_learner_samples": (c_int, [POINTER(Learner), c_double, c_double, c_void_p]),
    "dpm_minimum_distance": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_class_separation": (c_int, [c_void_p, c_size_t, c_size_t, c_void_p]),
    "dpm_class_samples_agnostic": (c_int, [c_void_p, c_size_t, c_size_t, c_double, c_double, c_void_p]),
    "dpm_learner_vote": (c_int, [c_void_p, c_uint64, c_void_p, c_size_t, c_size_t, c_void_p]),
    "dpm_learner_vote_poisson": (c_int, [c_void_p, c_uint64, c_void_p, c_size_t, c_size_t, c_void_p]),
    "dpm_learner_vote_poisson_joint": (c_int, [c_void_p, c_uint64, c_void_p, c_size_t, c_size_t, c_void_p]),
    "dpm_learner_couple_work_len": (c_size_t, [c_size_t]),
    "dpm_learner_couple": (c_int, [POINTER(Rng), c_int, c_void_p, c_size_t, c_size_t, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_learner_couple_mixture_joint_work_len": (c_size_t, [c_size_t, c_size_t]),
    "dpm_learner_couple_mixture_joint": (c_int, [POINTER(Rng), c_void_p, c_size_t, c_size_t, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_stable_mode_size": (c_size_t, []),
    "dpm_stable_mode_init": (c_int, [POINTER(StableMode), c_double, c_double]),
    "dpm_stable_mode_parameters": (c_int, [POINTER(StableMode), POINTER(StableModeFigures)]),
    "dpm_stable_mode_success": (c_int, [POINTER(StableMode), c_uint32, c_void_p, c_void_p]),
    "dpm_learner_tally_work_len": (c_size_t, [c_size_t]),
    "dpm_learner_tally": (c_int, [POINTER(StableMode), POINTER(Rng), c_void_p, c_size_t, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p]),
    "dpm_permute_and_flip_work_len": (c_size_t, [c_size_t]),
    "dpm_permute_and_flip": (c_int, [POINTER(Rng), c_double, c_void_p, c_size_t, c_void_p, c_size_t, c_void_p]),
    "dpm_permute_and_flip_gap": (c_double, [c_size_t, c_double, c_double]),
    "dpm_learner_sampler_work_len": (c_size_t, [c_size_t, c_int, c_size_t, c_size_t, c_size_t]),
    "dpm_learner_sampler": (c_int, [POINTER(StableMode), POINTER(Rng), POINTER(Learner), c_int, c_void_p, c_size_t, c_size_t, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p]),
    "dpm_learner_sampler_blocks_work_len": (c_size_t, [c_size_t, c_int, c_size_t, c_size_t]),
    "dpm_learner_sampler_blocks": (c_int, [POINTER(StableMode), POINTER(Rng), POINTER(Learner), c_int, c_void_p, c_size_t, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p]),
    "dpm_learner_aggregate_work_len": (c_size_t, [c_size_t, c_size_t, c_size_t]),
    "dpm_learner_aggregate": (c_int, [POINTER(StableMode), POINTER(Rng), c_int, c_void_p, c_size_t, c_size_t, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p]),
    "dpm_learner_black_box_work_len": (c_size_t, [c_size_t, c_int, c_size_t, c_size_t, c_size_t]),
    "dpm_learner_black_box": (c_int, [POINTER(StableMode), POINTER(Rng), POINTER(Learner), c_int, c_void_p, c_size_t, c_size_t, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p]),
    "dpm_learner_boosted_work_len": (c_size_t, [c_size_t, c_int, c_size_t, c_size_t, c_size_t, c_size_t]),
    "dpm_learner_boosted": (c_int, [POINTER(StableMode), POINTER(Rng), POINTER(Learner), c_int, c_void_p, c_size_t, c_size_t, c_size_t, c_size_t, c_double, c_void_p, c_size_t, c_void_p, c_void_p]),
    "dpm_learner_agnostic_work_len": (c_size_t, [c_size_t, c_int, c_size_t, c_size_t, c_size_t]),
    "dpm_learner_agnostic": (c_int, [POINTER(StableMode), POINTER(Rng), POINTER(Learner), c_int, c_void_p, c_size_t, c_size_t, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p]),
    "dpm_learner_pair": (c_int, [c_uint32, c_size_t, c_void_p, c_void_p]),
    "dpm_learner_feasible_pair": (c_int, [c_uint32, c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_void_p]),
    "dpm_learner_add": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t]),
    "dpm_learner_law_of_chain": (c_int, [c_void_p, c_size_t, c_void_p, c_uint32, c_void_p]),
    "dpm_learner_chain_of_law": (c_int, [c_void_p, c_size_t, c_void_p]),
    "dpm_learner_plan_sampler": (c_int, [POINTER(Learner), c_uint64, c_double, c_double, c_double, POINTER(LearnerSizes)]),
    "dpm_learner_plan_black_box": (c_int, [POINTER(Learner), c_double, c_double, c_double, c_double, POINTER(LearnerSizes)]),
    "dpm_learner_plan_boosted": (c_int, [POINTER(Learner), c_double, c_double, c_double, c_double, POINTER(LearnerSizes)]),
    "dpm_learner_plan_direct": (c_int, [POINTER(Learner), c_uint64, c_double, c_double, c_double, POINTER(LearnerSizes)]),
    "dpm_learner_plan_agnostic": (c_int, [c_void_p, c_size_t, c_size_t, c_double, c_double, c_double, c_double, POINTER(LearnerSizes)]),
    "dpm_learner_plan_direct_empirical": (c_int, [c_size_t, c_uint64, c_double, c_double, c_double, POINTER(LearnerSizes)]),
    "dpm_learner_plan_direct_block": (c_int, [c_size_t, c_uint64, c_uint64, c_double, c_double, c_double, POINTER(LearnerSizes)]),
    "dpm_learner_plan_direct_guess": (c_int, [c_void_p, c_size_t, c_uint64, c_double, c_double, c_double, POINTER(LearnerSizes)]),
    "dpm_learner_empirical_mean_tv": (c_int, [c_size_t, c_uint64, c_void_p]),
    "dpm_learner_direct_runs": (c_int, [c_double, c_void_p]),
    "dpm_learner_guess_mean_tv": (c_int, [c_void_p, c_size_t, c_uint64, c_void_p]),
    "dpm_learner_proved_tv": (c_int, [POINTER(StableMode), c_double, c_uint64, c_uint64, c_void_p]),
    "dpm_learner_expect_work_len": (c_size_t, [c_size_t, c_size_t, c_size_t, c_size_t]),
    "dpm_learner_expect_wide_work_len": (c_size_t, [c_size_t, c_size_t, c_size_t, c_size_t]),
    "dpm_learner_expect": (c_int, [POINTER(StableMode), POINTER(Rng), c_void_p, c_size_t, c_size_t, c_uint32, c_size_t, c_size_t, c_uint32, c_double, c_void_p, c_size_t, c_void_p, c_size_t, POINTER(LearnerExpected)]),
}
