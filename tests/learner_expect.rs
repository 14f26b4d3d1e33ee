mod support;
use dpmarkov::domain::*;
use dpmarkov::learner::plan::*;
use dpmarkov::learner::*;
use dpmarkov::random::Generator;
use support::app;
#[test]
fn scratch() {
    let cells = app::chain(1, 1.6);
    let w = app::pair_law(&cells);
    let law = Law::new(&w).unwrap();
    let mut s = w.clone(); s.sort(); s.reverse();
    println!("top {:?}", s.iter().take(12).map(|x| *x as f64 / law.total() as f64).collect::<Vec<_>>());
    for b in [100, 500, 2000] { println!("b {b} mean tv {}", guess_mean_tv(law, b).unwrap()); }
    for (users, events, l) in [(2000, 500, 1), (2000, 500, 3), (500, 500, 3), (2000, 500, 10), (2000,100,3), (300,500,1), (2000,500,30)] {
        let crowd = Crowd { users, events, length: l, rounds: 1 };
        let mode = StableMode::new(Epsilon::new(1.0).unwrap(), Delta::new(1e-9).unwrap()).unwrap();
        let (a, b) = expect_work_len(289, &crowd).unwrap();
        let mut rng = Generator::from_seed_for_tests([3; 32], 0);
        let t = std::time::Instant::now();
        let e = expect(&mut rng, law, &crowd, &mode, 100, Level::new(0.99).unwrap(), &mut vec![0; a], &mut vec![0; b]).unwrap();
        println!("{users} {events} {l}: {e:?} {:?} a repetition", t.elapsed() / 100);
    }
}
#[test]
fn speed() {
    let mut rng = Generator::from_seed_for_tests([3; 32], 0);
    let t = std::time::Instant::now();
    let mut x = 0u64;
    for _ in 0..10_000_000 { x ^= rng.next_u64(); }
    println!("word {:?} {x}", t.elapsed() / 10_000_000);
    let mut w = app::World(3);
    let t = std::time::Instant::now();
    for _ in 0..10_000_000 { x ^= w.next(); }
    println!("splitmix {:?} {x}", t.elapsed() / 10_000_000);
}
