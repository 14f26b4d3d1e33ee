//! From the options to a checked mechanism, by public numbers alone.
use crate::args::{GuaranteeArgs, PseudoCountChoice};
use crate::failure::Failure;
use crate::output::promise::number;
use dpmarkov::domain::{ExpectedRowTotal, PseudoCount};
use dpmarkov::mechanism::Dirichlet;
use dpmarkov::privacy::{Guarantee, smallest_pseudo_count, solve_weight};
use dpmarkov::{Error, plan};

/// The guarantee that the options ask for.
pub fn guarantee(args: &GuaranteeArgs) -> Result<Guarantee, Failure> {
    Ok(Guarantee::new(
        args.adjacency.into(),
        args.epsilon,
        args.delta,
        args.releases,
    )?)
}

/// The mechanism that the options ask for, for a chain of `states` states.
pub fn mechanism(
    args: &GuaranteeArgs,
    states: usize,
    expected_row_total: u64,
) -> Result<Dirichlet, Failure> {
    let guarantee = guarantee(args)?;
    let made = match args.pseudo_count {
        PseudoCountChoice::Value(a) => Dirichlet::new(guarantee, PseudoCount::new(a)?),
        PseudoCountChoice::Auto => {
            let total = ExpectedRowTotal::new(expected_row_total as f64)?;
            plan::choose(&guarantee, states, total).and_then(|p| Dirichlet::checked(guarantee, p))
        }
    };
    made.map_err(|error| match error {
        Error::Unreachable => {
            Failure::Unreachable(unreachable_message(&guarantee, args.pseudo_count))
        }
        other => other.into(),
    })
}

fn unreachable_message(guarantee: &Guarantee, asked: PseudoCountChoice) -> String {
    let promise = format!(
        "epsilon {}, delta {}, adjacency {}, {} release(s)",
        number(guarantee.epsilon.get()),
        number(guarantee.delta.get()),
        guarantee.adjacency.name(),
        guarantee.releases.get()
    );
    let at = match asked {
        PseudoCountChoice::Value(a) => format!("at pseudo-count {} ", number(a)),
        PseudoCountChoice::Auto => String::new(),
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
