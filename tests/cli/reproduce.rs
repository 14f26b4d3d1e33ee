//! `reproduce`: the paper's experiments, small, and the page that tells of them.
use crate::{Folder, Ran, command, run};
use std::collections::HashMap;
use std::path::Path;

/// The columns of a CSV file by their names.
pub struct Table(HashMap<String, Vec<String>>);

impl Table {
    pub fn read(folder: &Path, name: &str) -> Self {
        let mut reader = csv::Reader::from_path(folder.join(name)).expect(name);
        let header = reader.headers().expect("a header").clone();
        let mut columns: HashMap<String, Vec<String>> = HashMap::new();
        for record in reader.records() {
            for (name, field) in header.iter().zip(&record.expect("a record")) {
                columns
                    .entry(name.to_string())
                    .or_default()
                    .push(field.to_string());
            }
        }
        Table(columns)
    }

    pub fn fields(&self, name: &str) -> &[String] {
        self.0.get(name).unwrap_or_else(|| panic!("column {name}"))
    }

    pub fn column(&self, name: &str) -> Vec<f64> {
        let numbers = self
            .fields(name)
            .iter()
            .map(|field| field.parse().expect("a number"));
        numbers.collect()
    }

    /// Value `i` of each of `N` columns.
    fn rows<const N: usize>(&self, names: [&str; N]) -> Vec<[f64; N]> {
        let columns = names.map(|name| self.column(name));
        (0..columns[0].len())
            .map(|i| columns.each_ref().map(|column| column[i]))
            .collect()
    }
}

pub fn reproduce(section: &str, folder: &Path, more: &[&str]) -> Ran {
    let mut args = vec!["reproduce", section, "--out", folder.to_str().unwrap()];
    args.extend_from_slice(more);
    run(&args)
}

/// Far in the tail of a normal law: 2e-9 for each of a few hundred comparisons.
const FAR: f64 = 6.0;

#[test]
fn section_6_1_in_numbers() {
    let folder = Folder::new();
    let said = reproduce("section-6.1", folder.path(), &["--runs", "400"]).ok();
    assert_eq!(
        folder.names(),
        [
            "section-6.1-figure-1.svg",
            "section-6.1-profile.csv",
            "section-6.1.csv"
        ]
    );
    for name in folder.names() {
        assert!(said.contains(&name), "{name} is not in {said}");
    }
    let table = Table::read(folder.path(), "section-6.1.csv");
    let k = table.column("k");
    assert_eq!(k.len(), 91);
    for (i, k) in k.iter().enumerate() {
        assert_eq!(*k, (206 + 10 * i) as f64 / 10.0);
    }
    // the worked values of docs/reproduction.md
    let first = |name: &str| table.column(name)[0];
    assert!((first("published_epsilon") - 2.21190752888707).abs() < 1e-9);
    assert!((first("published_delta") - 0.0019953).abs() < 2e-6);
    assert!((first("theorem_2_mean_kl") - 0.103).abs() < 0.005);
    assert!((first("corollary_1_kl") - 0.1418).abs() < 5e-5);
    let columns = [
        "simulated_mean_kl",
        "simulated_standard_error",
        "theorem_2_mean_kl",
        "corollary_1_kl",
        "exact_epsilon_at_published_delta",
        "published_epsilon",
        "exact_delta_at_published_epsilon",
        "published_delta",
    ];
    for [
        mean,
        error,
        theorem_2,
        corollary_1,
        exact_eps,
        eps,
        exact_delta,
        delta,
    ] in table.rows(columns)
    {
        assert!(error > 0.0 && error < 0.1 * mean);
        assert!((mean - theorem_2).abs() < FAR * error, "{mean} {theorem_2}");
        assert!(corollary_1 > mean && corollary_1 > theorem_2);
        assert!(exact_eps < 0.52 * eps && exact_delta < 1e-4 * delta);
    }
    // the figures that the picture and the summary quote
    let svg = std::fs::read_to_string(folder.path().join("section-6.1-figure-1.svg")).unwrap();
    for number in ["= 0.629", "= 2.5e-8", "(2.255, 0.0026)", "(2.2119, 0.0020)"] {
        assert!(svg.contains(number), "{number} is not in the picture");
    }
    let profile = Table::read(folder.path(), "section-6.1-profile.csv");
    let profile = profile.rows(["epsilon", "exact_delta"]);
    let between = |low: f64, high: f64| {
        let at = |e: f64| {
            profile
                .iter()
                .find(|row| (row[0] - e).abs() < 1e-9)
                .unwrap()[1]
        };
        (at(low), at(high))
    };
    let (above, below) = between(0.6, 0.65);
    assert!(above > 0.0026 && below < 0.0026, "0.629 lies between");
    let (above, below) = between(2.25, 2.3);
    assert!(above > 2.5e-8 && below < 2.5e-8, "2.255 lies between");
    assert!(profile.windows(2).all(|w| w[0][1] > w[1][1]));
}

#[test]
fn section_6_2_in_numbers() {
    let folder = Folder::new();
    reproduce("section-6.2", folder.path(), &["--runs", "50"]).ok();
    assert_eq!(folder.names().len(), 7, "{:?}", folder.names());
    for (ending, zones, epsilon) in [("", 59, 41.82), ("-frequent", 58, 3.895)] {
        let table = Table::read(folder.path(), &format!("section-6.2{ending}.csv"));
        let multiples = table.column("k_over_smallest_k");
        assert_eq!(multiples.len(), 21);
        assert_eq!((multiples[0], multiples[20]), (1.0, 3.0));
        assert!((table.column("published_epsilon")[0] - epsilon).abs() < 5e-3);
        let columns = [
            "simulated_mean_tv",
            "simulated_standard_error",
            "delta_method_estimate",
            "rigorous_bound",
            "theorem_4_as_published",
            "geometric_simulated_mean_tv",
            "exact_epsilon_at_published_delta",
            "published_epsilon",
            "geometric_rate",
        ];
        let rows = table.rows(columns);
        // below 0.02, the Monte-Carlo error included; the estimate needs no draws
        assert!(rows[0][0] + 3.0 * rows[0][1] < 0.02, "{:?}", rows[0]);
        assert!(rows[0][2] < 0.0185);
        for [
            mean,
            error,
            estimate,
            bound,
            theorem_4,
            geometric,
            exact,
            published,
            rate,
        ] in rows
        {
            assert!(error > 0.0 && error < 0.05 * mean);
            let model = 0.03 * mean; // the estimate is of first order
            assert!(
                (mean - estimate).abs() < FAR * error + model,
                "{mean} {estimate}"
            );
            assert!(mean < bound && bound <= 1.0 && mean < theorem_4);
            assert!(geometric < 0.2 * mean);
            assert!(exact < 0.4 * published);
            // two cells change by one: never more than 2 e0 is lost, and delta is small
            assert!(2.0 * rate > 0.999 * exact && 2.0 * rate < 1.01 * exact);
        }
        // more noise, more error
        let tv = table.column("simulated_mean_tv");
        assert!(tv[0] > 1.5 * tv[20] && tv[0] < 2.0 * tv[20]);
        let name = format!("section-6.2-stationary{ending}.csv");
        let stationary = Table::read(folder.path(), &name);
        assert_eq!(stationary.fields("zone").len(), zones);
        let columns = [
            "share",
            "private_mean",
            "private_standard_error",
            "private_2.5_percent",
            "private_97.5_percent",
        ];
        let mut total = 0.0;
        for [share, mean, error, low, high] in stationary.rows(columns) {
            total += share;
            assert!(low <= mean && mean <= high && share > 0.0);
            // the bias of second order is far smaller than this
            assert!((share - mean).abs() < FAR * error + 0.01 * share);
        }
        assert!((total - 1.0).abs() < 1e-12);
    }
}

/// The same files for any number of threads; others for another seed.
#[test]
fn one_seed_one_result() {
    let made = |section: &str, threads: &str, seed: &str| {
        let folder = Folder::new();
        let out = folder.path().join("a").join("b");
        let ran = command()
            .args(["reproduce", section, "--runs", "30", "--seed", seed])
            .arg("--out")
            .arg(&out)
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .unwrap();
        assert!(ran.status.success());
        assert!(ran.stderr.is_empty(), "progress is for terminals");
        let mut files: Vec<_> = std::fs::read_dir(&out)
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                (entry.file_name(), std::fs::read(entry.path()).unwrap())
            })
            .collect();
        files.sort();
        files
    };
    for section in ["section-6.1", "section-6.2"] {
        let one = made(section, "1", "7");
        assert!(one == made(section, "3", "7"), "{section}");
        let other = made(section, "2", "8");
        for (a, b) in one.iter().zip(&other) {
            assert_eq!(a.0, b.0);
            // the exact profile draws nothing
            let drawn = a.0 != "section-6.1-profile.csv";
            assert_eq!(a.1 != b.1, drawn, "{:?}", a.0);
        }
    }
}

#[test]
fn what_is_refused() {
    let folder = Folder::new();
    let out = folder.path().to_str().unwrap();
    for (args, code, words) in [
        (vec!["reproduce"], 2, "SECTION"),
        (vec!["reproduce", "section-7"], 2, "section-6.1"),
        (
            vec!["reproduce", "section-6.1", "--out", out, "--runs", "1"],
            2,
            "from 2 to 100000",
        ),
        (
            vec!["reproduce", "section-6.1", "--out", out, "--runs", "-5"],
            2,
            "from 2 to 100000",
        ),
        (
            vec!["reproduce", "section-6.1", "--out", out, "--runs", "100001"],
            2,
            "from 2 to 100000",
        ),
        (
            vec!["reproduce", "section-6.1", "--out", out, "--seed", "-1"],
            2,
            "whole number",
        ),
        (
            vec!["reproduce", "section-6.1", "--out", out, "--seed", "1e3"],
            2,
            "whole number",
        ),
    ] {
        run(&args).failed(code, &[words]);
    }
    assert!(folder.names().is_empty());
}

#[test]
fn where_the_files_go() {
    let folder = Folder::new();
    // a file where the folder should be; a folder below a file; a folder where a file should be
    let file = folder.file("taken", b"old");
    reproduce("section-6.1", &file, &["--runs", "2"]).failed(5, &["taken", "cannot"]);
    reproduce("section-6.1", &file.join("x"), &["--runs", "2"]).failed(5, &["cannot"]);
    assert_eq!(std::fs::read(&file).unwrap(), b"old");
    let out = folder.path().join("out");
    std::fs::create_dir_all(out.join("section-6.1.csv")).unwrap();
    reproduce("section-6.1", &out, &["--runs", "2"]).failed(5, &["section-6.1.csv"]);
    // none of the files, then
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 1);
    // the default folder, and again: replaced
    let there = folder.path().join("there");
    std::fs::create_dir(&there).unwrap();
    for seed in ["1", "2"] {
        let ran = command()
            .args(["reproduce", "section-6.1", "--runs", "2", "--seed", seed])
            .current_dir(&there)
            .output()
            .unwrap();
        assert!(ran.status.success());
    }
    let made = there.join("dpmarkov-reproduction");
    assert_eq!(std::fs::read_dir(&made).unwrap().count(), 3);
    let help = run(&["reproduce", "--help"]).ok();
    assert!(help.contains("dpmarkov-reproduction") && help.contains("section-6.2"));
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_to() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let locked = folder.path().join("locked");
    std::fs::create_dir(&locked).unwrap();
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o555)).unwrap();
    if std::fs::write(locked.join("probe"), b"").is_ok() {
        return; // this user may write everywhere
    }
    reproduce("section-6.1", &locked, &["--runs", "2"]).failed(5, &["locked"]);
}
