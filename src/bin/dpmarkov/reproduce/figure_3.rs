//! [A, Figure 3]: the error of the stationary distribution against epsilon, with its bounds.
use super::figure_1::BAR;
use super::panel::{
    BLACK, BLUE, EM, GREEN, LEGEND_LINE, Mark, Note, ORANGE, PURPLE, Scale, Series, VERMILION,
    heading, legend, panel,
};
use super::section_6_2::{Kept, Level, PRINTED, Taxis};
use crate::picture::style::{Drawn, Form, Picture};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

/// Where the axis of the error begins.
const LEAST: f64 = 1e-6;

/// Both chains side by side.
pub struct ErrorPicture<'a>(pub &'a [Taxis]);

const HEAD: u32 = 44;
/// The panels without bounds, which have a title.
const UPPER: u32 = 374;
const LEGEND: u32 = 3 * LEGEND_LINE + 8;

impl Picture for ErrorPicture<'_> {
    fn size(&self) -> (u32, u32) {
        (1080, 860)
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, _: Form) -> Drawn<B> {
        let (width, height) = self.size();
        let (head, rest) = area.split_vertically(HEAD);
        let (mut panels, bottom) = rest.split_vertically(height - HEAD - LEGEND);
        heading(
            &head,
            "Stationary distribution of taxi trips in Manhattan, Dirichlet noise from the strongest published privacy to three times its k",
            14,
            EM + 1.0,
        )?;
        let each = width / self.0.len().max(1) as u32;
        let mut shown = Vec::new();
        for taxis in self.0 {
            let (here, rest) = panels.split_horizontally(each);
            panels = rest;
            shown = series(taxis);
            let x = match taxis.kept {
                Kept::Every => Scale::linear("published \u{3b5}", 0.0, 20.0, 7),
                Kept::Frequent => Scale::linear("published \u{3b5}", 0.0, 2.0, 6),
            };
            let (upper, lower) = here.split_vertically(UPPER);
            let y = Scale::linear("E TV of the stationary distribution", 0.0, 0.005, 4);
            panel(&upper, &title(taxis), (&x, &y), &shown, &[])?;
            let y = Scale::logarithmic("the same, with its bounds", -6, 1, 1);
            panel(&lower, "", (&x, &y), &shown, &notes(taxis))?;
        }
        legend(&bottom, &shown.iter().collect::<Vec<_>>(), 3)
    }
}

fn title(taxis: &Taxis) -> String {
    let exact = |level: Option<&Level>| level.map_or(f64::NAN, |level| level.exact_epsilon);
    format!(
        "{}; exact \u{3b5} {:.2} to {:.2}",
        taxis.kept.words(),
        exact(taxis.levels.first()),
        exact(taxis.levels.last())
    )
}

/// Says where the points of the geometric mechanism went.
fn notes(taxis: &Taxis) -> Vec<Note> {
    let last = taxis.levels.iter().rev();
    let gone = last
        .take_while(|level| level.geometric_tv.value < LEAST)
        .last();
    gone.map(|level| Note {
        at: (level.published_epsilon, LEAST),
        shift: (6, -12),
        words: "below 1e-6 from here on".to_string(),
        anchor: HPos::Left,
    })
    .into_iter()
    .collect()
}

fn series(taxis: &Taxis) -> Vec<Series> {
    let curve = |label, mark, colour, value: fn(&Level) -> f64| {
        let points = taxis.levels.iter();
        Series::new(label, mark, colour).curve(points.map(|l| (l.published_epsilon, value(l))))
    };
    let levels = || taxis.levels.iter();
    vec![
        curve("Theorem 4, as published", Mark::Dashed, VERMILION, |l| {
            l.known.theorem_4
        }),
        curve("rigorous bound, at most 1", Mark::Line, ORANGE, |l| {
            l.known.bound
        }),
        curve("delta-method estimate", Mark::Line, BLACK, |l| {
            l.known.estimate
        }),
        Series::new("simulated", Mark::Dots, BLUE)
            .with(levels().map(|l| (l.published_epsilon, l.tv.value, BAR * l.tv.standard_error))),
        Series::new(
            "geometric noise at the same exact guarantee",
            Mark::Dots,
            GREEN,
        )
        .with(levels().map(|l| {
            (
                l.published_epsilon,
                l.geometric_tv.value,
                BAR * l.geometric_tv.standard_error,
            )
        })),
        Series::new("printed in the paper, on other data", Mark::Cross, PURPLE)
            .curve([(PRINTED.epsilon, PRINTED.mean_tv)].into_iter()),
    ]
}
