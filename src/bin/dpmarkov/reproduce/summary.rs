//! What the program prints: the paper's numbers beside its own.
use super::figure_1::BAR;
use super::section_6_1::{self, Grades};
use super::section_6_2::{self, Taxis};
use super::simulate::{Mean, Plan};
use std::fmt::Write;

/// One number: what it is, what the paper prints, what came out here.
type Line = (String, String, String);

/// Section 6.1.
pub fn grades(grades: &Grades, plan: &Plan) -> String {
    let [a, b, c, d, f] = grades.counts;
    let mut out = format!(
        "Section 6.1: grades of {} students, {} privatised forms at each of {} concentrations, seed {}\n\
         Grade vector (the paper does not print its own; this one fits its mean best): {a} A, {b} B, {c} C, {d} D, {f} F\n\n",
        section_6_1::STUDENTS,
        plan.runs,
        grades.points.len(),
        plan.seed,
    );
    let Some(p) = grades.points.first() else {
        return out;
    };
    let printed = &section_6_1::PRINTED;
    let none = String::new;
    table(
        &mut out,
        &format!("at k = {}", p.k),
        &[
            (
                "epsilon, Theorem 1".into(),
                printed.epsilon.to_string(),
                format!("{:.4}", p.published_epsilon),
            ),
            (
                "delta, Theorem 1".into(),
                printed.delta.to_string(),
                format!("{:.7}", p.published_delta),
            ),
            (
                format!("delta, Theorem 1, at epsilon {}", printed.later_epsilon),
                format!("{:e}", printed.later_delta),
                format!("{:.2e}", grades.delta_at_later_epsilon),
            ),
            (
                "mean KL divergence, simulated".into(),
                printed.mean_kl.to_string(),
                mean(&p.kl),
            ),
            (
                "mean KL divergence, Theorem 2".into(),
                none(),
                format!("{:.4}", p.theorem_2),
            ),
            (
                "its worst case, Corollary 1".into(),
                none(),
                format!("{:.4}", p.corollary_1),
            ),
            (
                format!("exact epsilon at delta {}", printed.delta),
                none(),
                format!("{:.3}", grades.exact_epsilon_at_printed_delta),
            ),
            (
                format!("exact delta at epsilon {}", printed.epsilon),
                none(),
                format!("{:.1e}", grades.exact_delta_at_printed_epsilon),
            ),
        ],
    );
    out
}

/// Section 6.2, one chain after the other.
pub fn taxis(both: &[Taxis], plan: &Plan) -> String {
    let mut out = format!(
        "Section 6.2: taxi trips in Manhattan, {} privatised chains at each of {} concentrations, seed {}\n",
        plan.runs,
        both.first().map_or(0, |taxis| taxis.levels.len()),
        plan.seed,
    );
    for taxis in both {
        let chain = &taxis.chain;
        let _ = write!(
            out,
            "\n{}: {} zones, {} trips, {} feasible transitions\n\n",
            taxis.kept.words(),
            chain.zones.len(),
            chain.trips(),
            chain.feasible_cells()
        );
        let Some(level) = taxis.levels.first() else {
            continue;
        };
        let printed = &section_6_2::PRINTED;
        let none = String::new;
        table(
            &mut out,
            "at the strongest privacy",
            &[
                (
                    "epsilon, Theorem 1".into(),
                    printed.epsilon.to_string(),
                    format!("{:.3}", level.published_epsilon),
                ),
                (
                    "delta, Theorem 1".into(),
                    format!("{:e}", printed.delta),
                    format!("{:.2e}", level.published_delta),
                ),
                (
                    "exact epsilon at that delta".into(),
                    none(),
                    format!("{:.3}", level.exact_epsilon),
                ),
                (
                    "mean TV of the stationary distribution, simulated".into(),
                    printed.mean_tv.to_string(),
                    mean(&level.tv),
                ),
                (
                    "its estimate by the delta method".into(),
                    none(),
                    format!("{:.5}", level.known.estimate),
                ),
                (
                    "Theorem 4, as published".into(),
                    none(),
                    format!("{:.3}", level.known.theorem_4),
                ),
                (
                    "rigorous bound, at most 1".into(),
                    none(),
                    format!("{:.3}", level.known.bound),
                ),
                (
                    "geometric noise at the same exact guarantee, simulated".into(),
                    none(),
                    mean(&level.geometric_tv),
                ),
            ],
        );
    }
    out
}

fn mean(mean: &Mean) -> String {
    let bar = BAR * mean.standard_error;
    // two digits of the error tell how many of the mean mean something
    let digits = (1.0 - bar.log10().floor()).clamp(0.0, 9.0) as usize;
    format!("{:.digits$} +- {bar:.digits$}", mean.value)
}

fn table(out: &mut String, title: &str, lines: &[Line]) {
    let widest = lines.iter().map(|(what, _, _)| what.len()).max();
    let first = widest.unwrap_or(0);
    let _ = writeln!(out, "{title:first$}  {:>8}  this code", "paper");
    for (what, paper, own) in lines {
        let paper = if paper.is_empty() { "-" } else { paper };
        let _ = writeln!(out, "{what:first$}  {paper:>8}  {own}");
    }
}
