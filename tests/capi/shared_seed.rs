//! Devices that never talk: processes in C and in Python with one seed and one law have one vote.
use super::*;
use std::process::Stdio;

/// SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

/// Lines "COUPLING SEED ROUND LENGTH N WEIGHT .. WEIGHT": laws of every kind.
fn cases() -> String {
    let mut numbers = Numbers(1);
    let mut lines = String::new();
    for i in 0..360 {
        let (coupling, n, length) = match i % 6 {
            0..=2 => ("race", 2 + numbers.below(300), 1 + numbers.below(8)),
            3 | 4 => ("poisson", 2 + numbers.below(40), 1 + numbers.below(8)),
            _ => ("poisson_joint", 2 + numbers.below(4), 1 + numbers.below(4)),
        };
        let seed: String = (0..4).map(|_| format!("{:016x}", numbers.next())).collect();
        let round = numbers.next() >> numbers.below(64);
        lines += &format!("{coupling} {seed} {round} {length} {n}");
        let (kind, heavy) = (numbers.below(4), numbers.below(n));
        for y in 0..n {
            let weight = match kind {
                0 => 1 + numbers.below(100),
                1 => numbers.next() >> 36, // below 2^28: a sum^length of the joint coupling fits 128 bits
                2 => numbers.below(8) / 7,
                _ => 0,
            };
            lines += &format!(" {}", if y == heavy { weight.max(1) } else { weight });
        }
        lines.push('\n');
    }
    lines
}

/// What a program answers to the lines.
fn answers(command: &mut Command, lines: &str) -> String {
    let mut child = command
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut input = child.stdin.take().expect("its input");
    let sent = lines.to_owned();
    let writer = std::thread::spawn(move || input.write_all(sent.as_bytes()));
    let output = child.wait_with_output().expect("its output");
    writer.join().expect("the writer").expect("all lines sent");
    assert!(output.status.success(), "{command:?}");
    text(&output.stdout)
}

#[test]
#[cfg(target_os = "linux")]
fn processes_in_c_and_python_vote_alike() {
    let (Some(cc), Some(python)) = (cc(), tool("PYTHON", "python3")) else {
        return;
    };
    let lines = cases();
    let device = compile(
        &cc,
        "ffi-tests/shared_seed.c",
        "shared_seed",
        &["-std=c99"],
        &[&static_library()],
    );
    let in_c = answers(&mut Command::new(device), &lines);
    let script = "ffi-tests/shared_seed.py";
    let library = libraries().join("libdpmarkov.so");
    let through_the_library = answers(Command::new(&python).arg(script).arg(library), &lines);
    let in_python = answers(Command::new(&python).arg(script), &lines);
    assert_eq!(in_c.lines().count(), 360);
    for (((line, c), library), python) in lines
        .lines()
        .zip(in_c.lines())
        .zip(through_the_library.lines())
        .zip(in_python.lines())
    {
        assert!(
            c == library && c == python,
            "{line}: {c}, {library}, {python}"
        );
    }
    assert_eq!(in_c, through_the_library);
    assert_eq!(in_c, in_python);
    // Not one vote for all: the first symbols differ.
    let mut first: Vec<_> = in_c.lines().filter_map(|l| l.split(' ').next()).collect();
    first.sort_unstable();
    first.dedup();
    assert!(first.len() > 50, "{first:?}");
}
