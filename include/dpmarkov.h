/*
 * dpmarkov: differentially private Markov chains from logged transitions, on the device.
 *
 * Generated from src/ffi by cbindgen: do not edit. Valid C99 and C++17.
 *
 * Link with libdpmarkov.a or libdpmarkov.so (scripts/build-c.sh); on a bare machine the library needs only memcpy, memmove,
 * memset and memcmp.
 *
 * The contract of every function:
 *
 *  - Order of arguments: the object that changes, inputs, scratch, outputs.
 *  - Arrays have the length that the function states: n, or n * n row by row (row: the state left, column: the next state).
 *    n is the number of states (of feasible next states for one row): 2 to 65535, else DPM_ERR_STATES; for the private learner
 *    (dpm_learner_...) the number of symbols: 2 to 2^24, else DPM_ERR_ALPHABET. On a support
 *    (dpm_support_check()) counts and values have `cells` elements. Scratch carries its length; it holds anything
 *    afterwards, as secret as the inputs: wipe it after a call on secret ones. A state not below n: DPM_ERR_STATE_INDEX.
 *  - What can fail returns a dpm_status. Outputs are written only with DPM_OK, and DPM_OK never comes with a NaN. Functions
 *    that return a double give NaN outside their domain. Exceptions: DPM_ERR_TRIALS, which a working generator gives with
 *    probability below 2^-100, in the middle of a release leaves its output zeroed; dpm_sparse_visit() moves `*current` on
 *    with DPM_ERR_INFEASIBLE; DPM_ERR_REPORT_SINK voids the writer of a report; and a `rng` that was drawn from has gone on, whatever the code, so that no noise is used twice
 *    (DPM_ERR_NOT_STABLE is an answer, and the noise behind it is spent).
 *  - NULL, misaligned, overlapping and oversized arguments are refused, each with its code. Where several arguments are wrong,
 *    the code of any of them comes back. Inputs may overlap each other; nothing else may.
 *  - The caller promises that a pointer which is neither NULL nor misaligned can be read (const) or read and written over the
 *    stated length, and that no other thread writes there during the call.
 *  - No allocation, no global state, no pointer kept after return, no abort. Distinct objects may be used by distinct threads
 *    at the same time, and so may one object through pointers to const. No call is safe on a dpm_rng that an interrupted call uses.
 *  - Floating point is as C starts it: rounding to nearest, subnormal numbers kept (on x86 no -ffast-math at the link, which
 *    turns them off). The guarantees are computed for that.
 *  - Objects (dpm_rng, dpm_dirichlet, dpm_ledger, ...) live in your storage, of any content before their _init. They belong to the address
 *    where they were initialised: zeroed, copied, moved, cleared or damaged ones are refused with DPM_ERR_OBJECT. Damage is found
 *    where it happens by accident: the seal keeps no one out who writes to your memory on purpose. A merge of reports (dpm_merge_init()) is under a seal
 *    too and may be copied, moved and stored.
 *  - What the counts hold is secret. A released row or chain is public, and so are the parameters of a mechanism. A number that is
 *    computed from counts in any other way is as secret as the counts. The stack that a call used may hold traces of a seed, of counts
 *    and of single draws of noise, and noise undoes a release: wipe it, or keep it where only you can read.
 *
 * Stack: at most 4 KiB on a 32-bit processor for every function that scripts/embedded.sh measures (the largest: charges of mixed
 * mechanisms to a ledger). docs/embedded.md has the figures, and those of the code's size.
 *
 * Units: epsilon in nats; pseudo-counts and row totals in events.
 *
 * Ranges, both ends accepted, everywhere (the code of what lies outside, NaN included): epsilon 0 to 1e6 (DPM_ERR_EPSILON); delta 0 (where a
 * mechanism promises something at it, else DPM_ERR_NOT_PURE) and 2.3e-308 to 1 - 1.2e-16 (DPM_ERR_DELTA); event weight 1e-9 to 1e9 (DPM_ERR_WEIGHT); pseudo-count 1e-6 to 1e9 (DPM_ERR_PSEUDO_COUNT); releases 1 to
 * 4294967295 (DPM_ERR_RELEASES); adjacency one of five (DPM_ERR_ADJACENCY); expected row total 1 to 1e15 (DPM_ERR_EXPECTED_ROW_TOTAL);
 * shape and Dirichlet parameter 1e-300 to 1e308 (DPM_ERR_SHAPE). Fractions are exact: rate and variance (DPM_ERR_RATE, DPM_ERR_VARIANCE say their
 * ranges), masses of an urn 1 to 32768, its prior mass 1 to 2^31 (DPM_ERR_MASS), draws 1 to 2^24 (DPM_ERR_DRAWS).
 */


#ifndef DPMARKOV_H
#define DPMARKOV_H

#include <stddef.h>
#include <stdint.h>

/** Version of the library that this header belongs to: compare with dpm_version(). */
#define DPM_VERSION "0.1.0"
/** The first number of the version, for the preprocessor. */
#define DPM_VERSION_MAJOR 0
/** The second number of the version. */
#define DPM_VERSION_MINOR 1
/** The third number of the version. */
#define DPM_VERSION_PATCH 0
/** The version as one number that rises with it: `#if DPM_VERSION_NUMBER >= 2000` from 0.2.0 on. */
#define DPM_VERSION_NUMBER (DPM_VERSION_MAJOR * 1000000 + DPM_VERSION_MINOR * 1000 + DPM_VERSION_PATCH)

/** No state yet: what `*current` of dpm_counts_visit() holds before a session's first visit. */
#define DPM_NO_STATE SIZE_MAX

/** What dpm_sparse_record() does with a transition outside the support, where it is no state: refuse it with DPM_ERR_INFEASIBLE. */
#define DPM_OUTSIDE_REFUSE SIZE_MAX
/** What dpm_sparse_record() does with a transition outside the support, where it is no state: drop it, uncounted, with DPM_OK. */
#define DPM_OUTSIDE_DROP (SIZE_MAX - 1)

/** The label of dpm_class_labels() for a state in no recurrent class. */
#define DPM_TRANSIENT UINT32_C(4294967295)

/** Words (uint32_t) of the bit mask of a support, n from 2 to 65535. */
#define DPM_SUPPORT_MASK_LEN(n) ((size_t)(n) * (((size_t)(n) + 31) / 32))

/** An upper bound on the bytes of every report of n states and `cells` feasible transitions (n * n: all), of 16 or 32 bits a value, with noisy row totals or without. */
#define DPM_REPORT_LEN_BOUND(n, cells, bits, has_totals)                                                     ((size_t)199 + (size_t)(cells) * ((size_t)(bits) / 8) +                                                  ((size_t)(cells) == (size_t)(n) * (size_t)(n) ? 0 : ((size_t)(n) + (size_t)(cells)) * 2) +              ((has_totals) ? (size_t)(n) * 4 : 0))

/** Words (uint64_t) of a merge of reports, n from 2 to 65535. */
#define DPM_MERGE_LEN(n, cells) ((size_t)12 + ((size_t)(n) + (size_t)(cells)) * 9 + ((size_t)(n) + 2) / 2 + ((size_t)(cells) + 3) / 4)

/** Scratch doubles for dpm_stationary_gth(), n from 2 to 65535. */
#define DPM_STATIONARY_GTH_WORK_LEN(n) ((size_t)(n) * (size_t)(n))
/** Scratch doubles for dpm_stationary_power(), n from 2 to 65535. */
#define DPM_STATIONARY_POWER_WORK_LEN(n) ((size_t)2 * (size_t)(n))
/** Scratch doubles for dpm_ergodicity_inf(), n from 2 to 65535. */
#define DPM_ERGODICITY_INF_WORK_LEN(n) ((size_t)(n))
/** Scratch doubles for dpm_recurrent_classes(), n from 2 to 65535. */
#define DPM_RECURRENT_CLASSES_WORK_LEN(n) ((size_t)2 * (size_t)(n))
/** Scratch doubles for dpm_group_inverse(), n from 2 to 65535. */
#define DPM_GROUP_INVERSE_WORK_LEN(n) ((size_t)2 * (size_t)(n) * ((size_t)(n) + 4))
/** Scratch doubles for dpm_stationary_error_bound(), n from 2 to 65535. */
#define DPM_STATIONARY_ERROR_BOUND_WORK_LEN(n) ((size_t)2 * (size_t)(n))
/** Scratch doubles for dpm_second_eigenvalue(), n from 2 to 65535. */
#define DPM_SECOND_EIGENVALUE_WORK_LEN(n) ((size_t)3 * (size_t)(n))
/** Scratch doubles for dpm_second_eigenvalue_upper(), n from 2 to 65535. */
#define DPM_SECOND_EIGENVALUE_UPPER_WORK_LEN(n) ((size_t)2 * (size_t)(n) * (size_t)(n))
/** Scratch doubles for dpm_mean_first_passage(), n from 2 to 65535. */
#define DPM_MEAN_FIRST_PASSAGE_WORK_LEN(n) ((size_t)(n) * ((size_t)(n) + 3))
/** Scratch doubles for dpm_all_mean_first_passage(), n from 2 to 65535. */
#define DPM_ALL_MEAN_FIRST_PASSAGE_WORK_LEN(n) ((size_t)(n) * ((size_t)3 * (size_t)(n) + 4))
/** Scratch doubles for dpm_predict() with any number of steps, n from 2 to 65535. */
#define DPM_PREDICT_WORK_LEN(n) ((size_t)(n) * ((size_t)2 * (size_t)(n) + 1))
/** Scratch words (uint32_t) for the releases of Polya's urn, n from 2 to 65535. */
#define DPM_POLYA_WORK_LEN(n) ((size_t)5 * (size_t)(n))
/** Scratch words (uint32_t) for dpm_learner_tally(), k votes, 1 to 2^24. */
#define DPM_LEARNER_TALLY_WORK_LEN(k) ((size_t)2 * (size_t)(k))
/** Scratch doubles for dpm_stationary_expected_error_bound(), dpm_ergodicity_one_change_bound(), dpm_mean_chain...(), dpm_rows_error_bound_after_release(),
    dpm_stationary_error_bound_after_release() and dpm_debias_chain(), n from 2 to 65535. */
#define DPM_LAWS_WORK_LEN(n) ((size_t)10 * (size_t)(n))
/** Scratch doubles for dpm_ergodicity_inf_change_bound(), n from 2 to 65535. */
#define DPM_ERGODICITY_INF_CHANGE_WORK_LEN(n) ((size_t)11 * (size_t)(n))
/** Scratch doubles for dpm_stationary_variances(), n from 2 to 65535. */
#define DPM_STATIONARY_VARIANCES_WORK_LEN(n) ((size_t)12 * (size_t)(n))
/** Scratch doubles for the functions dpm_stationary_bias_effect...(), n from 2 to 65535. */
#define DPM_STATIONARY_BIAS_EFFECT_WORK_LEN(n) ((size_t)12 * (size_t)(n))
/** Scratch doubles for the functions dpm_stationary_estimate...(), n from 2 to 65535. */
#define DPM_STATIONARY_ESTIMATE_WORK_LEN(n) ((size_t)13 * (size_t)(n))
/** Scratch doubles for dpm_stationary_weighted_error_bound() and ..._on_support(), n from 2 to 65535; ..._after_release() has its own. */
#define DPM_STATIONARY_WEIGHTED_ERROR_BOUND_WORK_LEN(n) ((size_t)(n) * ((size_t)(n) + 14))
/** Scratch doubles for dpm_stationary_weighted_error_bound_after_release(), n from 2 to 65535. */
#define DPM_STATIONARY_WEIGHTED_ERROR_BOUND_AFTER_RELEASE_WORK_LEN(n) ((size_t)12 * (size_t)(n))
/** Scratch doubles for dpm_interval_stationary_chain(), n from 2 to 65535. */
#define DPM_INTERVAL_STATIONARY_CHAIN_WORK_LEN(n) ((size_t)2 * (size_t)(n) * ((size_t)2 * (size_t)(n) + 11))

/**
 * Version of this interface; it changes with every incompatible change of this header.
 */
#define DPM_ABI_VERSION 1

/**
 * Size of a `dpm_rng`, in bytes.
 */
#define DPM_RNG_SIZE 96

/**
 * One event keeps its source and goes elsewhere; row totals are public.
 */
#define DPM_ADJACENCY_DESTINATION 0

/**
 * One event is present in one log only.
 */
#define DPM_ADJACENCY_ADD_REMOVE 1

/**
 * One event is replaced by any other, its source included.
 */
#define DPM_ADJACENCY_EVENT 2

/**
 * One visited state inside a session is replaced.
 */
#define DPM_ADJACENCY_VISIT 3

/**
 * One visited state is inserted into or dropped from a session.
 */
#define DPM_ADJACENCY_VISIT_PRESENCE 4

/**
 * Size of a `dpm_dirichlet`, in bytes.
 */
#define DPM_DIRICHLET_SIZE 96

/**
 * Size of a `dpm_published`, in bytes.
 */
#define DPM_PUBLISHED_SIZE 96

/**
 * Size of a `dpm_polya`, in bytes.
 */
#define DPM_POLYA_SIZE 96

/**
 * Size of a `dpm_geometric`, in bytes.
 */
#define DPM_GEOMETRIC_SIZE 96

/**
 * Size of a `dpm_gaussian`, in bytes.
 */
#define DPM_GAUSSIAN_SIZE 96

/**
 * The smoothed Dirichlet mechanism: dpm_dirichlet.
 */
#define DPM_MECHANISM_DIRICHLET 0

/**
 * Polya's urn: dpm_polya.
 */
#define DPM_MECHANISM_POLYA 1

/**
 * Two-sided geometric noise on every count: dpm_geometric.
 */
#define DPM_MECHANISM_GEOMETRIC 2

/**
 * Discrete Gaussian noise on every count: dpm_gaussian.
 */
#define DPM_MECHANISM_GAUSSIAN 3

/**
 * The line integral over the product of all moment functions.
 */
#define DPM_BOUND_LINE_INTEGRAL 0

/**
 * One Renyi order of the same product.
 */
#define DPM_BOUND_RENYI 1

/**
 * The sum of the pure epsilons of all mechanisms: all there is at delta = 0.
 */
#define DPM_BOUND_BASIC 2

/**
 * The mechanism's own accounting: all releases are of one kind.
 */
#define DPM_BOUND_SINGLE 3

/**
 * The most kinds of releases that are composed at once.
 */
#define DPM_COMPOSE_MAX 16

/**
 * Size of a `dpm_row_law`, in bytes.
 */
#define DPM_ROW_LAW_SIZE 40

/**
 * Covariance number * (diag(m) - m m^T) about the mean row m: Dirichlet, Polya's urn.
 */
#define DPM_NOISE_MULTINOMIAL 0

/**
 * Independent noise of variance `number` on every share, the row divided by its noisy total: geometric, Gaussian.
 */
#define DPM_NOISE_INDEPENDENT 1

/**
 * An interval for the share of the log itself: what the noise of the mechanism hides.
 */
#define DPM_TARGET_LOG 0

/**
 * An interval for the probability of the process that made the log, every event drawn by itself: adds the sampling of the log.
 */
#define DPM_TARGET_PROCESS 1

/**
 * A row total that is not public: what the intervals from noisy counts take in its place.
 */
#define DPM_TOTAL_UNKNOWN 0.0

/**
 * The mechanisms that are compared: candidate number DPM_MECHANISM_... of each.
 */
#define DPM_CANDIDATES 4

/**
 * No other meets the guarantee.
 */
#define DPM_REASON_ONLY_ONE 0

/**
 * No other comes within 3 % of its expected total variation distance.
 */
#define DPM_REASON_MOST_ACCURATE 1

/**
 * Others are as accurate within 3 %, but draw in floating point.
 */
#define DPM_REASON_INTEGERS 2

/**
 * Others are as accurate within 3 %, but need a delta above 0.
 */
#define DPM_REASON_PURE 3

/**
 * Others are as accurate within 3 % and as safe; it is the simplest.
 */
#define DPM_REASON_SIMPLEST 4

/**
 * The most kinds of charges that a `dpm_ledger` holds at a time.
 */
#define DPM_LEDGER_ENTRIES 16

/**
 * Bytes of one stored slot of a ledger.
 */
#define DPM_LEDGER_SLOT_LEN 692

/**
 * Size of a `dpm_ledger`, in bytes.
 */
#define DPM_LEDGER_SIZE 768

/**
 * Size of a `dpm_permit`, in bytes.
 */
#define DPM_PERMIT_SIZE 64

/**
 * Size of a `dpm_report_writer`, in bytes.
 */
#define DPM_REPORT_WRITER_SIZE 192

/**
 * No chain where a row's total is not resolved: DPM_ERR_EMPTY_ROW.
 */
#define DPM_UNRESOLVED_REFUSE 0

/**
 * A row whose total is not resolved becomes uniform over its feasible targets.
 */
#define DPM_UNRESOLVED_UNIFORM 1

/**
 * The base learner that takes the shares of the records as they are.
 */
#define DPM_LEARNER_EMPIRICAL 0

/**
 * The base learner that adds a constant to every count: numerator/denominator.
 */
#define DPM_LEARNER_ADD_CONSTANT 1

/**
 * The base learner that chooses one of finitely many laws, by minimum distance.
 */
#define DPM_LEARNER_CLASS 2

/**
 * The exponential race of dpm_learner_vote(): the default.
 */
#define DPM_COUPLING_RACE 0

/**
 * The Poisson coupling of dpm_learner_vote_poisson(): Couple_I of the paper.
 */
#define DPM_COUPLING_POISSON 1

/**
 * The coupling by the mixture of the laws, Couple_II of the paper: they must all have the same sum (DPM_ERR_LAWS).
 */
#define DPM_COUPLING_MIXTURE 2

/**
 * Size of a `dpm_stable_mode`, in bytes.
 */
#define DPM_STABLE_MODE_SIZE 96

/**
 * What a function that can fail returns: `DPM_OK` or one of the codes below. Numbers are never reused.
 */
typedef int dpm_status;

/**
 * A random generator (ChaCha20) in your storage. Initialise it where it stays: a copy is refused, since it would repeat the
 * same noise. What cannot be seen from inside, and is yours to avoid: a copy that is put back where it came from (a saved
 * image of the memory), and the child of a fork(); both go on with noise that was used. Initialise anew there, with a new stream.
 * It holds a secret: dpm_rng_clear() wipes it.
 */
typedef struct dpm_rng {
  /**
   * Private: seal, seed, stream, word position, spare.
   */
  uint64_t opaque[12];
} dpm_rng;

/**
 * A source of cryptographically secure random bytes: fills all `len` bytes of `out` and returns 0, or returns anything else.
 * `ctx` is passed through. mbedTLS's `mbedtls_ctr_drbg_random` fits as it is. It must return: no longjmp(), no C++ exception.
 * It may call this library.
 */
typedef int (*dpm_entropy_fn)(void *ctx, uint8_t *out, size_t len);

/**
 * A Dirichlet mechanism whose parameters meet its guarantee, in your storage. Initialise it where it stays: a copy is refused.
 * It holds nothing secret.
 */
typedef struct dpm_dirichlet {
  /**
   * Private: seal, guarantee, parameters, spare.
   */
  uint64_t opaque[12];
} dpm_dirichlet;

/**
 * The parameters of one row: its Dirichlet parameters are weight * (count + pseudo_count). Public, and not computed from the log.
 */
typedef struct dpm_dirichlet_row {
  /**
   * The event weight, as in dpm_dirichlet_init_checked().
   */
  double weight;
  /**
   * The pseudo-count, in events.
   */
  double pseudo_count;
} dpm_dirichlet_row;

/**
 * One row's published (bordered) Dirichlet mechanism, in your storage. Initialise it where it stays: a copy is refused. It holds
 * nothing secret.
 */
typedef struct dpm_published {
  /**
   * Private: seal, parameters, spare.
   */
  uint64_t opaque[12];
} dpm_published;

/**
 * A mechanism of Polya's urn whose parameters meet its guarantee, in your storage. Initialise it where it stays: a copy is refused.
 * It holds nothing secret.
 */
typedef struct dpm_polya {
  /**
   * Private: seal, guarantee, states, masses, draws, spare.
   */
  uint64_t opaque[12];
} dpm_polya;

/**
 * A mechanism of two-sided geometric noise whose rate meets its guarantee, in your storage. Initialise it where it stays: a copy is refused. It
 * holds nothing secret.
 */
typedef struct dpm_geometric {
  /**
   * Private: seal, guarantee, rate, spare.
   */
  uint64_t opaque[12];
} dpm_geometric;

/**
 * A mechanism of discrete Gaussian noise whose variance meets its guarantee, in your storage. Initialise it where it stays: a copy is refused. It
 * holds nothing secret.
 */
typedef struct dpm_gaussian {
  /**
   * Private: seal, guarantee, variance, spare.
   */
  uint64_t opaque[12];
} dpm_gaussian;

/**
 * One kind of release and how often it happens: public, and not computed from the log. Which members count depends on `mechanism`; the
 * others are not looked at. Ranges as in the functions of each mechanism.
 */
typedef struct dpm_release {
  /**
   * DPM_MECHANISM_DIRICHLET, ... (else DPM_ERR_MECHANISM).
   */
  int mechanism;
  /**
   * How often it is released.
   */
  uint32_t releases;
  /**
   * Dirichlet: the event weight.
   */
  double weight;
  /**
   * Dirichlet: the pseudo-count.
   */
  double pseudo_count;
  /**
   * Geometric: the rate's numerator. Gaussian: the variance's.
   */
  uint64_t numerator;
  /**
   * Geometric: the rate's denominator. Gaussian: the variance's.
   */
  uint32_t denominator;
  /**
   * Polya: the number of states n.
   */
  uint32_t states;
  /**
   * Polya: the mass of an event.
   */
  uint32_t event_mass;
  /**
   * Polya: the mass of a cell without events.
   */
  uint32_t prior_mass;
  /**
   * Polya: the mass of a draw.
   */
  uint32_t draw_mass;
  /**
   * Polya: the draws a row.
   */
  uint32_t draws;
} dpm_release;

/**
 * What a release does to one row: its mechanism and parameters, the number of its feasible next states and its row total, in your storage. Initialise
 * it where it stays: a copy is refused. It holds nothing secret, as long as it was made from public numbers.
 */
typedef struct dpm_row_law {
  /**
   * Private: seal, mechanism and cells, parameters, row total.
   */
  uint64_t opaque[5];
} dpm_row_law;

/**
 * One row of the published form.
 */
typedef struct dpm_published_row {
  /**
   * The concentration, the sum of the row's Dirichlet parameters.
   */
  double k;
  /**
   * The row's events.
   */
  uint64_t row_total;
  /**
   * The number of feasible next states: n in the paper. A row of one has no error.
   */
  size_t cells;
} dpm_published_row;

/**
 * A closed interval of shares: 0 <= lower <= upper <= 1.
 */
typedef struct dpm_interval {
  /**
   * Lower end.
   */
  double lower;
  /**
   * Upper end.
   */
  double upper;
} dpm_interval;

/**
 * A mechanism that was compared, and what it offers at the guarantee.
 */
typedef struct dpm_candidate {
  /**
   * DPM_OK, or why it offers nothing (DPM_ERR_UNREACHABLE, DPM_ERR_NOT_PURE, ...): then the members below are 0.
   */
  dpm_status status;
  /**
   * The public floor that its noisy counts get, in 1/1024 of an event.
   */
  uint32_t floor;
  /**
   * Its parameters and the number of releases.
   */
  struct dpm_release release;
  /**
   * 1 where the guarantee holds at these parameters with delta = 0.
   */
  int pure;
  /**
   * 1 where it draws with integers alone.
   */
  int integers;
  /**
   * The expected total variation distance of a released row, mean of three reference rows.
   */
  double total_variation;
  /**
   * The expected Kullback-Leibler divergence (nats), the same mean.
   */
  double kl;
  /**
   * Bytes of scratch for one row.
   */
  uint64_t work_bytes;
} dpm_candidate;

/**
 * A loaded ledger, in your storage. Load it where it stays: a copy is refused. It holds nothing secret.
 *
 * What cannot be seen from inside, and is yours to avoid: two objects that are loaded from one store at the same time, and an object
 * that is put back where it came from (a saved image of the memory). Either can charge once and get two permits with the same number.
 *
 * Your store: the slots lie in different sectors, so that erasing one leaves the other; what was flushed is on the medium, and no older write arrives after it.
 */
typedef struct dpm_ledger {
  /**
   * Private: seal, what the stored bytes do not say, the stored bytes, spare.
   */
  uint64_t opaque[96];
} dpm_ledger;

/**
 * The right to the releases of one charge, in your storage: dpm_ledger_commit() makes it, dpm_rng_init_with_permit() uses it up. It belongs to its address: a
 * copy is refused. What cannot be seen from inside: a copy that is put back where it came from. It is not stored: after a restart the charge stays
 * spent and the permit is gone.
 */
typedef struct dpm_permit {
  /**
   * Private: seal, number, spare.
   */
  uint64_t opaque[8];
} dpm_permit;

/**
 * What a report says beside what the mechanism knows. All of it is public and leaves the device: nothing here may depend on the counts.
 */
typedef struct dpm_report_about {
  /**
   * Which names the states have, a constant of the firmware: the first 16 bytes of SHA-256 over, for each state in order, the length of its name in bytes
   * of UTF-8 as a 32-bit little-endian number, and the name. Reports of different tables are not merged.
   */
  uint8_t state_table[16];
  /**
   * 16 bytes chosen at random for this one report, so that a collector sees a report that it gets twice. Never a number of the device: one that stays the
   * same joins a device's reports to each other, which no guarantee covers.
   */
  uint8_t id[16];
  /**
   * dpm_permit_number() of the permit; 0 without a ledger.
   */
  uint64_t generation;
  /**
   * The first time bucket whose events were released; as charged to the ledger.
   */
  uint32_t window_first;
  /**
   * The last one, itself included.
   */
  uint32_t window_last;
  /**
   * Whether there is an `id`: 0 or 1. Where it is 0 the 16 bytes are not looked at.
   */
  int has_id;
} dpm_report_about;

/**
 * A report that is being written, in your storage. It belongs to its address: a copy is refused. It holds nothing secret.
 */
typedef struct dpm_report_writer {
  /**
   * Private: seal, what the next row is checked against, the checksum so far, spare.
   */
  uint64_t opaque[24];
} dpm_report_writer;

/**
 * Where the bytes of a report go, piece by piece, in order: takes all `len` of them and returns 0, or returns anything else. `ctx` is passed through. It must return: no longjmp(), no C++ exception.
 * It may call this library, but not with the writer that it is called for: DPM_ERR_OBJECT, while a row or the end is written. It must not write to what the call was given.
 */
typedef int (*dpm_sink_fn)(void *ctx, const uint8_t *bytes, size_t len);

/**
 * What a report says of itself: everything but the support and the values.
 */
typedef struct dpm_report_info {
  /**
   * What the device was asked to say.
   */
  struct dpm_report_about about;
  /**
   * The mechanism of the rows and its parameters; for Polya's urn `states` is the number that its guarantee was computed for.
   */
  struct dpm_release mechanism;
  /**
   * The device's promise for the rows: epsilon (nats), over all releases.
   */
  double epsilon;
  /**
   * And its delta.
   */
  double delta;
  /**
   * The promise for rows and row totals together: epsilon (nats); INFINITY where that is out of range. Without row totals that of the rows.
   */
  double whole_epsilon;
  /**
   * And its delta; 1 where that is out of range.
   */
  double whole_delta;
  /**
   * The promise for the noisy row totals alone: epsilon (nats); 0 where there are none.
   */
  double totals_epsilon;
  /**
   * And its delta; 0 where there are none.
   */
  double totals_delta;
  /**
   * The rate of the totals' noise: its numerator; 0 where there are none.
   */
  uint32_t totals_numerator;
  /**
   * The rate's denominator; 0 where there are no totals.
   */
  uint32_t totals_denominator;
  /**
   * The number of feasible transitions: values in the report.
   */
  size_t cells;
  /**
   * Noisy counts that did not fit their bits and were cut off at the largest number; 0 for the mechanisms without noise on counts.
   */
  size_t saturated;
  /**
   * The number of states n.
   */
  uint32_t states;
  /**
   * DPM_ADJACENCY_...: who the promise is for.
   */
  int adjacency;
  /**
   * Bits of a value: 16 or 32.
   */
  int bits;
  /**
   * Whether some transition is infeasible: 0 or 1.
   */
  int has_support;
  /**
   * Whether there are noisy row totals: 0 or 1.
   */
  int has_totals;
} dpm_report_info;

/**
 * What a merge was begun with, and what is in it.
 */
typedef struct dpm_merge_state {
  /**
   * The state table of all reports.
   */
  uint8_t state_table[16];
  /**
   * The largest epsilon of any report, rows and row totals together; 0 before the first. Each report has its own promise, which a merge does not touch; several reports of one log by one device compose.
   */
  double epsilon;
  /**
   * The largest delta.
   */
  double delta;
  /**
   * The number of feasible transitions.
   */
  size_t cells;
  /**
   * The number of states n.
   */
  uint32_t states;
  /**
   * The adjacency of all reports.
   */
  int adjacency;
  /**
   * Reports added.
   */
  uint32_t reports;
  /**
   * Those that were turned into counts by a row total that you knew.
   */
  uint32_t known_totals;
  /**
   * The first time bucket of any report; 4294967295 before the first.
   */
  uint32_t window_first;
  /**
   * The last one.
   */
  uint32_t window_last;
} dpm_merge_state;

/**
 * How many events of one kind all devices of a merge logged together: unbiased, and below 0 where the noise is.
 */
typedef struct dpm_merge_count {
  /**
   * The estimate.
   */
  double events;
  /**
   * Its standard error by the noise of the mechanisms alone: the devices' logs are what they are.
   */
  double standard_error;
  /**
   * At most so much rounding has moved it, in no random way.
   */
  double rounding;
  /**
   * Lower end of the interval at the level asked for.
   */
  double lower;
  /**
   * Upper end.
   */
  double upper;
  /**
   * Reports in which this number was cut off at the largest that fits: by what is lost there the estimate is too near to 0. A row's total of noisy counts is where one of its cells says so; a cell made of shares where its row's total says so.
   */
  uint64_t saturated;
} dpm_merge_count;

/**
 * A row of a merge: the events out of one state.
 */
typedef struct dpm_merge_row {
  /**
   * All of them.
   */
  struct dpm_merge_count total;
  /**
   * The number of feasible next states.
   */
  uint32_t cells;
  /**
   * Whether the total is above three of its standard errors: 0 or 1. Where it is not there are no shares.
   */
  int resolved;
} dpm_merge_row;

/**
 * A feasible transition of a merge.
 */
typedef struct dpm_merge_cell {
  /**
   * The transitions that were logged.
   */
  struct dpm_merge_count count;
  /**
   * Its probability in the population that the devices come from; it can lie outside 0 to 1 by noise. 0 where the row is not resolved.
   */
  double share;
  /**
   * Its standard error, over devices: noise, sampling, and how devices differ. INFINITY where the row is not resolved, and for one report alone.
   */
  double share_standard_error;
  /**
   * Lower end of the interval for the probability, at the level asked for; 0 where nothing is refuted.
   */
  double share_lower;
  /**
   * Upper end; 1 where nothing is refuted.
   */
  double share_upper;
  /**
   * The state left.
   */
  uint32_t from;
  /**
   * The next state.
   */
  uint32_t to;
} dpm_merge_cell;

/**
 * A base learner: how a block of records becomes a law on n symbols. A plain struct: fill it with your public choices; what it points to must stay while it is used.
 */
typedef struct dpm_learner {
  /**
   * DPM_LEARNER_...: else DPM_ERR_LEARNER.
   */
  int kind;
  /**
   * The constant that DPM_LEARNER_ADD_CONSTANT adds to every count, as a fraction (DPM_ERR_FRACTION); the others ignore it.
   */
  uint32_t numerator;
  /**
   * The constant's denominator.
   */
  uint32_t denominator;
  /**
   * The number of laws of DPM_LEARNER_CLASS, 1 to 4096 (DPM_ERR_HYPOTHESES); the others ignore it.
   */
  uint32_t hypotheses;
  /**
   * The number n of symbols, 2 to 2^24 (DPM_ERR_ALPHABET).
   */
  size_t n;
  /**
   * laws[hypotheses * n] of DPM_LEARNER_CLASS: weights, row by row, each row with the same sum (DPM_ERR_LAWS); the others ignore it.
   */
  const uint32_t *laws;
} dpm_learner;

/**
 * The release of the most frequent of k votes, and what it promises, in your storage. Initialise it where it stays: a copy is refused. It holds nothing secret.
 */
typedef struct dpm_stable_mode {
  /**
   * Private: seal, guarantee, noise, spare.
   */
  uint64_t opaque[12];
} dpm_stable_mode;

/**
 * What a stable mode promises and asks for; all of it public.
 */
typedef struct dpm_stable_mode_figures {
  /**
   * The epsilon of the guarantee, in nats.
   */
  double epsilon;
  /**
   * The delta of the guarantee.
   */
  double delta;
  /**
   * The delta that is attained, rounded up.
   */
  double delta_upper;
  /**
   * The rate of the noise, numerator/denominator, at most epsilon; exactly.
   */
  uint32_t numerator;
  /**
   * The rate's denominator.
   */
  uint32_t denominator;
  /**
   * K: the noise is from -K to K.
   */
  uint32_t half_width;
  /**
   * 2 K + 1: fewer votes are refused with DPM_ERR_TOO_FEW_VOTES, since even when all are equal there would be an answer less than half of the time.
   */
  uint32_t votes_needed;
  /**
   * 4 K - 1: so many votes, all equal, or a mode that is so many votes ahead of the second, are answered with probability 1 - delta or more.
   */
  uint32_t enough_votes;
  /**
   * Reserved: 0.
   */
  uint32_t spare;
} dpm_stable_mode_figures;

/**
 * What a plan asks for; every number is rounded up, every accuracy down.
 */
typedef struct dpm_learner_sizes {
  /**
   * Records of one block.
   */
  uint64_t block;
  /**
   * Blocks of one run: one vote each.
   */
  uint64_t blocks;
  /**
   * Runs, on records of their own.
   */
  uint64_t runs;
  /**
   * Symbols of one synthetic sequence.
   */
  uint64_t length;
  /**
   * Records in all: block * blocks * runs.
   */
  uint64_t records;
  /**
   * The delta that the stable mode of every run is to be made with, beside the plan's epsilon.
   */
  double mode_delta;
  /**
   * How near the base learner must come to the law, in total variation distance.
   */
  double accuracy;
  /**
   * A bound on the total variation distance of the law of one run's answer from the law of the truth; no answer counts as a deviation.
   */
  double target_tv;
  /**
   * 1 where this library runs it: length, blocks and runs are within its ranges, and the records (of one block, where there is one run) below 2^32.
   * One run of 2^32 records or more is for dpm_learner_sampler_blocks(), or for devices and dpm_learner_vote().
   */
  int runs_here;
  /**
   * Reserved: 0.
   */
  int spare;
} dpm_learner_sizes;

/**
 * What was found by simulation.
 */
typedef struct dpm_learner_expected {
  /**
   * Rounds that were answered, in all repetitions together.
   */
  uint64_t answers;
  /**
   * The repetitions.
   */
  uint32_t repetitions;
  /**
   * Repetitions in which every round was answered.
   */
  uint32_t complete;
  /**
   * Repetitions in which every round was answered as a draw from the guess itself would have been.
   */
  uint32_t exact;
  /**
   * Reserved: 0.
   */
  uint32_t spare;
  /**
   * complete / repetitions.
   */
  double success;
  /**
   * A lower confidence limit of the probability that every round is answered.
   */
  double success_lower;
  /**
   * 1 - exact / repetitions.
   */
  double mismatch;
  /**
   * An upper confidence limit of the probability that the answers are not those of a draw from the guess, no answer counted, and so of the total variation
   * distance of their law from it.
   */
  double mismatch_upper;
} dpm_learner_expected;

/**
 * Done; the outputs are written.
 */
#define DPM_OK 0

/**
 * A pointer is NULL.
 */
#define DPM_ERR_NULL 101

/**
 * A pointer is not aligned for its type.
 */
#define DPM_ERR_MISALIGNED 102

/**
 * An output shares memory with an input, the scratch space or another output.
 */
#define DPM_ERR_OVERLAP 103

/**
 * An array of this size would not fit the address space.
 */
#define DPM_ERR_SIZE 104

/**
 * The object was not initialised, was copied or moved, was cleared, is of another kind or is damaged.
 */
#define DPM_ERR_OBJECT 105

/**
 * epsilon is out of range, or NaN.
 */
#define DPM_ERR_EPSILON 201

/**
 * delta is out of range, or NaN.
 */
#define DPM_ERR_DELTA 202

/**
 * The event weight is out of range, or NaN.
 */
#define DPM_ERR_WEIGHT 203

/**
 * The pseudo-count is out of range, or NaN.
 */
#define DPM_ERR_PSEUDO_COUNT 204

/**
 * The number of releases is 0.
 */
#define DPM_ERR_RELEASES 205

/**
 * The adjacency is none of the `DPM_ADJACENCY_...` codes.
 */
#define DPM_ERR_ADJACENCY 206

/**
 * The expected row total is out of range, or NaN.
 */
#define DPM_ERR_EXPECTED_ROW_TOTAL 207

/**
 * A shape or a Dirichlet parameter is out of range, or NaN.
 */
#define DPM_ERR_SHAPE 208

/**
 * An argument is outside the domain of the function.
 */
#define DPM_ERR_DOMAIN 209

/**
 * The tolerance does not lie strictly between 0 and 1.
 */
#define DPM_ERR_TOLERANCE 210

/**
 * The number of iterations is 0.
 */
#define DPM_ERR_ITERATIONS 211

/**
 * The rate of geometric noise is not a fraction from 2^-30 to 64 with parts from 1 to 2^30.
 */
#define DPM_ERR_RATE 212

/**
 * The variance is not a fraction with a numerator from 1 to 2^40 and a denominator from 1 to 1024.
 */
#define DPM_ERR_VARIANCE 213

/**
 * A mass of an urn is out of range.
 */
#define DPM_ERR_MASS 214

/**
 * The number of draws is out of range.
 */
#define DPM_ERR_DRAWS 215

/**
 * A fraction has the denominator 0 or is out of range.
 */
#define DPM_ERR_FRACTION 216

/**
 * The public floor is out of range.
 */
#define DPM_ERR_FLOOR 217

/**
 * The cost of a release is out of range.
 */
#define DPM_ERR_COST 218

/**
 * A window ends before it begins.
 */
#define DPM_ERR_WINDOW 219

/**
 * The mechanism is none of the `DPM_MECHANISM_...` codes.
 */
#define DPM_ERR_MECHANISM 220

/**
 * The confidence level is not from 0.5 to 0.999999.
 */
#define DPM_ERR_LEVEL 221

/**
 * The base learner is none of the `DPM_LEARNER_...` codes.
 */
#define DPM_ERR_LEARNER 222

/**
 * The coupling is none of the `DPM_COUPLING_...` codes.
 */
#define DPM_ERR_COUPLING 223

/**
 * The number of states is not from 2 to 65535, or the number of a row's feasible cells not from 1 to 65535.
 */
#define DPM_ERR_STATES 301

/**
 * A state is not below the number of states.
 */
#define DPM_ERR_STATE_INDEX 302

/**
 * An array does not have the length that the number of states asks for, or that of a support's cells; nothing to clear.
 */
#define DPM_ERR_LENGTH 303

/**
 * The scratch space is too short: see the `..._work_len` functions and `DPM_..._WORK_LEN` macros.
 */
#define DPM_ERR_WORK_LEN 304

/**
 * A set of feasible transitions is not one: a row without any, columns that do not rise, or bits beyond the last state.
 */
#define DPM_ERR_SUPPORT 305

/**
 * The number of symbols is not from 2 to 16777216.
 */
#define DPM_ERR_ALPHABET 306

/**
 * A symbol is not below the number of symbols.
 */
#define DPM_ERR_SYMBOL 307

/**
 * The length of a synthetic sequence is not from 1 to 65536.
 */
#define DPM_ERR_SEQUENCE 308

/**
 * The number of votes, blocks or runs is not from 1 to 16777216.
 */
#define DPM_ERR_VOTES 309

/**
 * The number of hypotheses of a class is not from 1 to 4096.
 */
#define DPM_ERR_HYPOTHESES 310

/**
 * No parameters of this mechanism meet this epsilon and delta; where there is a pseudo-count, a larger one may.
 */
#define DPM_ERR_UNREACHABLE 401

/**
 * The parameters do not meet the guarantee.
 */
#define DPM_ERR_GUARANTEE_NOT_MET 402

/**
 * No epsilon up to 1e6 meets this delta at these parameters.
 */
#define DPM_ERR_NO_EPSILON 403

/**
 * This mechanism promises nothing at delta = 0.
 */
#define DPM_ERR_NOT_PURE 404

/**
 * Assumption 2 of the published theorem does not hold (gamma).
 */
#define DPM_ERR_ASSUMPTION_GAMMA 411

/**
 * Assumption 3 of the published theorem does not hold (eta).
 */
#define DPM_ERR_ASSUMPTION_BORDER 412

/**
 * Assumption 4 of the published theorem does not hold (k).
 */
#define DPM_ERR_ASSUMPTION_CONCENTRATION 413

/**
 * The published theorem needs at least 3 states.
 */
#define DPM_ERR_PUBLISHED_STATES 414

/**
 * The public row total is 0, is not the sum of the counts, or leaves no room for one more event above the border; a law's row total is negative, not
 * finite, or 0 where noisy counts have no floor; fewer events than cells.
 */
#define DPM_ERR_ROW_TOTAL 415

/**
 * A count is below eta times the row total.
 */
#define DPM_ERR_BELOW_BORDER 416

/**
 * A count would exceed 4294967295.
 */
#define DPM_ERR_COUNT_OVERFLOW 501

/**
 * The row has no event.
 */
#define DPM_ERR_EMPTY_ROW 502

/**
 * The transition is outside the public support of its row, a row has a positive entry outside it, or a law has another number of cells than its row.
 */
#define DPM_ERR_INFEASIBLE 503

/**
 * The matrix is not stochastic: an entry is NaN or outside [0, 1], or a row does not sum to 1.
 */
#define DPM_ERR_NOT_STOCHASTIC 601

/**
 * The chain has several recurrent classes: its stationary distribution is not unique.
 */
#define DPM_ERR_SEVERAL_CLASSES 602

/**
 * The transition probabilities span so many orders of magnitude that a product of them underflows.
 */
#define DPM_ERR_UNDERFLOW 603

/**
 * The entropy source failed, or did not fill the buffer.
 */
#define DPM_ERR_ENTROPY 701

/**
 * The random stream is used up: make a new generator.
 */
#define DPM_ERR_STREAM_EXHAUSTED 702

/**
 * A sampler was rejected more often than a working generator ever is.
 */
#define DPM_ERR_TRIALS 703

/**
 * The release would pass the budget.
 */
#define DPM_ERR_BUDGET_EXCEEDED 801

/**
 * The ledger has no room for another kind of release.
 */
#define DPM_ERR_LEDGER_FULL 802

/**
 * No stored copy of the ledger is whole.
 */
#define DPM_ERR_LEDGER_CORRUPT 803

/**
 * The stored ledger is older than the monotonic counter.
 */
#define DPM_ERR_LEDGER_ROLLBACK 804

/**
 * A charge is prepared and not yet committed, or none is.
 */
#define DPM_ERR_LEDGER_PENDING 805

/**
 * The store does not hold what was prepared.
 */
#define DPM_ERR_LEDGER_NOT_STORED 806

/**
 * The votes do not agree well enough for a private answer. This counts as a release: the guarantee covers it and the budget is spent.
 */
#define DPM_ERR_NOT_STABLE 901

/**
 * So few votes that even a unanimous one would be answered less than half of the time; nothing was drawn.
 */
#define DPM_ERR_TOO_FEW_VOTES 902

/**
 * A law has no weight, or laws that are coupled by their mixture have different totals.
 */
#define DPM_ERR_LAWS 903

/**
 * The bytes are not a report, or not the one encoding that the format allows.
 */
#define DPM_ERR_REPORT_FORMAT 1001

/**
 * The report is of a later version of the format.
 */
#define DPM_ERR_REPORT_VERSION 1002

/**
 * The checksum does not fit the bytes.
 */
#define DPM_ERR_REPORT_CHECKSUM 1003

/**
 * The buffer is too short for the report.
 */
#define DPM_ERR_REPORT_CAPACITY 1004

/**
 * Reports of different state tables, states, supports or adjacencies are not merged.
 */
#define DPM_ERR_REPORT_MISMATCH 1005

/**
 * The report holds no noisy row totals, and none is known publicly.
 */
#define DPM_ERR_REPORT_TOTALS 1006

/**
 * The sums of a merge are full.
 */
#define DPM_ERR_MERGE_FULL 1007

/**
 * The sink of a report took no more bytes. The report is lost, and its writer void.
 */
#define DPM_ERR_REPORT_SINK 1008

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * What was wrong, what is accepted and what to do: one line of ASCII, for every code of this header. Any other number gives
 * "unknown status". The string is constant and never NULL.
 */
const char *dpm_status_message(dpm_status status);

/**
 * The version of the library, for example "0.1.0"; equal to `DPM_VERSION` where header and library belong together.
 */
const char *dpm_version(void);

/**
 * The version of the interface that the library was built with: compare it with `DPM_ABI_VERSION`.
 */
int dpm_abi_version(void);

/**
 * ln |Gamma(x)|. NaN where x is NaN; infinity at 0 and at the negative integers.
 */
double dpm_ln_gamma(double x);

/**
 * The digamma function psi(x), the derivative of ln Gamma(x). NaN outside its domain.
 */
double dpm_digamma(double x);

/**
 * ln B(a, b), the logarithm of the beta function, a > 0 and b > 0. NaN outside its domain.
 */
double dpm_ln_beta(double a, double b);

/**
 * The regularised incomplete beta function: `*lower` = I_x(a, b) and `*upper` = 1 - I_x(a, b), each with its own
 * relative accuracy. a > 0, b > 0, 0 <= x <= 1, else DPM_ERR_DOMAIN.
 */
dpm_status dpm_beta_inc(double a,
                        double b,
                        double x,
                        double *lower,
                        double *upper);

/**
 * The logarithms of both tails of the regularised incomplete beta function at x = 1/(1 + exp(-logit)): `*ln_lower` =
 * ln I_x(a, b) and `*ln_upper` = ln(1 - I_x(a, b)), also where the tails are far below the smallest double. a > 0, b > 0,
 * any finite logit, else DPM_ERR_DOMAIN.
 */
dpm_status dpm_ln_beta_inc_logit(double a,
                                 double b,
                                 double logit,
                                 double *ln_lower,
                                 double *ln_upper);

/**
 * The regularised incomplete gamma functions: `*lower` = P(a, x) and `*upper` = Q(a, x) = 1 - P(a, x), each with its own
 * relative accuracy. a > 0, x >= 0, else DPM_ERR_DOMAIN.
 */
dpm_status dpm_gamma_inc(double a,
                         double x,
                         double *lower,
                         double *upper);

/**
 * The logarithms of both regularised incomplete gamma functions at x = exp(ln_x): `*ln_lower` = ln P(a, x) and
 * `*ln_upper` = ln Q(a, x), also where they are far below the smallest double. a > 0, any finite ln_x, else
 * DPM_ERR_DOMAIN.
 */
dpm_status dpm_ln_gamma_inc_ln(double a,
                               double ln_x,
                               double *ln_lower,
                               double *ln_upper);

/**
 * ln Gamma(p + z) - ln Gamma(p) at the complex z = re + i im, on the branch that is continuous and 0 at z = 0, without the
 * cancellation of two logarithms: `*out_re` and `*out_im`. p > 0, p + re > 0, all finite, else DPM_ERR_DOMAIN.
 */
dpm_status dpm_ln_gamma_ratio(double p,
                              double re,
                              double im,
                              double *out_re,
                              double *out_im);

/**
 * Size of a `dpm_rng`, in bytes: DPM_RNG_SIZE.
 */
size_t dpm_rng_size(void);

/**
 * Initialises `rng` with 32 bytes from `entropy(ctx, ...)`. `stream` is your persisted count of releases: give each release
 * a number that was never used before, so that even a source that repeats itself (a cloned virtual machine) gives fresh noise.
 * Where a ledger keeps the count, dpm_rng_init_with_permit() gives it. There is no default source and no fallback. DPM_ERR_ENTROPY where the source returned anything but 0, left 8 or more
 * neighbouring bytes unwritten, or gave 32 equal bytes; `rng` is untouched then.
 */
dpm_status dpm_rng_init(struct dpm_rng *rng,
                        dpm_entropy_fn entropy,
                        void *ctx,
                        uint64_t stream);

/**
 * Initialises `rng` with a known seed of 32 bytes. FOR TESTS ONLY: noise from a known seed protects nobody.
 */
dpm_status dpm_rng_init_deterministic_for_tests(struct dpm_rng *rng, const uint8_t *seed32, uint64_t stream);

/**
 * Wipes `rng`, whatever it holds; afterwards it is refused until it is initialised again.
 */
dpm_status dpm_rng_clear(struct dpm_rng *rng);

/**
 * One Gamma(shape, 1) variate into `*out`; shape from 1e-300 to 1e308. The raw sampler: not a private release.
 */
dpm_status dpm_sample_gamma(struct dpm_rng *rng,
                            double shape,
                            double *out);

/**
 * One Dirichlet(alpha) variate of n entries, each alpha from 1e-300 to 1e308, n from 2 to 65535, into out[n]. Entries may
 * underflow to 0. The raw sampler: not quantised, not a private release.
 */
dpm_status dpm_sample_dirichlet(struct dpm_rng *rng,
                                const double *alpha,
                                size_t n,
                                double *out);

/**
 * One integer from 0 to bound - 1, each with the same probability, into `*out`; bound >= 1, else DPM_ERR_DOMAIN. This and the
 * four functions below draw with integers alone, exactly. The raw sampler: not a private release.
 */
dpm_status dpm_sample_uniform_below(struct dpm_rng *rng,
                                    uint64_t bound,
                                    uint64_t *out);

/**
 * 1 with probability numerator/denominator, else 0, into `*out`; 0 <= numerator <= denominator, denominator >= 1, else
 * DPM_ERR_FRACTION.
 */
dpm_status dpm_sample_bernoulli(struct dpm_rng *rng,
                                uint64_t numerator,
                                uint64_t denominator,
                                int *out);

/**
 * 1 with probability exp(-numerator/denominator), else 0, into `*out`; any numerator, denominator >= 1, else DPM_ERR_FRACTION.
 */
dpm_status dpm_sample_bernoulli_exp(struct dpm_rng *rng,
                                    uint64_t numerator,
                                    uint64_t denominator,
                                    int *out);

/**
 * One integer k with P(k) proportional to exp(-rate |k|), rate = numerator/denominator (see DPM_ERR_RATE), into `*out`: two-sided
 * geometric noise, the discrete Laplace law. |k| < 2^37.
 */
dpm_status dpm_sample_discrete_laplace(struct dpm_rng *rng,
                                       uint32_t numerator,
                                       uint32_t denominator,
                                       int64_t *out);

/**
 * One integer k with P(k) proportional to exp(-k^2/(2 sigma^2)), sigma^2 = numerator/denominator (see DPM_ERR_VARIANCE), into `*out`.
 * |k| < 2^27.
 */
dpm_status dpm_sample_discrete_gaussian(struct dpm_rng *rng,
                                        uint64_t numerator,
                                        uint32_t denominator,
                                        int64_t *out);

/**
 * Scratch words (uint32_t) that the release functions of Polya's urn need for n states, whatever the number of draws and rows:
 * DPM_POLYA_WORK_LEN(n).
 */
size_t dpm_polya_work_len(size_t n);

/**
 * The tallies of `draws` draws from Polya's urn for one row counts[n] (secret) into row[n]: n integers whose sum is `draws`,
 * Dirichlet-multinomial with alpha_i = (event_mass counts[i] + prior_mass)/draw_mass, drawn with integers alone. Unchecked: the
 * parameters are taken as they are, and what they promise is yours to find out (dpm_polya_delta()); dpm_polya_release_tallies() is the same with a
 * guarantee. event_mass and draw_mass from 1 to 32768, prior_mass from 1 to 2^31 (DPM_ERR_MASS), draws from 1 to 2^24 (DPM_ERR_DRAWS). Scratch:
 * work[work_len], work_len >= DPM_POLYA_WORK_LEN(n); what is used of it is wiped. `rng` must be fresh for this release.
 */
dpm_status dpm_polya_release_row_unchecked(struct dpm_rng *rng,
                                           const uint32_t *counts,
                                           size_t n,
                                           uint32_t event_mass,
                                           uint32_t prior_mass,
                                           uint32_t draw_mass,
                                           uint32_t draws,
                                           uint32_t *work,
                                           size_t work_len,
                                           uint32_t *row);

/**
 * Adds `count` events that went from state `from` to state `to`: counts[from * n + to] += count. States are numbered from 0
 * to n - 1. DPM_ERR_COUNT_OVERFLOW leaves `counts` as it was.
 */
dpm_status dpm_counts_record(uint32_t *counts,
                             size_t n,
                             size_t from,
                             size_t to,
                             uint32_t count);

/**
 * Records a whole session: states[0], states[1], ..., states[len - 1] in the order of the visits are len - 1 events. All or
 * nothing: on an error `counts` (n * n) is as it was. Do not go on without a session that was refused, whatever the error: one visit could
 * then take a whole session out of the counts, which no guarantee covers. `len` may be 0 or 1 (no event); `states` is not NULL even then.
 */
dpm_status dpm_counts_record_session(uint32_t *counts,
                                     size_t n,
                                     const size_t *states,
                                     size_t len);

/**
 * Visits `state` in a running session that you keep in `*current`: start it with DPM_NO_STATE. From the second visit on one
 * event from `*current` to `state` is added to `counts` (n * n); then `*current` becomes `state`. After an error it stays
 * behind: set it to DPM_NO_STATE before the next visit, as else states would be joined that never followed each other. To start
 * the next session, set `*current` to DPM_NO_STATE.
 */
dpm_status dpm_counts_visit(uint32_t *counts,
                            size_t n,
                            size_t *current,
                            size_t state);

/**
 * Adds all of `other` (n * n) to `counts` (n * n). All or nothing: on DPM_ERR_COUNT_OVERFLOW `counts` is as it was.
 */
dpm_status dpm_counts_merge(uint32_t *counts,
                            const uint32_t *other,
                            size_t n);

/**
 * Sets all counts (n * n) to 0 by writes that are not optimised away: for the next window of time, and before the memory is
 * given back.
 */
dpm_status dpm_counts_clear(uint32_t *counts,
                            size_t n);

/**
 * Checks a support: a public set of feasible transitions, known without the log (a map, a timetable, a state machine; one that was read off the log
 * tells which transitions occurred, and no guarantee covers that). Every other transition has the probability 0, before and after a release.
 * It is passed to each call as compressed rows: the feasible next states of state i, strictly rising, are targets[starts[i]] to
 * targets[starts[i + 1] - 1]; starts, of n + 1 elements, begins with 0 and ends with `cells`, the length of targets[cells]. Every row has at least one.
 * Feasible cells are numbered in this order, row by row: the order of all counts[cells] and values[cells]. n is 2 to 65535.
 * DPM_ERR_LENGTH where starts[n] is not `cells`; DPM_ERR_SUPPORT for anything else. Work: one look at each cell; dpm_sparse_record() and
 * dpm_sparse_visit(), which are called per event, leave it out.
 */
dpm_status dpm_support_check(const uint32_t *starts,
                             const uint16_t *targets,
                             size_t n,
                             size_t cells);

/**
 * Words of the bit mask of n states, n ceil(n/32): DPM_SUPPORT_MASK_LEN(n).
 */
size_t dpm_support_mask_len(size_t n);

/**
 * The number of feasible cells of a bit mask into `*cells`: the length that dpm_support_from_mask() needs of `targets`. The mask is as there.
 */
dpm_status dpm_support_mask_cells(const uint32_t *mask,
                                  size_t n,
                                  size_t *cells);

/**
 * The compressed rows of a bit mask, mask[DPM_SUPPORT_MASK_LEN(n)]: row i is the words from i ceil(n/32) on, and its state j is bit j % 32 of its word j / 32. Into
 * starts[n + 1] and the first elements of targets[cells_capacity], their number into `*cells`. DPM_ERR_SUPPORT for a row without any bit or a bit beyond
 * state n - 1; DPM_ERR_LENGTH where the cells are more than `cells_capacity`.
 */
dpm_status dpm_support_from_mask(const uint32_t *mask,
                                 size_t n,
                                 uint32_t *starts,
                                 uint16_t *targets,
                                 size_t cells_capacity,
                                 size_t *cells);

/**
 * How long the rows of a support are: the fewest feasible next states among the states that have two or more into `*fewest` (the number of states to
 * make a dpm_polya for this support with; 0 where none has: any number from 2 will do), and the most into `*most` (what the scratch of a release is for). The support is checked as by
 * dpm_support_check().
 */
dpm_status dpm_support_row_lens(const uint32_t *starts,
                                const uint16_t *targets,
                                size_t n,
                                size_t cells,
                                size_t *fewest,
                                size_t *most);

/**
 * The number of the cell `from` -> `to` among the feasible cells into `*cell`: where counts[cells] or values[cells] hold it. DPM_ERR_INFEASIBLE where it is none of
 * them (its probability is 0). Work: a binary search in one row; the support is not checked, as in dpm_sparse_record(), and `*cell` is below `cells` whatever the
 * arrays hold.
 */
dpm_status dpm_support_cell(const uint32_t *starts,
                            const uint16_t *targets,
                            size_t n,
                            size_t cells,
                            size_t from,
                            size_t to,
                            size_t *cell);

/**
 * Adds `count` events that went from state `from` to state `to` to the counts of a support, counts[cells] in the order of its cells (see dpm_support_check()). `outside`
 * says what becomes of a transition that is not feasible: DPM_OUTSIDE_REFUSE (DPM_ERR_INFEASIBLE), DPM_OUTSIDE_DROP (not counted, DPM_OK), or a public state, which
 * every row of the support must hold: the event counts as one into that state (DPM_ERR_SUPPORT where its row has it not). Neither a refusal nor a
 * number of dropped events is protected: keep both on the device. With DPM_OUTSIDE_DROP the totals of rows are private under every adjacency. Logs that are neighbours stay neighbours under each of the three, if
 * every event is recorded by the same one. Work: a binary search in one row. The support is not checked again: check it once with dpm_support_check(). Over arrays that
 * were not accepted there the counts mean nothing, but nothing outside of counts[cells] is written.
 */
dpm_status dpm_sparse_record(uint32_t *counts,
                             const uint32_t *starts,
                             const uint16_t *targets,
                             size_t n,
                             size_t cells,
                             size_t outside,
                             size_t from,
                             size_t to,
                             uint32_t count);

/**
 * Records a whole session on a support: states[0], states[1], ..., states[len - 1] in the order of the visits are len - 1 events. All or nothing: on an error
 * `counts` is as it was. Do not go on without a session that was refused, whatever the error: one visit could then take a whole session out of the counts, which no
 * guarantee covers; refuse the log, or map event by event (DPM_OUTSIDE_DROP, a state). The support and `outside` as in dpm_sparse_record(). `len` may be 0 or 1 (no event); `states` is not NULL even then.
 */
dpm_status dpm_sparse_record_session(uint32_t *counts,
                                     const uint32_t *starts,
                                     const uint16_t *targets,
                                     size_t n,
                                     size_t cells,
                                     size_t outside,
                                     const size_t *states,
                                     size_t len);

/**
 * Visits `state` in a running session that you keep in `*current`: start it with DPM_NO_STATE. From the second visit on one event from `*current` to `state` is
 * recorded as by dpm_sparse_record(); then `*current` becomes `state`. That it does with DPM_ERR_INFEASIBLE too, the one error here that
 * writes: the event is not counted, and the session goes on where it really is. (A session that stayed behind would join states that never followed each other,
 * and one visit could change any number of counts.) After any other error set `*current` to DPM_NO_STATE before the next visit: it stays behind. To start the next session, set `*current` to DPM_NO_STATE.
 */
dpm_status dpm_sparse_visit(uint32_t *counts,
                            const uint32_t *starts,
                            const uint16_t *targets,
                            size_t n,
                            size_t cells,
                            size_t outside,
                            size_t *current,
                            size_t state);

/**
 * Adds all of other[cells] to counts[cells], two counts on the same support, which is checked as by dpm_support_check(). All or nothing: on DPM_ERR_COUNT_OVERFLOW
 * `counts` is as it was.
 */
dpm_status dpm_sparse_merge(uint32_t *counts,
                            const uint32_t *starts,
                            const uint16_t *targets,
                            size_t n,
                            size_t cells,
                            const uint32_t *other);

/**
 * Sets counts[cells] to 0 by writes that are not optimised away: for the next window of time, and before the memory is given back. `cells` may be any length;
 * DPM_ERR_LENGTH at 0.
 */
dpm_status dpm_sparse_clear(uint32_t *counts,
                            size_t cells);

/**
 * The chain values[cells] on a support, out into matrix[n * n], zeros where no transition is feasible: for the functions that take a matrix. The support is checked as by
 * dpm_support_check(), the values as a matrix is (DPM_ERR_NOT_STOCHASTIC).
 */
dpm_status dpm_sparse_expand(const uint32_t *starts,
                             const uint16_t *targets,
                             size_t n,
                             size_t cells,
                             const double *values,
                             double *matrix);

/**
 * One step of the chain values[cells] on a support: x[n] times its matrix into out[n], at the price of its feasible cells. `x` is any vector of numbers up to 1e300 in
 * magnitude, else DPM_ERR_DOMAIN; a distribution gives the distribution one step later, and where its sum is to stay 1 over many steps divide by it now and
 * then. The support and the values are checked as in dpm_sparse_expand().
 */
dpm_status dpm_sparse_step(const uint32_t *starts,
                           const uint16_t *targets,
                           size_t n,
                           size_t cells,
                           const double *values,
                           const double *x,
                           double *out);

/**
 * An upper bound on delta at `epsilon` (nats, 0 to 1e6) over all `releases` of the same log together, for the smoothed
 * Dirichlet mechanism with event weight `weight` (1e-9 to 1e9) and pseudo-count `pseudo_count` (1e-6 to 1e9, in events).
 * Never below the truth, never 0.
 */
dpm_status dpm_dirichlet_delta(int adjacency,
                               double weight,
                               double pseudo_count,
                               uint32_t releases,
                               double epsilon,
                               double *delta_upper);

/**
 * An epsilon (nats) at which the guarantee holds with `delta` over all `releases` of the same log together: the smallest, up
 * to less than 0.1 %, rounded up. Parameters as in dpm_dirichlet_delta().
 */
dpm_status dpm_dirichlet_epsilon(int adjacency,
                                 double weight,
                                 double pseudo_count,
                                 uint32_t releases,
                                 double delta,
                                 double *epsilon_upper);

/**
 * The largest event weight at which (epsilon, delta) holds over all `releases`, up to less than 0.1 %, rounded down.
 * DPM_ERR_UNREACHABLE where no weight does at this pseudo-count: dpm_smallest_pseudo_count() says which do.
 */
dpm_status dpm_dirichlet_solve_weight(int adjacency,
                                      double pseudo_count,
                                      uint32_t releases,
                                      double epsilon,
                                      double delta,
                                      double *weight);

/**
 * The smallest pseudo-count (in events) at which some event weight meets (epsilon, delta) over all `releases`, rounded up.
 */
dpm_status dpm_smallest_pseudo_count(int adjacency,
                                     double epsilon,
                                     double delta,
                                     uint32_t releases,
                                     double *pseudo_count);

/**
 * An upper bound on the Renyi divergence (nats) of order `order` (> 1, else DPM_ERR_DOMAIN) between neighbouring logs over all
 * `releases`, into `*divergence_upper`; infinity at orders where there is none. Parameters as in dpm_dirichlet_delta(). For ledgers:
 * divergences of one order add up over different mechanisms.
 */
dpm_status dpm_dirichlet_renyi(int adjacency,
                               double weight,
                               double pseudo_count,
                               uint32_t releases,
                               double order,
                               double *divergence_upper);

/**
 * An epsilon (nats) that the best single Renyi order proves at `delta` over all `releases`: cheaper than dpm_dirichlet_epsilon() on
 * a small device, and looser. Arguments as there.
 */
dpm_status dpm_dirichlet_renyi_epsilon(int adjacency,
                                       double weight,
                                       double pseudo_count,
                                       uint32_t releases,
                                       double delta,
                                       double *epsilon_upper);

/**
 * Size of a `dpm_dirichlet`, in bytes: DPM_DIRICHLET_SIZE.
 */
size_t dpm_dirichlet_size(void);

/**
 * Makes the mechanism that promises (epsilon, delta) under `adjacency` over all `releases` of the same log together, with
 * the largest event weight that does. All arguments must be public facts, not computed from the log. Solving takes
 * milliseconds on a desktop; on a small device plan ahead and use dpm_dirichlet_init_checked(). The object does not count its
 * releases: to stop after `releases` of them, across restarts, is the ledger's part (dpm_ledger_create()) or yours, and one more voids the promise.
 */
dpm_status dpm_dirichlet_init(struct dpm_dirichlet *mechanism,
                              int adjacency,
                              double epsilon,
                              double delta,
                              uint32_t releases,
                              double pseudo_count);

/**
 * dpm_dirichlet_init() with a planned event weight, which is verified, not trusted: DPM_ERR_GUARANTEE_NOT_MET where the promise would
 * not hold.
 */
dpm_status dpm_dirichlet_init_checked(struct dpm_dirichlet *mechanism,
                                      int adjacency,
                                      double epsilon,
                                      double delta,
                                      uint32_t releases,
                                      double pseudo_count,
                                      double weight);

/**
 * The mechanism's parameters, for the report that goes with a release: `*weight` (the event weight) and `*pseudo_count` (in
 * events). Public.
 */
dpm_status dpm_dirichlet_parameters(const struct dpm_dirichlet *mechanism,
                                    double *weight,
                                    double *pseudo_count);

/**
 * What the mechanism promises, for the report that goes with a release: `*adjacency` (DPM_ADJACENCY_...), `*epsilon` (nats), `*delta`
 * and `*releases`. Public.
 */
dpm_status dpm_dirichlet_guarantee(const struct dpm_dirichlet *mechanism,
                                   int *adjacency,
                                   double *epsilon,
                                   double *delta,
                                   uint32_t *releases);

/**
 * Releases one row privately: counts[n] (the events out of one state, by next state; secret) into row[n], n from 2 to 65535.
 * `rng` must be fresh for this release (see dpm_rng_init()); it is left further along its stream. The row consists of positive
 * multiples of 2^-32 that sum to exactly 1. Released row by row, in order and from one `rng`, a chain is bit for bit that of
 * dpm_dirichlet_release_chain(), without its n * n output. Release all rows of a chain with the same mechanism: with one per row
 * the promise holds for DPM_ADJACENCY_DESTINATION and DPM_ADJACENCY_ADD_REMOVE alone (else dpm_dirichlet_release_chain_rows()). Every row may be released `releases` times.
 */
dpm_status dpm_dirichlet_release_row(const struct dpm_dirichlet *mechanism,
                                     struct dpm_rng *rng,
                                     const uint32_t *counts,
                                     size_t n,
                                     double *row);

/**
 * Releases a whole chain privately: counts[n * n], row by row (row: the state left, column: the next state; secret) into
 * matrix[n * n]. As dpm_dirichlet_release_row() otherwise. One event touches one or two rows, which the guarantee accounts for.
 */
dpm_status dpm_dirichlet_release_chain(const struct dpm_dirichlet *mechanism,
                                       struct dpm_rng *rng,
                                       const uint32_t *counts,
                                       size_t n,
                                       double *matrix);

/**
 * Releases a whole chain whose rows have parameters of their own, rows[n], privately: counts[n * n], row by row (secret) into
 * matrix[n * n]. The promise (epsilon, delta) under `adjacency` over all `releases` of the same log together is verified for the
 * rows as they stand together, at every call: DPM_ERR_GUARANTEE_NOT_MET where it would not hold. Under DPM_ADJACENCY_DESTINATION
 * and DPM_ADJACENCY_ADD_REMOVE the worst row counts; under the others an event may leave one row for another, and that is
 * counted too. All arguments but `counts` must be public facts. `rng` must be fresh for this release (see dpm_rng_init()); it is left
 * further along its stream. Each row consists of positive multiples of 2^-32 that sum to exactly 1.
 */
dpm_status dpm_dirichlet_release_chain_rows(struct dpm_rng *rng,
                                            int adjacency,
                                            double epsilon,
                                            double delta,
                                            uint32_t releases,
                                            const struct dpm_dirichlet_row *rows,
                                            const uint32_t *counts,
                                            size_t n,
                                            double *matrix);

/**
 * epsilon (nats) of Theorem 1 as published, rounded up, into `*epsilon`: concentration `k`, border `eta` (the smallest share of an
 * entry), public row total, n entries, cut `gamma`. Holds together with dpm_published_delta() under DPM_ADJACENCY_DESTINATION, for
 * rows inside the border. The theorem's assumptions are enforced, each with its code: n >= 3 (DPM_ERR_PUBLISHED_STATES), gamma > 0,
 * gamma <= 1/(n-1) and n gamma <= 1 (DPM_ERR_ASSUMPTION_GAMMA), 0 < eta < 1/4 and n eta <= 1 (DPM_ERR_ASSUMPTION_BORDER), k >=
 * 3/(2 eta) (DPM_ERR_ASSUMPTION_CONCENTRATION), n eta + 1/row_total <= 1 (DPM_ERR_ROW_TOTAL). At the paper's own inputs (k = 20.6, eta =
 * 0.073, row_total 98, n = 5, gamma = 0.0004) the formula gives 2.2119; the 2.255 that the paper prints comes out if the neighbour is put at eta -
 * 1/row_total, outside the set that the theorem allows. The exact profile (dpm_dirichlet_epsilon()) is far tighter.
 */
dpm_status dpm_published_epsilon(double k,
                                 double eta,
                                 uint64_t row_total,
                                 size_t n,
                                 double gamma,
                                 double *epsilon);

/**
 * The guarantee of dpm_published_epsilon() with a smaller, proved epsilon: equal at n = 3, 2 to 77 % smaller above, and valid at n = 2 and for every k > 0
 * too.
 */
dpm_status dpm_published_epsilon_sharpened(double k,
                                           double eta,
                                           uint64_t row_total,
                                           size_t n,
                                           double gamma,
                                           double *epsilon);

/**
 * A rigorous upper bound on the delta of Theorem 1, into `*delta_upper`. Arguments and codes as in dpm_published_epsilon().
 */
dpm_status dpm_published_delta(double k,
                               double eta,
                               size_t n,
                               double gamma,
                               double *delta_upper);

/**
 * The largest concentration at which dpm_published_epsilon() is at most `epsilon`, rounded down, into `*k`. DPM_ERR_UNREACHABLE where
 * already k = 3/(2 eta) costs more.
 */
dpm_status dpm_published_solve_k(double epsilon,
                                 double eta,
                                 uint64_t row_total,
                                 size_t n,
                                 double gamma,
                                 double *k);

/**
 * The event weight and the pseudo-count (`*weight`, `*pseudo_count`) whose exact profile is that of the published mechanism (k, eta,
 * row_total): feed them to dpm_dirichlet_epsilon() or dpm_dirichlet_delta() with DPM_ADJACENCY_DESTINATION.
 */
dpm_status dpm_published_parameters(double k,
                                    double eta,
                                    uint64_t row_total,
                                    double *weight,
                                    double *pseudo_count);

/**
 * Size of a `dpm_published`, in bytes: DPM_PUBLISHED_SIZE.
 */
size_t dpm_published_size(void);

/**
 * Makes the published mechanism with concentration `k` (dpm_published_solve_k() gives one) and border `eta` for one row of n entries
 * whose total `row_total` is public. All arguments must be public facts. The theorem's assumptions are enforced as in
 * dpm_published_epsilon().
 */
dpm_status dpm_published_init(struct dpm_published *mechanism,
                              double k,
                              double eta,
                              uint64_t row_total,
                              size_t n);

/**
 * Releases one row: counts[n] into row[n], multiples of 2^-32 that sum to exactly 1. A row with another total
 * (DPM_ERR_ROW_TOTAL) or with a count below eta * row_total (DPM_ERR_BELOW_BORDER) is refused, and that refusal is NOT protected:
 * do not publish it. dpm_dirichlet_release_row() refuses no row.
 */
dpm_status dpm_published_release_row(const struct dpm_published *mechanism,
                                     struct dpm_rng *rng,
                                     const uint32_t *counts,
                                     size_t n,
                                     double *row);

/**
 * Releases a whole chain, row i by its own mechanism rows[i] (n of them): counts[n * n] into matrix[n * n]. All rows are looked at
 * before the first is released. As dpm_published_release_row() otherwise.
 */
dpm_status dpm_published_release_chain(const struct dpm_published *rows,
                                       struct dpm_rng *rng,
                                       const uint32_t *counts,
                                       size_t n,
                                       double *matrix);

/**
 * An upper bound on delta at `epsilon` over all `releases` of the same log of n states together, for Polya's urn with these masses
 * (dpm_polya_release_row_unchecked() says what they are) and `draws` draws a row. Exactly 0 where the guarantee is pure.
 */
dpm_status dpm_polya_delta(int adjacency,
                           size_t n,
                           uint32_t event_mass,
                           uint32_t prior_mass,
                           uint32_t draw_mass,
                           uint32_t draws,
                           uint32_t releases,
                           double epsilon,
                           double *delta_upper);

/**
 * An epsilon (nats) at which the guarantee holds with `delta` (0 too) over all `releases` together, rounded up. Parameters as in dpm_polya_delta().
 */
dpm_status dpm_polya_epsilon(int adjacency,
                             size_t n,
                             uint32_t event_mass,
                             uint32_t prior_mass,
                             uint32_t draw_mass,
                             uint32_t draws,
                             uint32_t releases,
                             double delta,
                             double *epsilon_upper);

/**
 * The epsilon (nats) that holds with delta = 0 over all `releases` together, rounded up. It can lie above 1e6.
 */
dpm_status dpm_polya_pure_epsilon(int adjacency,
                                  size_t n,
                                  uint32_t event_mass,
                                  uint32_t prior_mass,
                                  uint32_t draw_mass,
                                  uint32_t draws,
                                  uint32_t releases,
                                  double *epsilon_upper);

/**
 * The largest number of draws a row at which the urn meets `epsilon` over all `releases` with delta = 0, into `*draws`.
 * DPM_ERR_UNREACHABLE where one draw is too many.
 */
dpm_status dpm_polya_largest_pure_draws(int adjacency,
                                        size_t n,
                                        uint32_t event_mass,
                                        uint32_t prior_mass,
                                        uint32_t draw_mass,
                                        uint32_t releases,
                                        double epsilon,
                                        uint32_t *draws);

/**
 * Size of a `dpm_polya`, in bytes: DPM_POLYA_SIZE.
 */
size_t dpm_polya_size(void);

/**
 * Makes the mechanism that promises (epsilon, delta) under `adjacency` over all `releases` of the same log of n states together, with `draws` draws a row
 * and about the largest weight that does; `pseudo_count` in events, for every cell; delta may be 0. All arguments must be public facts. On a small device plan ahead and use
 * dpm_polya_init_checked(). The object does not count its releases: that is the ledger's part (dpm_ledger_create()).
 */
dpm_status dpm_polya_init(struct dpm_polya *mechanism,
                          int adjacency,
                          double epsilon,
                          double delta,
                          uint32_t releases,
                          size_t n,
                          double pseudo_count,
                          uint32_t draws);

/**
 * dpm_polya_init() with planned masses and draws, which are verified, not trusted: DPM_ERR_GUARANTEE_NOT_MET where the promise would not hold.
 */
dpm_status dpm_polya_init_checked(struct dpm_polya *mechanism,
                                  int adjacency,
                                  double epsilon,
                                  double delta,
                                  uint32_t releases,
                                  size_t n,
                                  uint32_t event_mass,
                                  uint32_t prior_mass,
                                  uint32_t draw_mass,
                                  uint32_t draws);

/**
 * The mechanism's parameters, for the report that goes with a release: the number of states that its guarantee was computed for, the masses of an event, of a cell
 * without events and of a draw, and the draws a row. Public.
 */
dpm_status dpm_polya_parameters(const struct dpm_polya *mechanism,
                                size_t *n,
                                uint32_t *event_mass,
                                uint32_t *prior_mass,
                                uint32_t *draw_mass,
                                uint32_t *draws);

/**
 * What the mechanism promises: as dpm_dirichlet_guarantee().
 */
dpm_status dpm_polya_guarantee(const struct dpm_polya *mechanism,
                               int *adjacency,
                               double *epsilon,
                               double *delta,
                               uint32_t *releases);

/**
 * Releases the tallies of one row privately: counts[n] (secret) into tallies[n], integers whose sum is `draws`, drawn with integers alone. n must be the
 * mechanism's (DPM_ERR_LENGTH). `rng` must be fresh for this release (see dpm_rng_init_with_permit()); it is left further along its stream. Scratch:
 * work[work_len], work_len >= DPM_POLYA_WORK_LEN(n); what is used of it is wiped.
 */
dpm_status dpm_polya_release_tallies(const struct dpm_polya *mechanism,
                                     struct dpm_rng *rng,
                                     const uint32_t *counts,
                                     size_t n,
                                     uint32_t *work,
                                     size_t work_len,
                                     uint32_t *tallies);

/**
 * dpm_polya_release_tallies() as a row: tallies[i]/draws rounded to positive multiples of 2^-32 that sum to exactly 1, into row[n]. A state that was not drawn gets 2^-32.
 * Released row by row, in order and from one `rng`, a chain is bit for bit that of dpm_polya_release_chain().
 */
dpm_status dpm_polya_release_row(const struct dpm_polya *mechanism,
                                 struct dpm_rng *rng,
                                 const uint32_t *counts,
                                 size_t n,
                                 uint32_t *work,
                                 size_t work_len,
                                 double *row);

/**
 * Releases a whole chain: counts[n * n], row by row (secret), into matrix[n * n], every row with the same urn. As dpm_polya_release_row() otherwise; the scratch
 * is that of one row.
 */
dpm_status dpm_polya_release_chain(const struct dpm_polya *mechanism,
                                   struct dpm_rng *rng,
                                   const uint32_t *counts,
                                   size_t n,
                                   uint32_t *work,
                                   size_t work_len,
                                   double *matrix);

/**
 * An upper bound on delta at `epsilon` over all `releases` of the same log together, for two-sided geometric noise on every count, rate = numerator/denominator; can be exactly 0.
 * P(k) proportional to exp(-rate |k|); parts from 1 to 2^30, at most 64 (DPM_ERR_RATE).
 */
dpm_status dpm_geometric_delta(int adjacency,
                               uint32_t numerator,
                               uint32_t denominator,
                               uint32_t releases,
                               double epsilon,
                               double *delta_upper);

/**
 * An epsilon (nats) at which the guarantee holds with `delta` (0 too) over all `releases` together, rounded up. Parameters as in dpm_geometric_delta().
 */
dpm_status dpm_geometric_epsilon(int adjacency,
                                 uint32_t numerator,
                                 uint32_t denominator,
                                 uint32_t releases,
                                 double delta,
                                 double *epsilon_upper);

/**
 * The largest rate of a fine grid, numerator/denominator, with which two-sided geometric noise meets (epsilon, delta) over all `releases`; delta may be 0.
 */
dpm_status dpm_geometric_solve_rate(int adjacency,
                                    uint32_t releases,
                                    double epsilon,
                                    double delta,
                                    uint32_t *numerator,
                                    uint32_t *denominator);

/**
 * Size of a `dpm_geometric`, in bytes: DPM_GEOMETRIC_SIZE.
 */
size_t dpm_geometric_size(void);

/**
 * Makes the mechanism that promises (epsilon, delta) under `adjacency` over all `releases` of the same log together, with about the least noise that
 * does; delta may be 0. All arguments must be public facts. On a small device plan ahead and use dpm_geometric_init_checked(). The object does not count its releases:
 * that is the ledger's part (dpm_ledger_create()).
 */
dpm_status dpm_geometric_init(struct dpm_geometric *mechanism,
                              int adjacency,
                              double epsilon,
                              double delta,
                              uint32_t releases);

/**
 * dpm_geometric_init() with a planned rate, numerator/denominator, which is verified, not trusted: DPM_ERR_GUARANTEE_NOT_MET where the promise would not hold.
 */
dpm_status dpm_geometric_init_checked(struct dpm_geometric *mechanism,
                                      int adjacency,
                                      double epsilon,
                                      double delta,
                                      uint32_t releases,
                                      uint32_t numerator,
                                      uint32_t denominator);

/**
 * dpm_geometric_init_checked() for pure noise, delta 0, in integers alone: DPM_ERR_GUARANTEE_NOT_MET unless `releases` times the counts that one event or visit changes times the rate are at
 * most epsilon_micro/1000000, the ledger's unit of epsilon (up to 1e12). The object promises the smallest double that is not below that. For a small device: it spares the program some 30 kB of
 * floating point.
 */
dpm_status dpm_geometric_init_pure(struct dpm_geometric *mechanism,
                                   int adjacency,
                                   uint64_t epsilon_micro,
                                   uint32_t releases,
                                   uint32_t numerator,
                                   uint32_t denominator);

/**
 * The mechanism's rate, exactly, for the report that goes with a release. Public.
 */
dpm_status dpm_geometric_parameters(const struct dpm_geometric *mechanism,
                                    uint32_t *numerator,
                                    uint32_t *denominator);

/**
 * What the mechanism promises: as dpm_dirichlet_guarantee().
 */
dpm_status dpm_geometric_guarantee(const struct dpm_geometric *mechanism,
                                   int *adjacency,
                                   double *epsilon,
                                   double *delta,
                                   uint32_t *releases);

/**
 * Releases one row privately as integers: counts[n] (secret) with noise on each, into noisy[n]; unbiased, below 0 where the noise is. Drawn and added with
 * integers alone. `rng` must be fresh for this release (see dpm_rng_init_with_permit()); it is left further along its stream. With DPM_ERR_TRIALS
 * noisy[n] is zeroed.
 */
dpm_status dpm_geometric_release_counts(const struct dpm_geometric *mechanism,
                                        struct dpm_rng *rng,
                                        const uint32_t *counts,
                                        size_t n,
                                        int64_t *noisy);

/**
 * dpm_geometric_release_counts() as a row: dpm_noisy_counts_row() of these noisy counts, `floor` as there, into row[n]. Scratch: work[work_len], work_len >= n; it
 * holds the noisy counts afterwards.
 */
dpm_status dpm_geometric_release_row(const struct dpm_geometric *mechanism,
                                     struct dpm_rng *rng,
                                     const uint32_t *counts,
                                     size_t n,
                                     uint32_t floor,
                                     int64_t *work,
                                     size_t work_len,
                                     double *row);

/**
 * Releases a whole chain: counts[n * n], row by row (secret), into matrix[n * n]. As dpm_geometric_release_row() otherwise; the scratch is that of one row. Row by
 * row, in order and from one `rng`, it is the same chain bit for bit.
 */
dpm_status dpm_geometric_release_chain(const struct dpm_geometric *mechanism,
                                       struct dpm_rng *rng,
                                       const uint32_t *counts,
                                       size_t n,
                                       uint32_t floor,
                                       int64_t *work,
                                       size_t work_len,
                                       double *matrix);

/**
 * An upper bound on delta at `epsilon` over all `releases` of the same log together, for discrete Gaussian noise on every count, variance = numerator/denominator.
 * P(k) proportional to exp(-k^2/(2 variance)); numerator from 1 to 2^40, denominator from 1 to 1024 (DPM_ERR_VARIANCE).
 */
dpm_status dpm_gaussian_delta(int adjacency,
                              uint64_t numerator,
                              uint32_t denominator,
                              uint32_t releases,
                              double epsilon,
                              double *delta_upper);

/**
 * An epsilon (nats) at which the guarantee holds with `delta` (> 0, else DPM_ERR_NOT_PURE) over all `releases` together, rounded up. Parameters as in dpm_gaussian_delta().
 */
dpm_status dpm_gaussian_epsilon(int adjacency,
                                uint64_t numerator,
                                uint32_t denominator,
                                uint32_t releases,
                                double delta,
                                double *epsilon_upper);

/**
 * The smallest variance of a fine grid, numerator/denominator, with which discrete Gaussian noise meets (epsilon, delta) over all `releases`.
 */
dpm_status dpm_gaussian_solve_variance(int adjacency,
                                       uint32_t releases,
                                       double epsilon,
                                       double delta,
                                       uint64_t *numerator,
                                       uint32_t *denominator);

/**
 * Size of a `dpm_gaussian`, in bytes: DPM_GAUSSIAN_SIZE.
 */
size_t dpm_gaussian_size(void);

/**
 * Makes the mechanism that promises (epsilon, delta) under `adjacency` over all `releases` of the same log together, with about the least noise that
 * does. All arguments must be public facts. On a small device plan ahead and use dpm_gaussian_init_checked(). The object does not count its releases:
 * that is the ledger's part (dpm_ledger_create()).
 */
dpm_status dpm_gaussian_init(struct dpm_gaussian *mechanism,
                             int adjacency,
                             double epsilon,
                             double delta,
                             uint32_t releases);

/**
 * dpm_gaussian_init() with a planned variance, numerator/denominator, which is verified, not trusted: DPM_ERR_GUARANTEE_NOT_MET where the promise would not hold.
 */
dpm_status dpm_gaussian_init_checked(struct dpm_gaussian *mechanism,
                                     int adjacency,
                                     double epsilon,
                                     double delta,
                                     uint32_t releases,
                                     uint64_t numerator,
                                     uint32_t denominator);

/**
 * The mechanism's variance, exactly, for the report that goes with a release. Public.
 */
dpm_status dpm_gaussian_parameters(const struct dpm_gaussian *mechanism,
                                   uint64_t *numerator,
                                   uint32_t *denominator);

/**
 * What the mechanism promises: as dpm_dirichlet_guarantee().
 */
dpm_status dpm_gaussian_guarantee(const struct dpm_gaussian *mechanism,
                                  int *adjacency,
                                  double *epsilon,
                                  double *delta,
                                  uint32_t *releases);

/**
 * Releases one row privately as integers: counts[n] (secret) with noise on each, into noisy[n]; unbiased, below 0 where the noise is. Drawn and added with
 * integers alone. `rng` must be fresh for this release (see dpm_rng_init_with_permit()); it is left further along its stream. With DPM_ERR_TRIALS
 * noisy[n] is zeroed.
 */
dpm_status dpm_gaussian_release_counts(const struct dpm_gaussian *mechanism,
                                       struct dpm_rng *rng,
                                       const uint32_t *counts,
                                       size_t n,
                                       int64_t *noisy);

/**
 * dpm_gaussian_release_counts() as a row: dpm_noisy_counts_row() of these noisy counts, `floor` as there, into row[n]. Scratch: work[work_len], work_len >= n; it
 * holds the noisy counts afterwards.
 */
dpm_status dpm_gaussian_release_row(const struct dpm_gaussian *mechanism,
                                    struct dpm_rng *rng,
                                    const uint32_t *counts,
                                    size_t n,
                                    uint32_t floor,
                                    int64_t *work,
                                    size_t work_len,
                                    double *row);

/**
 * Releases a whole chain: counts[n * n], row by row (secret), into matrix[n * n]. As dpm_gaussian_release_row() otherwise; the scratch is that of one row. Row by
 * row, in order and from one `rng`, it is the same chain bit for bit.
 */
dpm_status dpm_gaussian_release_chain(const struct dpm_gaussian *mechanism,
                                      struct dpm_rng *rng,
                                      const uint32_t *counts,
                                      size_t n,
                                      uint32_t floor,
                                      int64_t *work,
                                      size_t work_len,
                                      double *matrix);

/**
 * The stochastic row of released noisy counts, noisy[n] (each at most 2^40 in magnitude, else DPM_ERR_DOMAIN), into row[n]: their nearest point with the same sum and
 * no negative entry, `floor` added to each, divided by the new sum, as positive multiples of 2^-32 that sum to exactly 1; uniform
 * where the sum is not positive. `floor` is a public number in 1/1024 of an event, 0 to 2^30 (DPM_ERR_FLOOR). Costs no privacy: a function of what is public.
 */
dpm_status dpm_noisy_counts_row(const int64_t *noisy,
                                size_t n,
                                uint32_t floor,
                                double *row);

/**
 * dpm_noisy_counts_row() in integers to the end: row[i] times 2^32, into units[n], whose sum is 2^32. No floating point.
 */
dpm_status dpm_noisy_counts_units(const int64_t *noisy,
                                  size_t n,
                                  uint32_t floor,
                                  uint32_t *units);

/**
 * The standard deviation of one count's geometric noise, rate numerator/denominator, in events: the standard error of a released count. NaN outside
 * the domain (DPM_ERR_RATE).
 */
double dpm_geometric_deviation(uint32_t numerator,
                               uint32_t denominator);

/**
 * dpm_geometric_deviation() for discrete Gaussian noise, variance numerator/denominator. NaN outside the domain (DPM_ERR_VARIANCE).
 */
double dpm_gaussian_deviation(uint64_t numerator,
                              uint32_t denominator);

/**
 * The standard error of the estimate noisy[i]/total of a share, `total` the sum of the n noisy counts of a row (> 0) and `deviation` that of one count's noise
 * (>= 0): unbiased to first order where `total` is many times deviation * sqrt(n). `share` from 0 to 1, n from 2 to 65535. NaN outside the domain.
 */
double dpm_share_standard_error(double share,
                                size_t n,
                                double total,
                                double deviation);

/**
 * Releases a chain on a support privately: counts[cells] (secret) into values[cells], both in the order of the support's cells (see dpm_support_check(), as which it
 * checks it here). As dpm_dirichlet_release_chain() otherwise, with the same guarantee whatever the support; a row of one cell is 1.
 */
dpm_status dpm_dirichlet_release_sparse(const struct dpm_dirichlet *mechanism,
                                        struct dpm_rng *rng,
                                        const uint32_t *starts,
                                        const uint16_t *targets,
                                        size_t n,
                                        size_t cells,
                                        const uint32_t *counts,
                                        double *values);

/**
 * dpm_dirichlet_release_sparse() for rows that have parameters of their own: rows[n], as in dpm_dirichlet_release_chain_rows(). The parameters of a row of one cell count in the guarantee all
 * the same.
 */
dpm_status dpm_dirichlet_release_sparse_rows(struct dpm_rng *rng,
                                             int adjacency,
                                             double epsilon,
                                             double delta,
                                             uint32_t releases,
                                             const struct dpm_dirichlet_row *rows,
                                             const uint32_t *starts,
                                             const uint16_t *targets,
                                             size_t n,
                                             size_t cells,
                                             const uint32_t *counts,
                                             double *values);

/**
 * Releases a chain on a support by the published mechanism: one object for each row of two or more cells, in order, in rows[rows_len], made for that row's number of
 * cells, border and public row total (of the events counted in it); a row of one cell is 1 and has none. counts[cells] into values[cells]; the support is checked
 * as by dpm_support_check(). DPM_ERR_PUBLISHED_STATES where a row has two cells: the theorem says nothing there. DPM_ERR_LENGTH where the objects are not
 * one for each such row, each made for its number of cells. Refusals as in dpm_published_release_row(), not protected. With DPM_OUTSIDE_DROP an event that
 * leaves the support changes a row total, which the theorem does not allow: record with a public state.
 */
dpm_status dpm_published_release_sparse(const struct dpm_published *rows,
                                        size_t rows_len,
                                        struct dpm_rng *rng,
                                        const uint32_t *starts,
                                        const uint16_t *targets,
                                        size_t n,
                                        size_t cells,
                                        const uint32_t *counts,
                                        double *values);

/**
 * Releases a chain on a support: counts[cells] (secret) into values[cells], every row with the same urn; a row of one cell is 1. Made with n states the mechanism's
 * promise holds for rows of n or more cells: make it with `*fewest` of dpm_support_row_lens(), else DPM_ERR_GUARANTEE_NOT_MET. Scratch: work[work_len], work_len >=
 * DPM_POLYA_WORK_LEN(`*most`); what is used of it is wiped. As dpm_polya_release_chain() otherwise.
 */
dpm_status dpm_polya_release_sparse(const struct dpm_polya *mechanism,
                                    struct dpm_rng *rng,
                                    const uint32_t *starts,
                                    const uint16_t *targets,
                                    size_t n,
                                    size_t cells,
                                    const uint32_t *counts,
                                    uint32_t *work,
                                    size_t work_len,
                                    double *values);

/**
 * dpm_polya_release_sparse() as integers, the tallies of every row with the sum `draws`, into tallies[cells]; a row of one cell has them all.
 */
dpm_status dpm_polya_release_sparse_tallies(const struct dpm_polya *mechanism,
                                            struct dpm_rng *rng,
                                            const uint32_t *starts,
                                            const uint16_t *targets,
                                            size_t n,
                                            size_t cells,
                                            const uint32_t *counts,
                                            uint32_t *work,
                                            size_t work_len,
                                            uint32_t *tallies);

/**
 * Releases a chain on a support: counts[cells] (secret) with noise on each, made rows as by dpm_noisy_counts_row(), into values[cells]; a row of one cell is 1.
 * Scratch: work[work_len], work_len >= `*most` of dpm_support_row_lens() (n is always enough). The support is checked as by dpm_support_check(). As
 * dpm_geometric_release_chain() otherwise.
 */
dpm_status dpm_geometric_release_sparse(const struct dpm_geometric *mechanism,
                                        struct dpm_rng *rng,
                                        const uint32_t *starts,
                                        const uint16_t *targets,
                                        size_t n,
                                        size_t cells,
                                        const uint32_t *counts,
                                        uint32_t floor,
                                        int64_t *work,
                                        size_t work_len,
                                        double *values);

/**
 * Releases the counts of a support as integers: counts[cells] (secret) with noise on each, rows of one cell included, into noisy[cells]. The support is checked as by
 * dpm_support_check(). As dpm_geometric_release_counts() otherwise.
 */
dpm_status dpm_geometric_release_sparse_counts(const struct dpm_geometric *mechanism,
                                               struct dpm_rng *rng,
                                               const uint32_t *starts,
                                               const uint16_t *targets,
                                               size_t n,
                                               size_t cells,
                                               const uint32_t *counts,
                                               int64_t *noisy);

/**
 * As dpm_geometric_release_sparse(), with Gaussian noise.
 */
dpm_status dpm_gaussian_release_sparse(const struct dpm_gaussian *mechanism,
                                       struct dpm_rng *rng,
                                       const uint32_t *starts,
                                       const uint16_t *targets,
                                       size_t n,
                                       size_t cells,
                                       const uint32_t *counts,
                                       uint32_t floor,
                                       int64_t *work,
                                       size_t work_len,
                                       double *values);

/**
 * As dpm_geometric_release_sparse_counts(), with Gaussian noise.
 */
dpm_status dpm_gaussian_release_sparse_counts(const struct dpm_gaussian *mechanism,
                                              struct dpm_rng *rng,
                                              const uint32_t *starts,
                                              const uint16_t *targets,
                                              size_t n,
                                              size_t cells,
                                              const uint32_t *counts,
                                              int64_t *noisy);

/**
 * dpm_noisy_counts_row() for every row of a support: noisy[cells], of one release or added up over many, into values[cells]; a row of one cell is 1. The support is checked as by
 * dpm_support_check().
 */
dpm_status dpm_noisy_counts_sparse(const uint32_t *starts,
                                   const uint16_t *targets,
                                   size_t n,
                                   size_t cells,
                                   const int64_t *noisy,
                                   uint32_t floor,
                                   double *values);

/**
 * An epsilon (nats) at which all the releases of list[len] of the same log together meet `delta`, into `*epsilon_upper`: the smallest of the valid bounds, and
 * which it was into `*bound` (DPM_BOUND_...). len from 1 to DPM_COMPOSE_MAX, else DPM_ERR_LENGTH. delta may be 0 where every mechanism has a pure guarantee.
 */
dpm_status dpm_compose_epsilon(int adjacency,
                               const struct dpm_release *list,
                               size_t len,
                               double delta,
                               double *epsilon_upper,
                               int *bound);

/**
 * An upper bound on delta at `epsilon` of all the releases of list[len] together, into `*delta_upper`. As dpm_compose_epsilon() otherwise.
 */
dpm_status dpm_compose_delta(int adjacency,
                             const struct dpm_release *list,
                             size_t len,
                             double epsilon,
                             double *delta_upper,
                             int *bound);

/**
 * An epsilon (nats) that the best single Renyi order proves at `delta` for all the releases of list[len] together: cheaper on a small device than
 * dpm_compose_epsilon(), and looser. Arguments as there; delta > 0.
 */
dpm_status dpm_compose_renyi_epsilon(int adjacency,
                                     const struct dpm_release *list,
                                     size_t len,
                                     double delta,
                                     double *epsilon_upper);

/**
 * Scratch doubles that dpm_stationary_gth() needs for n states: DPM_STATIONARY_GTH_WORK_LEN(n).
 */
size_t dpm_stationary_gth_work_len(size_t n);

/**
 * Scratch doubles that dpm_stationary_power() needs for n states: DPM_STATIONARY_POWER_WORK_LEN(n).
 */
size_t dpm_stationary_power_work_len(size_t n);

/**
 * Scratch doubles that dpm_ergodicity_inf() needs for n states: DPM_ERGODICITY_INF_WORK_LEN(n).
 */
size_t dpm_ergodicity_inf_work_len(size_t n);

/**
 * Scratch doubles that dpm_recurrent_classes() needs for n states: DPM_RECURRENT_CLASSES_WORK_LEN(n).
 */
size_t dpm_recurrent_classes_work_len(size_t n);

/**
 * The stationary distribution pi (pi P = pi) of the chain matrix[n * n] by Grassmann-Taksar-Heyman elimination, into pi[n].
 * Scratch: work[work_len], work_len >= DPM_STATIONARY_GTH_WORK_LEN(n). Relative accuracy of every entry near rounding, for
 * nearly decomposable chains too. DPM_ERR_SEVERAL_CLASSES where pi is not unique.
 */
dpm_status dpm_stationary_gth(const double *matrix,
                              size_t n,
                              double *work,
                              size_t work_len,
                              double *pi);

/**
 * The stationary distribution of the recurrent class that `state` ends up in, zeros elsewhere, into pi[n]; for chains on which
 * dpm_stationary_gth() says DPM_ERR_SEVERAL_CLASSES. The same code where `state` can end up in more than one class. Scratch as in
 * dpm_stationary_gth().
 */
dpm_status dpm_stationary_of_state(const double *matrix,
                                   size_t n,
                                   size_t state,
                                   double *work,
                                   size_t work_len,
                                   double *pi);

/**
 * The number of recurrent classes of the chain matrix[n * n] (sets of states that are never left) into `*count`, at least 1. With
 * 1 the stationary distribution is unique. Scratch: work[work_len], work_len >= DPM_RECURRENT_CLASSES_WORK_LEN(n).
 */
dpm_status dpm_recurrent_classes(const double *matrix,
                                 size_t n,
                                 double *work,
                                 size_t work_len,
                                 size_t *count);

/**
 * The stationary distribution of the chain matrix[n * n] by power iteration of the lazy chain, into pi[n], until a step
 * changes it by less than `tolerance` (in (0, 1)) or `max_iterations` (>= 1) are done. `*error_bound` is a bound on the total
 * variation distance from the truth; 1.0 means that nothing is certified. Scratch: work[work_len], work_len >=
 * DPM_STATIONARY_POWER_WORK_LEN(n). For well-mixed chains where n * n scratch is too much.
 */
dpm_status dpm_stationary_power(const double *matrix,
                                size_t n,
                                double tolerance,
                                uint32_t max_iterations,
                                double *work,
                                size_t work_len,
                                double *pi,
                                double *error_bound);

/**
 * The ergodicity coefficient tau_inf of the chain matrix[n * n] into `*tau`: the largest, over columns, of the sum of the
 * floor(n/2) largest entries minus the sum of the floor(n/2) smallest. It can exceed 1. Scratch: work[work_len], work_len >=
 * DPM_ERGODICITY_INF_WORK_LEN(n).
 */
dpm_status dpm_ergodicity_inf(const double *matrix,
                              size_t n,
                              double *work,
                              size_t work_len,
                              double *tau);

/**
 * The ergodicity coefficient tau_1 (Dobrushin) of the chain matrix[n * n] into `*tau`: half the largest L1 distance between two
 * rows; in [0, 1], and a bound on the modulus of the second eigenvalue.
 */
dpm_status dpm_ergodicity_one(const double *matrix,
                              size_t n,
                              double *tau);

/**
 * The recurrent class (a set of states that lead to each other and that is never left) of every state of the chain matrix[n * n] into labels[n]: 0, 1, ... in order
 * of the classes' lowest states, or DPM_TRANSIENT for a state that is left for good in the end. The number of classes into `*count`. Scratch:
 * work[work_len], work_len >= DPM_RECURRENT_CLASSES_WORK_LEN(n).
 */
dpm_status dpm_class_labels(const double *matrix,
                            size_t n,
                            double *work,
                            size_t work_len,
                            uint32_t *labels,
                            size_t *count);

/**
 * The recurrent class that the chain ends up in if it starts in `state`: members[i] is 1 where state i belongs to it, else 0; its number of states into `*size`.
 * DPM_ERR_SEVERAL_CLASSES where chance decides which class that is. Scratch: work[work_len], work_len >= DPM_RECURRENT_CLASSES_WORK_LEN(n).
 */
dpm_status dpm_class_of_state(const double *matrix,
                              size_t n,
                              size_t state,
                              double *work,
                              size_t work_len,
                              uint8_t *members,
                              size_t *size);

/**
 * Does every state of the chain matrix[n * n] lead to every other one? 1 or 0 into `*irreducible`. Scratch: work[work_len], work_len >=
 * DPM_RECURRENT_CLASSES_WORK_LEN(n).
 */
dpm_status dpm_is_irreducible(const double *matrix,
                              size_t n,
                              double *work,
                              size_t work_len,
                              int *irreducible);

/**
 * The period of `state` in the chain matrix[n * n] into `*period`: the greatest common divisor of the numbers of steps in which the chain can return to it. 1:
 * aperiodic; 0: it cannot return. All states of a recurrent class have the same. Scratch: work[work_len], work_len >= DPM_RECURRENT_CLASSES_WORK_LEN(n).
 */
dpm_status dpm_period(const double *matrix,
                      size_t n,
                      size_t state,
                      double *work,
                      size_t work_len,
                      size_t *period);

/**
 * Does the chain matrix[n * n] never leave `state`? 1 or 0 into `*absorbing`.
 */
dpm_status dpm_is_absorbing(const double *matrix, size_t n, size_t state, int *absorbing);

/**
 * Scratch doubles that dpm_second_eigenvalue() needs for n states: DPM_SECOND_EIGENVALUE_WORK_LEN(n).
 */
size_t dpm_second_eigenvalue_work_len(size_t n);

/**
 * Scratch doubles that dpm_second_eigenvalue_upper() needs for n states: DPM_SECOND_EIGENVALUE_UPPER_WORK_LEN(n).
 */
size_t dpm_second_eigenvalue_upper_work_len(size_t n);

/**
 * Scratch doubles that dpm_mean_first_passage() needs for n states: DPM_MEAN_FIRST_PASSAGE_WORK_LEN(n).
 */
size_t dpm_mean_first_passage_work_len(size_t n);

/**
 * Scratch doubles that dpm_all_mean_first_passage() needs for n states: DPM_ALL_MEAN_FIRST_PASSAGE_WORK_LEN(n).
 */
size_t dpm_all_mean_first_passage_work_len(size_t n);

/**
 * Scratch doubles that dpm_predict() needs for n states and `steps` steps: n where they are few, else DPM_PREDICT_WORK_LEN(n), which is always enough.
 */
size_t dpm_predict_work_len(size_t n,
                            uint32_t steps);

/**
 * An estimate of the modulus of the second eigenvalue of the chain matrix[n * n] (the largest but one 1) into `*modulus`, by at most about `iterations` (>= 1, else
 * DPM_ERR_ITERATIONS) products with the matrix, whose number goes into `*done`. `*residual` says how far to trust it: some unit vector z of sum 0 and some number l of about
 * this modulus have the length of z P - l z equal to it. 1 exactly, with a residual and a number of 0, where the chain is periodic or has several classes. No bound: that is
 * dpm_second_eigenvalue_upper(). Scratch: work[work_len], work_len >= DPM_SECOND_EIGENVALUE_WORK_LEN(n).
 */
dpm_status dpm_second_eigenvalue(const double *matrix,
                                 size_t n,
                                 uint32_t iterations,
                                 double *work,
                                 size_t work_len,
                                 double *modulus,
                                 double *residual,
                                 uint32_t *done);

/**
 * A bound on the modulus of the second eigenvalue of the chain matrix[n * n] into `*bound`, rounded up: the least of tau_1(P^m)^(1/m) over m = 1, 2, 4, ...,
 * 2^squarings. 0 squarings: dpm_ergodicity_one(), rounded up. 1 for a chain that is periodic or has several classes, whose second eigenvalue is 1 in modulus. Scratch: work[work_len], work_len >=
 * DPM_SECOND_EIGENVALUE_UPPER_WORK_LEN(n).
 */
dpm_status dpm_second_eigenvalue_upper(const double *matrix,
                                       size_t n,
                                       uint32_t squarings,
                                       double *work,
                                       size_t work_len,
                                       double *bound);

/**
 * The mean number of steps until the chain matrix[n * n] is in `target` for the first time, for every start, into times[n]: 0 for `target` itself, infinity where it may never
 * be reached. Scratch: work[work_len], work_len >= DPM_MEAN_FIRST_PASSAGE_WORK_LEN(n). DPM_ERR_UNDERFLOW where products of probabilities fall out of range.
 */
dpm_status dpm_mean_first_passage(const double *matrix,
                                  size_t n,
                                  size_t target,
                                  double *work,
                                  size_t work_len,
                                  double *times);

/**
 * dpm_mean_first_passage() to every state: times[i * n + j] from i to j, times[n * n]. Scratch: work[work_len], work_len >= DPM_ALL_MEAN_FIRST_PASSAGE_WORK_LEN(n).
 * Work: a few eliminations where every state leads to every other one, else one for each state.
 */
dpm_status dpm_all_mean_first_passage(const double *matrix,
                                      size_t n,
                                      double *work,
                                      size_t work_len,
                                      double *times);

/**
 * Where the chain matrix[n * n] is after `steps` steps if it starts from the distribution start[n] (entries from 0 on of sum 1, else DPM_ERR_NOT_STOCHASTIC): start P^steps, of sum 1,
 * into out[n]. Scratch: work[work_len], work_len >= dpm_predict_work_len(n, steps); DPM_PREDICT_WORK_LEN(n) is always enough.
 */
dpm_status dpm_predict(const double *matrix,
                       size_t n,
                       const double *start,
                       uint32_t steps,
                       double *work,
                       size_t work_len,
                       double *out);

/**
 * Scratch doubles that dpm_group_inverse() needs for n states: DPM_GROUP_INVERSE_WORK_LEN(n).
 */
size_t dpm_group_inverse_work_len(size_t n);

/**
 * Scratch doubles that dpm_stationary_error_bound() needs for n states: DPM_STATIONARY_ERROR_BOUND_WORK_LEN(n).
 */
size_t dpm_stationary_error_bound_work_len(size_t n);

/**
 * The group inverse A# of A = I - P for the chain P = matrix[n * n] into inverse[n * n], row by row, and its stationary distribution into pi[n]: A# A = A A# =
 * I - 1 pi, pi A# = 0. It says how pi answers to a change of P: d pi = pi dP A#. States that are left for good are allowed; DPM_ERR_SEVERAL_CLASSES where pi is
 * not unique; DPM_ERR_UNDERFLOW where products of probabilities fall out of range. Scratch: work[work_len], work_len >= DPM_GROUP_INVERSE_WORK_LEN(n).
 */
dpm_status dpm_group_inverse(const double *matrix,
                             size_t n,
                             double *work,
                             size_t work_len,
                             double *inverse,
                             double *pi);

/**
 * The ergodicity coefficient tau_1 of inverse[n * n], a group inverse from dpm_group_inverse(), into `*tau`: half the largest L1 distance between two of its rows, rounded up.
 * DPM_ERR_DOMAIN for entries that are NaN or infinite.
 */
dpm_status dpm_group_inverse_tau_one(const double *inverse,
                                     size_t n,
                                     double *tau);

/**
 * A bound on the total variation distance between x[n], an approximate stationary distribution however it was found (entries from 0 to 2, else
 * DPM_ERR_NOT_STOCHASTIC), and the true one of the chain matrix[n * n], into `*bound`; at most 1, or the sum of x where that is more; every rounding is on its
 * safe side. `tau` is dpm_group_inverse_tau_one() of the chain (NaN or below 0.499, as none is below 1/2: DPM_ERR_DOMAIN). Scratch: work[work_len], work_len >= DPM_STATIONARY_ERROR_BOUND_WORK_LEN(n).
 */
dpm_status dpm_stationary_error_bound(const double *matrix,
                                      size_t n,
                                      const double *x,
                                      double tau,
                                      double *work,
                                      size_t work_len,
                                      double *bound);

/**
 * The expected Kullback-Leibler divergence (nats) of a released row from the empirical row of counts[n], bias included, into
 * `*kl`. Computed from the SECRET counts: do not publish it. For a figure to publish, give public counts that stand for the
 * row (an expected row). DPM_ERR_EMPTY_ROW where all counts are 0.
 */
dpm_status dpm_dirichlet_expected_kl_unchecked(const uint32_t *counts,
                                               size_t n,
                                               double weight,
                                               double pseudo_count,
                                               double *kl);

/**
 * The expected total variation distance (0 to 1) of a released row from the empirical row of counts[n], exact, bias included,
 * into `*tv`. As secret as the counts: see dpm_dirichlet_expected_kl_unchecked().
 */
dpm_status dpm_dirichlet_expected_tv_unchecked(const uint32_t *counts,
                                               size_t n,
                                               double weight,
                                               double pseudo_count,
                                               double *tv);

/**
 * The expected Kullback-Leibler divergence (nats) of a released row from the row with the public shares shares[n] (a distribution)
 * and the public total `row_total` (1 to 1e15 events), into `*kl`: a figure to publish, as long as all arguments are public.
 */
dpm_status dpm_dirichlet_expected_kl(const double *shares,
                                     size_t n,
                                     double row_total,
                                     double weight,
                                     double pseudo_count,
                                     double *kl);

/**
 * The expected total variation distance (0 to 1) of a released row from the row with the public shares shares[n] and the public
 * total `row_total`, bias included, into `*tv`. As dpm_dirichlet_expected_kl() otherwise.
 */
dpm_status dpm_dirichlet_expected_tv(const double *shares,
                                     size_t n,
                                     double row_total,
                                     double weight,
                                     double pseudo_count,
                                     double *tv);

/**
 * dpm_dirichlet_expected_tv() at uniform shares over n next states, into `*tv`: one public figure for a whole chain.
 */
dpm_status dpm_dirichlet_expected_tv_uniform(size_t n,
                                             double row_total,
                                             double weight,
                                             double pseudo_count,
                                             double *tv);

/**
 * The expected Kullback-Leibler divergence (nats) of the published mechanism, concentration `k`, at the public shares shares[n]
 * (a distribution), into `*kl`.
 */
dpm_status dpm_published_expected_kl(const double *shares,
                                     size_t n,
                                     double k,
                                     double *kl);

/**
 * The largest expected Kullback-Leibler divergence (nats) of the published mechanism, concentration `k`, over the rows of
 * `row_total` events with at least one in each of the n cells, into `*kl`. DPM_ERR_ROW_TOTAL where `row_total` < n.
 */
dpm_status dpm_published_worst_kl(double k,
                                  uint64_t row_total,
                                  size_t n,
                                  double *kl);

/**
 * Size of a `dpm_row_law`, in bytes: DPM_ROW_LAW_SIZE.
 */
size_t dpm_row_law_size(void);

/**
 * The law of a row that dpm_dirichlet_release_row() releases with this event weight and pseudo-count: `cells` feasible next states (1 to 65535, else
 * DPM_ERR_STATES; n where all are) and `row_total` events (0 and above, else DPM_ERR_ROW_TOTAL). Where the row total is private, take a lower bound of
 * it that was not computed from the log: every bound on a row falls as it grows.
 */
dpm_status dpm_row_law_init_dirichlet(struct dpm_row_law *law,
                                      double weight,
                                      double pseudo_count,
                                      size_t cells,
                                      double row_total);

/**
 * The law of a row that the published mechanism releases with concentration `k` (> 0, else DPM_ERR_ASSUMPTION_CONCENTRATION). `cells` as above.
 */
dpm_status dpm_row_law_init_published(struct dpm_row_law *law,
                                      double k,
                                      size_t cells);

/**
 * The law of a row that Polya's urn releases with these masses and draws (dpm_polya_parameters()). `cells` and `row_total` as in
 * dpm_row_law_init_dirichlet().
 */
dpm_status dpm_row_law_init_polya(struct dpm_row_law *law,
                                  uint32_t event_mass,
                                  uint32_t prior_mass,
                                  uint32_t draw_mass,
                                  uint32_t draws,
                                  size_t cells,
                                  double row_total);

/**
 * The law of a row that dpm_geometric_release_row() releases at the rate numerator/denominator, `floor` as there. `cells` and `row_total` as in
 * dpm_row_law_init_dirichlet(); without a floor the total must be above 0 (DPM_ERR_ROW_TOTAL).
 */
dpm_status dpm_row_law_init_geometric(struct dpm_row_law *law,
                                      uint32_t numerator,
                                      uint32_t denominator,
                                      uint32_t floor,
                                      size_t cells,
                                      double row_total);

/**
 * dpm_row_law_init_geometric() for dpm_gaussian_release_row() with the variance numerator/denominator.
 */
dpm_status dpm_row_law_init_gaussian(struct dpm_row_law *law,
                                     uint64_t numerator,
                                     uint32_t denominator,
                                     uint32_t floor,
                                     size_t cells,
                                     double row_total);

/**
 * The number of feasible cells of the law's row, into `*cells`.
 */
dpm_status dpm_row_law_cells(const struct dpm_row_law *law, size_t *cells);

/**
 * How far the mean of the law's row is drawn towards the uniform row, from 0 to 1, into `*shrink`.
 */
dpm_status dpm_row_law_shrink(const struct dpm_row_law *law, double *shrink);

/**
 * The covariance of the law's noise, in shares squared: its form into `*kind` (DPM_NOISE_...) and its number into `*scale`.
 */
dpm_status dpm_row_law_noise(const struct dpm_row_law *law,
                             int *kind,
                             double *scale);

/**
 * The mean of a released entry whose true share is `share` (0 to 1, else DPM_ERR_DOMAIN), into `*mean`. Exact for Dirichlet and Polya; for noise on counts
 * where the row's total is many times the noise. As secret as the share.
 */
dpm_status dpm_row_mean(const struct dpm_row_law *law,
                        double share,
                        double *mean);

/**
 * The bias of that entry, its mean minus `share`, into `*bias`. As dpm_row_mean().
 */
dpm_status dpm_row_bias(const struct dpm_row_law *law, double share, double *bias);

/**
 * The variance of that entry, into `*variance`. As dpm_row_mean().
 */
dpm_status dpm_row_variance(const struct dpm_row_law *law, double share, double *variance);

/**
 * The standard deviation of that entry, into `*deviation`. As dpm_row_mean().
 */
dpm_status dpm_row_deviation(const struct dpm_row_law *law, double share, double *deviation);

/**
 * At least the expected L1 distance between the released row and the true one, shares[n], into `*bound`; at most 2. Rounded up. shares[n]: a row of a matrix,
 * or the shares of the feasible cells alone; n from 1. The feasible cells are the positive entries and others up to their number: DPM_ERR_INFEASIBLE where there are
 * more positive entries. DPM_ERR_NOT_STOCHASTIC for what are no shares, such as counts: an entry below 0, or a sum that is not 1 up to rounding. As secret as the shares.
 */
dpm_status dpm_row_expected_l1_bound(const struct dpm_row_law *law,
                                     const double *shares,
                                     size_t n,
                                     double *bound);

/**
 * At least the expected largest error of an entry of the row shares[n], into `*bound`; at most 1. As dpm_row_expected_l1_bound().
 */
dpm_status dpm_row_expected_max_bound(const struct dpm_row_law *law,
                                      const double *shares,
                                      size_t n,
                                      double *bound);

/**
 * What the L1 distance between the released row and the true one, shares[n], does not exceed with probability `level` (0.5 to 0.999999, else DPM_ERR_LEVEL), into
 * `*bound`; at most 2. As dpm_row_expected_l1_bound().
 */
dpm_status dpm_row_l1_bound(const struct dpm_row_law *law,
                            const double *shares,
                            size_t n,
                            double level,
                            double *bound);

/**
 * dpm_row_l1_bound() from the released row alone, released[n], whatever the true row is: public, as long as the law is.
 */
dpm_status dpm_row_l1_bound_after_release(const struct dpm_row_law *law,
                                          const double *released,
                                          size_t n,
                                          double level,
                                          double *bound);

/**
 * Scratch doubles of the functions of a chain and n laws that name no macro of their own: DPM_LAWS_WORK_LEN(n).
 */
size_t dpm_laws_work_len(size_t n);

/**
 * Scratch doubles that dpm_ergodicity_inf_change_bound() needs for n states: DPM_ERGODICITY_INF_CHANGE_WORK_LEN(n).
 */
size_t dpm_ergodicity_inf_change_work_len(size_t n);

/**
 * Scratch doubles that dpm_stationary_variances() needs for n states: DPM_STATIONARY_VARIANCES_WORK_LEN(n).
 */
size_t dpm_stationary_variances_work_len(size_t n);

/**
 * Scratch doubles that the functions dpm_stationary_bias_effect...() need for n states: DPM_STATIONARY_BIAS_EFFECT_WORK_LEN(n).
 */
size_t dpm_stationary_bias_effect_work_len(size_t n);

/**
 * Scratch doubles that the functions dpm_stationary_estimate...() need for n states: DPM_STATIONARY_ESTIMATE_WORK_LEN(n).
 */
size_t dpm_stationary_estimate_work_len(size_t n);

/**
 * At least the expected total variation distance between the stationary distribution of the true chain matrix[n * n] and that of its release, row i by laws[i] (n
 * of them), into `*bound`; at most 1. Rigorous, rounded up: no row need be near its mean. `tau_one_of_group_inverse`: tau_1 of the group inverse of I - matrix,
 * rounded up (DPM_ERR_DOMAIN below 0.499, as none is below 1/2, or not finite). Scratch: work[work_len], work_len >= DPM_LAWS_WORK_LEN(n). As secret as the matrix. DPM_ERR_INFEASIBLE
 * for a row with more positive entries than its law has cells.
 */
dpm_status dpm_stationary_expected_error_bound(const double *matrix,
                                               size_t n,
                                               double tau_one_of_group_inverse,
                                               const struct dpm_row_law *laws,
                                               double *work,
                                               size_t work_len,
                                               double *bound);

/**
 * At least the expected change of tau_1 by the release, into `*bound`; at most 1. As dpm_stationary_expected_error_bound(), without its coefficient.
 */
dpm_status dpm_ergodicity_one_change_bound(const double *matrix,
                                           size_t n,
                                           const struct dpm_row_law *laws,
                                           double *work,
                                           size_t work_len,
                                           double *bound);

/**
 * dpm_ergodicity_one_change_bound() for tau_inf; at most floor(n/2). Scratch: work[work_len], work_len >= DPM_ERGODICITY_INF_CHANGE_WORK_LEN(n).
 */
dpm_status dpm_ergodicity_inf_change_bound(const double *matrix,
                                           size_t n,
                                           const struct dpm_row_law *laws,
                                           double *work,
                                           size_t work_len,
                                           double *bound);

/**
 * The first-order variance of every entry of the stationary distribution, into variances[n]: an estimate, not a bound. matrix[n * n] is the mean of what is released
 * (dpm_mean_chain()) or, after the release, the released chain itself; pi[n] and group_inverse[n * n] are that matrix's; a row's feasible cells are its
 * positive entries. Scratch: work[work_len], work_len >= DPM_STATIONARY_VARIANCES_WORK_LEN(n). DPM_ERR_DOMAIN for a pi (its sum is 1) or
 * a group inverse (its trace is at least (n - 1)/2) that cannot be one.
 */
dpm_status dpm_stationary_variances(const double *matrix,
                                    size_t n,
                                    const double *pi,
                                    const double *group_inverse,
                                    const struct dpm_row_law *laws,
                                    double *work,
                                    size_t work_len,
                                    double *variances);

/**
 * The mean of the released chain, into mean[n * n]: row i of the true chain matrix[n * n] drawn towards the uniform row as laws[i] says. All transitions are feasible
 * (every law has n cells, else DPM_ERR_INFEASIBLE). Scratch: work[work_len], work_len >= DPM_LAWS_WORK_LEN(n). As secret as the matrix.
 */
dpm_status dpm_mean_chain(const double *matrix,
                          size_t n,
                          const struct dpm_row_law *laws,
                          double *work,
                          size_t work_len,
                          double *mean);

/**
 * dpm_mean_chain() on a support, the compressed rows starts[n + 1] and targets[cells] (dpm_support_check() says what they are): laws[i] has as many cells as row i.
 * DPM_ERR_INFEASIBLE for a positive entry outside it.
 */
dpm_status dpm_mean_chain_on_support(const double *matrix,
                                     size_t n,
                                     const uint32_t *starts,
                                     const uint16_t *targets,
                                     size_t cells,
                                     const struct dpm_row_law *laws,
                                     double *work,
                                     size_t work_len,
                                     double *mean);

/**
 * The first-order effect of the rows' biases on the stationary distribution of matrix[n * n], into effect[n]. pi[n] and group_inverse[n * n] are that matrix's. All
 * transitions are feasible, as in dpm_mean_chain(). Scratch: work[work_len], work_len >= DPM_STATIONARY_BIAS_EFFECT_WORK_LEN(n). As secret as the matrix.
 */
dpm_status dpm_stationary_bias_effect(const double *matrix,
                                      size_t n,
                                      const double *pi,
                                      const double *group_inverse,
                                      const struct dpm_row_law *laws,
                                      double *work,
                                      size_t work_len,
                                      double *effect);

/**
 * dpm_stationary_bias_effect() on a support, as in dpm_mean_chain_on_support().
 */
dpm_status dpm_stationary_bias_effect_on_support(const double *matrix,
                                                 size_t n,
                                                 const uint32_t *starts,
                                                 const uint16_t *targets,
                                                 size_t cells,
                                                 const double *pi,
                                                 const double *group_inverse,
                                                 const struct dpm_row_law *laws,
                                                 double *work,
                                                 size_t work_len,
                                                 double *effect);

/**
 * The expected total variation distance between the stationary distributions of matrix[n * n] and its release, to first order, into `*tv`: an estimate, not a bound
 * (dpm_stationary_expected_error_bound() is one). Arguments as in dpm_stationary_bias_effect(). Scratch: work[work_len], work_len >=
 * DPM_STATIONARY_ESTIMATE_WORK_LEN(n). As secret as the matrix.
 */
dpm_status dpm_stationary_estimate(const double *matrix,
                                   size_t n,
                                   const double *pi,
                                   const double *group_inverse,
                                   const struct dpm_row_law *laws,
                                   double *work,
                                   size_t work_len,
                                   double *tv);

/**
 * dpm_stationary_estimate() on a support, as in dpm_mean_chain_on_support().
 */
dpm_status dpm_stationary_estimate_on_support(const double *matrix,
                                              size_t n,
                                              const uint32_t *starts,
                                              const uint16_t *targets,
                                              size_t cells,
                                              const double *pi,
                                              const double *group_inverse,
                                              const struct dpm_row_law *laws,
                                              double *work,
                                              size_t work_len,
                                              double *tv);

/**
 * dpm_stationary_estimate() about the mean chain, for biases that are not small, into `*tv`: mean[n * n] from dpm_mean_chain(), pi_of_mean[n] and
 * group_inverse_of_mean[n * n] that chain's, pi[n] the true chain's. Scratch as there.
 */
dpm_status dpm_stationary_estimate_at_mean(const double *mean,
                                           size_t n,
                                           const double *pi_of_mean,
                                           const double *group_inverse_of_mean,
                                           const double *pi,
                                           const struct dpm_row_law *laws,
                                           double *work,
                                           size_t work_len,
                                           double *tv);

/**
 * The expected total variation of a normal deviation with the means bias[n] and the variances variances[n] (not negative, else DPM_ERR_DOMAIN), into `*tv`; at most 1.
 */
dpm_status dpm_expected_distance(const double *bias,
                                 const double *variances,
                                 size_t n,
                                 double *tv);

/**
 * Scratch doubles that dpm_stationary_weighted_error_bound() and ..._on_support() need for n states: DPM_STATIONARY_WEIGHTED_ERROR_BOUND_WORK_LEN(n).
 */
size_t dpm_stationary_weighted_error_bound_work_len(size_t n);

/**
 * dpm_stationary_expected_error_bound(), sharper where rarely visited rows have most of the error, and but for rounding never above it: rigorous too, into `*bound`. pi[n] and
 * group_inverse[n * n] are those of matrix[n * n] (DPM_ERR_DOMAIN for what cannot be one). All transitions are feasible, as in dpm_mean_chain(). Scratch: work[work_len],
 * work_len >= DPM_STATIONARY_WEIGHTED_ERROR_BOUND_WORK_LEN(n). Work: some 50 n^3 operations. As secret as the matrix.
 */
dpm_status dpm_stationary_weighted_error_bound(const double *matrix,
                                               size_t n,
                                               const double *pi,
                                               const double *group_inverse,
                                               const struct dpm_row_law *laws,
                                               double *work,
                                               size_t work_len,
                                               double *bound);

/**
 * dpm_stationary_weighted_error_bound() on a support, as in dpm_mean_chain_on_support().
 */
dpm_status dpm_stationary_weighted_error_bound_on_support(const double *matrix,
                                                          size_t n,
                                                          const uint32_t *starts,
                                                          const uint16_t *targets,
                                                          size_t cells,
                                                          const double *pi,
                                                          const double *group_inverse,
                                                          const struct dpm_row_law *laws,
                                                          double *work,
                                                          size_t work_len,
                                                          double *bound);

/**
 * What the largest L1 distance between a row of the released chain released[n * n] and the true chain's does not exceed with probability `level` (0.5 to 0.999999, else
 * DPM_ERR_LEVEL), whatever the true chain is, into `*bound`; at most 2. laws[n] as in dpm_stationary_expected_error_bound(). It bounds the change of tau_1 as well.
 * Scratch: work[work_len], work_len >= DPM_LAWS_WORK_LEN(n). Public, as long as the laws are.
 */
dpm_status dpm_rows_error_bound_after_release(const double *released,
                                              size_t n,
                                              const struct dpm_row_law *laws,
                                              double level,
                                              double *work,
                                              size_t work_len,
                                              double *bound);

/**
 * What the total variation distance between the stationary distributions of the true chain and of the released one does not exceed with probability `level`,
 * whatever the true chain is, into `*bound`; at most 1. `tau_one_of_group_inverse`: tau_1 of the group inverse of I - released, rounded up (DPM_ERR_DOMAIN below 0.499, as none is below
 * 1/2, or not finite). As
 * dpm_rows_error_bound_after_release().
 */
dpm_status dpm_stationary_error_bound_after_release(const double *released,
                                                    size_t n,
                                                    double tau_one_of_group_inverse,
                                                    const struct dpm_row_law *laws,
                                                    double level,
                                                    double *work,
                                                    size_t work_len,
                                                    double *bound);

/**
 * The first-order effect of the rows' biases on the stationary distribution, from the released chain alone, into effect[n]: pi[n] minus it is a debiased one. pi[n] and
 * group_inverse[n * n] are those of released[n * n]; a row's feasible cells are its positive entries. DPM_ERR_EMPTY_ROW for a law whose row has no event,
 * DPM_ERR_INFEASIBLE for a law of fewer cells, or, where it has a bias, of more, DPM_ERR_DOMAIN for a pi or a group inverse that cannot be one.
 * Scratch: work[work_len], work_len >= DPM_STATIONARY_BIAS_EFFECT_WORK_LEN(n). Public, as long as the laws are.
 */
dpm_status dpm_stationary_bias_effect_after_release(const double *released,
                                                    size_t n,
                                                    const double *pi,
                                                    const double *group_inverse,
                                                    const struct dpm_row_law *laws,
                                                    double *work,
                                                    size_t work_len,
                                                    double *effect);

/**
 * The expected total variation distance between the stationary distributions of the true chain and of the released one, estimated from the released chain, into `*tv`: not a
 * bound. Arguments as in dpm_stationary_bias_effect_after_release(). Scratch: work[work_len], work_len >= DPM_STATIONARY_ESTIMATE_WORK_LEN(n).
 */
dpm_status dpm_stationary_estimate_after_release(const double *released,
                                                 size_t n,
                                                 const double *pi,
                                                 const double *group_inverse,
                                                 const struct dpm_row_law *laws,
                                                 double *work,
                                                 size_t work_len,
                                                 double *tv);

/**
 * Scratch doubles that dpm_stationary_weighted_error_bound_after_release() needs for n states: DPM_STATIONARY_WEIGHTED_ERROR_BOUND_AFTER_RELEASE_WORK_LEN(n).
 */
size_t dpm_stationary_weighted_error_bound_after_release_work_len(size_t n);

/**
 * dpm_stationary_error_bound_after_release(), sharper where rarely visited rows have most of the error, and but for rounding never above it, into `*bound`. pi[n] and group_inverse[n * n]
 * are those of released[n * n] (DPM_ERR_DOMAIN for what cannot be one). Scratch: work[work_len], work_len >=
 * DPM_STATIONARY_WEIGHTED_ERROR_BOUND_AFTER_RELEASE_WORK_LEN(n). Work: some 20 n^3 operations. Public, as long as the laws are.
 */
dpm_status dpm_stationary_weighted_error_bound_after_release(const double *released,
                                                             size_t n,
                                                             const double *pi,
                                                             const double *group_inverse,
                                                             const struct dpm_row_law *laws,
                                                             double level,
                                                             double *work,
                                                             size_t work_len,
                                                             double *bound);

/**
 * The loss L of Theorems 4 and 5 (nats) at the stationary distribution pi[n] for rows[n], into `*loss`. DPM_ERR_ROW_TOTAL for fewer events than cells,
 * DPM_ERR_SHAPE for a k out of range, DPM_ERR_STATES for no cell or above 65535, DPM_ERR_DOMAIN for a pi that is negative or not finite.
 */
dpm_status dpm_published_loss(const double *pi,
                              const struct dpm_published_row *rows,
                              size_t n,
                              double *loss);

/**
 * Theorem 4 as published, for the expected total variation distance of the stationary distribution, into `*bound`. It is NOT a guarantee: chains with infeasible
 * transitions exceed it. Use dpm_stationary_expected_error_bound(). `z_norm` from dpm_published_z_norm() (DPM_ERR_DOMAIN where negative or not finite); the
 * rest as in dpm_published_loss().
 */
dpm_status dpm_published_theorem_4(const double *pi,
                                   double z_norm,
                                   const struct dpm_published_row *rows,
                                   size_t n,
                                   double *bound);

/**
 * Theorem 5 as published, for the expected change of tau_inf, into `*bound`. It is NOT a guarantee: a row that is hardly ever visited exceeds it. Use
 * dpm_ergodicity_inf_change_bound(). Arguments as in dpm_published_loss().
 */
dpm_status dpm_published_theorem_5(const double *pi,
                                   const struct dpm_published_row *rows,
                                   size_t n,
                                   double *bound);

/**
 * The norm of Z = (I - P - 1 pi)^-1 as printed in Theorem 4, its largest absolute row sum, into `*norm`, from group_inverse[n * n] of I - P and pi[n]. DPM_ERR_DOMAIN where
 * it is not finite.
 */
dpm_status dpm_published_z_norm(const double *group_inverse,
                                const double *pi,
                                size_t n,
                                double *norm);

/**
 * dpm_published_z_norm() of the fundamental matrix (I - P + 1 pi)^-1.
 */
dpm_status dpm_fundamental_norm(const double *group_inverse, const double *pi, size_t n, double *norm);

/**
 * The interval for one share from the entry `share` (0 to 1, else DPM_ERR_DOMAIN) of a row that dpm_dirichlet_release_row() released: `cells` feasible next
 * states (1 to 65535; with 1 the share must be 1), the row's public total (1 to 1e15, else DPM_ERR_EXPECTED_ROW_TOTAL; where it is private: a guess made without
 * the log, never the true total) and the mechanism's parameters. `target`: DPM_TARGET_... (else DPM_ERR_DOMAIN). With DPM_TARGET_LOG the interval contains the share
 * with probability at least `level` (0.5 to 0.999999, else DPM_ERR_LEVEL); with DPM_TARGET_PROCESS that is approximate (0.93 to 0.97 at 0.95). Each interval by itself.
 * Public, as long as all arguments are.
 */
dpm_status dpm_interval_dirichlet(double share,
                                  size_t cells,
                                  double row_total,
                                  double weight,
                                  double pseudo_count,
                                  int target,
                                  double level,
                                  struct dpm_interval *interval);

/**
 * dpm_interval_dirichlet() for a row that dpm_published_release_row() released with concentration `k` (> 0 to 1e12, else DPM_ERR_ASSUMPTION_CONCENTRATION) and border `eta`
 * (0 to 1/cells, else DPM_ERR_ASSUMPTION_BORDER). The level means the same.
 */
dpm_status dpm_interval_published(double share,
                                  size_t cells,
                                  double k,
                                  double eta,
                                  double row_total,
                                  int target,
                                  double level,
                                  struct dpm_interval *interval);

/**
 * dpm_interval_dirichlet() from one tally (0 to `draws`, else DPM_ERR_DOMAIN) that dpm_polya_release_tallies() released; dpm_polya_tally() gives it from an entry of a row. With DPM_TARGET_LOG
 * the probability is at least 1 - 4/3 (1 - level). Its time grows with the draws.
 */
dpm_status dpm_interval_polya(uint32_t tally,
                              size_t cells,
                              double row_total,
                              uint32_t event_mass,
                              uint32_t prior_mass,
                              uint32_t draw_mass,
                              uint32_t draws,
                              int target,
                              double level,
                              struct dpm_interval *interval);

/**
 * dpm_interval_dirichlet() from one noisy count (at most 2^40 either way, else DPM_ERR_DOMAIN) that dpm_geometric_release_counts() released at the rate numerator/denominator,
 * and the sum of its row's noisy counts. `row_total`: the row's public total (1 to 1e15, else DPM_ERR_EXPECTED_ROW_TOTAL), or DPM_TOTAL_UNKNOWN; the
 * interval is [0, 1] where that is unknown and `sum` <= 0. `level` is approximate with either target: from 0.93 at 0.95.
 */
dpm_status dpm_interval_geometric(int64_t count,
                                  int64_t sum,
                                  size_t cells,
                                  double row_total,
                                  uint32_t numerator,
                                  uint32_t denominator,
                                  int target,
                                  double level,
                                  struct dpm_interval *interval);

/**
 * dpm_interval_geometric() for dpm_gaussian_release_counts() with the variance numerator/denominator.
 */
dpm_status dpm_interval_gaussian(int64_t count,
                                 int64_t sum,
                                 size_t cells,
                                 double row_total,
                                 uint64_t numerator,
                                 uint32_t denominator,
                                 int target,
                                 double level,
                                 struct dpm_interval *interval);

/**
 * The intervals of a whole row of noisy counts, counts[n], n from 1, into intervals[n]. As dpm_interval_geometric().
 */
dpm_status dpm_interval_geometric_row(const int64_t *counts,
                                      size_t n,
                                      double row_total,
                                      uint32_t numerator,
                                      uint32_t denominator,
                                      int target,
                                      double level,
                                      struct dpm_interval *intervals);

/**
 * dpm_interval_geometric_row() for dpm_gaussian_release_counts() with the variance numerator/denominator.
 */
dpm_status dpm_interval_gaussian_row(const int64_t *counts,
                                     size_t n,
                                     double row_total,
                                     uint64_t numerator,
                                     uint32_t denominator,
                                     int target,
                                     double level,
                                     struct dpm_interval *intervals);

/**
 * The interval for one entry of the stationary distribution from its estimate `pi` (0 to 1) and its variance (finite, not negative; else DPM_ERR_DOMAIN), which
 * dpm_stationary_variances() computes at the released chain. First order, and NOT debiased: it is for what the chain is on average, for the log's own take
 * dpm_interval_stationary_chain(). [pi, pi] at variance 0.
 */
dpm_status dpm_interval_stationary(double pi,
                                   double variance,
                                   double level,
                                   struct dpm_interval *interval);

/**
 * The level at which each of `intervals` intervals must be asked for so that all hold together at `level` (Bonferroni), into `*level_of_each`. DPM_ERR_LEVEL where
 * that lies above 0.999999, or for no interval.
 */
dpm_status dpm_interval_simultaneous(double level,
                                     uint32_t intervals,
                                     double *level_of_each);

/**
 * A lower confidence limit of the row's number of events, into `*total` (0 and above): at most the true number with probability at least 1 - `failure` (above 0,
 * below 1, else DPM_ERR_LEVEL). `sum`: of the row's noisy counts (at most 2^56 either way, else DPM_ERR_DOMAIN) that dpm_geometric_release_counts() released at the
 * rate numerator/denominator; `cells`: how many there are, 1 to 65535 (else DPM_ERR_STATES). Public. It is what dpm_row_law_init_geometric() may take as `row_total`
 * where the true one is private: with limits of n rows at `failure`/n and a bound after the release at the level 1 - `failure`, both hold with probability
 * 1 - 2 `failure`. The sum itself is no such limit.
 */
dpm_status dpm_noisy_total_lower_geometric(int64_t sum,
                                           size_t cells,
                                           uint32_t numerator,
                                           uint32_t denominator,
                                           double failure,
                                           double *total);

/**
 * dpm_noisy_total_lower_geometric() for dpm_gaussian_release_counts() with the variance numerator/denominator, and dpm_row_law_init_gaussian().
 */
dpm_status dpm_noisy_total_lower_gaussian(int64_t sum,
                                          size_t cells,
                                          uint64_t numerator,
                                          uint32_t denominator,
                                          double failure,
                                          double *total);

/**
 * The unbiased estimate of a share from the entry `share` (0 to 1, else DPM_ERR_DOMAIN) of a row that dpm_dirichlet_release_row() released, into `*estimate`: it
 * can lie below 0. `cells`: feasible next states, 1 to 65535; `row_total`: public, 1 to 1e15 (else DPM_ERR_EXPECTED_ROW_TOTAL); where it is private: a
 * guess made without the log, never the true total. Public, as long as all arguments are.
 */
dpm_status dpm_debias_dirichlet(double share,
                                size_t cells,
                                double row_total,
                                double weight,
                                double pseudo_count,
                                double *estimate);

/**
 * dpm_debias_dirichlet() from one tally (0 to `draws`, else DPM_ERR_DOMAIN) of Polya's urn.
 */
dpm_status dpm_debias_polya(uint32_t tally,
                            size_t cells,
                            double row_total,
                            uint32_t event_mass,
                            uint32_t prior_mass,
                            uint32_t draw_mass,
                            uint32_t draws,
                            double *estimate);

/**
 * dpm_debias_dirichlet() from one noisy count and the sum of its row's, of dpm_geometric_release_counts() or dpm_gaussian_release_counts(): what the sum has too much is shared
 * out. DPM_ERR_DOMAIN for a count beyond 2^40 either way, a sum beyond 2^56, or where `cells` is 1 and they differ.
 */
dpm_status dpm_debias_noisy(int64_t count,
                            int64_t sum,
                            size_t cells,
                            double row_total,
                            double *estimate);

/**
 * The tally of which dpm_polya_release_row() made the entry `share` of a row of `cells` feasible cells, into `*tally`: exact.
 * DPM_ERR_STATES unless `cells` is 1 to 65535; DPM_ERR_DOMAIN unless `share` is 0 to 1; DPM_ERR_MASS, DPM_ERR_DRAWS.
 */
dpm_status dpm_polya_tally(double share,
                           size_t cells,
                           uint32_t event_mass,
                           uint32_t prior_mass,
                           uint32_t draw_mass,
                           uint32_t draws,
                           uint32_t *tally);

/**
 * The shares of a row of noisy counts, counts[n] over their sum, n from 1, into shares[n]: they sum to 1; entries can be negative. DPM_ERR_EMPTY_ROW where the sum
 * is not above 0, DPM_ERR_DOMAIN for a count beyond 2^40 either way.
 */
dpm_status dpm_debias_noisy_row(const int64_t *counts,
                                size_t n,
                                double *shares);

/**
 * The unbiased estimate of every row of a released chain released[n * n], into estimate[n * n]: the positive entries of row i, freed from the bias that laws[i] says.
 * Rows sum to 1; entries can be negative. Unbiased for Dirichlet and Polya; for noisy counts take dpm_debias_noisy_row(). DPM_ERR_EMPTY_ROW for a law whose row has no
 * event; DPM_ERR_INFEASIBLE for a law whose cells are not the row's positive entries. Scratch: work[work_len], work_len >= DPM_LAWS_WORK_LEN(n). Public, as long as the
 * laws are.
 */
dpm_status dpm_debias_chain(const double *released,
                            size_t n,
                            const struct dpm_row_law *laws,
                            double *work,
                            size_t work_len,
                            double *estimate);

/**
 * Scratch doubles that dpm_interval_stationary_chain() needs for n states: DPM_INTERVAL_STATIONARY_CHAIN_WORK_LEN(n).
 */
size_t dpm_interval_stationary_chain_work_len(size_t n);

/**
 * The stationary distribution of the log's own chain, estimated without the mechanism's bias, into pi[n], and its intervals at `level`, into intervals[n]: from the
 * released chain released[n * n], its unbiased rows estimate[n * n] (dpm_debias_chain(); from noisy counts dpm_debias_noisy_row(), row by row) and the laws.
 * Laws of noisy counts: with the public total or the sum of the noisy counts; their floor or 0, it is the same. First order, nothing is proved. DPM_ERR_NOT_STOCHASTIC where a row of
 * estimate does not sum to 1, DPM_ERR_INFEASIBLE where it is not 0 although the released one is, DPM_ERR_EMPTY_ROW for a law whose row has no event,
 * DPM_ERR_SEVERAL_CLASSES, DPM_ERR_UNDERFLOW, DPM_ERR_DOMAIN where the result is not finite, DPM_ERR_LEVEL. Scratch: work[work_len], work_len >=
 * DPM_INTERVAL_STATIONARY_CHAIN_WORK_LEN(n). Public, as long as the laws are.
 */
dpm_status dpm_interval_stationary_chain(const double *released,
                                         size_t n,
                                         const double *estimate,
                                         const struct dpm_row_law *laws,
                                         double level,
                                         double *work,
                                         size_t work_len,
                                         double *pi,
                                         struct dpm_interval *intervals);

/**
 * The Kullback-Leibler divergence (nats) of the distribution q[n] from p[n], into `*kl`; infinity where q is 0 and p is not. As secret as p and q.
 */
dpm_status dpm_kl_divergence(const double *p,
                             const double *q,
                             size_t n,
                             double *kl);

/**
 * The total variation distance (0 to 1) between the distributions p[n] and q[n], half their L1 distance, into `*tv`. As secret as p and q.
 */
dpm_status dpm_total_variation_distance(const double *p,
                                        const double *q,
                                        size_t n,
                                        double *tv);

/**
 * Chooses `*weight` and `*pseudo_count` for (epsilon, delta) under `adjacency` over `releases`, for a chain of n states whose
 * rows are expected to hold about `expected_row_total` events (1 to 1e15). Every argument must be a public fact: an expected row
 * total that was computed from the log leaks. Feed the pair to dpm_dirichlet_init_checked().
 */
dpm_status dpm_plan_choose(int adjacency,
                           double epsilon,
                           double delta,
                           uint32_t releases,
                           size_t n,
                           double expected_row_total,
                           double *weight,
                           double *pseudo_count);

/**
 * Compares the four mechanisms at one guarantee for a chain of n states whose rows are expected to hold about `expected_row_total` events, by the expected total
 * variation distance of a released row, into candidates[DPM_CANDIDATES], and recommends number `*recommended` (a DPM_MECHANISM_... code) for the reason `*reason`
 * (DPM_REASON_...). Every argument must be a public fact. A search: for a desk, or for a start with time. DPM_ERR_UNREACHABLE where none meets the guarantee.
 */
dpm_status dpm_plan_compare(int adjacency,
                            double epsilon,
                            double delta,
                            uint32_t releases,
                            size_t n,
                            double expected_row_total,
                            struct dpm_candidate *candidates,
                            int *recommended,
                            int *reason);

/**
 * Size of a `dpm_ledger`, in bytes: DPM_LEDGER_SIZE.
 */
size_t dpm_ledger_size(void);

/**
 * The bytes of a new ledger into slot[DPM_LEDGER_SLOT_LEN]: write them to BOTH slots of your store, once in a device's life, and call dpm_ledger_load().
 * The budget, for all of an event's releases together under `adjacency`: epsilon in micro-units (1e-6 nats, up to 1e12), delta in units of
 * 1e-18 (below 1e18); not both 0. `first_generation`: 0 for a new device; where a ledger was kept before, above its dpm_ledger_generation(), so that
 * the numbers of permits never come back. Several ledgers of one device begin far apart (at multiples of 2^32), so that none gives a number of another's. A missing or broken ledger is never a reason to make a new one: that would be a new budget for the same events.
 */
dpm_status dpm_ledger_create(int adjacency,
                             uint64_t epsilon_micro,
                             uint64_t delta_units,
                             uint64_t first_generation,
                             uint8_t *slot);

/**
 * Loads a ledger at every start, from both slots as the store holds them: slot_a[DPM_LEDGER_SLOT_LEN] (slot 0) and slot_b[DPM_LEDGER_SLOT_LEN] (slot 1); for a slot that could
 * not be read give bytes of any content. The newest whole one counts. `monotonic_counter`: the value of a counter that no restart and no restored image can lower, or 0
 * where there is none. DPM_ERR_LEDGER_CORRUPT where no slot is whole or the newest is none of this library's: fail closed, release nothing.
 * DPM_ERR_LEDGER_ROLLBACK where it is older than the counter. Without a counter an old image, and rot in the newest slot after its commit, go unseen: the older slot counts.
 */
dpm_status dpm_ledger_load(struct dpm_ledger *ledger,
                           const uint8_t *slot_a,
                           const uint8_t *slot_b,
                           uint64_t monotonic_counter);

/**
 * Charges `releases` releases at a stated cost each, exactly epsilon_micro/parts and delta_units/parts (units as in dpm_ledger_create(); eleven
 * charges of 1000000/11 are exactly epsilon 1), out of the events of the time buckets `first` to `last` (days, boots: your unit; 0 and UINT32_MAX for all of
 * time). Costs add up; windows that share no bucket spend from budgets of their own. That needs an event to lie in one bucket, which nothing that is to be protected
 * decides: count a session whole in the bucket in which it was opened, and where the time is secret itself charge all of time. Nothing may be released yet: write slot[DPM_LEDGER_SLOT_LEN] to slot number `*which` (0 or 1) of your
 * store, flush, read back, and call dpm_ledger_commit(). DPM_ERR_BUDGET_EXCEEDED where the budget does not hold it, DPM_ERR_LEDGER_PENDING where a charge is prepared
 * already, DPM_ERR_COST, DPM_ERR_WINDOW.
 */
dpm_status dpm_ledger_prepare_cost(struct dpm_ledger *ledger,
                                   uint64_t epsilon_micro,
                                   uint64_t delta_units,
                                   uint32_t parts,
                                   uint32_t releases,
                                   uint32_t first,
                                   uint32_t last,
                                   uint8_t *slot,
                                   size_t *which);

/**
 * dpm_ledger_prepare_cost() by sums of integers alone: the same answer where the same events are charged stated costs and geometric noise and nothing else; DPM_ERR_BUDGET_EXCEEDED where
 * only a composition could show that the budget holds. A program that prepares by the two functions of this kind alone is spared some 180 kB of code.
 */
dpm_status dpm_ledger_prepare_cost_summed(struct dpm_ledger *ledger,
                                          uint64_t epsilon_micro,
                                          uint64_t delta_units,
                                          uint32_t parts,
                                          uint32_t releases,
                                          uint32_t first,
                                          uint32_t last,
                                          uint8_t *slot,
                                          size_t *which);

/**
 * Charges the releases of a mechanism with these parameters: they are composed exactly with the other mechanisms that read the same events, which is far
 * cheaper than adding up stated costs. Premise: which charges are made to the same events, stated ones included, how often and for which window does not depend on what was
 * released before. Where it does, make stated charges only, or a budget of delta 0. Release what was charged, which nothing checks. As dpm_ledger_prepare_cost() otherwise.
 */
dpm_status dpm_ledger_prepare_release(struct dpm_ledger *ledger,
                                      const struct dpm_release *release,
                                      uint32_t first,
                                      uint32_t last,
                                      uint8_t *slot,
                                      size_t *which);

/**
 * dpm_ledger_prepare_release() by sums of integers alone, for geometric noise at its pure cost; DPM_ERR_BUDGET_EXCEEDED for every other mechanism. As dpm_ledger_prepare_cost_summed()
 * otherwise.
 */
dpm_status dpm_ledger_prepare_release_summed(struct dpm_ledger *ledger,
                                             const struct dpm_release *release,
                                             uint32_t first,
                                             uint32_t last,
                                             uint8_t *slot,
                                             size_t *which);

/**
 * The permit for the prepared charge, if read_back[DPM_LEDGER_SLOT_LEN] (what the store now holds in that slot, read from the medium and not from the
 * buffer that was written) is what was prepared; else DPM_ERR_LEDGER_NOT_STORED, and the charge stays prepared: write again, or dpm_ledger_abort(). DPM_ERR_LEDGER_PENDING where nothing is
 * prepared. Where there is a monotonic counter, set it to dpm_permit_number() before anything is released.
 */
dpm_status dpm_ledger_commit(struct dpm_ledger *ledger,
                             const uint8_t *read_back,
                             struct dpm_permit *permit);

/**
 * Gives a prepared charge up; nothing where none is prepared. Its bytes may be in the store all the same: found there at the next start, the charge counts.
 */
dpm_status dpm_ledger_abort(struct dpm_ledger *ledger);

/**
 * Forgets what windows that end before `bucket` have spent, to make room; from then on nothing can be charged to events before `bucket` (DPM_ERR_WINDOW). Stored with
 * the next charge. DPM_ERR_LEDGER_PENDING where a charge is prepared.
 */
dpm_status dpm_ledger_close_before(struct dpm_ledger *ledger,
                                   uint32_t bucket);

/**
 * The ledger's budget: `*epsilon_micro` and `*delta_units`, as in dpm_ledger_create().
 */
dpm_status dpm_ledger_budget(const struct dpm_ledger *ledger, uint64_t *epsilon_micro, uint64_t *delta_units);

/**
 * What the releases that read the events of time bucket `bucket` have spent, a prepared charge included, rounded up: `*epsilon_micro` and `*delta_units`.
 * DPM_ERR_BUDGET_EXCEEDED for a stored ledger that another version of the library accepted and that this one bounds less tightly.
 */
dpm_status dpm_ledger_spent(const struct dpm_ledger *ledger,
                            uint32_t bucket,
                            uint64_t *epsilon_micro,
                            uint64_t *delta_units);

/**
 * What is left for the events of time bucket `bucket`: the budget less dpm_ledger_spent(), 0 where nothing is. A charge by mechanism parameters can cost less
 * than its own epsilon: dpm_ledger_prepare_release() alone decides.
 */
dpm_status dpm_ledger_remaining(const struct dpm_ledger *ledger,
                                uint32_t bucket,
                                uint64_t *epsilon_micro,
                                uint64_t *delta_units);

/**
 * The number of the last charge that this object saw, prepared and given up ones included, into `*generation`: where a new ledger must begin above. Not for
 * a monotonic counter: that is dpm_permit_number().
 */
dpm_status dpm_ledger_generation(const struct dpm_ledger *ledger,
                                 uint64_t *generation);

/**
 * A stated cost as the (epsilon, delta) that one release may promise, rounded down to doubles, so that a mechanism made from them never spends more than was
 * charged: `*epsilon` (nats) and `*delta` of dpm_ledger_prepare_cost()'s first three numbers. With parts = 1, a whole budget.
 */
dpm_status dpm_cost_guarantee(uint64_t epsilon_micro,
                              uint64_t delta_units,
                              uint32_t parts,
                              double *epsilon,
                              double *delta);

/**
 * Size of a `dpm_permit`, in bytes: DPM_PERMIT_SIZE.
 */
size_t dpm_permit_size(void);

/**
 * The permit's number, into `*number`: the generation of the ledger that counts it, which no other permit of the ledger has. Set a monotonic counter to it
 * before anything is released.
 */
dpm_status dpm_permit_number(const struct dpm_permit *permit,
                             uint64_t *number);

/**
 * Initialises `rng` for the releases of this permit, and uses the permit up: it is refused from then on. As dpm_rng_init(), with the
 * permit's number as the stream, so that not even a source that repeats itself gives two releases the same noise. With DPM_ERR_ENTROPY the permit stays good and `rng` is untouched: nothing
 * was drawn, so call again. While `entropy` runs the permit is void, so that no call from inside it can use it too.
 */
dpm_status dpm_rng_init_with_permit(struct dpm_rng *rng,
                                    struct dpm_permit *permit,
                                    dpm_entropy_fn entropy,
                                    void *ctx);

/**
 * An upper bound on the bytes of every report of n states and `cells` feasible transitions, for a buffer: DPM_REPORT_LEN_BOUND(n, cells, bits, has_totals). `bits`: 16 or 32;
 * `has_totals`: whether there are noisy row totals in it. SIZE_MAX where no memory could hold it.
 */
size_t dpm_report_len_bound(size_t n,
                            size_t cells,
                            int bits,
                            int has_totals);

/**
 * Writes the report of a release of noisy counts, noisy[cells] as dpm_geometric_release_counts() or dpm_geometric_release_sparse_counts() gave them, into the first `*length` bytes of report[capacity]; the others stay as they were.
 * The support is passed as to dpm_support_check(); `starts` and `targets` both NULL: every transition is feasible, and `cells` is n * n. `bits` of each value: 16 or 32, else DPM_ERR_DOMAIN. Noisy counts beyond
 * +-(2^(bits - 1) - 1) are cut off there: take 32 where counts can come near 32767. DPM_ERR_REPORT_CAPACITY where the buffer is too short (see DPM_REPORT_LEN_BOUND). Length and layout depend on public numbers
 * alone, never on the counts. Never pass the counts themselves: what is written here leaves the device. Work: integers alone.
 */
dpm_status dpm_report_write_geometric(const struct dpm_geometric *mechanism,
                                      const struct dpm_report_about *about,
                                      const uint32_t *starts,
                                      const uint16_t *targets,
                                      size_t n,
                                      size_t cells,
                                      const int64_t *noisy,
                                      int bits,
                                      uint8_t *report,
                                      size_t capacity,
                                      size_t *length);

/**
 * dpm_report_write_geometric() for a release with Gaussian noise.
 */
dpm_status dpm_report_write_gaussian(const struct dpm_gaussian *mechanism,
                                     const struct dpm_report_about *about,
                                     const uint32_t *starts,
                                     const uint16_t *targets,
                                     size_t n,
                                     size_t cells,
                                     const int64_t *noisy,
                                     int bits,
                                     uint8_t *report,
                                     size_t capacity,
                                     size_t *length);

/**
 * dpm_report_write_geometric() for the tallies of Polya's urn, tallies[cells] as dpm_polya_release_tallies() or dpm_polya_release_sparse_tallies() gave them: each row sums to the draws, else DPM_ERR_DOMAIN. 16 bits hold up to 65535 draws, else DPM_ERR_DRAWS.
 *
 * Tallies say how a row's events are split and not how many there are. With row_totals[n] a collector can turn them into counts: the totals of all rows WITH the noise of `totals_mechanism`, drawn by
 * dpm_geometric_release_counts() over the n exact totals, a release of its own that the ledger has to be charged for; never the exact totals. Its adjacency and releases are those of `mechanism`, else DPM_ERR_ADJACENCY, DPM_ERR_RELEASES. Both NULL: none.
 */
dpm_status dpm_report_write_polya(const struct dpm_polya *mechanism,
                                  const struct dpm_report_about *about,
                                  const uint32_t *starts,
                                  const uint16_t *targets,
                                  size_t n,
                                  size_t cells,
                                  const uint32_t *tallies,
                                  const struct dpm_geometric *totals_mechanism,
                                  const int64_t *row_totals,
                                  int bits,
                                  uint8_t *report,
                                  size_t capacity,
                                  size_t *length);

/**
 * dpm_report_write_geometric() for the probabilities of the Dirichlet mechanism, values[cells] as dpm_dirichlet_release_chain() or dpm_dirichlet_release_sparse() gave them: positive multiples of 2^-32 whose rows sum to exactly 1, else
 * DPM_ERR_NOT_STOCHASTIC. 32 bits keep them as they are; 16 round to multiples of 2^-16, every one positive and every row of sum 1. Row totals as in dpm_report_write_polya().
 */
dpm_status dpm_report_write_dirichlet(const struct dpm_dirichlet *mechanism,
                                      const struct dpm_report_about *about,
                                      const uint32_t *starts,
                                      const uint16_t *targets,
                                      size_t n,
                                      size_t cells,
                                      const double *values,
                                      const struct dpm_geometric *totals_mechanism,
                                      const int64_t *row_totals,
                                      int bits,
                                      uint8_t *report,
                                      size_t capacity,
                                      size_t *length);

/**
 * Size of a `dpm_report_writer`, in bytes: DPM_REPORT_WRITER_SIZE.
 */
size_t dpm_report_writer_size(void);

/**
 * Begins the report of a release of noisy counts that is written row by row: no buffer for the chain, none for the report. Then dpm_report_row_noisy() for every row in order, and dpm_report_finish(). Together
 * they give `sink` the bytes of dpm_report_write_geometric(), in pieces of a few; arguments as there, and the same support in every call. With DPM_ERR_REPORT_SINK (`sink` returned anything but 0) the report is lost.
 * What reaches the other end without its last piece is refused there.
 */
dpm_status dpm_report_begin_geometric(struct dpm_report_writer *writer,
                                      const struct dpm_geometric *mechanism,
                                      const struct dpm_report_about *about,
                                      const uint32_t *starts,
                                      const uint16_t *targets,
                                      size_t n,
                                      size_t cells,
                                      int bits,
                                      dpm_sink_fn sink,
                                      void *ctx);

/**
 * dpm_report_begin_geometric() for Gaussian noise: dpm_report_write_gaussian().
 */
dpm_status dpm_report_begin_gaussian(struct dpm_report_writer *writer,
                                     const struct dpm_gaussian *mechanism,
                                     const struct dpm_report_about *about,
                                     const uint32_t *starts,
                                     const uint16_t *targets,
                                     size_t n,
                                     size_t cells,
                                     int bits,
                                     dpm_sink_fn sink,
                                     void *ctx);

/**
 * dpm_report_begin_geometric() for tallies, dpm_report_write_polya(), each row by dpm_report_row_tallies(). `totals_mechanism`: that of the noisy row totals that dpm_report_finish() will be given; NULL: none.
 */
dpm_status dpm_report_begin_polya(struct dpm_report_writer *writer,
                                  const struct dpm_polya *mechanism,
                                  const struct dpm_report_about *about,
                                  const uint32_t *starts,
                                  const uint16_t *targets,
                                  size_t n,
                                  size_t cells,
                                  const struct dpm_geometric *totals_mechanism,
                                  int bits,
                                  dpm_sink_fn sink,
                                  void *ctx);

/**
 * dpm_report_begin_geometric() for probabilities, dpm_report_write_dirichlet(), each row by dpm_report_row_probabilities().
 */
dpm_status dpm_report_begin_dirichlet(struct dpm_report_writer *writer,
                                      const struct dpm_dirichlet *mechanism,
                                      const struct dpm_report_about *about,
                                      const uint32_t *starts,
                                      const uint16_t *targets,
                                      size_t n,
                                      size_t cells,
                                      const struct dpm_geometric *totals_mechanism,
                                      int bits,
                                      dpm_sink_fn sink,
                                      void *ctx);

/**
 * The next row of noisy counts, noisy[row_cells]: one for each feasible next state, else DPM_ERR_LENGTH. DPM_ERR_DOMAIN for a report of another mechanism and after the last row; DPM_ERR_REPORT_MISMATCH for another support than
 * it was begun with. Refused, it is not written, and the right row may follow. With DPM_ERR_REPORT_SINK the report is lost, and the writer is void (DPM_ERR_OBJECT from then on).
 */
dpm_status dpm_report_row_noisy(struct dpm_report_writer *writer,
                                const uint32_t *starts,
                                const uint16_t *targets,
                                size_t n,
                                size_t cells,
                                const int64_t *noisy,
                                size_t row_cells,
                                dpm_sink_fn sink,
                                void *ctx);

/**
 * The next row of tallies: their sum is the number of draws, else DPM_ERR_DOMAIN. As dpm_report_row_noisy() otherwise.
 */
dpm_status dpm_report_row_tallies(struct dpm_report_writer *writer,
                                  const uint32_t *starts,
                                  const uint16_t *targets,
                                  size_t n,
                                  size_t cells,
                                  const uint32_t *tallies,
                                  size_t row_cells,
                                  dpm_sink_fn sink,
                                  void *ctx);

/**
 * The next row of probabilities, as released: positive multiples of 2^-32 of sum 1, else DPM_ERR_NOT_STOCHASTIC. As dpm_report_row_noisy() otherwise.
 */
dpm_status dpm_report_row_probabilities(struct dpm_report_writer *writer,
                                        const uint32_t *starts,
                                        const uint16_t *targets,
                                        size_t n,
                                        size_t cells,
                                        const double *values,
                                        size_t row_cells,
                                        dpm_sink_fn sink,
                                        void *ctx);

/**
 * Writes the noisy row totals row_totals[n], where their mechanism was named at the beginning (else NULL; DPM_ERR_REPORT_TOTALS where it is the other way round), and the checksum; the length of the whole report into
 * `*length`. The writer is void afterwards. DPM_ERR_LENGTH where rows are missing.
 */
dpm_status dpm_report_finish(struct dpm_report_writer *writer,
                             const uint32_t *starts,
                             const uint16_t *targets,
                             size_t n,
                             size_t cells,
                             const int64_t *row_totals,
                             dpm_sink_fn sink,
                             void *ctx,
                             size_t *length);

/**
 * Reads a report, report[len], and checks all of it; bytes that anyone may have made. DPM_ERR_REPORT_VERSION for a later version of the format,
 * DPM_ERR_REPORT_CHECKSUM where bytes were changed on the way, DPM_ERR_REPORT_FORMAT for everything else. The library accepts the one encoding that it writes. Whether the parameters keep the promise:
 * dpm_report_verify().
 */
dpm_status dpm_report_read(const uint8_t *report,
                           size_t len,
                           struct dpm_report_info *info);

/**
 * Whether the stated parameters keep the stated promise, of the rows and of the row totals: DPM_ERR_GUARANTEE_NOT_MET where they do not. It finds a wrong plan, not a
 * device that lies. Work: that of the `..._init_checked` function of the mechanism.
 */
dpm_status dpm_report_verify(const uint8_t *report,
                             size_t len);

/**
 * The support of a report as compressed rows, into starts[n + 1] and targets[cells]: n and `cells` those of dpm_report_read(), else DPM_ERR_LENGTH. Where every transition is feasible all n * n are
 * written.
 */
dpm_status dpm_report_support(const uint8_t *report,
                              size_t len,
                              size_t n,
                              size_t cells,
                              uint32_t *starts,
                              uint16_t *targets);

/**
 * The noisy counts of a report of the geometric or Gaussian mechanism, else DPM_ERR_DOMAIN, into noisy[cells]: `cells` that of dpm_report_read(), else DPM_ERR_LENGTH. Those at +-(2^(bits - 1) - 1) were cut off there.
 */
dpm_status dpm_report_noisy_counts(const uint8_t *report,
                                   size_t len,
                                   size_t cells,
                                   int64_t *noisy);

/**
 * The tallies of a report of Polya's urn, else DPM_ERR_DOMAIN, into tallies[cells]; as dpm_report_noisy_counts() otherwise.
 */
dpm_status dpm_report_tallies(const uint8_t *report,
                              size_t len,
                              size_t cells,
                              uint32_t *tallies);

/**
 * The probabilities of a report of the Dirichlet mechanism, else DPM_ERR_DOMAIN, into values[cells]: positive multiples of 2^-bits whose rows sum to exactly 1; as dpm_report_noisy_counts() otherwise.
 */
dpm_status dpm_report_probabilities(const uint8_t *report,
                                    size_t len,
                                    size_t cells,
                                    double *values);

/**
 * The noisy row totals of a report, into row_totals[n]: n that of dpm_report_read(), else DPM_ERR_LENGTH; DPM_ERR_REPORT_TOTALS where it has none.
 */
dpm_status dpm_report_row_totals(const uint8_t *report,
                                 size_t len,
                                 size_t n,
                                 int64_t *row_totals);

/**
 * Words (uint64_t) of a merge of reports of n states and `cells` feasible transitions: DPM_MERGE_LEN(n, cells). SIZE_MAX where no memory could hold it.
 */
size_t dpm_merge_len(size_t n,
                     size_t cells);

/**
 * Begins a merge of reports, in your storage merge[merge_len], of any content before; merge_len >= DPM_MERGE_LEN(n, cells), else DPM_ERR_LENGTH. `adjacency`,
 * state_table[16], the support (both pointers NULL: every transition, `cells` is n * n) are those of all reports that will be added (see dpm_report_read() and dpm_report_support()).
 *
 * A merge holds nothing secret and no pointer: it may be copied, moved, and stored between two runs on processors of the same byte order. Sums are exact integers: whatever the order and
 * grouping in which reports are added and merges combined, the result is the same to the last bit.
 */
dpm_status dpm_merge_init(uint64_t *merge,
                          size_t merge_len,
                          int adjacency,
                          const uint8_t *state_table,
                          const uint32_t *starts,
                          const uint16_t *targets,
                          size_t n,
                          size_t cells);

/**
 * Adds one report, report[report_len], which it reads and checks as dpm_report_read() does; add each once (reports carry an `id` for that). DPM_ERR_REPORT_MISMATCH where its
 * adjacency, states, state table or support are not the merge's. Any mechanisms are mixed: every report is turned into unbiased counts.
 *
 * A report of tallies or probabilities needs row totals for that, its own noisy ones or what you know publicly from elsewhere: `known_row_total`, the events of each of its rows, from 1 to 1e15, else 0; or
 * known_row_totals[n], the events row by row, else NULL; not both (DPM_ERR_DOMAIN). DPM_ERR_REPORT_TOTALS where there is neither. What you know goes before what the report holds; reports of noisy counts have no use for either.
 * DPM_ERR_MERGE_FULL beyond 2^29 reports, for counts of 2^33 events and more, and for noise of a standard deviation above 2^32; DPM_ERR_EPSILON or DPM_ERR_DELTA where rows and row totals together promise nothing. With any error the merge is as it was.
 */
dpm_status dpm_merge_add(uint64_t *merge,
                         size_t merge_len,
                         const uint8_t *report,
                         size_t report_len,
                         double known_row_total,
                         const uint32_t *known_row_totals);

/**
 * Adds all that another merge holds, other[other_len]; of the same adjacency, states, state table and support, else DPM_ERR_REPORT_MISMATCH. DPM_ERR_MERGE_FULL beyond 2^29 reports.
 * No report may be in both: nothing here can tell a copy of a merge, or one that went on from a copy, from another fleet.
 */
dpm_status dpm_merge_combine(uint64_t *merge,
                             size_t merge_len,
                             const uint64_t *other,
                             size_t other_len);

/**
 * What is in a merge, into `*state`.
 */
dpm_status dpm_merge_info(const uint64_t *merge, size_t merge_len, struct dpm_merge_state *state);

/**
 * The rows of a merge, into rows[n]: n its number of states, else DPM_ERR_LENGTH. `level` of the intervals: 0.5 to 0.999999, else DPM_ERR_LEVEL.
 */
dpm_status dpm_merge_rows(const uint64_t *merge,
                          size_t merge_len,
                          double level,
                          size_t n,
                          struct dpm_merge_row *rows);

/**
 * The feasible transitions of a merge, row by row, into out[cells]: `cells` their number, else DPM_ERR_LENGTH. `level` as in dpm_merge_rows().
 */
dpm_status dpm_merge_cells(const uint64_t *merge,
                           size_t merge_len,
                           double level,
                           size_t cells,
                           struct dpm_merge_cell *out);

/**
 * The chain that a merge estimates, into values[cells] in the order of the support's cells: counts below 0 taken as 0, every row divided by its sum; a row of one cell is 1. `cells` as in dpm_merge_cells().
 * `unresolved`: DPM_UNRESOLVED_REFUSE or DPM_UNRESOLVED_UNIFORM, else DPM_ERR_DOMAIN. For statements on single transitions take the shares of dpm_merge_cells(), which are not biased by what is cut at 0.
 */
dpm_status dpm_merge_chain(const uint64_t *merge,
                           size_t merge_len,
                           int unresolved,
                           size_t cells,
                           double *values);

/**
 * The law that a base learner makes of counts[n], as weights, into law[n], n = learner->n. Every histogram has one, the empty one too: a device that counted
 * nothing has its vote as well. dpm_learner_vote() takes it. Integers alone. As secret as the counts.
 */
dpm_status dpm_learner_law(const struct dpm_learner *learner,
                           const uint32_t *counts,
                           uint32_t *law);

/**
 * A number of independent records with which a base learner errs by less than `alpha` in total variation distance, with probability 1 - beta or more,
 * whatever the true law (of the class, for DPM_LEARNER_CLASS), into `*samples`; rounded up. alpha and beta strictly between 0 and 1 (DPM_ERR_DOMAIN);
 * DPM_ERR_UNREACHABLE where no number below 2^53 is enough.
 */
dpm_status dpm_learner_samples(const struct dpm_learner *learner,
                               double alpha,
                               double beta,
                               uint64_t *samples);

/**
 * The law of a class, laws[hypotheses * n], that is nearest to counts[n] by minimum distance (Yatracos), by its number from 0, into `*chosen`: in total
 * variation distance no farther from the truth than three times the nearest law, and the error of the counts on the class's sets twice. Integers alone. The
 * first for counts of 0. Not a private release: as secret as the counts.
 */
dpm_status dpm_minimum_distance(const uint32_t *counts,
                                size_t n,
                                const uint32_t *laws,
                                size_t hypotheses,
                                size_t *chosen);

/**
 * The smallest total variation distance of two laws of a class, laws[hypotheses * n], rounded down, into `*separation`: with errors below it the right law
 * is found. 1 for one law alone.
 */
dpm_status dpm_class_separation(const uint32_t *laws,
                                size_t hypotheses,
                                size_t n,
                                double *separation);

/**
 * dpm_learner_samples() for any true law at all: with so many records the law chosen of the class errs by less than three times the nearest law and `alpha`,
 * with probability 1 - beta or more.
 */
dpm_status dpm_class_samples_agnostic(const uint32_t *laws,
                                      size_t hypotheses,
                                      size_t n,
                                      double alpha,
                                      double beta,
                                      uint64_t *samples);

/**
 * The vote of one device: `length` symbols below n (2 to 2^24, else DPM_ERR_ALPHABET; length 1 to 65536, else DPM_ERR_SEQUENCE) into sequence[length], drawn
 * from the law counts[n]/sum. Devices that have the same seed32[32] and round and are given laws at the total variation distance t agree in each symbol with
 * probability (1 - t)/(1 + t) or more, without a word between them. Integers alone, the same bits on every processor, no state. The seed is public: the
 * guarantee of the tally holds for every value of it. Choose it without a look at the data, and take a new round for every release. The vote is as secret as
 * the counts, after the tally too: only what dpm_learner_tally() releases is public. A device that counted nothing (DPM_ERR_LAWS) has its vote as well: best
 * for a symbol from n on that is its own. With a law made up for it, as dpm_learner_law() does, it would agree with all others that counted nothing, and where
 * they are many, with them alone. Chooses by an exponential race: the default. Time: for each of the `length` symbols a word of ChaCha20 and a comparison
 * for each of the n counts.
 */
dpm_status dpm_learner_vote(const uint8_t *seed32,
                            uint64_t round,
                            const uint32_t *counts,
                            size_t n,
                            size_t length,
                            uint32_t *sequence);

/**
 * dpm_learner_vote() by the Poisson coupling (Couple_I of the paper): as private, as stable, and slower for laws that are far from uniform. Votes of one tally must
 * come from one of the functions.
 */
dpm_status dpm_learner_vote_poisson(const uint8_t *seed32,
                                    uint64_t round,
                                    const uint32_t *counts,
                                    size_t n,
                                    size_t length,
                                    uint32_t *sequence);

/**
 * dpm_learner_vote_poisson() with the whole sequence as one draw from the product law, in about n^length steps: DPM_ERR_SEQUENCE where n^length exceeds 2^24, or where
 * sum^length is 2^127 or more. The sum is that of the counts, so this may happen to one device and not to another, and tells something about it: keep the
 * sums small in advance (below 2^(127/length)), or send a symbol of its own, from n on, in its place.
 */
dpm_status dpm_learner_vote_poisson_joint(const uint8_t *seed32,
                                          uint64_t round,
                                          const uint32_t *counts,
                                          size_t n,
                                          size_t length,
                                          uint32_t *sequence);

/**
 * Scratch words (uint32_t) that dpm_learner_couple() needs for k laws: k.
 */
size_t dpm_learner_couple_work_len(size_t k);

/**
 * The votes of k blocks from their laws, laws[k * n] (weights, row by row, secret), into votes[k * length] (secret), for a collector that has all of them:
 * each vote has its own law (exactly; by the race within n 2^-57 in total variation), and laws that are close vote alike. `coupling` is a DPM_COUPLING_... code (DPM_ERR_COUPLING). The seed is drawn from
 * `rng`, fresh for each call; that of the mixture must never be known to anybody. n from 2 to 2^24, k from 1 to 2^24, length from 1 to 65536. Scratch:
 * work[work_len], work_len >= k. With DPM_ERR_TRIALS the votes are zeroed. Votes are not a release: give them to dpm_learner_tally().
 */
dpm_status dpm_learner_couple(struct dpm_rng *rng,
                              int coupling,
                              const uint32_t *laws,
                              size_t k,
                              size_t n,
                              size_t length,
                              uint32_t *work,
                              size_t work_len,
                              uint32_t *votes);

/**
 * Scratch words (uint32_t) that dpm_learner_couple_mixture_joint() needs: k + length.
 */
size_t dpm_learner_couple_mixture_joint_work_len(size_t k, size_t length);

/**
 * dpm_learner_couple() with DPM_COUPLING_MIXTURE and each sequence as one draw from the product law: DPM_ERR_SEQUENCE where sum^length does not fit 128 bits.
 */
dpm_status dpm_learner_couple_mixture_joint(struct dpm_rng *rng,
                                            const uint32_t *laws,
                                            size_t k,
                                            size_t n,
                                            size_t length,
                                            uint32_t *work,
                                            size_t work_len,
                                            uint32_t *votes);

/**
 * Size of a `dpm_stable_mode`, in bytes: DPM_STABLE_MODE_SIZE.
 */
size_t dpm_stable_mode_size(void);

/**
 * Makes the stable mode that promises (epsilon, delta): for all lists of k votes that differ in one, whoever cast it and however it came about, P(S) <=
 * e^epsilon P'(S) + delta for every set S of answers. So with one vote a person a whole person is protected. epsilon 2^-30 or more, delta above 0
 * (DPM_ERR_NOT_PURE); DPM_ERR_UNREACHABLE where more than 2^24 votes would be needed. Both must be public facts. The object does not count its releases:
 * charge a ledger for each (dpm_ledger_prepare_cost()).
 */
dpm_status dpm_stable_mode_init(struct dpm_stable_mode *mode,
                                double epsilon,
                                double delta);

/**
 * The parameters of a stable mode, into `*figures`.
 */
dpm_status dpm_stable_mode_parameters(const struct dpm_stable_mode *mode,
                                      struct dpm_stable_mode_figures *figures);

/**
 * The probability that the mode is answered where `distance` votes would have to change to make another sequence the mode (half of its lead over the second,
 * about), rounded down, into `*success`; and that it is not, rounded up, into `*failure`. With the distance of the data itself they are as secret as the
 * data.
 */
dpm_status dpm_stable_mode_success(const struct dpm_stable_mode *mode,
                                   uint32_t distance,
                                   double *success,
                                   double *failure);

/**
 * Scratch words (uint32_t) that dpm_learner_tally() needs for k votes: DPM_LEARNER_TALLY_WORK_LEN(k).
 */
size_t dpm_learner_tally_work_len(size_t k);

/**
 * Releases the most frequent of k votes, votes[k * length], one after the other (secret), into sequence[length], and the noisy number of votes that would
 * have to change to change it into `*noisy_distance`: both are public once the call is done. DPM_ERR_NOT_STABLE where the votes do not agree well enough:
 * this is itself an answer, covered by the guarantee, and it spends the budget as a sequence does; the outputs are untouched, and `rng` has gone on. Who
 * asks again pays again. DPM_ERR_TOO_FEW_VOTES depends on k alone and spends nothing. k must be public: count every person that was asked, with a vote each;
 * for one that did not arrive put in symbols that nobody else has. Symbols are any numbers, whatever the devices sent: check those that come out before they
 * index anything (dpm_learner_pair() does). Integers alone. k from 1 to 2^24 (DPM_ERR_VOTES), length from 1 to 65536 (DPM_ERR_SEQUENCE). `rng` must come from a secure source, fresh for this release (see dpm_rng_init()): never from a seed that
 * devices share. Scratch: work[work_len], work_len >= DPM_LEARNER_TALLY_WORK_LEN(k); wipe it and the votes. The votes are seen in the clear: whoever runs
 * this is trusted with them.
 */
dpm_status dpm_learner_tally(const struct dpm_stable_mode *mode,
                             struct dpm_rng *rng,
                             const uint32_t *votes,
                             size_t k,
                             size_t length,
                             uint32_t *work,
                             size_t work_len,
                             uint32_t *sequence,
                             uint32_t *noisy_distance);

/**
 * Scratch words (uint32_t) that dpm_permute_and_flip() needs for n symbols: n.
 */
size_t dpm_permute_and_flip_work_len(size_t n);

/**
 * The most frequent of n symbols, or one with nearly as many votes, into `*choice`, with a pure guarantee: epsilon, delta 0, under the replacement of one
 * vote. counts[n] (secret) are the votes for each symbol; n (2 to 2^24, else DPM_ERR_ALPHABET) and the symbols must be public and not depend on the data.
 * There is always an answer. epsilon 2^-29 or more (DPM_ERR_UNREACHABLE), exact coins. `rng` as for dpm_learner_tally(). Scratch: work[work_len], work_len
 * >= n; wipe it. For alphabets that can be listed; for sequences: dpm_learner_tally().
 */
dpm_status dpm_permute_and_flip(struct dpm_rng *rng,
                                double epsilon,
                                const uint32_t *counts,
                                size_t n,
                                uint32_t *work,
                                size_t work_len,
                                uint32_t *choice);

/**
 * A lead, in votes, with which dpm_permute_and_flip() chooses the most frequent of n symbols with probability 1 - beta or more; rounded up. Infinite where it
 * refuses n or epsilon and unless beta > 0; NaN where epsilon is out of range.
 */
double dpm_permute_and_flip_gap(size_t n,
                                double epsilon,
                                double beta);

/**
 * Scratch words (uint32_t) that dpm_learner_sampler() needs; SIZE_MAX where it refuses one of the numbers.
 */
size_t dpm_learner_sampler_work_len(size_t n, int coupling, size_t blocks, size_t block, size_t length);

/**
 * Releases a private synthetic sequence of `length` symbols into sequence[length], from records[blocks * block], symbols below learner->n (secret): they are
 * cut into blocks at random, each block gives a law, each law a vote, and the stable mode of the votes is released, its noisy distance into
 * `*noisy_distance`. The guarantee of `mode` holds for records of which one is replaced. All arguments but the records must be public facts. `coupling` is a
 * DPM_COUPLING_... code; DPM_COUPLING_MIXTURE only where the base learner's laws have one sum for `block` records (DPM_ERR_LAWS). DPM_ERR_SYMBOL,
 * which one record is enough for and which tells of it: see to it that all are below n before; DPM_ERR_VOTES for `blocks`; DPM_ERR_LENGTH for no records or more than 2^32 - 1; DPM_ERR_NOT_STABLE, DPM_ERR_TOO_FEW_VOTES and `rng` as in
 * dpm_learner_tally(). Scratch: work[work_len], work_len >= dpm_learner_sampler_work_len().
 */
dpm_status dpm_learner_sampler(const struct dpm_stable_mode *mode,
                               struct dpm_rng *rng,
                               const struct dpm_learner *learner,
                               int coupling,
                               const uint32_t *records,
                               size_t blocks,
                               size_t block,
                               size_t length,
                               uint32_t *work,
                               size_t work_len,
                               uint32_t *sequence,
                               uint32_t *noisy_distance);

/**
 * Scratch words (uint32_t) that dpm_learner_sampler_blocks() needs; SIZE_MAX where it refuses one of the numbers.
 */
size_t dpm_learner_sampler_blocks_work_len(size_t n,
                                           int coupling,
                                           size_t blocks,
                                           size_t length);

/**
 * dpm_learner_sampler() from histograms[blocks * n], n = learner->n (secret): each row is a block as it stands, a person's say, and a whole row is
 * protected, whatever is in it. `coupling` must not be DPM_COUPLING_MIXTURE (DPM_ERR_LAWS). Scratch: work[work_len], work_len >=
 * dpm_learner_sampler_blocks_work_len(). Where the devices vote themselves: dpm_learner_vote() and dpm_learner_tally().
 */
dpm_status dpm_learner_sampler_blocks(const struct dpm_stable_mode *mode,
                                      struct dpm_rng *rng,
                                      const struct dpm_learner *learner,
                                      int coupling,
                                      const uint32_t *histograms,
                                      size_t blocks,
                                      size_t length,
                                      uint32_t *work,
                                      size_t work_len,
                                      uint32_t *sequence,
                                      uint32_t *noisy_distance);

/**
 * Scratch words (uint32_t) that dpm_learner_aggregate() needs for k laws; SIZE_MAX where it refuses one of the numbers.
 */
size_t dpm_learner_aggregate_work_len(size_t k,
                                      size_t n,
                                      size_t length);

/**
 * Releases the sequence that most of k laws, laws[k * n] (weights, row by row, secret), agree on when they vote, into sequence[length]: dpm_learner_couple()
 * and dpm_learner_tally() in one. The guarantee of `mode` holds for laws of which one is replaced. Which code comes back for laws that are out of order
 * (DPM_ERR_LAWS) may tell something about them. Scratch: work[work_len], work_len >= dpm_learner_aggregate_work_len().
 */
dpm_status dpm_learner_aggregate(const struct dpm_stable_mode *mode,
                                 struct dpm_rng *rng,
                                 int coupling,
                                 const uint32_t *laws,
                                 size_t k,
                                 size_t n,
                                 size_t length,
                                 uint32_t *work,
                                 size_t work_len,
                                 uint32_t *sequence,
                                 uint32_t *noisy_distance);

/**
 * Scratch words (uint32_t) that dpm_learner_black_box() needs; SIZE_MAX where it refuses one of the numbers.
 */
size_t dpm_learner_black_box_work_len(size_t n, int coupling, size_t blocks, size_t block, size_t length);

/**
 * A private estimate of the law of records[blocks * block] (secret), as weights, into law[n], n = learner->n: the base learner applied to a released
 * sequence of `length` symbols. Its noisy distance into `*noisy_distance`. Otherwise as dpm_learner_sampler(). Sizes: dpm_learner_plan_black_box(). Scratch:
 * work[work_len], work_len >= dpm_learner_black_box_work_len().
 */
dpm_status dpm_learner_black_box(const struct dpm_stable_mode *mode,
                                 struct dpm_rng *rng,
                                 const struct dpm_learner *learner,
                                 int coupling,
                                 const uint32_t *records,
                                 size_t blocks,
                                 size_t block,
                                 size_t length,
                                 uint32_t *work,
                                 size_t work_len,
                                 uint32_t *law,
                                 uint32_t *noisy_distance);

/**
 * Scratch words (uint32_t) that dpm_learner_boosted() needs; SIZE_MAX where it refuses one of the numbers.
 */
size_t dpm_learner_boosted_work_len(size_t n,
                                    int coupling,
                                    size_t blocks,
                                    size_t block,
                                    size_t length,
                                    size_t runs);

/**
 * The private estimate that most of `runs` black-box estimates are near, into law[n]: each run has its own part of records[runs * blocks * block] (secret),
 * so that all of them together have the guarantee of one. Near is within 2 alpha/3 in total variation distance, alpha strictly between 0 and 1
 * (DPM_ERR_DOMAIN); how many are, into `*agreed`. runs from 1 to 2^24 (DPM_ERR_VOTES). DPM_ERR_NOT_STABLE where no run had an answer. Otherwise as
 * dpm_learner_black_box(). Sizes: dpm_learner_plan_boosted(). Scratch: work[work_len], work_len >= dpm_learner_boosted_work_len().
 */
dpm_status dpm_learner_boosted(const struct dpm_stable_mode *mode,
                               struct dpm_rng *rng,
                               const struct dpm_learner *learner,
                               int coupling,
                               const uint32_t *records,
                               size_t blocks,
                               size_t block,
                               size_t length,
                               size_t runs,
                               double alpha,
                               uint32_t *work,
                               size_t work_len,
                               uint32_t *law,
                               uint32_t *agreed);

/**
 * Scratch words (uint32_t) that dpm_learner_agnostic() needs; SIZE_MAX where it refuses one of the numbers.
 */
size_t dpm_learner_agnostic_work_len(size_t n, int coupling, size_t blocks, size_t block, size_t runs);

/**
 * A private estimate for records of any law: `runs` private symbols, each from its own part of records[runs * blocks * block] (secret), and the base learner
 * applied to them, into law[n]. How many runs had an answer, into `*answers`; those without give a random symbol. DPM_ERR_NOT_STABLE where none had.
 * Otherwise as dpm_learner_boosted(). Sizes: dpm_learner_plan_agnostic(). Scratch: work[work_len], work_len >= dpm_learner_agnostic_work_len().
 */
dpm_status dpm_learner_agnostic(const struct dpm_stable_mode *mode,
                                struct dpm_rng *rng,
                                const struct dpm_learner *learner,
                                int coupling,
                                const uint32_t *records,
                                size_t blocks,
                                size_t block,
                                size_t runs,
                                uint32_t *work,
                                size_t work_len,
                                uint32_t *law,
                                uint32_t *answers);

/**
 * The transition that a symbol stands for on the alphabet of all pairs of n states (2 to 4096, else DPM_ERR_STATES or DPM_ERR_ALPHABET), into `*from` and
 * `*to`: symbol = n * from + to, so that the counts of dpm_counts_record() are the histogram of these symbols as they stand. DPM_ERR_SYMBOL from n * n on.
 */
dpm_status dpm_learner_pair(uint32_t symbol,
                            size_t n,
                            size_t *from,
                            size_t *to);

/**
 * dpm_learner_pair() on the alphabet of the feasible transitions of a support (dpm_support_check()), numbered in its order: then counts[cells] are the histogram, and
 * no vote names an infeasible transition. DPM_ERR_SYMBOL from `cells` on.
 */
dpm_status dpm_learner_feasible_pair(uint32_t symbol,
                                     const uint32_t *starts,
                                     const uint16_t *targets,
                                     size_t n,
                                     size_t cells,
                                     size_t *from,
                                     size_t *to);

/**
 * Adds the symbols of a released sequence, sequence[length] (1 to 65536 symbols), to counts[n], all or nothing: on the alphabet of pairs, n * n counts, a
 * chain can be estimated from them and costs no more privacy. DPM_ERR_SYMBOL, DPM_ERR_COUNT_OVERFLOW.
 */
dpm_status dpm_learner_add(uint32_t *counts,
                           size_t n,
                           const uint32_t *sequence,
                           size_t length);

/**
 * The law of the pairs of a stationary chain, matrix[n * n] and pi[n] (dpm_stationary_gth()), in whole weights of about `total` together, into weights[n *
 * n]: a public guess for dpm_learner_expect(). n is 2 to 4096. Each weight is the nearest integer to total pi P, at least 1 where that is positive.
 * DPM_ERR_DOMAIN where an entry of pi is not in [0, 1] or total is 0.
 */
dpm_status dpm_learner_law_of_chain(const double *matrix,
                                    size_t n,
                                    const double *pi,
                                    uint32_t total,
                                    uint32_t *weights);

/**
 * The chain that a law of pairs, weights[n * n], describes, into matrix[n * n]: each row divided by its sum. n is 2 to 4096. DPM_ERR_EMPTY_ROW where a state
 * has no weight.
 */
dpm_status dpm_learner_chain_of_law(const uint32_t *weights,
                                    size_t n,
                                    double *matrix);

/**
 * Sizes for dpm_learner_sampler() by the paper (Corollary B.7): the law of sequences of `length` symbols is within 3 beta/4 of that of true ones in total
 * variation distance, whatever the true law (of the class, for DPM_LEARNER_CLASS). beta strictly between 0 and 1 (DPM_ERR_DOMAIN), epsilon and delta above
 * 0. Large: the paper's constants; dpm_learner_plan_direct() has sharper ones. Privacy rests on none of this: too few records cost an answer. All arguments
 * are public facts.
 */
dpm_status dpm_learner_plan_sampler(const struct dpm_learner *learner,
                                    uint64_t length,
                                    double beta,
                                    double epsilon,
                                    double delta,
                                    struct dpm_learner_sizes *sizes);

/**
 * Sizes for dpm_learner_black_box() (Theorem 5.1): the estimate errs by less than alpha with probability 1 - beta or more. alpha and beta strictly between 0
 * and 1 (DPM_ERR_DOMAIN).
 */
dpm_status dpm_learner_plan_black_box(const struct dpm_learner *learner,
                                      double alpha,
                                      double beta,
                                      double epsilon,
                                      double delta,
                                      struct dpm_learner_sizes *sizes);

/**
 * Sizes for dpm_learner_boosted() (Theorem 6.1), which pays log(1/beta) where dpm_learner_plan_black_box() pays a power of 1/beta; otherwise as there.
 */
dpm_status dpm_learner_plan_boosted(const struct dpm_learner *learner,
                                    double alpha,
                                    double beta,
                                    double epsilon,
                                    double delta,
                                    struct dpm_learner_sizes *sizes);

/**
 * Sizes for dpm_learner_sampler() with this library's own constants: the promise of dpm_learner_plan_sampler() with fewer records: for the
 * shares of 289 symbols, length 3, delta 1e-9 and beta 0.1, 253 times fewer at epsilon 1 and 122 times at 0.1.
 */
dpm_status dpm_learner_plan_direct(const struct dpm_learner *learner,
                                   uint64_t length,
                                   double beta,
                                   double epsilon,
                                   double delta,
                                   struct dpm_learner_sizes *sizes);

/**
 * Sizes for dpm_learner_agnostic() with the class laws[hypotheses * n] (Theorem C.2): whatever the true law, the estimate errs by at most 99 times the
 * nearest law of the class and alpha, with probability 1 - beta or more.
 */
dpm_status dpm_learner_plan_agnostic(const uint32_t *laws,
                                     size_t hypotheses,
                                     size_t n,
                                     double alpha,
                                     double beta,
                                     double epsilon,
                                     double delta,
                                     struct dpm_learner_sizes *sizes);

/**
 * dpm_learner_plan_direct() for DPM_LEARNER_EMPIRICAL on n symbols, from the mean error of that law, which asks for fewer records still.
 */
dpm_status dpm_learner_plan_direct_empirical(size_t n,
                                             uint64_t length,
                                             double beta,
                                             double epsilon,
                                             double delta,
                                             struct dpm_learner_sizes *sizes);

/**
 * dpm_learner_plan_direct_empirical() where the number of blocks is given (so many users take part): how many records each must have. DPM_ERR_TOO_FEW_VOTES
 * where no number is enough for so few.
 */
dpm_status dpm_learner_plan_direct_block(size_t n,
                                         uint64_t blocks,
                                         uint64_t length,
                                         double beta,
                                         double epsilon,
                                         double delta,
                                         struct dpm_learner_sizes *sizes);

/**
 * dpm_learner_plan_direct_empirical() for the one law guess[n] (weights), a public guess: a promise for that law alone.
 */
dpm_status dpm_learner_plan_direct_guess(const uint32_t *guess,
                                         size_t n,
                                         uint64_t length,
                                         double beta,
                                         double epsilon,
                                         double delta,
                                         struct dpm_learner_sizes *sizes);

/**
 * A bound on the mean total variation distance of the shares of `block` records (1 or more, else DPM_ERR_DOMAIN) from the law on n symbols that they are drawn
 * from, whatever that law: sqrt((n - 1)/block)/2, at most 1, rounded up, into `*tv`. For dpm_learner_proved_tv().
 */
dpm_status dpm_learner_empirical_mean_tv(size_t n,
                                         uint64_t block,
                                         double *tv);

/**
 * Runs of dpm_learner_boosted() that its proof needs for beta strictly between 0 and 1 (DPM_ERR_DOMAIN), (32/9) ln(1/beta), rounded up, into `*runs`: 36 times
 * fewer than dpm_learner_plan_boosted() says with the paper's constant.
 */
dpm_status dpm_learner_direct_runs(double beta,
                                   uint64_t *runs);

/**
 * The mean total variation distance of the shares of `block` records from the law guess[n] (weights) that they are drawn from, rounded up, into `*tv`. block
 * from 1 to 2^52 (DPM_ERR_DOMAIN).
 */
dpm_status dpm_learner_guess_mean_tv(const uint32_t *guess,
                                     size_t n,
                                     uint64_t block,
                                     double *tv);

/**
 * A proved bound on the total variation distance of the law of a released sequence of `length` symbols from that of true ones, where each of `blocks` votes
 * comes from a law at mean distance `mean_tv` (0 to 1, else DPM_ERR_DOMAIN) from the truth, into `*tv`; 1 where it says nothing. No answer counts as a
 * deviation.
 */
dpm_status dpm_learner_proved_tv(const struct dpm_stable_mode *mode,
                                 double mean_tv,
                                 uint64_t length,
                                 uint64_t blocks,
                                 double *tv);

/**
 * Scratch words (uint32_t) that dpm_learner_expect() needs; SIZE_MAX where there cannot be so many.
 */
size_t dpm_learner_expect_work_len(size_t n, size_t users, size_t length, size_t rounds);

/**
 * Scratch words of 64 bits (uint64_t) that dpm_learner_expect() needs; SIZE_MAX where there cannot be so many.
 */
size_t dpm_learner_expect_wide_work_len(size_t n,
                                        size_t users,
                                        size_t length,
                                        size_t rounds);

/**
 * How often `users` people with `events` records each, drawn from the law guess[n] (weights), who vote for `length` symbols in each of `rounds` rounds
 * (dpm_learner_vote()), get an answer from `mode`, and how often it is not a draw from the guess itself, into `*expected`: the whole mechanism, simulated
 * `repetitions` times, with confidence limits that hold with probability `level` (0.5 to 0.999999, DPM_ERR_LEVEL). For a desk. The guess must be public, and
 * never made from the data. DPM_ERR_VOTES, DPM_ERR_SEQUENCE (length, rounds), DPM_ERR_TOO_FEW_VOTES, DPM_ERR_ITERATIONS for no repetitions. `rng` may have
 * any seed; nothing here is secret. Scratch: work[work_len] of dpm_learner_expect_work_len() and wide[wide_len] of dpm_learner_expect_wide_work_len();
 * DPM_ERR_UNREACHABLE where it would not fit the memory.
 */
dpm_status dpm_learner_expect(const struct dpm_stable_mode *mode,
                              struct dpm_rng *rng,
                              const uint32_t *guess,
                              size_t n,
                              size_t users,
                              uint32_t events,
                              size_t length,
                              size_t rounds,
                              uint32_t repetitions,
                              double level,
                              uint32_t *work,
                              size_t work_len,
                              uint64_t *wide,
                              size_t wide_len,
                              struct dpm_learner_expected *expected);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* DPMARKOV_H */
