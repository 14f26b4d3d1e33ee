//! Mechanisms: counts and a guarantee in, a private chain out.
//!
//! ```
//! use dpmarkov::Error;
//! use dpmarkov::domain::{Floor, GeometricRate};
//! use dpmarkov::mechanism::Geometric;
//! use dpmarkov::privacy::{Adjacency, Guarantee};
//! use dpmarkov::random::Generator;
//! let guarantee = Guarantee::new(Adjacency::Event, 1.0, 0.0, 1)?;
//! let mechanism = Geometric::new(guarantee)?; // the least noise that meets it
//! // less noise is refused: no mechanism exists without its guarantee
//! assert_eq!(Geometric::checked(guarantee, GeometricRate::new(1, 1)?), Err(Error::GuaranteeNotMet));
//! let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
//! let (mut noisy, mut row) = ([0; 3], [0.0; 3]);
//! mechanism.release_row(&mut rng, &[700, 200, 100], Floor::NONE, &mut noisy, &mut row)?;
//! assert_eq!(row.iter().sum::<f64>(), 1.0);
//! assert!((row[0] - 0.7).abs() < 0.05);
//! # Ok::<(), dpmarkov::Error>(())
//! ```
mod dirichlet;
mod gaussian;
mod geometric;
pub mod noisy;
mod polya;
mod published;
mod quantise;
mod rows;
mod sparse;
pub use dirichlet::Dirichlet;
pub use gaussian::Gaussian;
pub use geometric::Geometric;
pub use polya::{Polya, work_len as polya_work_len};
pub use published::PublishedDirichlet;
pub use rows::DirichletRows;
