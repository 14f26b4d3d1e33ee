//! [A, Section 6.1]: the grades of one course.
use super::simulate::{Experiment, Mean, Plan};
use crate::failure::Failure;
use dpmarkov::domain::{Delta, Epsilon, Releases};
use dpmarkov::mechanism::PublishedDirichlet;
use dpmarkov::privacy::{Adjacency, DirichletParameters, delta_upper, epsilon_upper, published};
use dpmarkov::utility::{kl_divergence, published_expected_kl, published_worst_kl};

/// A, B, C, D, F.
pub const GRADES: usize = 5;
/// Students of the course.
pub const STUDENTS: u32 = 98;
/// The border of the simplex.
pub const ETA: f64 = 0.073;
/// The cut of Theorem 1.
pub const GAMMA: f64 = 0.0004;
/// Concentrations: 20.6, 21.6, .., 110.6, in tenths.
const CONCENTRATIONS: (u32, u32, u32) = (206, 10, 91);
/// The profile is drawn from epsilon = 0 in steps of 1/20 to this many of them.
const PROFILE_STEPS: u32 = 60;
/// The simulations of each concentration in the paper.
pub const RUNS: u32 = 2000;

const EXPERIMENT: Experiment = Experiment {
    number: 1,
    label: "grades",
};

/// What the paper prints, at the smallest concentration where nothing else is said.
pub struct Printed {
    pub epsilon: f64,
    pub delta: f64,
    pub mean_kl: f64,
    /// A larger epsilon, and delta there.
    pub later_epsilon: f64,
    pub later_delta: f64,
}

/// [A, Section 6.1].
pub const PRINTED: Printed = Printed {
    epsilon: 2.255,
    delta: 0.0026,
    mean_kl: 0.103,
    later_epsilon: 3.31,
    later_delta: 1.3e-4,
};

/// One concentration.
pub struct Point {
    pub k: f64,
    /// Theorem 1.
    pub published_epsilon: f64,
    pub published_delta: f64,
    /// The exact profile of the same mechanism, at Theorem 1's delta and at its epsilon.
    pub exact_epsilon: f64,
    pub exact_delta: f64,
    /// KL(C || x), simulated.
    pub kl: Mean,
    /// Theorem 2: its expectation.
    pub theorem_2: f64,
    /// Corollary 1: the worst of any row.
    pub corollary_1: f64,
}

/// The whole experiment.
pub struct Grades {
    /// The grade vector that was used.
    pub counts: [u32; GRADES],
    pub points: Vec<Point>,
    /// The exact profile at the smallest concentration: (epsilon, delta).
    pub profile: Vec<(f64, f64)>,
    /// Of that profile: epsilon at the printed delta, delta at the printed epsilon.
    pub exact_epsilon_at_printed_delta: f64,
    /// Theorem 1's delta at the larger epsilon that the paper prints.
    pub delta_at_later_epsilon: f64,
    pub exact_delta_at_printed_epsilon: f64,
}

/// Computes and simulates.
pub fn run(plan: &Plan) -> Result<Grades, Failure> {
    let counts = best_fit(PRINTED.mean_kl, concentration(0))?;
    let shares = counts.map(|c| f64::from(c) / f64::from(STUDENTS));
    let total = u64::from(STUDENTS);
    let (_, _, settings) = CONCENTRATIONS;
    let mechanisms = (0..settings)
        .map(|i| PublishedDirichlet::new(concentration(i), ETA, total, GRADES))
        .collect::<Result<Vec<_>, _>>()?;
    let simulated = plan.simulate(
        EXPERIMENT,
        mechanisms.len(),
        || (),
        |setting, rng, ()| {
            let mut row = [0.0; GRADES];
            if let Some(mechanism) = mechanisms.get(setting) {
                mechanism.release_row(rng, &counts, &mut row)?;
            }
            kl_divergence(&shares, &row)
        },
    )?;
    let mut points = Vec::new();
    for (mechanism, runs) in mechanisms.iter().zip(&simulated) {
        let k = mechanism.concentration();
        let published_epsilon = mechanism.epsilon(GAMMA)?;
        let published_delta = mechanism.delta_upper(GAMMA)?;
        points.push(Point {
            k,
            published_epsilon,
            published_delta,
            exact_epsilon: exact_epsilon(mechanism.parameters(), published_delta)?,
            exact_delta: exact_delta(mechanism.parameters(), published_epsilon)?,
            kl: Mean::of(runs),
            theorem_2: published_expected_kl(&shares, k)?,
            corollary_1: published_worst_kl(GRADES, total, k)?,
        });
    }
    let strongest = published::parameters(concentration(0), ETA, total)?;
    let later = PublishedDirichlet::for_epsilon(PRINTED.later_epsilon, ETA, total, GRADES, GAMMA)?;
    Ok(Grades {
        delta_at_later_epsilon: later.delta_upper(GAMMA)?,
        counts,
        points,
        profile: (0..=PROFILE_STEPS)
            .map(|i| {
                let epsilon = f64::from(i) / 20.0;
                Ok((epsilon, exact_delta(&strongest, epsilon)?))
            })
            .collect::<Result<_, dpmarkov::Error>>()?,
        exact_epsilon_at_printed_delta: exact_epsilon(&strongest, PRINTED.delta)?,
        exact_delta_at_printed_epsilon: exact_delta(&strongest, PRINTED.epsilon)?,
    })
}

fn concentration(setting: u32) -> f64 {
    let (first, step, _) = CONCENTRATIONS;
    f64::from(first + step * setting) / 10.0
}

fn exact_epsilon(parameters: &DirichletParameters, delta: f64) -> Result<f64, dpmarkov::Error> {
    let delta = Delta::new(delta)?;
    epsilon_upper(Adjacency::Destination, parameters, Releases::ONE, delta)
}

fn exact_delta(parameters: &DirichletParameters, epsilon: f64) -> Result<f64, dpmarkov::Error> {
    let epsilon = Epsilon::new(epsilon)?;
    delta_upper(Adjacency::Destination, parameters, Releases::ONE, epsilon)
}

/// The grade vector whose mean KL divergence at `k` is nearest to `target`: the paper does not print its own.
///
/// All vectors of 98 students with every grade inside the border are tried. The divergence does not depend on the order of the grades, so only
/// falling vectors are looked at; of equally near ones (none are known) the one with the most students in the first grade is taken, then in the second,
/// and so on.
pub fn best_fit(target: f64, k: f64) -> Result<[u32; GRADES], Failure> {
    let least = (ETA * f64::from(STUDENTS)).ceil() as u32;
    let mut best: Option<(f64, [u32; GRADES])> = None;
    for a in (least..=STUDENTS).rev() {
        for b in (least..=a).rev() {
            for c in (least..=b).rev() {
                for d in (least..=c).rev() {
                    let Some(f) = STUDENTS.checked_sub(a + b + c + d) else {
                        continue;
                    };
                    if f < least || f > d {
                        continue;
                    }
                    let counts = [a, b, c, d, f];
                    let shares = counts.map(|c| f64::from(c) / f64::from(STUDENTS));
                    let off = (published_expected_kl(&shares, k)? - target).abs();
                    if best.is_none_or(|(least_off, _)| off < least_off) {
                        best = Some((off, counts));
                    }
                }
            }
        }
    }
    best.map(|(_, counts)| counts)
        .ok_or_else(|| Failure::Internal("no grade vector lies inside the border".to_string()))
}
