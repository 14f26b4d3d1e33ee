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
 *    n is the number of states (of feasible next states for one row): 2 to 65535, else DPM_ERR_STATES. Scratch alone carries
 *    its length; it holds anything afterwards.
 *  - What can fail returns a dpm_status. Outputs are written only with DPM_OK, and DPM_OK never comes with a NaN. Functions
 *    that return a double give NaN outside their domain.
 *  - NULL, misaligned, overlapping and oversized arguments are refused, each with its code. Where several arguments are wrong,
 *    the code of any of them comes back. Inputs may overlap each other; nothing else may.
 *  - The caller promises that a pointer which is neither NULL nor misaligned can be read (const) or read and written over the
 *    stated length, and that no other thread writes there during the call.
 *  - No allocation, no global state, no pointer kept after return, no abort. Distinct objects may be used by distinct threads
 *    at the same time, and so may one object through pointers to const. No call is safe on a dpm_rng that an interrupted call uses.
 *  - Floating point is as C starts it: rounding to nearest, subnormal numbers kept (on x86 no -ffast-math at the link, which
 *    turns them off). The guarantees are computed for that.
 *  - Objects (dpm_rng, dpm_dirichlet, ...) live in your storage, of any content before their _init. They belong to the address
 *    where they were initialised: zeroed, copied, moved, cleared or damaged ones are refused with DPM_ERR_OBJECT. Damage is found
 *    where it happens by accident: the seal keeps no one out who writes to your memory on purpose.
 *  - What the counts hold is secret. A released row or chain is public, and so are the parameters of a mechanism. A number that is
 *    computed from counts in any other way is as secret as the counts.
 *
 * Stack: at most 4 KiB on a
 * 32-bit processor for every function that scripts/embedded.sh measures (the largest: the solvers).
 *
 * Units: epsilon in nats; pseudo-counts and row totals in events.
 *
 * Ranges, both ends accepted, everywhere (the code of what lies outside, NaN included): epsilon 0 to 1e6 (DPM_ERR_EPSILON); delta 2.3e-308
 * to 1 - 1.2e-16 (DPM_ERR_DELTA); event weight 1e-9 to 1e9 (DPM_ERR_WEIGHT); pseudo-count 1e-6 to 1e9 (DPM_ERR_PSEUDO_COUNT); releases 1 to
 * 4294967295 (DPM_ERR_RELEASES); adjacency one of five (DPM_ERR_ADJACENCY); expected row total 1 to 1e15 (DPM_ERR_EXPECTED_ROW_TOTAL);
 * shape and Dirichlet parameter 1e-300 to 1e308 (DPM_ERR_SHAPE).
 */


#ifndef DPMARKOV_H
#define DPMARKOV_H

#include <stddef.h>
#include <stdint.h>

/** Version of the library that this header belongs to: compare with dpm_version(). */
#define DPM_VERSION "0.1.0"

/** No state yet: what `*current` of dpm_counts_visit() holds before a session's first visit. */
#define DPM_NO_STATE SIZE_MAX

/** Scratch doubles for dpm_stationary_gth(), n from 2 to 65535. */
#define DPM_STATIONARY_GTH_WORK_LEN(n) ((size_t)(n) * (size_t)(n))
/** Scratch doubles for dpm_stationary_power(), n from 2 to 65535. */
#define DPM_STATIONARY_POWER_WORK_LEN(n) ((size_t)2 * (size_t)(n))
/** Scratch doubles for dpm_ergodicity_inf(), n from 2 to 65535. */
#define DPM_ERGODICITY_INF_WORK_LEN(n) ((size_t)(n))
/** Scratch doubles for dpm_recurrent_classes(), n from 2 to 65535. */
#define DPM_RECURRENT_CLASSES_WORK_LEN(n) ((size_t)2 * (size_t)(n))

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
 * The number of states is not from 2 to 65535.
 */
#define DPM_ERR_STATES 301

/**
 * A state is not below the number of states.
 */
#define DPM_ERR_STATE_INDEX 302

/**
 * An array does not have the length that the number of states asks for.
 */
#define DPM_ERR_LENGTH 303

/**
 * The scratch space is too short: see the `..._work_len` functions and `DPM_..._WORK_LEN` macros.
 */
#define DPM_ERR_WORK_LEN 304

/**
 * No event weight meets this epsilon and delta at this pseudo-count: take a larger pseudo-count.
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
 * The public row total is 0, is not the sum of the counts, or leaves no room for one more event above the border.
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
 * There is no default source and no fallback. DPM_ERR_ENTROPY where the source returned anything but 0, left 8 or more
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
 * nothing: on an error `counts` (n * n) is as it was. `len` may be 0 or 1 (no event); `states` is not NULL even then.
 */
dpm_status dpm_counts_record_session(uint32_t *counts,
                                     size_t n,
                                     const size_t *states,
                                     size_t len);

/**
 * Visits `state` in a running session that you keep in `*current`: start it with DPM_NO_STATE. From the second visit on one
 * event from `*current` to `state` is added to `counts` (n * n); then `*current` becomes `state`. To start the next session,
 * set `*current` to DPM_NO_STATE.
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
 * releases: to stop after `releases` of them, across restarts, is your part, and one more voids the promise.
 */
dpm_status dpm_dirichlet_init(struct dpm_dirichlet *mechanism,
                              int adjacency,
                              double epsilon,
                              double delta,
                              uint32_t releases,
                              double pseudo_count);

/**
 * The same with a planned event weight, which is verified, not trusted: DPM_ERR_GUARANTEE_NOT_MET where the promise would
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
 * The same guarantee with a smaller, proved epsilon: equal at n = 3, 2 to 77 % smaller above, and valid at n = 2 and for every k > 0
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
 * The same at uniform shares over n next states, into `*tv`: one public figure for a whole chain.
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

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* DPMARKOV_H */
