//! What docs/learner.md shows of the library: its program runs, and its figures are the library's.
#![cfg(feature = "os-rng")]
use dpmarkov::domain::{Delta, Epsilon};
use dpmarkov::learner::plan::{self, Sizes};
use dpmarkov::learner::{Empirical, Law, SharedSeed, StableMode, coupling::race, tally};
use dpmarkov::random::{Generator, entropy::OsEntropy};

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/learner.md");
    std::fs::read_to_string(path).expect("the page")
}

/// 300 devices that saw the same, but for one, in the page's own words where `page:` stands.
#[test]
fn the_program_of_the_page() {
    let users = 300;
    let run = || -> dpmarkov::Result<[u32; 3]> {
        let (mut votes, mut synthetic) = (Vec::new(), [9; 3]);
        // page: begin
        let seed = SharedSeed::from_entropy(&mut OsEntropy)?;
        // page: pause
        for user in 0..users {
            let histogram = [500, 0, 300 + u32::from(user == 7), 200];
            // page: go on
            let mut vote = [0; 3];
            race::vote(&seed, 0, Law::new(&histogram)?, &mut vote)?;
            // page: pause
            votes.extend(vote);
        }
        let users = users as usize;
        // page: go on
        let mode = StableMode::new(Epsilon::new(1.0)?, Delta::new(1e-9)?)?;
        let mut work = vec![0; tally::work_len(users)];
        let mut rng = Generator::from_entropy(&mut OsEntropy, 1)?;
        let noisy_distance = mode.release(&mut rng, &votes, 3, &mut work, &mut synthetic)?;
        // page: end
        assert!(noisy_distance > mode.half_width());
        Ok(synthetic)
    };
    // 299 equal votes at least: always stable.
    let synthetic = run().expect("a stable answer");
    assert!(
        synthetic.iter().all(|s| [0, 2, 3].contains(s)),
        "{synthetic:?}"
    );
}

/// The program above is the one on the page, its comments aside.
#[test]
fn the_page_shows_the_program() {
    let code = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|l| l.split("//").next().unwrap_or(""));
        let lines = lines.map(|l| l.trim().to_string());
        lines
            .filter(|l| !l.is_empty() && !l.starts_with("use "))
            .collect()
    };
    let page = page();
    let (_, rust) = page.split_once("```rust\n").expect("a program");
    let (rust, _) = rust.split_once("```").expect("its end");
    let mut shown = false;
    let mine: String = include_str!("learner_page.rs")
        .lines()
        .filter(|line| match line.trim() {
            "// page: begin" | "// page: go on" => {
                shown = true;
                false
            }
            "// page: pause" | "// page: end" => {
                shown = false;
                false
            }
            _ => shown,
        })
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(code(rust), code(&mine));
}

/// 345,239,709 as "345 million", 3,298,600 as "3.3 million".
fn millions(x: u64) -> String {
    match x as f64 / 1e6 {
        m if m < 10.0 => format!("{m:.1} million"),
        m => format!("{m:.0} million"),
    }
}

#[test]
fn the_figures_of_the_page() {
    let page = page();
    let shows = |words: String| assert!(page.contains(&words), "{words}");
    let (epsilon, delta) = (Epsilon::new(1.0).unwrap(), Delta::new(1e-9).unwrap());
    let at = |sizes: Sizes| (sizes.blocks, millions(sizes.block));
    let learner = Empirical::new(289).unwrap();
    let (users, block) = at(plan::sampler(&learner, 3, 0.1, epsilon, delta).unwrap());
    shows(format!(
        "{users} users with {block} transitions each by [B, Corollary B.7]"
    ));
    let (users, block) = at(plan::direct_empirical(289, 3, 0.1, epsilon, delta).unwrap());
    shows(format!(
        "{users} users with {block} each with this library's constants"
    ));
    let k = |epsilon| StableMode::new(epsilon, delta).unwrap().half_width();
    shows(format!(
        "K is {} at ε = 1 and δ = 1e-9, {} at ε = 0.1",
        k(epsilon),
        k(Epsilon::new(0.1).unwrap())
    ));
    let fewest = StableMode::new(epsilon, delta).unwrap().votes_needed();
    shows(format!("{} users or fewer are told at once", fewest - 1));
}
