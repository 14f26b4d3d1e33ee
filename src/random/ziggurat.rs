//! What the two ziggurats share: choosing a layer and a point in it.
use super::generator::open_unit;

/// A random word cut up: bits 0..8 choose the layer, 8..12 are left to the caller, 12..64 are the uniform.
pub(super) struct Point {
    /// The layer, 0 = base.
    pub layer: u8,
    /// The edge of the next layer: left of it every point lies under the curve.
    pub next: f64,
    /// The edge of this layer.
    pub edge: f64,
    /// The point: uniform on (0, edge).
    pub x: f64,
}

/// Cuts `word` up over `edges`.
#[inline]
pub(super) fn point(edges: &[f64; 257], word: u64) -> Point {
    let layer = word as u8;
    let i = usize::from(layer);
    // Both always exist (i <= 255); the optimiser sees it and drops the alternative.
    let (Some(edge), Some(next)) = (edges.get(i), edges.get(i + 1)) else {
        return Point {
            layer,
            next: 0.0,
            edge: 0.0,
            x: 0.0,
        };
    };
    Point {
        layer,
        next: *next,
        edge: *edge,
        x: open_unit(word) * edge,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::ziggurat_tables::{EXPONENTIAL, NORMAL};

    /// jax #17922: a uniform of exactly 0, and the NaN that followed. No word gives a point at an end of its layer.
    #[test]
    fn the_smallest_and_the_largest_word_are_inside() {
        for edges in [&EXPONENTIAL, &NORMAL] {
            for layer in 0..=255_u64 {
                for rest in [0, u64::MAX << 8] {
                    let p = point(edges, rest | layer);
                    assert!(p.x > 0.0 && p.x < p.edge, "{layer} {rest:x}: {}", p.x);
                }
            }
        }
        assert_eq!(open_unit(0), f64::EPSILON / 2.0);
        assert_eq!(open_unit(u64::MAX), 1.0 - f64::EPSILON / 2.0);
    }
}
