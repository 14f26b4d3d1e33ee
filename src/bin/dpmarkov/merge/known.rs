//! Row totals that everybody is said to know, held against what reports say of them.
use crate::failure::{Failure, shown};
use crate::inspect::totals::noisy_sum;
use dpmarkov::privacy::MechanismParameters;
use dpmarkov::report::Report;
use dpmarkov::utility::interval::noisy_sum_reach;
use dpmarkov::utility::noisy::CellNoise;

/// How rarely noise alone may part a row from its total, to each side: fleets have many rows.
const CHANCE: f64 = 1e-12;

/// Refuses a `total` of every row that the report's noisy counts or noisy totals contradict.
pub fn fits(report: &Report<'_>, names: &[String], total: u64, file: &str) -> Result<(), Failure> {
    let mut check = Check {
        names,
        total,
        file,
        last: None,
    };
    let noise = match report.parameters() {
        MechanismParameters::Geometric(rate) => Some(CellNoise::Geometric(rate)),
        MechanismParameters::Gaussian(variance) => Some(CellNoise::Gaussian(variance)),
        _ => None,
    };
    if let Some(noise) = noise {
        let most = (1i64 << (report.width().bits() - 1)) - 1;
        for (from, row) in report.rows().enumerate() {
            let counts: Vec<i64> = row.values().collect();
            // what was cut off says nothing of the sum
            if counts.iter().all(|count| count.abs() < most) {
                check.row(from, noisy_sum(&counts), counts.len(), noise)?;
            }
        }
    }
    if let Some(totals) = report.totals() {
        let noise = CellNoise::Geometric(totals.rate());
        for (from, noisy) in totals.values().enumerate() {
            if noisy.abs() < i64::from(i32::MAX) {
                check.row(from, noisy, 1, noise)?;
            }
        }
    }
    Ok(())
}

struct Check<'a> {
    names: &'a [String],
    total: u64,
    file: &'a str,
    /// The reach of the noise of this many cells.
    last: Option<(usize, CellNoise, f64)>,
}

impl Check<'_> {
    /// Whether noise of `cells` cells can part `noisy` from the total.
    fn row(
        &mut self,
        from: usize,
        noisy: i64,
        cells: usize,
        noise: CellNoise,
    ) -> Result<(), Failure> {
        let reach = match self.last {
            Some((n, of, reach)) if (n, of) == (cells, noise) => reach,
            _ => noisy_sum_reach(cells, noise, CHANCE)?,
        };
        self.last = Some((cells, noise, reach));
        let total = self.total;
        if (noisy as f64 - total as f64).abs() <= reach {
            return Ok(());
        }
        let name = self.names.get(from).map_or("", String::as_str);
        Err(Failure::Usage(format!(
            "--row-total {total}: by {} the row of {} holds {noisy} events, within {} by its noise: less than twice in 10^12 reports noise alone would part that from {total}; expected the number of events that every row of every report holds, or no --row-total",
            self.file,
            shown(name.as_bytes()),
            reach.floor()
        )))
    }
}
