//! From the options to a checked mechanism, by public numbers alone.
use crate::args::{DrawsChoice, GuaranteeArgs, MechanismArgs, MechanismName, PseudoCountChoice};
use crate::chosen::Chosen;
use crate::failure::Failure;
use crate::output::promise::number;
use crate::support_file::Feasible;
use dpmarkov::domain::{ExpectedRowTotal, Floor, PseudoCount};
use dpmarkov::plan::{self, Comparison, Kind, Offer, Reason};
use dpmarkov::privacy::{
    DirichletParameters, Guarantee, MechanismParameters, smallest_pseudo_count, solve_weight, urn,
};
use dpmarkov::{Error, Result as Done};

/// The mechanism of this run, and what it offers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    pub mechanism: Chosen,
    pub offer: Offer,
    /// Why `auto` took it; `None` where the options did.
    pub reason: Option<Reason>,
}

/// The guarantee that the options ask for.
pub fn guarantee(args: &GuaranteeArgs) -> Result<Guarantee, Failure> {
    Ok(Guarantee::new(
        args.adjacency.into(),
        args.epsilon.value,
        args.delta.value,
        args.releases,
    )?)
}

/// Refuses options of one mechanism that are given for another.
pub fn options_fit(args: &MechanismArgs) -> Result<(), Failure> {
    let takes = |names: &[MechanismName], option: &str| {
        if names.contains(&args.mechanism) {
            return Ok(());
        }
        let names: Vec<&str> = names.iter().map(|name| name.name()).collect();
        Err(Failure::Usage(format!(
            "{option} is an option of the mechanism {}: add --mechanism {}",
            names.join(" or "),
            names.first().unwrap_or(&"")
        )))
    };
    if args.pseudo_count.is_some() {
        takes(
            &[MechanismName::Dirichlet, MechanismName::Polya],
            "--pseudo-count",
        )?;
    }
    if args.draws.is_some() {
        takes(&[MechanismName::Polya], "--draws")?;
    }
    if args.floor.is_some() {
        takes(
            &[MechanismName::Geometric, MechanismName::Gaussian],
            "--floor",
        )?;
    }
    Ok(())
}

/// The mechanism that the options ask for, for a chain of `states` states.
pub fn choose(
    args: &GuaranteeArgs,
    guarantee: Guarantee,
    states: usize,
    expected_row_total: u64,
) -> Result<Choice, Failure> {
    options_fit(&args.mechanism)?;
    let total = ExpectedRowTotal::new(expected_row_total as f64)?;
    let asked = &args.mechanism;
    let noise = |kind| {
        let best = plan::offer(kind, &guarantee, states, total)?;
        let floor = asked.floor.unwrap_or(Floor::NONE);
        Offer::new(best.parameters, floor, best.pure, states, total)
    };
    let made = match asked.mechanism {
        MechanismName::Auto => compare(&guarantee, states, total)
            .map(|comparison| (comparison.offer, Some(comparison.reason))),
        MechanismName::Dirichlet => dirichlet(asked, &guarantee, states, total).map(|o| (o, None)),
        MechanismName::Polya => polya(asked, &guarantee, states, total).map(|o| (o, None)),
        MechanismName::Geometric => noise(Kind::Geometric).map(|o| (o, None)),
        MechanismName::Gaussian => noise(Kind::Gaussian).map(|o| (o, None)),
    };
    made.and_then(|(offer, reason)| {
        Ok(Choice {
            mechanism: Chosen::checked(guarantee, &offer)?,
            offer,
            reason,
        })
    })
    .map_err(|error| refusal(error, &guarantee, asked))
}

/// The mechanism that the options ask for, on a support: the errors to expect are those of a row of the mean number of cells (rows of one cell left out); the
/// urn's guarantee is taken at the smallest row.
pub fn choose_on(
    args: &GuaranteeArgs,
    guarantee: Guarantee,
    feasible: &Feasible,
    expected_row_total: u64,
) -> Result<Choice, Failure> {
    let cells = feasible.row_cells()?;
    // where every row is 1 nothing is at stake
    let (fewest, typical, most) = cells.map_or((2, 2, 2), |cells| {
        (cells.fewest, cells.mean.round() as usize, cells.most)
    });
    let mut choice = choose(args, guarantee, typical, expected_row_total)?;
    if let MechanismParameters::Polya(best, _) = choice.offer.parameters
        && fewest < typical
    {
        let total = ExpectedRowTotal::new(expected_row_total as f64)?;
        let a = f64::from(best.prior_mass()) / f64::from(best.event_mass());
        let a = PseudoCount::new(a)?;
        let offer = urn::solve(&guarantee, fewest, a, best.draws())
            .and_then(|urn| {
                let (adjacency, releases) = (guarantee.adjacency, guarantee.releases);
                let pure = urn::pure_epsilon_upper(adjacency, &urn, fewest, releases)?
                    <= guarantee.epsilon.get();
                let parameters = MechanismParameters::Polya(urn, fewest);
                Offer::new(parameters, Floor::NONE, pure, typical, total)
            })
            .map_err(|error| refusal(error, &guarantee, &args.mechanism))?;
        choice.mechanism = Chosen::checked(guarantee, &offer)?;
        choice.offer = offer;
    }
    // the scratch of the longest row
    choice.offer.work_bytes = Offer::new(
        choice.offer.parameters,
        choice.offer.floor,
        choice.offer.pure,
        most,
        ExpectedRowTotal::new(1.0)?,
    )?
    .work_bytes;
    Ok(choice)
}

/// All four mechanisms at the guarantee.
pub fn compare(guarantee: &Guarantee, states: usize, total: ExpectedRowTotal) -> Done<Comparison> {
    plan::compare(guarantee, states, total)
}

fn dirichlet(
    asked: &MechanismArgs,
    guarantee: &Guarantee,
    states: usize,
    total: ExpectedRowTotal,
) -> Done<Offer> {
    match asked.pseudo_count {
        Some(PseudoCountChoice::Value(a)) => {
            let pseudo_count = PseudoCount::new(a)?;
            let weight = solve_weight(guarantee, pseudo_count)?;
            let parameters = MechanismParameters::Dirichlet(DirichletParameters {
                weight,
                pseudo_count,
            });
            Offer::new(parameters, Floor::NONE, false, states, total)
        }
        None | Some(PseudoCountChoice::Auto) => {
            plan::offer(Kind::Dirichlet, guarantee, states, total)
        }
    }
}

fn polya(
    asked: &MechanismArgs,
    guarantee: &Guarantee,
    states: usize,
    total: ExpectedRowTotal,
) -> Done<Offer> {
    let best = plan::offer(Kind::Polya, guarantee, states, total);
    let given_count = match asked.pseudo_count {
        Some(PseudoCountChoice::Value(a)) => Some(PseudoCount::new(a)?),
        None | Some(PseudoCountChoice::Auto) => None,
    };
    let given_draws = match asked.draws {
        Some(DrawsChoice::Value(m)) => Some(m),
        None | Some(DrawsChoice::Auto) => None,
    };
    if given_count.is_none() && given_draws.is_none() {
        return best;
    }
    // What is not given is taken from the best choice.
    let chosen = || match best.map(|offer| offer.parameters)? {
        MechanismParameters::Polya(p, _) => Ok(p),
        _ => Err(Error::Unreachable),
    };
    let pseudo_count = match given_count {
        Some(a) => a,
        None => {
            let p = chosen()?;
            PseudoCount::new(f64::from(p.prior_mass()) / f64::from(p.event_mass()))?
        }
    };
    let draws = given_draws.map_or_else(|| chosen().map(|p| p.draws()), Ok)?;
    let parameters = urn::solve(guarantee, states, pseudo_count, draws)?;
    let pure =
        urn::pure_epsilon_upper(guarantee.adjacency, &parameters, states, guarantee.releases)?
            <= guarantee.epsilon.get();
    Offer::new(
        MechanismParameters::Polya(parameters, states),
        Floor::NONE,
        pure,
        states,
        total,
    )
}

/// What a user can do about a guarantee that is not met.
fn refusal(error: Error, guarantee: &Guarantee, asked: &MechanismArgs) -> Failure {
    let promise = format!(
        "epsilon {}, delta {}, adjacency {}, {} release(s)",
        number(guarantee.epsilon.get()),
        number(guarantee.delta.get()),
        guarantee.adjacency.name(),
        guarantee.releases.get()
    );
    let name = asked.mechanism.name();
    match (error, asked.mechanism) {
        (Error::NotPure, _) => Failure::Unreachable(format!(
            "the {name} mechanism promises nothing at delta 0: take a delta above 0, or --mechanism geometric"
        )),
        (Error::Unreachable, MechanismName::Dirichlet) => Failure::Unreachable(
            unreachable_dirichlet(guarantee, &promise, asked.pseudo_count),
        ),
        (Error::Unreachable, MechanismName::Auto) => Failure::Unreachable(format!(
            "no mechanism meets {promise}: allow more epsilon or delta"
        )),
        (Error::Unreachable, MechanismName::Polya) => Failure::Unreachable(format!(
            "no urn of this pseudo-count and number of draws meets {promise}: leave --pseudo-count and --draws to auto, \
             take fewer draws, or allow more epsilon or delta"
        )),
        (Error::Unreachable, _) => Failure::Unreachable(format!(
            "no {name} noise meets {promise}: allow more epsilon or delta"
        )),
        (other, _) => other.into(),
    }
}

fn unreachable_dirichlet(
    guarantee: &Guarantee,
    promise: &str,
    asked: Option<PseudoCountChoice>,
) -> String {
    let at = match asked {
        Some(PseudoCountChoice::Value(a)) => format!("at pseudo-count {a} "),
        None | Some(PseudoCountChoice::Auto) => String::new(),
    };
    match smallest_that_works(guarantee) {
        Some(a) => format!(
            "{at}no event weight meets {promise}: take --pseudo-count {a} or larger, or --pseudo-count auto"
        ),
        None => format!(
            "{at}no event weight meets {promise}, and no larger pseudo-count helps: allow more epsilon or delta"
        ),
    }
}

/// The smallest pseudo-count that meets `guarantee`, rounded up to what is worth typing, and tried out.
pub fn smallest_that_works(guarantee: &Guarantee) -> Option<f64> {
    let floor = smallest_pseudo_count(guarantee).ok()?.get();
    (0..8).find_map(|digits_less| {
        let a = round_up(floor, 6 - digits_less.min(5));
        let pseudo_count = PseudoCount::new(a).ok()?;
        solve_weight(guarantee, pseudo_count).ok().map(|_| a)
    })
}

/// `x` rounded up to `digits` significant decimal digits.
fn round_up(x: f64, digits: i32) -> f64 {
    let exponent = x.log10().floor() as i32 + 1 - digits;
    let rounded = if exponent >= 0 {
        let unit = 10f64.powi(exponent);
        (x / unit).ceil() * unit
    } else {
        let unit = 10f64.powi(-exponent);
        (x * unit).ceil() / unit
    };
    rounded.max(x)
}
