//! The programs of `examples/`.
use super::*;

/// The programs of the README: each prints a chain of 3 states.
#[test]
fn examples_release_a_chain() {
    let check = |program: PathBuf| {
        let said = run(&mut Command::new(program));
        let rows: Vec<Vec<f64>> = said
            .lines()
            .map(|line| {
                line.split_whitespace()
                    .filter_map(|word| word.parse().ok())
                    .take(3)
                    .collect()
            })
            .collect();
        assert_eq!(rows.len(), 3, "{said}");
        for row in rows {
            assert!(
                row.len() == 3 && (row.iter().sum::<f64>() - 1.0).abs() < 2e-4,
                "{said}"
            );
            assert!(row.iter().all(|x| *x > 0.0 && *x < 1.0), "{said}");
        }
    };
    if let Some(cc) = cc() {
        check(compile(
            &cc,
            "examples/c/first_chain.c",
            "first_chain_c",
            &["-std=c99"],
            &[&static_library()],
        ));
    }
    if let Some(cxx) = cxx() {
        check(compile(
            &cxx,
            "examples/c/first_chain.cpp",
            "first_chain_cpp",
            &["-std=c++17"],
            &[&static_library()],
        ));
    }
}
