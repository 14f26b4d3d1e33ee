//! Cells of the table "users needed" that `examples/learner_table.rs` prints, by the plan's own simulation: with these users nine in ten releases are
//! answered, and with a third of them fewer.
mod support;
use dpmarkov::domain::{Delta, Epsilon, Level};
use dpmarkov::learner::plan::{Crowd, expect, expect_work_len};
use dpmarkov::learner::{Law, StableMode};
use dpmarkov::random::Generator;
use support::{app, fit};

/// (skew of the rows, transitions a user, epsilon, l, users, P(Z != Z_*)).
const CELLS: [(f64, u32, f64, usize, usize, f64); 4] = [
    (2.2, 500, 1.0, 1, 480, 0.13),
    (2.2, 500, 2.0, 3, 835, 0.23),
    (2.2, 2000, 1.0, 3, 727, 0.14),
    (2.2, 100, 4.0, 1, 181, 0.24),
];

#[test]
fn the_table_holds() {
    for (skew, events, epsilon, length, users, mismatch) in CELLS {
        let law = app::pair_law(&app::chain(17, skew));
        let epsilon = Epsilon::new(epsilon).expect("an epsilon");
        let mode = StableMode::new(epsilon, Delta::new(1e-9).expect("a delta")).expect("a mode");
        let found = [users, users / 3].map(|users| {
            let crowd = Crowd {
                users,
                events,
                length,
                rounds: 1,
            };
            let (narrow, wide) = expect_work_len(app::PAIRS, &crowd).expect("scratch");
            let (mut narrow, mut wide) = (vec![0; narrow], vec![0; wide]);
            let mut rng = Generator::from_seed_for_tests([31; 32], users as u64);
            let level = Level::new(0.99).expect("a level");
            let law = Law::new(&law).expect("a law");
            expect(
                &mut rng,
                law,
                &crowd,
                &mode,
                200,
                level,
                &mut narrow,
                &mut wide,
            )
            .expect("a plan")
        });
        println!("{events} transitions, {epsilon:?}, l = {length}, {users} users: {found:?}");
        // Within what 200 repetitions here and 160 there scatter.
        fit::rate(found[0].complete as usize, 200, 0.9).expect("nine in ten");
        assert!(found[0].success > 0.84 && found[1].success < found[0].success);
        assert!((found[0].mismatch - mismatch).abs() < 0.1);
    }
}
