//! The numbers as CSV, at full precision.
use super::section_6_1::Grades;
use super::section_6_2::Taxis;
use crate::failure::Failure;
use crate::output::json::to_bytes;

/// One line for each concentration.
pub fn grades(grades: &Grades) -> Result<Vec<u8>, Failure> {
    let header = [
        "k",
        "published_epsilon",
        "published_delta",
        "exact_epsilon_at_published_delta",
        "exact_delta_at_published_epsilon",
        "simulated_mean_kl",
        "simulated_standard_error",
        "theorem_2_mean_kl",
        "corollary_1_kl",
    ];
    let rows = grades.points.iter().map(|p| {
        vec![
            p.k,
            p.published_epsilon,
            p.published_delta,
            p.exact_epsilon,
            p.exact_delta,
            p.kl.value,
            p.kl.standard_error,
            p.theorem_2,
            p.corollary_1,
        ]
        .into_iter()
        .map(number)
        .collect()
    });
    table(&header, rows)
}

/// The exact profile at the smallest concentration.
pub fn profile(grades: &Grades) -> Result<Vec<u8>, Failure> {
    let rows = grades.profile.iter();
    table(
        &["epsilon", "exact_delta"],
        rows.map(|(epsilon, delta)| vec![number(*epsilon), number(*delta)]),
    )
}

/// One line for each multiple of the smallest concentrations.
pub fn taxis(taxis: &Taxis) -> Result<Vec<u8>, Failure> {
    let header = [
        "k_over_smallest_k",
        "published_epsilon",
        "published_delta",
        "exact_epsilon_at_published_delta",
        "simulated_mean_tv",
        "simulated_standard_error",
        "theorem_4_as_published",
        "rigorous_bound",
        "delta_method_estimate",
        "geometric_rate",
        "geometric_simulated_mean_tv",
        "geometric_simulated_standard_error",
    ];
    let rows = taxis.levels.iter().map(|l| {
        vec![
            l.multiple,
            l.published_epsilon,
            l.published_delta,
            l.exact_epsilon,
            l.tv.value,
            l.tv.standard_error,
            l.known.theorem_4,
            l.known.bound,
            l.known.estimate,
            l.geometric_rate,
            l.geometric_tv.value,
            l.geometric_tv.standard_error,
        ]
        .into_iter()
        .map(number)
        .collect()
    });
    table(&header, rows)
}

/// One line for each zone.
pub fn stationary(taxis: &Taxis) -> Result<Vec<u8>, Failure> {
    let header = [
        "zone",
        "share",
        "private_mean",
        "private_standard_error",
        "private_2.5_percent",
        "private_97.5_percent",
    ];
    let rows = taxis
        .chain
        .zones
        .iter()
        .zip(&taxis.strongest)
        .map(|(zone, s)| {
            let (low, high) = s.middle;
            let numbers = [s.truth, s.mean.value, s.mean.standard_error, low, high];
            std::iter::once(zone.clone())
                .chain(numbers.map(number))
                .collect()
        });
    table(&header, rows)
}

/// Reads back as the same `f64`.
fn number(x: f64) -> String {
    if x != 0.0 && !(1e-4..1e16).contains(&x.abs()) {
        format!("{x:e}")
    } else {
        x.to_string()
    }
}

fn table(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Result<Vec<u8>, Failure> {
    to_bytes(|out| {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(header)?;
        for row in rows {
            csv.write_record(&row)?;
        }
        csv.flush()
    })
}
