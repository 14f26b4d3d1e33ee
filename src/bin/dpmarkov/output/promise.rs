//! The guarantee in words.
use dpmarkov::privacy::{Adjacency, Guarantee};

/// When two logs are neighbours.
pub fn neighbours(adjacency: Adjacency) -> &'static str {
    match adjacency {
        Adjacency::Destination => {
            "one event keeps its source and goes elsewhere (row totals are public)"
        }
        Adjacency::AddRemove => "one event is present in one of them only",
        Adjacency::Event => "one event is replaced by any other",
        Adjacency::Visit => "one visited state of a session is replaced by any other",
        Adjacency::VisitPresence => "one visited state of a session is inserted or dropped",
    }
}

/// A number as a reader wants it: with an exponent where it is small or the digits would go on and on.
pub fn number(x: f64) -> String {
    let digits = x.to_string();
    if digits.len() <= 12 && (x == 0.0 || x >= 1e-3) {
        digits
    } else {
        format!("{x:e}")
    }
}

/// The one inequality that is promised.
pub fn inequality(guarantee: &Guarantee) -> String {
    let epsilon = number(guarantee.epsilon.get());
    match guarantee.delta.get() {
        0.0 => format!("P(S) <= e^{epsilon} P'(S)"),
        delta => format!("P(S) <= e^{epsilon} P'(S) + {}", number(delta)),
    }
}

/// What the inequality is about.
pub fn scope(guarantee: &Guarantee) -> String {
    match guarantee.releases.get() {
        1 => "for every set S of released chains".to_string(),
        t => format!("for every set S of what all {t} releases together show"),
    }
}
