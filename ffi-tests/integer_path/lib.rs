//! A 59-state chain released as integers by each sampler, and a function of floats as control, for scripts/integer_path.sh.
#![no_std]
use dpmarkov::domain::{GeometricRate, PolyaParameters, Variance};
use dpmarkov::random::{Generator, discrete_gaussian::DiscreteGaussian, discrete_laplace, polya};

const STATES: usize = 59;
const DRAWS: u32 = 4096;
const WORK: usize = polya::work_len(STATES);

fn generator(seed: &[u8; 32], stream: u64) -> Option<Generator> {
    Generator::from_parts(seed, stream, 0).ok()
}

#[unsafe(no_mangle)]
pub extern "C" fn integer_path_polya(
    seed: &[u8; 32],
    stream: u64,
    masses: &[u32; 3],
    counts: &[u32; STATES * STATES],
    work: &mut [u32; WORK],
    tallies: &mut [u32; STATES * STATES],
) -> bool {
    let (Some(mut rng), [event, prior, draw]) = (generator(seed, stream), *masses) else {
        return false;
    };
    let Ok(urn) = PolyaParameters::new(event, prior, draw, DRAWS) else {
        return false;
    };
    counts
        .chunks_exact(STATES)
        .zip(tallies.chunks_exact_mut(STATES))
        .all(|(counts, tallies)| polya::tallies(&mut rng, counts, &urn, work, tallies).is_ok())
}

#[unsafe(no_mangle)]
pub extern "C" fn integer_path_geometric(
    seed: &[u8; 32],
    stream: u64,
    rate: &[u32; 2],
    counts: &[u32; STATES * STATES],
    noisy: &mut [i64; STATES * STATES],
) -> bool {
    let (Some(mut rng), [numerator, denominator]) = (generator(seed, stream), *rate) else {
        return false;
    };
    let Ok(rate) = GeometricRate::new(numerator, denominator) else {
        return false;
    };
    counts.iter().zip(noisy).all(|(count, noisy)| {
        let noise = discrete_laplace::sample(&mut rng, rate);
        noise.is_ok_and(|k| {
            *noisy = i64::from(*count).saturating_add(k);
            true
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn integer_path_gaussian(
    seed: &[u8; 32],
    stream: u64,
    numerator: u64,
    denominator: u32,
    counts: &[u32; STATES * STATES],
    noisy: &mut [i64; STATES * STATES],
) -> bool {
    let (Some(mut rng), Ok(variance)) = (
        generator(seed, stream),
        Variance::new(numerator, denominator),
    ) else {
        return false;
    };
    let law = DiscreteGaussian::new(variance);
    counts.iter().zip(noisy).all(|(count, noisy)| {
        law.sample(&mut rng).is_ok_and(|k| {
            *noisy = i64::from(*count).saturating_add(k);
            true
        })
    })
}

/// The control: one product of floats beside the integers.
#[unsafe(no_mangle)]
pub extern "C" fn integer_path_control(
    seed: &[u8; 32],
    stream: u64,
    rate: &[u32; 2],
    scale: f64,
) -> i64 {
    let (Some(mut rng), [numerator, denominator]) = (generator(seed, stream), *rate) else {
        return 0;
    };
    let Ok(rate) = GeometricRate::new(numerator, denominator) else {
        return 0;
    };
    (discrete_laplace::sample(&mut rng, rate).unwrap_or(0) as f64 * scale) as i64
}
