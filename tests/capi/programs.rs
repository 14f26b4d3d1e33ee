//! The programs of `ffi-tests/`.
use super::*;
use dpmarkov::counts::Counts;
use dpmarkov::mechanism::Dirichlet;
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee};
use dpmarkov::random::{Generator, gamma};

/// What `print_release` of ffi-tests/api.c prints, computed in Rust.
fn release_in_rust() -> String {
    let seed = std::array::from_fn(|i| (7 * i + 1) as u8);
    let counts = [90, 5, 3, 2, 10, 60, 20, 10, 0, 30, 40, 30, 7, 0, 0, 93];
    let guarantee = Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1).expect("guarantee");
    let mechanism = Dirichlet::checked(
        guarantee,
        DirichletParameters::new(0.3, 15.8).expect("parameters"),
    )
    .expect("mechanism");
    let mut rng = Generator::from_seed_for_tests(seed, 7);
    let mut matrix = [0.0; 16];
    mechanism
        .release_chain(
            &mut rng,
            Counts::new(&counts, 4).expect("counts"),
            &mut matrix,
        )
        .expect("release");
    let units: String = matrix
        .iter()
        .map(|x| format!(" {}", x * 4_294_967_296.0))
        .collect();
    let next = gamma::sample(&mut rng, 0.25).expect("gamma");
    format!("release{units} gamma {:016x}", next.to_bits())
}

/// Runs a build of ffi-tests/api.c, which checks itself and prints a release.
fn check_api(program: &Path) {
    let said = run(&mut Command::new(program));
    assert!(said.contains(", 0 failed"), "{said}");
    assert_eq!(
        said.lines().find(|line| line.starts_with("release")),
        Some(release_in_rust().as_str())
    );
}

#[test]
fn every_function_with_every_wrong_argument() {
    let Some(cc) = cc() else { return };
    check_api(&compile(
        &cc,
        "ffi-tests/api.c",
        "api",
        &["-std=c99"],
        &[&static_library()],
    ));
}

#[test]
fn the_same_in_cpp_17() {
    let Some(cxx) = cxx() else { return };
    check_api(&compile(
        &cxx,
        "ffi-tests/api.c",
        "api_cpp",
        &["-std=c++17", "-xc++"],
        &[Path::new("-xnone"), &static_library()],
    ));
}

#[test]
#[cfg(target_os = "linux")]
fn the_same_with_the_shared_library() {
    let Some(cc) = cc() else { return };
    let path = format!("-Wl,-rpath,{}", libraries().display());
    check_api(&compile(
        &cc,
        "ffi-tests/api.c",
        "api_shared",
        &["-std=c99", &path],
        &[&libraries().join("libdpmarkov.so")],
    ));
}

#[test]
#[cfg(target_os = "linux")]
fn the_same_under_address_and_undefined_behaviour_sanitizers() {
    let Some(cc) = cc() else { return };
    let options = [
        "-std=c99",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ];
    check_api(&compile(
        &cc,
        "ffi-tests/api.c",
        "api_sanitized",
        &options,
        &[&static_library()],
    ));
    let fuzz = compile(
        &cc,
        "ffi-tests/fuzz.c",
        "fuzz_sanitized",
        &options,
        &[&static_library()],
    );
    let said = run(Command::new(fuzz).args(["48000", "1"]));
    assert!(said.contains(", 0 failed"), "{said}");
    let Some(cxx) = cxx() else { return };
    let options = ["-std=c++17", options[1], options[2]];
    let program = compile(
        &cxx,
        "ffi-tests/api.cpp",
        "api_cpp_sanitized",
        &options,
        &[&static_library()],
    );
    assert_eq!(run(&mut Command::new(program)), "api.cpp: ok\n");
}

#[test]
#[cfg(target_os = "linux")]
fn random_calls_keep_the_contract() {
    let Some(cc) = cc() else { return };
    let program = compile(
        &cc,
        "ffi-tests/fuzz.c",
        "fuzz",
        &["-std=c99"],
        &[&static_library()],
    );
    let said = run(Command::new(program).args(["48000", "1"]));
    assert!(said.contains(", 0 failed"), "{said}");
}

/// The golden vectors as every user gets them, from the static and from the shared library.
#[test]
fn golden_vectors() {
    let check = |program: PathBuf| {
        let said = run(Command::new(program).arg("ffi-tests/golden/vectors.txt"));
        let version = env!("CARGO_PKG_VERSION");
        let lines = read("ffi-tests/golden/vectors.txt")
            .lines()
            .filter(|line| line.contains(" = ") && !line.starts_with('#'))
            .count();
        assert!(lines >= 43);
        assert_eq!(
            said,
            format!("{lines} golden vectors, dpmarkov {version}: 0 differ\n")
        );
    };
    let source = "ffi-tests/golden/golden.c";
    if let Some(cc) = cc() {
        let program = |name, options: &[&str], library: &Path| {
            check(compile(&cc, source, name, options, &[library]))
        };
        program("golden_static", &["-std=c99"], &static_library());
        if cfg!(target_os = "linux") {
            let path = format!("-Wl,-rpath,{}", libraries().display());
            let shared = libraries().join("libdpmarkov.so");
            program("golden_shared", &["-std=c99", &path], &shared);
        }
    }
    if let Some(cxx) = cxx() {
        check(compile(
            &cxx,
            source,
            "golden_cpp",
            &["-std=c++17", "-xc++"],
            &[Path::new("-xnone"), &static_library()],
        ));
    }
}

/// What scripts/embedded.sh runs on small processors runs here too.
#[test]
fn the_programs_for_bare_boards() {
    let Some(cc) = cc() else { return };
    for part in [
        "golden",
        "integers",
        "sparse",
        "structure",
        "errors",
        "ledger",
        "device",
        "learner",
        "report",
        "everything",
        "cost",
        "smallest",
        "telemetry",
    ] {
        let program = compile(
            &cc,
            &format!("ffi-tests/embedded/{part}.c"),
            part,
            &["-std=c99", "ffi-tests/embedded/port_host.c"],
            &[&static_library()],
        );
        let said = run(&mut Command::new(program));
        assert!(said.ends_with("done\n"), "{said}");
    }
}

#[test]
fn cpp_17_and_20() {
    let Some(cxx) = cxx() else { return };
    for (standard, program) in [("-std=c++17", "api_17"), ("-std=c++20", "api_20")] {
        let program = compile(
            &cxx,
            "ffi-tests/api.cpp",
            program,
            &[standard],
            &[&static_library()],
        );
        assert_eq!(run(&mut Command::new(program)), "api.cpp: ok\n");
    }
}

#[test]
fn two_threads_with_their_own_objects() {
    let Some(cc) = cc() else { return };
    let program = compile(
        &cc,
        "ffi-tests/threads.c",
        "threads",
        &["-std=c99"],
        &[&static_library()],
    );
    assert_eq!(run(&mut Command::new(program)), "threads: ok\n");
}

/// rand #1362: two children shared the state of a generator.
#[test]
fn children_of_a_fork() {
    let Some(cc) = cc() else { return };
    let program = compile(
        &cc,
        "ffi-tests/fork.c",
        "fork",
        &["-std=c99"],
        &[&static_library()],
    );
    assert_eq!(run(&mut Command::new(program)), "fork: ok\n");
}

/// The wrapper's warnings: what strict projects of C++ compile with. It is no system header there.
const CPP_WARNINGS: [&str; 4] = [
    "-Wextra-semi",
    "-Wold-style-cast",
    "-Wshadow",
    "-Wsign-conversion",
];
/// Errors as values and as exceptions, in the standards with and without `std::span`; without exceptions and type information too. (Exceptions in C++17
/// are what the sanitizers look at.)
const CPP_WAYS: [(&str, &[&str]); 3] = [
    ("17_values", &["-std=c++17"]),
    ("20_exceptions", &["-std=c++20", "-DDPMARKOV_EXCEPTIONS"]),
    (
        "20_embedded",
        &["-std=c++20", "-fno-exceptions", "-fno-rtti"],
    ),
];

/// ffi-tests/wrapper.cpp, linked with a unit of the other style of errors and of another standard.
fn check_wrapper(cxx: &OsStr, way: &str, options: &[&str]) {
    let options = [&CPP_WARNINGS[..], options].concat();
    let other = place(&format!("wrapper_{way}_other.o"));
    let other_standard = if options.contains(&"-std=c++17") {
        "-std=c++20"
    } else {
        "-std=c++17"
    };
    run(Command::new(cxx)
        .args(WARNINGS)
        .args(&options)
        .args([
            other_standard,
            "-O1",
            "-Iinclude",
            "-c",
            "ffi-tests/wrapper/other_unit.cpp",
            "-o",
        ])
        .arg(&other));
    let program = compile(
        cxx,
        "ffi-tests/wrapper.cpp",
        &format!("wrapper_{way}"),
        &options,
        &[&other, &static_library()],
    );
    let said = run(&mut Command::new(program));
    assert!(said.ends_with(" checks, 0 failed\n"), "{said}");
}

#[test]
fn the_wrapper_for_cpp() {
    let Some(cxx) = cxx() else { return };
    for (way, options) in CPP_WAYS {
        check_wrapper(&cxx, way, options);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_wrapper_under_address_and_undefined_behaviour_sanitizers() {
    let Some(cxx) = cxx() else { return };
    let options = [
        "-std=c++17",
        "-DDPMARKOV_EXCEPTIONS",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ];
    check_wrapper(&cxx, "sanitized", &options);
}

#[test]
fn the_golden_vectors_through_the_wrapper() {
    let Some(cxx) = cxx() else { return };
    for (way, options) in &CPP_WAYS[..2] {
        let program = compile(
            &cxx,
            "ffi-tests/golden/golden.cpp",
            &format!("golden_cpp_{way}"),
            &[&CPP_WARNINGS[..], *options].concat(),
            &[&static_library()],
        );
        let said = run(Command::new(program).arg("ffi-tests/golden/vectors.txt"));
        assert!(
            said.starts_with("43 golden vectors") && said.ends_with(" 0 differ\n"),
            "{said}"
        );
    }
}
