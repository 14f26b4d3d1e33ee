//! [A, Figure 1], and beside it what the same noise costs exactly.
use super::panel::{BLACK, BLUE, GREEN, ORANGE, PURPLE, VERMILION};
use super::panel::{EM, LEGEND_LINE, Mark, Note, Scale, Series, heading, legend, panel};
use super::section_6_1::{ETA, GAMMA, Grades, PRINTED, STUDENTS};
use crate::picture::style::{Drawn, Form, Picture};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

/// Half a 95 % interval, in standard errors.
pub const BAR: f64 = 1.96;

impl Picture for Grades {
    fn size(&self) -> (u32, u32) {
        (1080, 560)
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, _: Form) -> Drawn<B> {
        let (_, height) = self.size();
        let lines = 3;
        let (top, rest) = area.split_vertically(44);
        let (panels, bottom) = rest.split_vertically(height - 44 - lines * LEGEND_LINE - 8);
        let (left, right) = panels.split_horizontally(620);
        let [a, b, c, d, f] = self.counts;
        heading(
            &top,
            &format!(
                "Grades of {STUDENTS} students ({a} A, {b} B, {c} C, {d} D, {f} F), \u{3b7} = {ETA}, \u{3b3} = {GAMMA}"
            ),
            14,
            EM + 2.0,
        )?;
        let divergences = self.divergences();
        let profile = self.profile_series();
        panel(
            &left,
            "Error against privacy, k = 20.6 to 110.6",
            (
                &Scale::linear("\u{3b5}", 0.0, 1.0, 12),
                &Scale::linear("E KL(C \u{2016} x), in nats", 0.0, 0.02, 8),
            ),
            &divergences,
            &[],
        )?;
        panel(
            &right,
            "Privacy of the strongest noise, k = 20.6",
            (
                &Scale::linear("\u{3b5}", 0.0, 0.5, 6),
                &Scale::logarithmic("\u{3b4}", -12, 0, 2),
            ),
            &profile,
            &self.notes(),
        )?;
        // what the paper prints is in both panels
        let shown: Vec<&Series> = divergences.iter().chain(profile.iter().skip(1)).collect();
        legend(&bottom, &shown, 3)
    }
}

impl Grades {
    fn divergences(&self) -> Vec<Series> {
        let points = || self.points.iter();
        vec![
            Series::new("worst row, Corollary 1", Mark::Dashed, VERMILION)
                .curve(points().map(|p| (p.published_epsilon, p.corollary_1))),
            Series::new("simulated mean, at the published \u{3b5}", Mark::Dots, BLUE).with(
                points().map(|p| (p.published_epsilon, p.kl.value, BAR * p.kl.standard_error)),
            ),
            Series::new(
                "the same, at the exact \u{3b5} for the same \u{3b4}",
                Mark::Dots,
                GREEN,
            )
            .with(points().map(|p| (p.exact_epsilon, p.kl.value, BAR * p.kl.standard_error))),
            Series::new("exact mean, Theorem 2", Mark::Line, BLACK)
                .curve(points().map(|p| (p.published_epsilon, p.theorem_2))),
            Series::new("printed in the paper", Mark::Cross, PURPLE)
                .curve([(PRINTED.epsilon, PRINTED.mean_kl)].into_iter()),
        ]
    }

    fn profile_series(&self) -> Vec<Series> {
        let strongest = self.points.first();
        let published = strongest.map(|p| (p.published_epsilon, p.published_delta));
        vec![
            Series::new("printed in the paper", Mark::Cross, PURPLE)
                .curve([(PRINTED.epsilon, PRINTED.delta)].into_iter()),
            Series::new("exact \u{3b4}(\u{3b5}) of this noise", Mark::Line, GREEN)
                .curve(self.profile.iter().step_by(4).copied()),
            Series::new("Theorem 1's formula", Mark::Rings, BLUE).curve(published.into_iter()),
            Series::new(
                "exact \u{3b5} and \u{3b4} at the printed ones",
                Mark::Rings,
                ORANGE,
            )
            .curve(
                [
                    (self.exact_epsilon_at_printed_delta, PRINTED.delta),
                    (PRINTED.epsilon, self.exact_delta_at_printed_epsilon),
                ]
                .into_iter(),
            ),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = vec![
            Note {
                at: (self.exact_epsilon_at_printed_delta, PRINTED.delta),
                shift: (10, -12),
                words: format!("\u{3b5} = {:.3}", self.exact_epsilon_at_printed_delta),
                anchor: HPos::Left,
            },
            Note {
                at: (PRINTED.epsilon, self.exact_delta_at_printed_epsilon),
                shift: (10, -10),
                words: format!("\u{3b4} = {:.1e}", self.exact_delta_at_printed_epsilon),
                anchor: HPos::Left,
            },
            Note {
                at: (PRINTED.epsilon, PRINTED.delta),
                shift: (4, -20),
                words: format!("({}, {})", PRINTED.epsilon, PRINTED.delta),
                anchor: HPos::Center,
            },
        ];
        if let Some(p) = self.points.first() {
            notes.push(Note {
                at: (p.published_epsilon, p.published_delta),
                shift: (-4, 18),
                words: format!("({:.4}, {:.4})", p.published_epsilon, p.published_delta),
                anchor: HPos::Center,
            });
        }
        notes
    }
}
