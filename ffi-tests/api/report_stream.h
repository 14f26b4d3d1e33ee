/* Reports written row by row: the bytes of those that are written at once. */
#ifndef API_REPORT_STREAM_H
#define API_REPORT_STREAM_H

#include "report.h"

static struct pipe {
    uint8_t bytes[REPORT_MAX];
    size_t len, pieces, fails_at;
} pipe_end;

static int into_the_pipe(void *ctx, const uint8_t *bytes, size_t len) {
    struct pipe *p = (struct pipe *)ctx;
    if (++p->pieces == p->fails_at || len > sizeof p->bytes - p->len) return -1;
    memcpy(p->bytes + p->len, bytes, len);
    p->len += len;
    return 0;
}
#define SINK into_the_pipe, &pipe_end

static dpm_report_writer *writer;

/* A sink that goes on with the writer it is called for. */
static int too_eager(void *ctx, const uint8_t *bytes, size_t len) {
    size_t length = 7;
    CHECK(dpm_report_row_noisy(writer, in_starts, in_targets, N, CELLS, in_noisy, example_starts[1], SINK) == DPM_ERR_OBJECT);
    CHECK(dpm_report_finish(writer, in_starts, in_targets, N, CELLS, NULL, SINK, &length) == DPM_ERR_OBJECT && length == 7);
    return into_the_pipe(ctx, bytes, len);
}

/* A whole report: begin(bits), row(values, cells), the values, its totals. The same bytes, and a sink that fails anywhere voids the writer. */
#define STREAMED(begin, row, in, totals, bits)                                                                          \
    do {                                                                                                                \
        size_t i_, pieces_;                                                                                             \
        memset(&pipe_end, 0, sizeof pipe_end);                                                                          \
        ACCEPTS(begin(writer, in_starts, in_targets, N, CELLS, bits, SINK));                                            \
        REFUSES(DPM_ERR_LENGTH, dpm_report_finish(writer, in_starts, in_targets, N, CELLS, totals, SINK, current));     \
        for (i_ = 0; i_ < N; i_++) {                                                                                    \
            size_t cells_ = example_starts[i_ + 1] - example_starts[i_];                                                \
            REFUSES(DPM_ERR_LENGTH, row(writer, (in) + example_starts[i_], cells_ + 1));                                \
            REFUSES(DPM_ERR_LENGTH, row(writer, (in) + example_starts[i_], cells_ - 1));                                \
            ACCEPTS(row(writer, (in) + example_starts[i_], cells_));                                                    \
        }                                                                                                               \
        REFUSES(DPM_ERR_DOMAIN, row(writer, in, 3)); /* after the last */                                               \
        REFUSES(DPM_ERR_REPORT_TOTALS, dpm_report_finish(writer, in_starts, in_targets, N, CELLS, (totals) == NULL ? in_totals : NULL, SINK, current)); \
        ACCEPTS(dpm_report_finish(writer, in_starts, in_targets, N, CELLS, totals, SINK, current));                     \
        CHECK(*current == pipe_end.len && pipe_end.len == *report_len && memcmp(pipe_end.bytes, report, *report_len) == 0); \
        REFUSES(DPM_ERR_OBJECT, dpm_report_finish(writer, in_starts, in_targets, N, CELLS, totals, SINK, current));     \
        pieces_ = pipe_end.pieces;                                                                                      \
        for (i_ = 1; i_ <= pieces_; i_++) {                                                                             \
            dpm_status status_;                                                                                         \
            size_t k_;                                                                                                  \
            memset(&pipe_end, 0, sizeof pipe_end);                                                                      \
            pipe_end.fails_at = i_;                                                                                     \
            memset(writer, 0, sizeof *writer);                                                                          \
            status_ = begin(writer, in_starts, in_targets, N, CELLS, bits, SINK);                                       \
            for (k_ = 0; k_ < N && !status_; k_++) status_ = row(writer, (in) + example_starts[k_], example_starts[k_ + 1] - example_starts[k_]); \
            if (!status_) status_ = dpm_report_finish(writer, in_starts, in_targets, N, CELLS, totals, SINK, current);  \
            CHECK(status_ == DPM_ERR_REPORT_SINK);                                                                      \
            REFUSES(DPM_ERR_OBJECT, row(writer, in, 3));                                                                \
        }                                                                                                               \
        memset(&pipe_end, 0, sizeof pipe_end);                                                                          \
    } while (0)

/* The wrong arguments of a beginning; with(writer, mechanism, about, starts, targets, n, cells, bits, sink, ctx). */
#define BEGINNING(with, type, object)                                                                                        \
    do {                                                                                                                     \
        const dpm_report_about kept_ = *about;                                                                               \
        double both_[16];                                                                                                    \
        memset(&pipe_end, 0, sizeof pipe_end);                                                                               \
        REFUSES(DPM_ERR_NULL, with(NULL, object, about, in_starts, in_targets, N, CELLS, 32, SINK));                         \
        REFUSES(DPM_ERR_NULL, with(writer, NULL, about, in_starts, in_targets, N, CELLS, 32, SINK));                         \
        REFUSES(DPM_ERR_NULL, with(writer, object, NULL, in_starts, in_targets, N, CELLS, 32, SINK));                        \
        REFUSES(DPM_ERR_NULL, with(writer, object, about, in_starts, in_targets, N, CELLS, 32, NULL, NULL));                 \
        REFUSES(DPM_ERR_MISALIGNED, with(OFF(dpm_report_writer, writer), object, about, in_starts, in_targets, N, CELLS, 32, SINK)); \
        REFUSES(DPM_ERR_MISALIGNED, with(writer, OFF(type, object), about, in_starts, in_targets, N, CELLS, 32, SINK));      \
        REFUSES(DPM_ERR_MISALIGNED, with(writer, object, OFF(dpm_report_about, about), in_starts, in_targets, N, CELLS, 32, SINK)); \
        REFUSES(DPM_ERR_SIZE, with(TOP(dpm_report_writer), object, about, in_starts, in_targets, N, CELLS, 32, SINK));       \
        REFUSES(DPM_ERR_SIZE, with(writer, TOP(type), about, in_starts, in_targets, N, CELLS, 32, SINK));                    \
        REFUSES(DPM_ERR_SIZE, with(writer, object, TOP(dpm_report_about), in_starts, in_targets, N, CELLS, 32, SINK));       \
        REFUSES(DPM_ERR_DOMAIN, with(writer, object, about, in_starts, in_targets, N, CELLS, 8, SINK));                      \
        REFUSES(DPM_ERR_OVERLAP, with((dpm_report_writer *)(void *)(object), object, about, in_starts, in_targets, N, CELLS, 32, SINK)); \
        REFUSES(DPM_ERR_OVERLAP, with((dpm_report_writer *)(void *)about, object, about, in_starts, in_targets, N, CELLS, 32, SINK)); \
        memcpy(both_, example_starts, sizeof example_starts);                                                                \
        REFUSES(DPM_ERR_OVERLAP, with((dpm_report_writer *)(void *)both_, object, about, (uint32_t *)(void *)both_, in_targets, N, CELLS, 32, SINK)); \
        memcpy(both_, example_targets, sizeof example_targets);                                                              \
        REFUSES(DPM_ERR_OVERLAP, with((dpm_report_writer *)(void *)both_, object, about, in_starts, (uint16_t *)(void *)both_, N, CELLS, 32, SINK)); \
        about->window_first = 10;                                                                                            \
        REFUSES(DPM_ERR_WINDOW, with(writer, object, about, in_starts, in_targets, N, CELLS, 32, SINK));                     \
        *about = kept_, about->has_id = -1;                                                                                  \
        REFUSES(DPM_ERR_DOMAIN, with(writer, object, about, in_starts, in_targets, N, CELLS, 32, SINK));                     \
        *about = kept_;                                                                                                      \
        CHECK(pipe_end.pieces == 0); /* nothing was sent */                                                                  \
    } while (0)

/* The wrong arguments of a row; with(writer, starts, targets, n, cells, values, row_cells, sink, ctx). A report was begun. */
#define A_ROW(with, type, in)                                                                                        \
    do {                                                                                                             \
        dpm_report_writer stale_ = *writer;                                                                          \
        size_t pieces_ = pipe_end.pieces;                                                                            \
        double both_[16];                                                                                            \
        REFUSES(DPM_ERR_NULL, with(NULL, in_starts, in_targets, N, CELLS, in, 3, SINK));                             \
        REFUSES(DPM_ERR_NULL, with(writer, in_starts, in_targets, N, CELLS, NULL, 3, SINK));                         \
        REFUSES(DPM_ERR_NULL, with(writer, in_starts, in_targets, N, CELLS, in, 3, NULL, NULL));                     \
        REFUSES(DPM_ERR_MISALIGNED, with(OFF(dpm_report_writer, writer), in_starts, in_targets, N, CELLS, in, 3, SINK)); \
        REFUSES(DPM_ERR_MISALIGNED, with(writer, in_starts, in_targets, N, CELLS, OFF(const type, in), 3, SINK));    \
        REFUSES(DPM_ERR_SIZE, with(TOP(dpm_report_writer), in_starts, in_targets, N, CELLS, in, 3, SINK));           \
        REFUSES(DPM_ERR_SIZE, with(writer, in_starts, in_targets, N, CELLS, TOP(const type), 3, SINK));              \
        REFUSES(DPM_ERR_SIZE, with(writer, in_starts, in_targets, N, CELLS, in, SIZE_MAX, SINK));                    \
        REFUSES(DPM_ERR_OBJECT, with(&stale_, in_starts, in_targets, N, CELLS, in, 3, SINK));                        \
        REFUSES(DPM_ERR_OVERLAP, with(writer, in_starts, in_targets, N, CELLS, (const type *)(void *)writer, 3, SINK)); \
        memcpy(both_, example_starts, sizeof example_starts);                                                        \
        REFUSES(DPM_ERR_OVERLAP, with((dpm_report_writer *)(void *)both_, (uint32_t *)(void *)both_, in_targets, N, CELLS, in, 3, SINK)); \
        memcpy(both_, example_targets, sizeof example_targets);                                                      \
        REFUSES(DPM_ERR_OVERLAP, with((dpm_report_writer *)(void *)both_, in_starts, (uint16_t *)(void *)both_, N, CELLS, in, 3, SINK)); \
        REFUSES(DPM_ERR_REPORT_MISMATCH, with(writer, NULL, NULL, N, N * N, in, 3, SINK)); /* another support */     \
        REFUSES(DPM_ERR_REPORT_MISMATCH, with(writer, in_starts, unlike_targets, N, CELLS, in, 3, SINK)); /* of the same size */ \
        REFUSES(DPM_ERR_REPORT_MISMATCH, with(writer, NULL, NULL, N - 1, (N - 1) * (N - 1), in, 3, SINK));           \
        CHECK(pipe_end.pieces == pieces_);                                                                           \
    } while (0)

static void sinks_and_their_writer(void) {
    size_t i;
    ACCEPTS(dpm_report_write_geometric(geometric_noise, about, in_starts, in_targets, N, CELLS, in_noisy, 16, report, REPORT_MAX, report_len));
    memset(&pipe_end, 0, sizeof pipe_end);
    memset(writer, 0, sizeof *writer);
    ACCEPTS(dpm_report_begin_geometric(writer, geometric_noise, about, in_starts, in_targets, N, CELLS, 16, too_eager, &pipe_end));
    for (i = 0; i < N; i++)
        ACCEPTS(dpm_report_row_noisy(writer, in_starts, in_targets, N, CELLS, in_noisy + example_starts[i], example_starts[i + 1] - example_starts[i], too_eager, &pipe_end));
    ACCEPTS(dpm_report_finish(writer, in_starts, in_targets, N, CELLS, NULL, too_eager, &pipe_end, current));
    CHECK(pipe_end.len == *report_len && memcmp(pipe_end.bytes, report, *report_len) == 0);
}

static void streamed_reports(void) {
    writer = (dpm_report_writer *)output(sizeof *writer);
    CHECK(sizeof *writer == DPM_REPORT_WRITER_SIZE && dpm_report_writer_size() == DPM_REPORT_WRITER_SIZE);
#define BEGIN_GEO(w, object, text, s, t, n, c, bits, ...) dpm_report_begin_geometric(w, object, text, s, t, n, c, bits, __VA_ARGS__)
#define BEGIN_GAU(w, object, text, s, t, n, c, bits, ...) dpm_report_begin_gaussian(w, object, text, s, t, n, c, bits, __VA_ARGS__)
#define BEGIN_POL(w, object, text, s, t, n, c, bits, ...) dpm_report_begin_polya(w, object, text, s, t, n, c, totals_noise, bits, __VA_ARGS__)
#define BEGIN_DIR(w, object, text, s, t, n, c, bits, ...) dpm_report_begin_dirichlet(w, object, text, s, t, n, c, totals_noise, bits, __VA_ARGS__)
#define GEO_ROWS(w, s, t, n, c, bits, ...) dpm_report_begin_geometric(w, geometric_noise, about, s, t, n, c, bits, __VA_ARGS__)
#define GAU_ROWS(w, s, t, n, c, bits, ...) dpm_report_begin_gaussian(w, gaussian_noise, about, s, t, n, c, bits, __VA_ARGS__)
#define POL_ROWS(w, s, t, n, c, bits, ...) dpm_report_begin_polya(w, report_urn, about, s, t, n, c, totals_noise, bits, __VA_ARGS__)
#define DIR_ROWS(w, s, t, n, c, bits, ...) dpm_report_begin_dirichlet(w, mechanism, about, s, t, n, c, totals_noise, bits, __VA_ARGS__)
#define ROW_NOISY(w, in, len) dpm_report_row_noisy(w, in_starts, in_targets, N, CELLS, in, len, SINK)
#define ROW_TALLIES(w, in, len) dpm_report_row_tallies(w, in_starts, in_targets, N, CELLS, in, len, SINK)
#define ROW_VALUES(w, in, len) dpm_report_row_probabilities(w, in_starts, in_targets, N, CELLS, in, len, SINK)
    ACCEPTS(EXAMPLE(WRITE_GEO, geometric_noise, in_noisy, 16));
    STREAMED(GEO_ROWS, ROW_NOISY, in_noisy, NULL, 16);
    ACCEPTS(EXAMPLE(WRITE_GAU, gaussian_noise, in_noisy, 32));
    STREAMED(GAU_ROWS, ROW_NOISY, in_noisy, NULL, 32);
    ACCEPTS(EXAMPLE(WRITE_POL, report_urn, in_tallies, 16));
    STREAMED(POL_ROWS, ROW_TALLIES, in_tallies, in_totals, 16);
    about->has_id = 0;
    ACCEPTS(EXAMPLE(WRITE_DIR, mechanism, in_probabilities, 16));
    STREAMED(DIR_ROWS, ROW_VALUES, in_probabilities, in_totals, 16);
    about->has_id = 1;
    ACCEPTS(EXAMPLE(WRITE_DIR, mechanism, in_probabilities, 32));
    STREAMED(DIR_ROWS, ROW_VALUES, in_probabilities, in_totals, 32);

    sinks_and_their_writer();

#define BEGIN_GEO_S(s, t, n, c) GEO_ROWS(writer, s, t, n, c, 32, SINK)
#define BEGIN_GAU_S(s, t, n, c) GAU_ROWS(writer, s, t, n, c, 32, SINK)
#define BEGIN_POL_S(s, t, n, c) POL_ROWS(writer, s, t, n, c, 32, SINK)
#define BEGIN_DIR_S(s, t, n, c) DIR_ROWS(writer, s, t, n, c, 32, SINK)
    BEGINNING(BEGIN_GEO, dpm_geometric, geometric_noise);
    BEGINNING(BEGIN_GAU, dpm_gaussian, gaussian_noise);
    BEGINNING(BEGIN_POL, dpm_polya, report_urn);
    BEGINNING(BEGIN_DIR, dpm_dirichlet, mechanism);
    SUPPORT_PLACES(BEGIN_GEO_S);
    SUPPORT_PLACES(BEGIN_GAU_S);
    SUPPORT_PLACES(BEGIN_POL_S);
    SUPPORT_PLACES(BEGIN_DIR_S);
    SUPPORT_CONTENT(BEGIN_GEO_S);
#define BEGIN_GEO_O(object) dpm_report_begin_geometric(writer, object, about, in_starts, in_targets, N, CELLS, 32, SINK)
#define BEGIN_GAU_O(object) dpm_report_begin_gaussian(writer, object, about, in_starts, in_targets, N, CELLS, 32, SINK)
#define BEGIN_POL_O(object) dpm_report_begin_polya(writer, object, about, in_starts, in_targets, N, CELLS, NULL, 32, SINK)
#define BEGIN_DIR_O(object) dpm_report_begin_dirichlet(writer, object, about, in_starts, in_targets, N, CELLS, NULL, 32, SINK)
    OBJECT(dpm_geometric, geometric_noise, BEGIN_GEO_O);
    OBJECT(dpm_gaussian, gaussian_noise, BEGIN_GAU_O);
    OBJECT(dpm_polya, report_urn, BEGIN_POL_O);
    OBJECT(dpm_dirichlet, mechanism, BEGIN_DIR_O);
    REFUSES(DPM_ERR_ADJACENCY, dpm_report_begin_polya(writer, report_urn, about, in_starts, in_targets, N, CELLS, geometric_noise, 32, SINK));
    REFUSES(DPM_ERR_ADJACENCY, dpm_report_begin_dirichlet(writer, mechanism, about, in_starts, in_targets, N, CELLS, geometric_noise, 32, SINK));
    REFUSES(DPM_ERR_OVERLAP, dpm_report_begin_polya((dpm_report_writer *)(void *)totals_noise, report_urn, about, in_starts, in_targets, N, CELLS, totals_noise, 32, SINK));
    REFUSES(DPM_ERR_OVERLAP, dpm_report_begin_dirichlet((dpm_report_writer *)(void *)totals_noise, mechanism, about, in_starts, in_targets, N, CELLS, totals_noise, 32, SINK));

    ACCEPTS(POL_ROWS(writer, in_starts, in_targets, N, CELLS, 16, SINK));
    A_ROW(dpm_report_row_tallies, uint32_t, in_tallies);
    REFUSES(DPM_ERR_DOMAIN, ROW_NOISY(writer, in_noisy, 3)); /* of another mechanism */
    REFUSES(DPM_ERR_DOMAIN, ROW_VALUES(writer, in_probabilities, 3));
    REFUSES(DPM_ERR_DOMAIN, ROW_TALLIES(writer, in_tallies + 1, 3)); /* not the draws */
    ACCEPTS(DIR_ROWS(writer, in_starts, in_targets, N, CELLS, 16, SINK));
    A_ROW(dpm_report_row_probabilities, double, in_probabilities);
    REFUSES(DPM_ERR_NOT_STOCHASTIC, ROW_VALUES(writer, in_probabilities + 1, 3));
#define ROW_OBJECT(object) ROW_VALUES(object, in_probabilities, 3)
    OBJECT(dpm_report_writer, writer, ROW_OBJECT);
    memset(&pipe_end, 0, sizeof pipe_end);
    ACCEPTS(GEO_ROWS(writer, in_starts, in_targets, N, CELLS, 32, SINK));
    A_ROW(dpm_report_row_noisy, int64_t, in_noisy);
#define ROW_S(s, t, n, c) dpm_report_row_noisy(writer, s, t, n, c, in_noisy, 3, SINK)
    SUPPORT_PLACES(ROW_S);
    {
        size_t i;
        for (i = 0; i < N; i++) ACCEPTS(ROW_NOISY(writer, in_noisy + example_starts[i], example_starts[i + 1] - example_starts[i]));
    }
#define FINISH(w, s, t, n, c, totals, ...) dpm_report_finish(w, s, t, n, c, totals, __VA_ARGS__)
#define FINISH_W(w) FINISH(w, in_starts, in_targets, N, CELLS, NULL, SINK, report_len)
#define FINISH_S(s, t, n, c) FINISH(writer, s, t, n, c, NULL, SINK, report_len)
#define FINISH_T(totals) FINISH(writer, in_starts, in_targets, N, CELLS, totals, SINK, report_len)
#define FINISH_L(length) FINISH(writer, in_starts, in_targets, N, CELLS, NULL, SINK, length)
    SUPPORT_PLACES(FINISH_S);
    OBJECT(dpm_report_writer, writer, FINISH_W);
    REFUSES(DPM_ERR_SIZE, FINISH_W(TOP(dpm_report_writer)));
    PLACE(size_t, report_len, FINISH_L);
    REFUSES(DPM_ERR_NULL, FINISH(writer, in_starts, in_targets, N, CELLS, NULL, NULL, NULL, report_len));
    REFUSES(DPM_ERR_OVERLAP, FINISH_L((size_t *)(void *)writer));
    REFUSES(DPM_ERR_MISALIGNED, FINISH_T(OFF(const int64_t, in_totals)));
    REFUSES(DPM_ERR_SIZE, FINISH_T(TOP(const int64_t)));
    REFUSES(DPM_ERR_OVERLAP, FINISH_T((const int64_t *)(void *)writer));
    REFUSES(DPM_ERR_REPORT_MISMATCH, FINISH_S(NULL, NULL, N, N * N));
    ACCEPTS(FINISH_W(writer));
    ACCEPTS(dpm_report_read(pipe_end.bytes, pipe_end.len, info));
    CHECK(*report_len == pipe_end.len && info->bits == 32 && info->saturated == 3);
}

#endif
