//! The law of a row's tallies, outcome by outcome: products of rising factorials.
use dpmarkov::domain::PolyaParameters;
use dpmarkov::privacy::Adjacency;

/// All tallies of n cells with sum m.
pub fn outcomes(n: usize, m: u32) -> Vec<Vec<u32>> {
    if n == 1 {
        return vec![vec![m]];
    }
    let rest = |first: u32| outcomes(n - 1, m - first);
    (0..=m)
        .flat_map(|first| {
            rest(first).into_iter().map(move |mut tail| {
                tail.insert(0, first);
                tail
            })
        })
        .collect()
}

/// (x)_k in units of the draw mass.
fn rising(base: f64, step: f64, k: u32) -> f64 {
    (0..k).map(|i| base + f64::from(i) * step).product()
}

fn factorial(k: u32) -> f64 {
    (1..=k).map(f64::from).product()
}

/// The law of one row's tallies, outcome by outcome.
pub fn law(counts: &[u32], urn: &PolyaParameters) -> Vec<f64> {
    let step = f64::from(urn.draw_mass());
    let mass = |c: &u32| f64::from(urn.event_mass()) * f64::from(*c) + f64::from(urn.prior_mass());
    let total: f64 = counts.iter().map(mass).sum();
    outcomes(counts.len(), urn.draws())
        .iter()
        .map(|tally| {
            let ways = tally
                .iter()
                .fold(factorial(urn.draws()), |p, m| p / factorial(*m));
            let weights = tally.iter().zip(counts);
            ways * weights
                .map(|(m, c)| rising(mass(c), step, *m))
                .product::<f64>()
                / rising(total, step, urn.draws())
        })
        .collect()
}

/// (P, Q) of every joint outcome of independent parts.
pub fn product(parts: &[(Vec<f64>, Vec<f64>)]) -> Vec<(f64, f64)> {
    parts.iter().fold(vec![(1.0, 1.0)], |all, (p, q)| {
        let pairs = || p.iter().zip(q);
        all.iter()
            .flat_map(|(x, y)| pairs().map(move |(p, q)| (x * p, y * q)))
            .collect()
    })
}

pub fn delta(pairs: &[(f64, f64)], epsilon: f64) -> f64 {
    let factor = epsilon.exp();
    pairs.iter().map(|(p, q)| (p - factor * q).max(0.0)).sum()
}

/// Chains as rows of counts; a change is a list of (from, to, +1 or -1).
pub type Change = Vec<(usize, usize, i64)>;

/// Every way in which neighbours differ, first log against second, as the change from first to second; with its mirror image.
pub fn changes(adjacency: Adjacency, n: usize) -> Vec<Change> {
    let states = || 0..n;
    let mut list: Vec<Change> = Vec::new();
    match adjacency {
        Adjacency::Destination => {
            for (i, j) in states().flat_map(|i| states().map(move |j| (i, j))) {
                list.push(vec![(0, i, -1), (0, j, 1)]);
            }
        }
        Adjacency::AddRemove => list.extend(states().map(|i| vec![(0, i, 1)])),
        Adjacency::Event => {
            for i in 0..n * n {
                for j in 0..n * n {
                    list.push(vec![(i / n, i % n, -1), (j / n, j % n, 1)]);
                }
            }
        }
        Adjacency::Visit => {
            // ..i,s,j.. becomes ..i,t,j..; or s is the first or the last visit
            for i in 0..n * n * n * n {
                let [i, s, t, j] = [i % n, i / n % n, i / n / n % n, i / n / n / n];
                let into = [(i, s, -1), (i, t, 1)];
                let out = [(s, j, -1), (t, j, 1)];
                list.push([into, out].concat());
                list.push(into.to_vec());
                list.push(out.to_vec());
            }
        }
        Adjacency::VisitPresence => {
            for i in 0..n * n * n {
                let [i, x, j] = [i % n, i / n % n, i / n / n];
                list.push(vec![(i, j, -1), (i, x, 1), (x, j, 1)]);
                list.push(vec![(x, j, 1)]);
            }
        }
    }
    let mirrored: Vec<Change> = list
        .iter()
        .map(|c| c.iter().map(|(i, j, by)| (*i, *j, -by)).collect())
        .collect();
    list.extend(mirrored);
    // what adds up to the same is the same
    let mut seen: Vec<(Vec<i64>, Change)> = Vec::new();
    for change in list {
        let mut cells = vec![0; n * n];
        change.iter().for_each(|(i, j, by)| cells[i * n + j] += by);
        if cells.iter().any(|c| *c != 0) && !seen.iter().any(|(c, _)| *c == cells) {
            seen.push((cells, change));
        }
    }
    seen.into_iter().map(|(_, change)| change).collect()
}
