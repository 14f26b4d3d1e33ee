//! A release as the report that a device would send.
use crate::args::{Bits, ReportArgs};
use crate::chosen::{Chosen, Integers};
use crate::failure::Failure;
use crate::log_reader::zeros;
use crate::release::Released;
use crate::state_table;
use dpmarkov::mechanism::Geometric;
use dpmarkov::privacy::ledger::Window;
use dpmarkov::privacy::{Guarantee, MechanismParameters};
use dpmarkov::random::{EntropySource, Generator};
use dpmarkov::report::{About, Mechanism, Report, StateTable, Totals, Width, encode, len};

/// What is decided before anything is charged or drawn, by public numbers alone.
pub struct Plan {
    width: Width,
    /// The noise of the row totals, where the report is to hold some.
    totals: Option<Geometric>,
}

/// What the release says of its report.
#[derive(Debug, Clone, PartialEq)]
pub struct Reported {
    pub bytes: usize,
    pub width: Width,
    pub id: [u8; 16],
    /// Noisy counts that did not fit, and stand at the end of their range.
    pub saturated: usize,
    /// The noise of the row totals.
    pub totals: Option<Geometric>,
    /// What chain and totals promise together.
    pub whole: Guarantee,
}

/// The options about the report, or why they do not fit the mechanism.
pub fn plan(args: &ReportArgs, mechanism: &Chosen) -> Result<Option<Plan>, Failure> {
    if args.report.is_none() {
        return Ok(None);
    }
    let width = args.report_bits.unwrap_or(Bits::Bits32).into();
    if let (Chosen::Polya(urn), Width::Bits16) = (mechanism, width)
        && urn.parameters().draws() > u32::from(u16::MAX)
    {
        return Err(Failure::Usage(format!(
            "--report-bits 16 holds tallies up to 65535, and a row has {} draws: expected --report-bits 32, or --draws of at most 65535",
            urn.parameters().draws()
        )));
    }
    let totals = match (&args.report_totals, mechanism) {
        (None, _) => None,
        (Some(epsilon), Chosen::Dirichlet(_) | Chosen::Polya(_)) => {
            let rows = mechanism.guarantee();
            let (adjacency, releases) = (rows.adjacency, rows.releases.get());
            let guarantee = Guarantee::new(adjacency, epsilon.value, 0.0, releases)?;
            // what both promise together must be a promise too: said here, before anything is charged
            let whole = (rows.epsilon.get() + epsilon.value).next_up();
            Guarantee::new(adjacency, whole, rows.delta.get(), releases)?;
            Some(Geometric::new(guarantee)?)
        }
        (Some(_), Chosen::Geometric(..) | Chosen::Gaussian(..)) => {
            return Err(Failure::Usage(
                "--report-totals is for dirichlet and polya: noisy counts are this release, and their sums are the row totals; leave it out, or add --mechanism polya".to_string(),
            ));
        }
    };
    Ok(Some(Plan { width, totals }))
}

impl Plan {
    /// What the row totals cost, for a ledger.
    pub fn cost_of_totals(&self) -> Option<MechanismParameters> {
        self.totals
            .map(|noise| MechanismParameters::Geometric(noise.rate()))
    }

    /// `totals` with noise, where the report is to hold them: from here on nothing sees them without.
    pub fn noisy_totals(
        &self,
        totals: impl FnOnce() -> Vec<u64>,
        rng: &mut Generator,
    ) -> Result<Option<Vec<i64>>, Failure> {
        let Some(mechanism) = &self.totals else {
            return Ok(None);
        };
        let totals = totals();
        // a total can pass the 32 bits of a count: the noise is drawn for counts of 0, and added
        let none = zeros::<u32>(totals.len())?;
        let mut noisy = zeros::<i64>(totals.len())?;
        mechanism.release_counts(rng, &none, &mut noisy)?;
        for (noisy, total) in noisy.iter_mut().zip(totals) {
            *noisy = noisy.saturating_add(i64::try_from(total).unwrap_or(i64::MAX));
        }
        Ok(Some(noisy))
    }

    /// The report of `released`. Its id is new, and belongs to this one report.
    pub fn write(
        &self,
        released: &Released,
        noisy_totals: Option<&[i64]>,
        entropy: &mut dyn EntropySource,
    ) -> Result<(Vec<u8>, Reported), Failure> {
        let mut id = [0; 16];
        entropy.fill(&mut id)?;
        let about = About {
            state_table: StateTable(state_table::hash(&released.states)),
            window: released
                .charged
                .map_or(Window::ALL, |charged| charged.window),
            generation: released.charged.map_or(0, |charged| charged.generation),
            id: Some(id),
        };
        let bytes = self.encode(released, noisy_totals, &about)?;
        let report = Report::decode(&bytes)?;
        let reported = Reported {
            bytes: bytes.len(),
            width: self.width,
            id,
            saturated: report.saturated(),
            totals: self.totals,
            whole: report.whole_guarantee()?,
        };
        Ok((bytes, reported))
    }

    fn encode(
        &self,
        released: &Released,
        noisy_totals: Option<&[i64]>,
        about: &About,
    ) -> Result<Vec<u8>, Failure> {
        let support = released.feasible.view()?;
        let (width, noise) = (self.width, self.totals.as_ref());
        let totals = noise
            .zip(noisy_totals)
            .map(|(mechanism, noisy)| Totals { mechanism, noisy });
        let mechanism = match &released.choice.mechanism {
            Chosen::Dirichlet(m) => Mechanism::Dirichlet(m),
            Chosen::Polya(m) => Mechanism::Polya(m),
            Chosen::Geometric(m, _) => Mechanism::Geometric(m),
            Chosen::Gaussian(m, _) => Mechanism::Gaussian(m),
        };
        let mut bytes = zeros::<u8>(len(about, mechanism, &support, width, noise)?)?;
        let out = &mut bytes;
        match (mechanism, &released.integers) {
            (Mechanism::Dirichlet(m), _) => {
                encode::dirichlet(about, m, &support, &released.matrix, width, totals, out)
            }
            (Mechanism::Polya(m), Integers::Tallies(tallies)) => {
                encode::polya(about, m, &support, tallies, width, totals, out)
            }
            (Mechanism::Geometric(m), Integers::NoisyCounts(noisy)) => {
                encode::geometric(about, m, &support, noisy, width, out)
            }
            (Mechanism::Gaussian(m), Integers::NoisyCounts(noisy)) => {
                encode::gaussian(about, m, &support, noisy, width, out)
            }
            _ => Err(dpmarkov::Error::ReportFormat),
        }?;
        Ok(bytes)
    }
}
