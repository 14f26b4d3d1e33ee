//! What is known of the error before anything is drawn: bounds and the estimate, from the chain and its concentrations.
use super::taxi::Chain;
use dpmarkov::Error;
use dpmarkov::chain::{StochasticMatrix, group_inverse};
use dpmarkov::counts::Support;
use dpmarkov::utility::row_error::RowLaw;
use dpmarkov::utility::stationary_error::{
    PublishedRow, estimate, estimate_work_len, published_theorem_4, published_z_norm,
    weighted_bound, weighted_bound_work_len,
};

/// Of E TV(pi, pi~).
pub struct Known {
    /// [A, Theorem 4] as it is printed.
    pub theorem_4: f64,
    /// Proved.
    pub bound: f64,
    /// The delta method's.
    pub estimate: f64,
}

/// What does not depend on the noise.
pub struct Structure<'a> {
    chain: &'a Chain,
    starts: Vec<u32>,
    targets: Vec<u16>,
    inverse: Vec<f64>,
    z_norm: f64,
}

impl<'a> Structure<'a> {
    pub fn new(chain: &'a Chain) -> Result<Self, Error> {
        let n = chain.zones.len();
        let (mut starts, mut targets) = (vec![0], Vec::new());
        for row in &chain.rows {
            targets.extend(row.cells.iter().map(|cell| *cell as u16));
            starts.push(targets.len() as u32);
        }
        let matrix = StochasticMatrix::new(&chain.shares, n)?;
        let (mut inverse, mut pi) = (vec![0.0; n * n], vec![0.0; n]);
        let mut work = vec![0.0; group_inverse::work_len(n)];
        group_inverse::group_inverse(matrix, &mut work, &mut inverse, &mut pi)?;
        Ok(Structure {
            chain,
            starts,
            targets,
            z_norm: published_z_norm(&inverse, &pi)?,
            inverse,
        })
    }

    /// With concentration `k` of every row.
    pub fn known(&self, k: &[f64]) -> Result<Known, Error> {
        let chain = self.chain;
        let n = chain.zones.len();
        let matrix = StochasticMatrix::new(&chain.shares, n)?;
        let support = Support::from_csr(&self.starts, &self.targets, n)?;
        let rows = || chain.rows.iter().zip(k);
        let laws = rows()
            .map(|(row, k)| RowLaw::published(*k, row.cells.len()))
            .collect::<Result<Vec<_>, _>>()?;
        let published: Vec<_> = rows()
            .map(|(row, k)| PublishedRow {
                k: *k,
                row_total: row.total,
                cells: row.cells.len(),
            })
            .collect();
        let (pi, inverse) = (&chain.pi, &self.inverse);
        let mut work = vec![0.0; estimate_work_len(n).max(weighted_bound_work_len(n))];
        Ok(Known {
            theorem_4: published_theorem_4(pi, self.z_norm, &published)?,
            bound: weighted_bound(matrix, support, pi, inverse, &laws, &mut work)?,
            estimate: estimate(matrix, support, pi, inverse, &laws, &mut work)?,
        })
    }
}
