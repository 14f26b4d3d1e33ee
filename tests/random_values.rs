//! Fixed seed, fixed draws: the same bits on every target. A change here changes what a seed means: it is an
//! entry of the changelog.
use dpmarkov::counts::Counts;
use dpmarkov::mechanism::Dirichlet;
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee};
use dpmarkov::random::{Generator, beta, dirichlet, exponential, gamma, normal};

fn generator(stream: u64) -> Generator {
    Generator::from_seed_for_tests(core::array::from_fn(|i| i as u8), stream)
}
/// FNV-1a over the bits: one number for many draws.
fn digest(x: &[f64]) -> u64 {
    x.iter()
        .flat_map(|x| x.to_bits().to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |h, b| {
            (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)
        })
}
fn check(name: &str, law: impl Fn(&mut Generator) -> f64, first: [u64; 3], all: u64) {
    let mut g = generator(0);
    let x: Vec<f64> = (0..100_000).map(|_| law(&mut g)).collect();
    let found = (core::array::from_fn(|i| x[i].to_bits()), digest(&x));
    assert_eq!(found, (first, all), "{name}: {:#x?}", found);
}

#[test]
fn variates() {
    check(
        "uniform",
        |g| g.uniform(),
        [
            0x3fda_8671_765f_4afe,
            0x3fd2_52b7_2e1d_c0ee,
            0x3fe9_8d5b_d78d_fb07,
        ],
        0x68ba_738b_fd30_4bd0,
    );
    check(
        "normal",
        |g| normal::sample(g).unwrap(),
        [
            0xbfeb_c37c_dd6d_09b9,
            0xbfda_87a3_6e78_a2b0,
            0xbff2_c149_7087_7c7a,
        ],
        0x14e7_4912_1f4c_4bdc,
    );
    check(
        "exponential",
        |g| exponential::sample(g).unwrap(),
        [
            0x3ff2_e1b5_f2c5_457b,
            0x3fdb_b694_74cd_798b,
            0x3ff3_c759_bc89_b527,
        ],
        0xa788_a94d_daa9_b53d,
    );
    check(
        "gamma 0.1",
        |g| gamma::sample(g, 0.1).unwrap(),
        [
            0x3f68_d5dc_107e_abd8,
            0x3f30_062f_3f39_b77f,
            0x3f21_b384_0b17_b548,
        ],
        0x63f5_9cec_5710_2475,
    );
    check(
        "gamma 1.0",
        |g| gamma::sample(g, 1.0).unwrap(),
        [
            0x3ff2_e1b5_f2c5_457b,
            0x3fdb_b694_74cd_798b,
            0x3ff3_c759_bc89_b527,
        ],
        0xa788_a94d_daa9_b53d,
    );
    check(
        "gamma 1.5",
        |g| gamma::sample(g, 1.5).unwrap(),
        [
            0x3fdd_50dc_49ca_b90f,
            0x3fe8_c2a4_6e0d_a757,
            0x3fd3_69e8_f2ca_f64a,
        ],
        0x02c5_9822_8acc_a3f3,
    );
    check(
        "gamma 5.0",
        |g| gamma::sample(g, 5.0).unwrap(),
        [
            0x4008_41cc_695d_936d,
            0x400e_9e2f_8799_7310,
            0x4004_84cc_ee2f_1758,
        ],
        0x9831_9e9d_b926_13bb,
    );
    check(
        "gamma 100.0",
        |g| gamma::sample(g, 100.0).unwrap(),
        [
            0x4056_d039_5cb4_7c22,
            0x4057_e575_af3e_7c52,
            0x4056_1aa5_ab2a_2dc9,
        ],
        0x646b_0b85_d490_1289,
    );
    check(
        "gamma 1e15",
        |g| gamma::sample(g, 1e15).unwrap(),
        [
            0x430c_6bf5_191e_d661,
            0x430c_6bf5_1ff3_d5d6,
            0x430c_6bf5_1487_1cdd,
        ],
        0x44ad_ea35_bc86_1407,
    );
    check(
        "ln gamma 1e-300",
        |g| gamma::ln_sample(g, 1e-300).unwrap(),
        [
            0xfe24_b0e4_01d2_9f2a,
            0xfe2d_fee1_b9a2_98f5,
            0xfe2d_241e_aa9a_ba7e,
        ],
        0x40cb_248f_986b_12f4,
    );
    check(
        "ln gamma 1e-3",
        |g| gamma::ln_sample(g, 1e-3).unwrap(),
        [
            0xc07b_2bbb_b913_458c,
            0xc083_b0ce_c0f4_17bc,
            0xc083_28e7_83d9_539e,
        ],
        0xae2d_deb4_36f8_4009,
    );
    check(
        "beta 0.5 2",
        |g| beta::sample(g, 0.5, 2.0).unwrap()[0],
        [
            0x3fd0_454c_4f9c_6431,
            0x3f83_48f2_7f1d_980d,
            0x3fc9_eec8_581c_9f41,
        ],
        0x9e94_b6cf_7b36_4d9d,
    );
}

#[test]
fn dirichlet_rows() {
    let mut g = generator(1);
    for (alpha, all) in [
        (vec![0.05; 260], 0xd0d1_86d1_3b63_c3bc),
        (vec![1e-3; 50], 0xaeba_fba7_2a75_a083),
        (vec![5.0; 260], 0xa439_2657_bd9d_19d0),
        (vec![1e-3, 1.0, 1e3, 1e300], 0x9012_1448_65da_e77e),
    ] {
        let mut rows = vec![0.0; 100 * alpha.len()];
        for row in rows.chunks_mut(alpha.len()) {
            dirichlet::sample(&mut g, &alpha, row).unwrap();
        }
        assert_eq!(
            digest(&rows),
            all,
            "{:#x} of {:?}",
            digest(&rows),
            &alpha[..4]
        );
    }
}

#[test]
fn a_released_chain() {
    let weak = Guarantee::new(Adjacency::Event, 0.0, 1.0 - f64::EPSILON / 2.0, 1).unwrap();
    let m = Dirichlet::checked(weak, DirichletParameters::new(0.3188, 15.8).unwrap()).unwrap();
    let cells = [90, 0, 10, 3, 3, 3, 0, 0, 1];
    let mut chain = [0.0; 9];
    m.release_chain(
        &mut generator(2),
        Counts::new(&cells, 3).unwrap(),
        &mut chain,
    )
    .unwrap();
    let units: [u32; 9] = chain.map(|x| (x * 4_294_967_296.0) as u32);
    assert_eq!(
        units,
        [
            2952843668, 394609288, 947514340, 1161051644, 1894284395, 1239631257, 1280618315,
            1455865755, 1558483226
        ]
    );
}
