//! `docs/reproduction.md` tells the truth: its figures are the program's, its pictures are what the program draws.
use crate::{Folder, run};
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page() -> String {
    std::fs::read_to_string(root().join("docs/reproduction.md")).expect("the page")
}

/// (what, paper, this code).
type Line = [String; 3];

/// The lines of the tables in what the program prints.
fn printed(said: &str) -> Vec<Line> {
    let cells = |line: &str| {
        let mut cells = line.split("  ").map(str::trim).filter(|c| !c.is_empty());
        let line = [(); 3].map(|()| cells.next().unwrap_or_default().to_string());
        (cells.next().is_none() && line.iter().all(|c| !c.is_empty())).then_some(line)
    };
    let lines = said.lines().filter_map(cells);
    lines.filter(|[_, paper, _]| paper != "paper").collect()
}

/// The lines of the page's tables whose first cell is one of `what`.
fn quoted(page: &str, lines: &[Line]) -> Vec<Line> {
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, what, paper, own, ..] = cells[..] else {
            return None;
        };
        let known = lines.iter().any(|line| line[0] == what);
        known.then(|| [what, paper, own].map(str::to_string))
    });
    rows.collect()
}

/// "value ± half an interval".
fn simulated(text: &str) -> Option<(f64, f64)> {
    let (value, bar) = text.replace("+-", "±").split_once(" ± ").map(|(a, b)| {
        (
            a.parse().expect("a number"),
            b.parse().expect("half an interval"),
        )
    })?;
    Some((value, bar))
}

#[test]
fn every_figure_of_the_page_comes_out_again() {
    let page = page();
    let mut compared = 0;
    for (section, tables) in [("section-6.1", 8), ("section-6.2", 16)] {
        let folder = Folder::new();
        let out = folder.path().to_str().unwrap();
        // another seed: the figures must not hang on one
        let args = [
            "reproduce",
            section,
            "--out",
            out,
            "--runs",
            "100",
            "--seed",
            "2",
        ];
        let printed = printed(&run(&args).ok());
        let quoted = quoted(&page, &printed);
        let quoted = match section {
            // the lines that both sections have stand first on the page
            "section-6.1" => quoted[..8].to_vec(),
            _ => quoted[quoted.len() - 16..].to_vec(),
        };
        assert_eq!(printed.len(), tables, "{printed:#?}");
        for (page, program) in quoted.iter().zip(&printed) {
            assert_eq!(page[..2], program[..2]);
            match (simulated(&page[2]), simulated(&program[2])) {
                (None, None) => assert_eq!(page[2], program[2], "{}", page[0]),
                (Some((a, a_bar)), Some((b, b_bar))) => {
                    // five standard errors of the difference
                    let far = 5.0 / 1.96 * (a_bar * a_bar + b_bar * b_bar).sqrt();
                    assert!((a - b).abs() <= far, "{page:?} {program:?}");
                }
                _ => panic!("{page:?} {program:?}"),
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 24);
}

/// Section 6.1 is drawn again in full; of Section 6.2, which takes longer, the continuous integration compares the files.
#[test]
fn the_picture_of_section_6_1_is_the_committed_one() {
    let folder = Folder::new();
    run(&[
        "reproduce",
        "section-6.1",
        "--out",
        folder.path().to_str().unwrap(),
    ])
    .ok();
    let name = "section-6.1-figure-1.svg";
    let drawn = std::fs::read(folder.path().join(name)).unwrap();
    let committed = std::fs::read(root().join("docs/pictures").join(name)).unwrap();
    assert!(
        drawn == committed,
        "docs/pictures/{name} is not what `dpmarkov reproduce section-6.1` draws"
    );
}

#[test]
fn every_picture_of_the_page_is_there_and_is_one() {
    let page = page();
    let mut shown: Vec<PathBuf> = Vec::new();
    let mut numbers = 0;
    for part in page.split("](pictures/").skip(1) {
        let (name, _) = part.split_once(')').expect("a link");
        let path = root().join("docs/pictures").join(name);
        assert!(path.is_file(), "{path:?}");
        match name.ends_with(".svg") {
            true => shown.push(path),
            false => numbers += 1,
        }
    }
    assert_eq!(numbers, 6);
    assert_eq!(shown.len(), 4);
    for path in &shown {
        let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        assert!(text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"));
        // drawn in full: no coordinate that is no number
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }
}
