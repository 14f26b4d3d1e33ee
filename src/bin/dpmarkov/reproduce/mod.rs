//! The paper's numerical section, from this code: pictures and their numbers.
mod bounds;
mod figure_1;
mod figure_2;
mod figure_3;
mod panel;
mod section_6_1;
mod section_6_2;
mod simulate;
mod summary;
mod tables;
mod taxi;

use crate::args::{ReproduceArgs, Section};
use crate::failure::{Failure, printable};
use crate::output::destination::{self, Output};
use crate::picture::style::{self, Form};
use figure_2::StationaryPicture;
use figure_3::ErrorPicture;
use section_6_2::Kept;
use simulate::Plan;
use std::fs;
use std::path::{Path, PathBuf};

/// A file of the result.
struct Product {
    name: String,
    bytes: Vec<u8>,
}

impl Product {
    fn new(name: &str, bytes: Vec<u8>) -> Self {
        Product {
            name: name.to_string(),
            bytes,
        }
    }
}

/// Computes, then writes the files and the summary.
pub fn reproduce(args: &ReproduceArgs) -> Result<(), Failure> {
    // before minutes of work
    make_folder(&args.out)?;
    let plan = |paper: u32| Plan {
        seed: args.seed,
        runs: args.runs.unwrap_or(paper),
    };
    let (mut summary, products) = match args.section {
        Section::Grades => {
            let plan = plan(section_6_1::RUNS);
            let grades = section_6_1::run(&plan)?;
            let products = vec![
                Product::new(
                    "section-6.1-figure-1.svg",
                    style::render(&grades, Form::Svg)?,
                ),
                Product::new("section-6.1.csv", tables::grades(&grades)?),
                Product::new("section-6.1-profile.csv", tables::profile(&grades)?),
            ];
            (summary::grades(&grades, &plan), products)
        }
        Section::Taxis => {
            let plan = plan(section_6_2::RUNS);
            let both = [Kept::Every, Kept::Frequent].map(|kept| section_6_2::run(&plan, kept));
            let both = both.into_iter().collect::<Result<Vec<_>, _>>()?;
            let picture = style::render(&ErrorPicture(&both), Form::Svg)?;
            let mut products = vec![Product::new("section-6.2-figure-3.svg", picture)];
            for taxis in &both {
                let ending = taxis.kept.ending();
                let picture = style::render(&StationaryPicture(taxis), Form::Svg)?;
                products.push(Product::new(
                    &format!("section-6.2-figure-2{ending}.svg"),
                    picture,
                ));
                products.push(Product::new(
                    &format!("section-6.2{ending}.csv"),
                    tables::taxis(taxis)?,
                ));
                products.push(Product::new(
                    &format!("section-6.2-stationary{ending}.csv"),
                    tables::stationary(taxis)?,
                ));
            }
            (summary::taxis(&both, &plan), products)
        }
    };
    summary.push_str("\nPlus and minus are half a 95 % interval of the simulation. Written:\n");
    let paths: Vec<PathBuf> = products.iter().map(|p| args.out.join(&p.name)).collect();
    for path in &paths {
        summary.push_str(&format!("  {}\n", printable(&path.to_string_lossy())));
    }
    let files = products.iter().zip(&paths);
    let mut outputs: Vec<Output<'_>> = files
        .map(|(product, path)| (product.bytes.as_slice(), Some(path.as_path())))
        .collect();
    outputs.push((summary.as_bytes(), None));
    destination::write_all(&outputs)
}

/// Makes the folder where it is missing, and refuses one that no file can be made in.
fn make_folder(folder: &Path) -> Result<(), Failure> {
    let name = printable(&folder.to_string_lossy());
    fs::create_dir_all(folder)
        .and_then(|()| tempfile::tempfile_in(folder).map(drop))
        .map_err(|e| Failure::io("make files in it", &name, &e))
}
