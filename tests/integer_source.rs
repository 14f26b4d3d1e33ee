//! The integer samplers name no float: not a type, a literal, a conversion or a function of one. (What the compiler makes of them:
//! `scripts/integer_path.sh`.)

const FILES: [(&str, &str); 6] = [
    ("words", include_str!("../src/random/words.rs")),
    (
        "uniform_below",
        include_str!("../src/random/uniform_below.rs"),
    ),
    ("bernoulli", include_str!("../src/random/bernoulli.rs")),
    (
        "discrete_laplace",
        include_str!("../src/random/discrete_laplace.rs"),
    ),
    (
        "discrete_gaussian",
        include_str!("../src/random/discrete_gaussian.rs"),
    ),
    ("polya", include_str!("../src/random/polya.rs")),
];

/// What in a line of code is a float, or could make one.
fn float(line: &str) -> Option<&str> {
    let words = [
        "f32",
        "f64",
        "float",
        "libm",
        "special::",
        "uniform()",
        "rate.get()",
        "variance.get()",
        "to_bits",
    ];
    let literal = line
        .as_bytes()
        .windows(3)
        .any(|w| w[0].is_ascii_digit() && w[1] == b'.' && (w[2].is_ascii_digit() || w[2] == b' '));
    let exponent = line
        .split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| {
            let parts = word.split_once('e');
            parts.is_some_and(|(a, b)| {
                !a.is_empty()
                    && !b.is_empty()
                    && [a, b].iter().all(|p| p.bytes().all(|c| c.is_ascii_digit()))
            })
        });
    (literal || exponent || words.iter().any(|w| line.contains(w))).then_some(line)
}

fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or(""))
}

#[test]
fn no_float_in_the_integer_samplers() {
    for (name, text) in FILES {
        assert!(code(text).count() > 30, "{name}");
        let found: Vec<&str> = code(text).filter_map(float).collect();
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

#[test]
fn a_float_would_be_seen() {
    for line in [
        "let x = y as f64;",
        "rng.uniform() < p",
        "2.0 * x",
        "(x * 0.5)",
        "1e9",
        "rate.get()",
        "use crate::special::float::exp;",
    ] {
        assert!(float(line).is_some(), "{line}");
    }
    assert!(float("for v in 0..UNITS { x[0] = 0xBADE_C782_9054_F90D }").is_none());
    let other = code(include_str!("../src/random/gamma.rs"))
        .filter_map(float)
        .count();
    assert!(other > 20);
}
