//! One round: its length, and the tally of its votes.
use crate::failure::Failure;
use crate::log_reader::zeros;
use dpmarkov::Error;
use dpmarkov::learner::{StableMode, tally};
use dpmarkov::random::Generator;

/// How many transitions each round draws: as even as can be, the longer rounds first.
pub fn lengths(synthetic: u32, rounds: u32) -> Vec<usize> {
    let (each, longer) = match (synthetic.checked_div(rounds), synthetic.checked_rem(rounds)) {
        (Some(each), Some(longer)) => (each as usize, longer),
        _ => return Vec::new(),
    };
    (0..rounds)
        .map(|round| each + usize::from(round < longer))
        .collect()
}

/// The most frequent vote and its noisy distance from not being it, where it is stable.
pub fn tally(
    mode: &StableMode,
    rng: &mut Generator,
    votes: &[u32],
    length: usize,
) -> Result<Option<(Vec<u32>, u32)>, Failure> {
    let users = votes.len().checked_div(length).unwrap_or(0);
    let mut work = zeros::<u32>(tally::work_len(users))?;
    let mut sequence = zeros::<u32>(length)?;
    match mode.release(rng, votes, length, &mut work, &mut sequence) {
        Ok(distance) => Ok(Some((sequence, distance))),
        Err(Error::NotStable) => Ok(None),
        Err(other) => Err(other.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::lengths;

    #[test]
    fn as_even_as_can_be() {
        assert_eq!(lengths(3, 1), [3]);
        assert_eq!(lengths(3, 3), [1, 1, 1]);
        assert_eq!(lengths(8, 3), [3, 3, 2]);
        assert_eq!(lengths(65_536, 65_536), [1; 65_536]);
        for synthetic in 1..40 {
            for rounds in 1..=synthetic {
                let all = lengths(synthetic, rounds);
                assert_eq!(all.iter().sum::<usize>(), synthetic as usize);
                assert!(all.len() == rounds as usize && all.iter().all(|l| *l > 0));
            }
        }
    }
}
