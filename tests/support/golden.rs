//! Reads the reference values of `tests/data/*.csv`: hex floats in, 30-digit decimals out.
use std::fs;
use std::path::Path;

/// A reference value to about 31 digits: `high` is the nearest double, `low` the rest.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    pub high: f64,
    pub low: f64,
}

impl Reference {
    /// Parses a decimal of up to 36 significant digits.
    pub fn parse(text: &str) -> Self {
        let high: f64 = text
            .parse()
            .unwrap_or_else(|_| panic!("{text:?} is no number"));
        if high == 0.0 || !high.is_finite() {
            return Self { high, low: 0.0 };
        }
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent: i32 = exponent.parse().expect("a decimal exponent");
        let fraction_digits = mantissa.split_once('.').map_or(0, |(_, f)| f.len()) as i32;
        let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
        let integer: u128 = digits.parse().expect("at most 38 digits");
        let head = integer as f64;
        let tail = (integer as i128 - head as i128) as f64;
        let (h, l) = scale_by_power_of_ten((head, tail), exponent - fraction_digits);
        let sign = if mantissa.starts_with('-') { -1.0 } else { 1.0 };
        // `high` is correctly rounded by the standard library; the rest follows from the pair.
        Self {
            high,
            low: (sign * h - high) + sign * l,
        }
    }

    /// |got - reference| in units of the last place of the reference.
    pub fn ulps(&self, got: f64) -> f64 {
        self.absolute(got) / ulp(self.high)
    }

    /// |got - reference| / |reference|.
    pub fn relative(&self, got: f64) -> f64 {
        if got == self.high && self.low == 0.0 {
            return 0.0;
        }
        self.absolute(got) / self.high.abs()
    }

    /// |got - reference|; infinite where one is NaN or only one is infinite.
    pub fn absolute(&self, got: f64) -> f64 {
        if got == self.high && self.low == 0.0 {
            return 0.0;
        }
        let error = ((got - self.high) - self.low).abs();
        if error.is_nan() { f64::INFINITY } else { error }
    }
}

/// The distance from |x| to the next larger double (the last place of x).
pub fn ulp(x: f64) -> f64 {
    let x = x.abs();
    if x == f64::MAX {
        x - x.next_down()
    } else {
        x.next_up() - x
    }
}

fn scale_by_power_of_ten(value: (f64, f64), power: i32) -> (f64, f64) {
    let mut result = value;
    let mut base = (10.0, 0.0);
    let mut left = power.unsigned_abs();
    while left > 0 {
        if left & 1 == 1 {
            result = if power > 0 {
                multiply(result, base)
            } else {
                divide(result, base)
            };
        }
        left >>= 1;
        if left > 0 {
            base = multiply(base, base);
        }
    }
    result
}

fn multiply(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let p = a.0 * b.0;
    let e = a.0.mul_add(b.0, -p) + (a.0 * b.1 + a.1 * b.0);
    (p + e, e - ((p + e) - p))
}

fn divide(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let q = a.0 / b.0;
    let r = (-q).mul_add(b.0, a.0) + (a.1 - q * b.1);
    let e = r / b.0;
    (q + e, e - ((q + e) - q))
}

/// An exact hex float such as `0x1.8p-3`.
pub fn hex(text: &str) -> f64 {
    parse_hex(text).unwrap_or_else(|| panic!("{text:?} is no hex float"))
}

fn parse_hex(text: &str) -> Option<f64> {
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |t| (true, t));
    let (mantissa, exponent) = text.strip_prefix("0x")?.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let mut exponent = exponent.parse::<i32>().ok()? - 4 * fraction.len() as i32;
    let mut value = digits as f64;
    while exponent > 0 {
        value *= 2.0;
        exponent -= 1;
    }
    // Two steps, so that a subnormal is rounded at most once (and here never: the input is exact).
    if exponent < -1000 {
        value *= 2f64.powi(-500);
        exponent += 500;
    }
    value *= 2f64.powi(exponent);
    Some(if negative { -value } else { value })
}

/// One line of a file, cell by cell, in the order of its header.
#[derive(Clone, Debug)]
pub struct Line {
    header: Vec<String>,
    cells: Vec<String>,
}

impl Line {
    /// The cell below the named column, as text.
    pub fn text(&self, column: &str) -> &str {
        let at = self
            .header
            .iter()
            .position(|h| h == column)
            .unwrap_or_else(|| panic!("no column {column:?} in {:?}", self.header));
        &self.cells[at]
    }
    /// An exact input (`x` reads the column `x_hex`).
    pub fn input(&self, column: &str) -> f64 {
        hex(self.text(&format!("{column}_hex")))
    }
    /// A reference value.
    pub fn reference(&self, column: &str) -> Reference {
        Reference::parse(self.text(column))
    }
    /// A plain number.
    pub fn number(&self, column: &str) -> f64 {
        self.text(column).parse().expect("a number")
    }
}

/// Every line of `tests/data/NAME`; comment lines (`#`) are skipped, the first other line is the header.
pub fn lines(name: &str) -> Vec<Line> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut rows = text
        .lines()
        .filter(|l| !l.starts_with('#') && !l.trim().is_empty());
    let split = |l: &str| {
        l.trim_end()
            .split(',')
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let header = split(rows.next().expect("a header"));
    let lines: Vec<Line> = rows
        .map(|l| Line {
            header: header.clone(),
            cells: split(l),
        })
        .collect();
    assert!(
        lines.iter().all(|l| l.cells.len() == header.len()),
        "{name}: a line of another width than the header"
    );
    assert!(!lines.is_empty(), "{name} is empty");
    lines
}
