//! Mixing.
use dpmarkov::chain::{StochasticMatrix, mixing, predict};

#[test]
fn first() {
    let oz = [0.5, 0.25, 0.25, 0.5, 0.0, 0.5, 0.25, 0.25, 0.5];
    let m = StochasticMatrix::new(&oz, 3).unwrap();
    let s = mixing::second_eigenvalue(m, 1000, &mut [0.0; 9]).unwrap();
    let u = mixing::second_eigenvalue_upper(m, 6, &mut [0.0; 18]).unwrap();
    println!("{s:?} {u}");
    assert!((s.modulus - 0.25).abs() < 1e-12 && u >= 0.25 && u < 0.26);
    for steps in [0, 1, 5, 6, 7, 100, u32::MAX] {
        let mut out = [0.0; 3];
        predict::predict(
            m,
            &[1.0, 0.0, 0.0],
            steps,
            &mut vec![0.0; predict::work_len(3, steps)],
            &mut out,
        )
        .unwrap();
        println!("{steps} {out:?}");
    }
}
