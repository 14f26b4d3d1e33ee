//! Every line of `ffi-tests/golden/vectors.txt` by the Rust API: a path to the same bits that does not pass the C interface (`ffi-tests/golden/golden.c` does).
//!
//! `DPMARKOV_BLESS=1` writes the outputs down as they are now, for a change that is meant to change them.
use dpmarkov::chain::{StochasticMatrix, ergodicity, stationary};
use dpmarkov::counts::{Counts, Support};
use dpmarkov::domain::{Delta, Epsilon, PseudoCount, Releases};
use dpmarkov::mechanism::{Dirichlet, Gaussian, Geometric, Polya, polya_work_len};
use dpmarkov::privacy::ledger::Window;
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee};
use dpmarkov::privacy::{delta_upper, epsilon_upper, solve_weight};
use dpmarkov::random::Generator;
use dpmarkov::report::{About, StateTable, Width, encode, len_bound};
use dpmarkov::{Error, special};
use std::fmt::{Display, LowerHex};
use std::path::Path;
use std::str::FromStr;

/// The inputs of a line that are not read yet.
struct Inputs<'a>(std::str::SplitWhitespace<'a>);

impl<'a> Inputs<'a> {
    fn word(&mut self) -> &'a str {
        self.0.next().expect("another input")
    }
    fn integer<T: FromStr<Err: std::fmt::Debug>>(&mut self) -> T {
        self.word().parse().expect("an integer")
    }
    fn number(&mut self) -> f64 {
        let word = self.word();
        assert_eq!(word.len(), 16, "{word}");
        f64::from_bits(u64::from_str_radix(word, 16).expect("hexadecimal digits"))
    }
    fn adjacency(&mut self) -> Adjacency {
        Adjacency::from_code(self.integer()).expect("an adjacency")
    }
    fn generator(&mut self) -> Generator {
        let hex = self.word();
        assert_eq!(hex.len(), 64, "{hex}");
        let byte = |i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("a byte");
        Generator::from_seed_for_tests(std::array::from_fn(byte), self.integer())
    }
    fn guarantee(&mut self) -> Result<Guarantee, Error> {
        Guarantee::new(
            self.adjacency(),
            self.number(),
            self.number(),
            self.integer(),
        )
    }
    fn counts(&mut self) -> (usize, Vec<u32>) {
        let n: usize = self.integer();
        (n, (0..n * n).map(|_| self.integer()).collect())
    }
}

#[derive(Default)]
struct Outputs(String);

impl Outputs {
    fn put(&mut self, word: impl Display) {
        self.0 += &format!(" {word}");
    }
    fn number(&mut self, x: f64) {
        self.0 += &format!(" {:016x}", x.to_bits());
    }
    fn bytes(&mut self, bytes: &[impl LowerHex]) {
        self.0.push(' ');
        bytes
            .iter()
            .for_each(|byte| self.0 += &format!("{byte:02x}"));
    }
}

fn special_function(what: &str, inputs: &mut Inputs, out: &mut Outputs) {
    let x = inputs.number();
    let tails = match what {
        "ln_gamma" => return out.number(special::ln_gamma(x)),
        "digamma" => return out.number(special::digamma(x)),
        "ln_beta" => return out.number(special::ln_beta(x, inputs.number())),
        "beta_inc" => special::beta_inc(x, inputs.number(), inputs.number()),
        "gamma_inc" => special::gamma_inc(x, inputs.number()),
        _ => panic!("no function {what}"),
    };
    out.number(tails.lower);
    out.number(tails.upper);
}

fn accounting(what: &str, inputs: &mut Inputs, out: &mut Outputs) -> Result<(), Error> {
    let adjacency = inputs.adjacency();
    if what == "dirichlet_weight" {
        let pseudo_count = PseudoCount::new(inputs.number())?;
        let releases = inputs.integer();
        let guarantee = Guarantee::new(adjacency, inputs.number(), inputs.number(), releases)?;
        out.number(solve_weight(&guarantee, pseudo_count)?.get());
        return Ok(());
    }
    let parameters = DirichletParameters::new(inputs.number(), inputs.number())?;
    let releases = Releases::new(inputs.integer())?;
    let x = inputs.number();
    out.number(match what {
        "dirichlet_delta" => delta_upper(adjacency, &parameters, releases, Epsilon::new(x)?)?,
        "dirichlet_epsilon" => epsilon_upper(adjacency, &parameters, releases, Delta::new(x)?)?,
        _ => panic!("no function {what}"),
    });
    Ok(())
}

fn chain(what: &str, inputs: &mut Inputs, out: &mut Outputs) -> Result<(), Error> {
    let n: usize = inputs.integer();
    let cells: Vec<f64> = (0..n * n).map(|_| inputs.number()).collect();
    let matrix = StochasticMatrix::new(&cells, n)?;
    if what == "tau_one" {
        out.number(ergodicity::tau_one(matrix));
        return Ok(());
    }
    let (mut work, mut pi) = (vec![0.0; stationary::gth_work_len(n)], vec![0.0; n]);
    stationary::gth(matrix, &mut work, &mut pi)?;
    pi.iter().for_each(|p| out.number(*p));
    Ok(())
}

fn release(what: &str, inputs: &mut Inputs, out: &mut Outputs) -> Result<(), Error> {
    let about = About {
        state_table: StateTable([0; 16]),
        window: Window::new(0, 0)?,
        generation: 0,
        id: None,
    };
    let mut rng = inputs.generator();
    let guarantee = inputs.guarantee()?;
    let report = |n: usize| vec![0; len_bound(n, n * n, Width::Bits32, false)];
    let (bytes, len) = match what {
        "release_geometric" | "release_gaussian" => {
            let (n, counts) = inputs.counts();
            let (support, mut bytes) = (Support::full(n)?, report(n));
            let mut noisy = vec![0; n * n];
            let rows = counts.chunks(n).zip(noisy.chunks_mut(n));
            let len = if what == "release_geometric" {
                let mechanism = Geometric::new(guarantee)?;
                out.put(mechanism.rate().numerator());
                out.put(mechanism.rate().denominator());
                for (counts, noisy) in rows {
                    mechanism.release_counts(&mut rng, counts, noisy)?;
                }
                encode::geometric(
                    &about,
                    &mechanism,
                    &support,
                    &noisy,
                    Width::Bits32,
                    &mut bytes,
                )?
            } else {
                let mechanism = Gaussian::new(guarantee)?;
                out.put(mechanism.variance().numerator());
                out.put(mechanism.variance().denominator());
                for (counts, noisy) in rows {
                    mechanism.release_counts(&mut rng, counts, noisy)?;
                }
                encode::gaussian(
                    &about,
                    &mechanism,
                    &support,
                    &noisy,
                    Width::Bits32,
                    &mut bytes,
                )?
            };
            noisy.iter().for_each(|y| out.put(y));
            (bytes, len)
        }
        "release_polya" => {
            let pseudo_count = PseudoCount::new(inputs.number())?;
            let draws = inputs.integer();
            let (n, counts) = inputs.counts();
            let (support, mut bytes) = (Support::full(n)?, report(n));
            let mechanism = Polya::new(guarantee, n, pseudo_count, draws)?;
            out.put(mechanism.parameters().event_mass());
            out.put(mechanism.parameters().prior_mass());
            out.put(mechanism.parameters().draw_mass());
            let (mut tallies, mut work) = (vec![0; n * n], vec![0; polya_work_len(n)]);
            for (counts, tallies) in counts.chunks(n).zip(tallies.chunks_mut(n)) {
                mechanism.release_tallies(&mut rng, counts, &mut work, tallies)?;
            }
            tallies.iter().for_each(|t| out.put(t));
            let len = encode::polya(
                &about,
                &mechanism,
                &support,
                &tallies,
                Width::Bits32,
                None,
                &mut bytes,
            )?;
            (bytes, len)
        }
        "release_dirichlet" => {
            let pseudo_count = PseudoCount::new(inputs.number())?;
            let (n, counts) = inputs.counts();
            let (support, mut bytes) = (Support::full(n)?, report(n));
            let mechanism = Dirichlet::new(guarantee, pseudo_count)?;
            out.number(mechanism.parameters().weight.get());
            let mut matrix = vec![0.0; n * n];
            mechanism.release_chain(&mut rng, Counts::new(&counts, n)?, &mut matrix)?;
            matrix.iter().for_each(|p| out.number(*p));
            let len = encode::dirichlet(
                &about,
                &mechanism,
                &support,
                &matrix,
                Width::Bits32,
                None,
                &mut bytes,
            )?;
            (bytes, len)
        }
        _ => panic!("no release {what}"),
    };
    out.bytes(&bytes[..len]);
    Ok(())
}

/// The outputs of a line, each after a space.
fn compute(line: &str) -> String {
    let mut inputs = Inputs(line.split_whitespace());
    let mut out = Outputs::default();
    let what = inputs.word();
    let answer = if what.starts_with("release_") {
        release(what, &mut inputs, &mut out)
    } else if what.starts_with("dirichlet_") {
        accounting(what, &mut inputs, &mut out)
    } else if what == "stationary" || what == "tau_one" {
        chain(what, &mut inputs, &mut out)
    } else {
        special_function(what, &mut inputs, &mut out);
        Ok(())
    };
    answer.unwrap_or_else(|error| panic!("{line}: {}", error.message()));
    assert_eq!(inputs.0.next(), None, "{line}: more inputs than are read");
    out.0
}

#[test]
fn every_line_by_the_rust_api() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ffi-tests/golden/vectors.txt");
    let file = std::fs::read_to_string(&path).expect("ffi-tests/golden/vectors.txt");
    let (mut fresh, mut lines) = (String::new(), 0);
    for line in file.lines() {
        if line.is_empty() || line.starts_with('#') {
            fresh += &format!("{line}\n");
        } else {
            let (inputs, _) = line.split_once(" =").expect("function inputs = outputs");
            fresh += &format!("{inputs} ={}\n", compute(inputs));
            lines += 1;
        }
    }
    assert!(lines >= 43, "{lines} lines");
    if std::env::var_os("DPMARKOV_BLESS").is_some() {
        std::fs::write(&path, &fresh).expect("ffi-tests/golden/vectors.txt");
        return;
    }
    for (is, was) in fresh.lines().zip(file.lines()) {
        assert_eq!(is, was);
    }
    assert_eq!(fresh, file);
}
