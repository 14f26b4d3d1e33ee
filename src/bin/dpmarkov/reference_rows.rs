//! The error to expect, for rows that stand for real ones: it depends on public numbers alone.
//!
//! The error of the rows in the log itself would tell their counts. These three rows of the expected
//! total bracket what a log can hold: all states alike, each state rarer than the one before
//! (Zipf's law), and one state that takes everything.
use crate::failure::Failure;
use dpmarkov::privacy::DirichletParameters;
use dpmarkov::utility::{expected_kl, expected_total_variation};

/// The shapes of the reference rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Every next state alike.
    Even,
    /// The i-th next state in proportion to 1/i.
    Zipf,
    /// One next state only.
    Single,
}

impl Shape {
    pub const ALL: [Shape; 3] = [Shape::Even, Shape::Zipf, Shape::Single];

    /// The name in the output.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Even => "even",
            Shape::Zipf => "zipf",
            Shape::Single => "single",
        }
    }

    /// Counts of a row of `total` events over `states` next states.
    pub fn row(self, states: usize, total: u32) -> Vec<u32> {
        let share: Vec<f64> = match self {
            Shape::Even => vec![1.0; states],
            Shape::Zipf => (1..=states).map(|i| 1.0 / i as f64).collect(),
            Shape::Single => (0..states)
                .map(|i| if i == 0 { 1.0 } else { 0.0 })
                .collect(),
        };
        let sum: f64 = share.iter().sum();
        // Differences of rounded cumulative shares: whole numbers that add up to the total.
        let (mut before, mut reached) = (0, 0.0);
        let last = states.saturating_sub(1);
        (0..)
            .zip(share)
            .map(|(i, s)| {
                reached += s;
                let edge = if i == last {
                    f64::from(total)
                } else {
                    (f64::from(total) * reached / sum).round()
                };
                let edge = edge.clamp(0.0, f64::from(total)) as u32;
                let count = edge.saturating_sub(before);
                before = edge.max(before);
                count
            })
            .collect()
    }
}

/// The expected error of one reference row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    pub shape: Shape,
    /// Expected total variation distance, in [0, 1].
    pub total_variation: f64,
    /// Expected Kullback-Leibler divergence, in nats.
    pub kl: f64,
}

/// The expected errors of all reference rows.
pub fn expected(
    states: usize,
    total: u32,
    parameters: &DirichletParameters,
) -> Result<Vec<Expected>, Failure> {
    Shape::ALL
        .into_iter()
        .map(|shape| {
            let row = shape.row(states, total);
            Ok(Expected {
                shape,
                total_variation: expected_total_variation(&row, parameters)?,
                kl: expected_kl(&row, parameters)?,
            })
        })
        .collect()
}
