//! First checks of the couplings.
use dpmarkov::learner::coupling::{Scheme, couple, work_len};
use dpmarkov::random::Generator;

#[test]
fn schemes_agree() {
    let laws = [5, 3, 2, 2, 3, 5];
    let mut rng = Generator::from_seed_for_tests([3; 32], 0);
    for scheme in [Scheme::Race, Scheme::Poisson, Scheme::Mixture] {
        let mut same = 0;
        let mut first = [0; 3];
        for _ in 0..10_000 {
            let mut votes = [0; 2];
            couple(scheme, &mut rng, &laws, 3, &mut votes, &mut vec![0; work_len(2)]).unwrap();
            same += u32::from(votes[0] == votes[1]);
            first[votes[0] as usize] += 1;
        }
        println!("{scheme:?} {same} {first:?}");
    }
}
