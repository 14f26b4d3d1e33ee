//! Joint laws of coupled votes, without a draw: exact recursions in which the library's code has no part.
use std::collections::BTreeMap;

/// A law as probabilities.
pub fn law(weights: &[u32]) -> Vec<f64> {
    let total: f64 = weights.iter().map(|w| f64::from(*w)).sum();
    weights.iter().map(|w| f64::from(*w) / total).collect()
}

/// The law of a sequence of `length` independent symbols, the first symbol the leading digit.
pub fn power(p: &[f64], length: usize) -> Vec<f64> {
    (0..length).fold(vec![1.0], |so_far, _| {
        let each = |a: &f64| p.iter().map(move |b| a * b).collect::<Vec<_>>();
        so_far.iter().flat_map(each).collect()
    })
}

pub fn total_variation(p: &[f64], q: &[f64]) -> f64 {
    p.iter().zip(q).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0
}

/// The joint law of Z_1, .., Z_k in the Poisson coupling [B, Constructions A.1 and A.4], by recursion over the blocks that are undecided:
/// the first point below the highest of their graphs is uniform there and decides all blocks whose graph it is below. The dominating
/// measure cancels, so both constructions have this law.
pub fn poisson(laws: &[Vec<f64>]) -> BTreeMap<Vec<usize>, f64> {
    let mut out = BTreeMap::new();
    let undecided: Vec<usize> = (0..laws.len()).collect();
    settle(laws, &undecided, &mut vec![0; laws.len()], 1.0, &mut out);
    out
}

fn settle(
    laws: &[Vec<f64>],
    undecided: &[usize],
    votes: &mut Vec<usize>,
    probability: f64,
    out: &mut BTreeMap<Vec<usize>, f64>,
) {
    if undecided.is_empty() {
        *out.entry(votes.clone()).or_insert(0.0) += probability;
        return;
    }
    let highest = |y: usize| undecided.iter().map(|i| laws[*i][y]).fold(0.0, f64::max);
    let area: f64 = (0..laws[0].len()).map(highest).sum();
    for y in 0..laws[0].len() {
        let mut heights: Vec<f64> = undecided.iter().map(|i| laws[*i][y]).collect();
        heights.push(0.0);
        heights.sort_by(f64::total_cmp);
        heights.dedup();
        for pair in heights.windows(2) {
            let (below, above) = undecided.iter().partition(|i| laws[**i][y] < pair[1]);
            let (below, above): (Vec<usize>, Vec<usize>) = (below, above);
            for i in above {
                votes[i] = y;
            }
            let p = probability * (pair[1] - pair[0]) / area;
            settle(laws, &below, votes, p, out);
        }
    }
}

/// P(all votes are the same symbol y) in the exponential race: 1/sum_z max_i p_i(z)/p_i(y).
pub fn race_all_at(laws: &[Vec<f64>], y: usize) -> f64 {
    if laws.iter().any(|p| p[y] == 0.0) {
        return 0.0;
    }
    let ratio = |z: usize| laws.iter().map(|p| p[z] / p[y]).fold(0.0, f64::max);
    1.0 / (0..laws[0].len()).map(ratio).sum::<f64>()
}

/// The joint law of two votes in the exponential race, row by row. For y != z the times a of y and r a of z have to satisfy
/// p_z/p_y <= r <= q_z/q_y, all other times E_x >= a max(p_x/p_y, r q_x/q_z); integrated over a what is left is the integral of 1/c(r)^2,
/// c(r) = 1 + r + sum_x max(p_x/p_y, r q_x/q_z), piecewise linear: in closed form between its corners.
pub fn race_pair(p: &[f64], q: &[f64]) -> Vec<f64> {
    let n = p.len();
    let both = [p.to_vec(), q.to_vec()];
    let mut out = Vec::new();
    for (y, z) in (0..n).flat_map(|y| (0..n).map(move |z| (y, z))) {
        if y == z {
            out.push(race_all_at(&both, y));
            continue;
        }
        if p[y] == 0.0 || q[z] == 0.0 {
            out.push(0.0);
            continue;
        }
        let others = || (0..n).filter(|x| *x != y && *x != z);
        let c = |r: f64| {
            1.0 + r
                + others()
                    .map(|x| (p[x] / p[y]).max(r * q[x] / q[z]))
                    .sum::<f64>()
        };
        let (low, high) = (p[z] / p[y], q[z] / q[y]); // infinite where q_y = 0
        let mut corners: Vec<f64> = others().map(|x| p[x] / p[y] * q[z] / q[x]).collect();
        corners.retain(|r| *r > low && *r < high);
        corners.extend([low, high]);
        corners.sort_by(f64::total_cmp);
        let between = |pair: &[f64]| match pair[1] - pair[0] {
            // Beyond the last corner c is linear without end.
            width if width.is_infinite() => 1.0 / (c(pair[0]) * (c(pair[0] + 1.0) - c(pair[0]))),
            width => width / (c(pair[0]) * c(pair[1])),
        };
        let sum = corners.windows(2).map(between).sum();
        out.push(if low < high { sum } else { 0.0 });
    }
    out
}

/// The probabilities of a joint law in the order of [`cell`].
pub fn cells(joint: &BTreeMap<Vec<usize>, f64>, symbols: usize, blocks: usize) -> Vec<f64> {
    let mut out = vec![0.0; symbols.pow(blocks as u32)];
    for (votes, p) in joint {
        out[cell(votes.iter().copied(), symbols)] += p;
    }
    out
}

/// The number of a tuple of votes, the first the leading digit.
pub fn cell(votes: impl Iterator<Item = usize>, symbols: usize) -> usize {
    votes.fold(0, |number, y| number * symbols + y)
}
