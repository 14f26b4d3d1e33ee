//! The paper's numerical section, from this code: pictures and their numbers.
mod section_6_1;
mod section_6_2;
mod simulate;
mod tables;
mod taxi;

use crate::args::{ReproduceArgs, Section};
use crate::failure::{Failure, printable};
use crate::output::destination;
use simulate::Plan;
use std::fs;
use std::path::Path;

/// A file of the result.
struct Product {
    name: &'static str,
    bytes: Vec<u8>,
}

/// Computes, writes the files; what to print.
pub fn reproduce(args: &ReproduceArgs) -> Result<String, Failure> {
    // before minutes of work
    make_folder(&args.out)?;
    let plan = |paper: u32| Plan {
        seed: args.seed,
        runs: args.runs.unwrap_or(paper),
    };
    let (summary, products) = match args.section {
        Section::Grades => {
            let plan = plan(section_6_1::RUNS);
            let grades = section_6_1::run(&plan)?;
            (
                String::new(),
                vec![Product {
                    name: "section-6.1.csv",
                    bytes: tables::grades(&grades)?,
                }],
            )
        }
        Section::Taxis => {
            let plan = plan(section_6_2::RUNS);
            let taxis = section_6_2::run(&plan, 1)?;
            (
                String::new(),
                vec![
                    Product {
                        name: "section-6.2.csv",
                        bytes: tables::taxis(&taxis)?,
                    },
                    Product {
                        name: "section-6.2-stationary.csv",
                        bytes: tables::stationary(&taxis)?,
                    },
                ],
            )
        }
    };
    for product in &products {
        destination::write(&product.bytes, Some(&args.out.join(product.name)))?;
    }
    Ok(summary)
}

/// Makes the folder where it is missing, and refuses one that no file can be made in.
fn make_folder(folder: &Path) -> Result<(), Failure> {
    let name = printable(&folder.to_string_lossy());
    fs::create_dir_all(folder)
        .and_then(|()| tempfile::tempfile_in(folder).map(drop))
        .map_err(|e| Failure::io("make files in it", &name, &e))
}
