//! The C interface: the header is current and valid, the programs of `ffi-tests/` and `examples/c/` do what they must, nothing
//! can panic, and the libraries export what they should.
//!
//! Needs a C and a C++ compiler (`CC`, `CXX`). Where one is missing the test says so on standard error and passes; with
//! `CI=true` it fails. `DPMARKOV_BLESS=1` rewrites what is generated: `include/dpmarkov.h` and `ffi-tests/symbols.txt`.
#![cfg(unix)]

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use dpmarkov::counts::Counts;
use dpmarkov::mechanism::Dirichlet;
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee};
use dpmarkov::random::{Generator, gamma};

const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"];
/// What stricter projects compile with, for the header.
const MORE_WARNINGS: [&str; 4] = ["-Wsign-conversion", "-Wcast-align", "-Wundef", "-Wshadow"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Runs a command that must succeed.
fn run(command: &mut Command) -> String {
    let output = attempt(command);
    assert!(
        output.status.success(),
        "{command:?}\n{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

fn attempt(command: &mut Command) -> Output {
    command
        .current_dir(root())
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A tool, or None where it is missing: said past the test harness's capture, and a failure in CI.
fn tool(variable: &str, default: &str) -> Option<OsString> {
    let name = std::env::var_os(variable).unwrap_or_else(|| default.into());
    if Command::new(&name)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        return Some(name);
    }
    let complaint = format!(
        "SKIPPED, NOT TESTED: no {} ({variable}); the C interface needs it\n",
        name.display()
    );
    assert!(std::env::var_os("CI").is_none(), "{complaint}");
    std::io::stderr()
        .write_all(complaint.as_bytes())
        .expect("standard error");
    None
}

fn cc() -> Option<OsString> {
    tool("CC", "cc")
}

fn cxx() -> Option<OsString> {
    tool("CXX", "c++")
}

/// A place for the programs of one test.
fn place(name: &str) -> PathBuf {
    let folder = root().join("target/capi/tests");
    std::fs::create_dir_all(&folder).expect("target/capi/tests");
    folder.join(name)
}

/// target/capi/lib, built once, as a user builds it.
fn libraries() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        fresh_header();
        run(Command::new("sh")
            .arg("scripts/build-c.sh")
            .env("CARGO", env!("CARGO")));
        root().join("target/capi/lib")
    })
}

fn static_library() -> PathBuf {
    libraries().join("libdpmarkov.a")
}

/// Compiles `source` with every warning an error, links `inputs`, and returns the program.
fn compile(
    compiler: &OsStr,
    source: &str,
    program: &str,
    options: &[&str],
    inputs: &[&Path],
) -> PathBuf {
    let out = place(program);
    let mut command = Command::new(compiler);
    command
        .args(WARNINGS)
        .args(options)
        .args(["-O1", "-g", "-Iinclude", source])
        .args(inputs)
        .arg("-o")
        .arg(&out);
    run(command.args(["-lm", "-pthread"]));
    out
}

/// The header as cbindgen makes it now; written down first where that is asked for, before any other test reads it.
fn fresh_header() -> &'static str {
    static FRESH: OnceLock<String> = OnceLock::new();
    FRESH.get_or_init(|| {
        let mut builder = cbindgen::Builder::new().with_config(
            cbindgen::Config::from_file(root().join("cbindgen.toml")).expect("cbindgen.toml"),
        );
        // The order of the header: the order of the layers.
        for file in [
            "status",
            "special",
            "random",
            "counts",
            "privacy",
            "mechanism",
            "rows",
            "published",
            "chain",
            "utility",
            "plan",
        ] {
            builder = builder.with_src(root().join("src/ffi").join(file).with_extension("rs"));
        }
        let mut header = Vec::new();
        builder.generate().expect("cbindgen").write(&mut header);
        let header = text(&header);
        if std::env::var_os("DPMARKOV_BLESS").is_some() {
            std::fs::write(root().join("include/dpmarkov.h"), &header).expect("include/dpmarkov.h");
            std::fs::write(
                root().join("ffi-tests/symbols.txt"),
                declared(&header).join("\n") + "\n",
            )
            .expect("ffi-tests/symbols.txt");
        }
        header
    })
}

/// The functions that a header declares, sorted.
fn declared(header: &str) -> Vec<String> {
    let mut names: Vec<String> = header
        .lines()
        .filter(|line| !line.starts_with([' ', '#', '*', '/']) && !line.starts_with("typedef"))
        .filter_map(|line| line.split_once('('))
        .filter_map(|(before, _)| before.rsplit([' ', '*']).next())
        .filter(|name| name.starts_with("dpm_"))
        .map(str::to_owned)
        .collect();
    names.sort();
    names
}

fn symbols() -> Vec<String> {
    fresh_header();
    read("ffi-tests/symbols.txt")
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn header_is_current() {
    let fresh = fresh_header();
    let said = read("include/dpmarkov.h");
    assert!(
        said == fresh,
        "include/dpmarkov.h is out of date: DPMARKOV_BLESS=1 cargo test --test capi"
    );
    let version = format!("#define DPM_VERSION \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(said.contains(&version), "cbindgen.toml: {version}");
}

#[test]
fn header_is_valid_alone_and_twice() {
    fresh_header();
    let source = place("header.c");
    std::fs::write(
        &source,
        "#include \"dpmarkov.h\"\n#include \"dpmarkov.h\"\nint x = DPM_OK;\n",
    )
    .expect("header.c");
    let check = |compiler: &OsStr, language: &str, standard: &str| {
        let mut command = Command::new(compiler);
        command
            .args(WARNINGS)
            .args(MORE_WARNINGS)
            .args(["-Wstrict-prototypes"].iter().filter(|_| language == "c"));
        run(command
            .args(["-Iinclude", "-fsyntax-only", "-x", language, standard])
            .arg(&source));
    };
    if let Some(cc) = cc() {
        for standard in ["-std=c99", "-std=c11", "-std=c17", "-std=c2x"] {
            check(&cc, "c", standard);
        }
    }
    if let Some(cxx) = cxx() {
        for standard in ["-std=c++17", "-std=c++20"] {
            check(&cxx, "c++", standard);
        }
    }
}

/// Every function of the header is on the list of symbols, and every one is called by the C program.
#[test]
fn every_function_is_listed_and_called() {
    let declared = declared(fresh_header());
    assert_eq!(declared, symbols(), "ffi-tests/symbols.txt is out of date");
    let parts = std::fs::read_dir(root().join("ffi-tests/api")).expect("ffi-tests/api");
    let program: String = parts
        .map(|part| std::fs::read_to_string(part.expect("a part").path()).expect("a part"))
        .collect();
    for name in declared {
        assert!(
            program.contains(&format!("{name}(")) || program.contains(&format!("({name},")),
            "{name}: not called by ffi-tests/api"
        );
    }
}

/// The shared library exports the functions of the header and nothing else; neither library holds a panic message's code.
#[test]
#[cfg(target_os = "linux")]
fn shared_library_exports_the_interface_alone() {
    let Some(nm) = tool("NM", "nm") else { return };
    let listing = run(Command::new(nm)
        .args(["-D", "--defined-only"])
        .arg(libraries().join("libdpmarkov.so")));
    let mut exported: Vec<_> = listing
        .lines()
        .filter_map(|line| line.split_whitespace().nth(2))
        .collect();
    exported.sort_unstable();
    assert_eq!(exported, symbols());
}

/// The codes are distinct, lie in their families, and each has its own message.
#[test]
fn every_status_has_its_code_and_message() {
    let codes: Vec<(&str, u32)> = fresh_header()
        .lines()
        .filter_map(|line| line.strip_prefix("#define DPM_ERR_"))
        .filter_map(|line| line.split_once(' '))
        .map(|(name, code)| (name, code.parse().expect("a code")))
        .collect();
    assert!(codes.len() > 30);
    let mut sorted: Vec<_> = codes.iter().map(|(_, code)| *code).collect();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), codes.len(), "a code is used twice");
    assert!(sorted.iter().all(|code| (101..900).contains(code)));
    let Some(cc) = cc() else { return };
    let mut source =
        String::from("#include <stdio.h>\n#include \"dpmarkov.h\"\nint main(void) {\n");
    for (name, _) in &codes {
        source += &format!("puts(dpm_status_message(DPM_ERR_{name}));\n");
    }
    source += "return 0; }\n";
    let file = place("codes.c");
    std::fs::write(&file, source).expect("codes.c");
    let program = compile(
        &cc,
        file.to_str().expect("UTF-8"),
        "codes",
        &["-std=c99"],
        &[&static_library()],
    );
    let said = run(&mut Command::new(program));
    let mut messages: Vec<_> = said.lines().collect();
    messages.sort_unstable();
    messages.dedup();
    assert_eq!(messages.len(), codes.len(), "{said}");
    assert!(!said.contains("unknown status") && said.is_ascii());
}

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
    let said = run(Command::new(fuzz).args(["12000", "1"]));
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
    let said = run(Command::new(program).args(["12000", "1"]));
    assert!(said.contains(", 0 failed"), "{said}");
}

/// What scripts/embedded.sh runs on small processors runs here too.
#[test]
fn the_program_for_bare_boards() {
    let Some(cc) = cc() else { return };
    let program = compile(
        &cc,
        "ffi-tests/embedded/golden.c",
        "golden",
        &["-std=c99", "ffi-tests/embedded/port_host.c"],
        &[&static_library()],
    );
    let said = run(&mut Command::new(program));
    assert!(said.ends_with("done\n"), "{said}");
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

/// A program without a C library, with the named functions of the interface linked in.
#[cfg(target_os = "linux")]
fn link_bare(cc: &OsStr, program: &str, names: &[String], inputs: &[&Path]) -> (PathBuf, Output) {
    let out = place(program);
    let mut command = Command::new(cc);
    command.args(WARNINGS).args([
        "-std=c99",
        "-O2",
        "-Iinclude",
        "-ffreestanding",
        "-nostdlib",
        "-nostartfiles",
        "-static",
    ]);
    command.args([
        "-Wl,-e,start",
        "-Wl,--gc-sections",
        "ffi-tests/freestanding.c",
    ]);
    command.args(names.iter().map(|name| format!("-Wl,-u,{name}")));
    let output = attempt(command.args(inputs).arg("-o").arg(&out));
    (out, output)
}

#[test]
#[cfg(target_os = "linux")]
fn freestanding() {
    let Some(cc) = cc() else { return };
    let (program, output) = link_bare(&cc, "freestanding", &symbols(), &[&static_library()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    if cfg!(target_arch = "x86_64") {
        run(&mut Command::new(program));
    }
}

/// With the feature `panic-forbidden` the panic handler names a function that nobody defines. A program that holds every
/// function of the interface links all the same, so no panic path survived; with one function that can panic it does not link.
#[test]
#[cfg(target_os = "linux")]
fn nothing_can_panic() {
    let Some(cc) = cc() else { return };
    let folder = root().join("target/capi/forbidden");
    run(Command::new(env!("CARGO"))
        .args([
            "rustc",
            "--quiet",
            "--locked",
            "--release",
            "--lib",
            "--crate-type",
            "staticlib",
        ])
        .args(["--features", "capi,panic-forbidden", "--target-dir"])
        .arg(&folder));
    let library = folder.join("release/libdpmarkov.a");
    let links = |names: &[String]| link_bare(&cc, "nothing_can_panic", names, &[&library]);
    let culprits = || {
        let can_panic = |name: &String| !links(std::slice::from_ref(name)).1.status.success();
        symbols()
            .into_iter()
            .filter(can_panic)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (program, output) = links(&symbols());
    assert!(
        output.status.success(),
        "a panic path survived in: {}\n{}",
        culprits(),
        text(&output.stderr)
    );
    if let Some(nm) = tool("NM", "nm") {
        let names = run(Command::new(nm).arg("-C").arg(&program));
        assert!(
            !names.contains("core::panicking") && !names.contains("begin_unwind"),
            "{names}"
        );
    }
    let control = rust_library(
        "panicking_library",
        "libpanicking.a",
        &["-C", "panic=abort"],
    );
    let (_, output) = link_bare(
        &cc,
        "this_one_can_panic",
        &["panicking_library_at".to_owned()],
        &[&static_library(), &control],
    );
    let complaint = text(&output.stderr);
    assert!(
        !output.status.success() && complaint.contains("dpmarkov_a_panic_path_survived"),
        "the check does not bite: {complaint}"
    );
}

/// Another static library written in Rust.
fn rust_library(source: &str, library: &str, options: &[&str]) -> PathBuf {
    let out = place(library);
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command
        .args(["--edition", "2024", "--crate-type", "staticlib", "-O"])
        .args(options);
    run(command
        .arg(format!("ffi-tests/{source}.rs"))
        .arg("-o")
        .arg(&out));
    out
}

#[test]
fn next_to_another_rust_library() {
    let Some(cc) = cc() else { return };
    let bare = rust_library("second_library", "libsecond_bare.a", &["-C", "panic=abort"]);
    let with_std = rust_library(
        "second_library",
        "libsecond_std.a",
        &["--cfg", "feature=\"std\""],
    );
    for (second, program) in [(bare, "two_bare"), (with_std, "two_std")] {
        for (order, inputs) in [
            ("", [static_library(), second.clone()]),
            ("_reversed", [second.clone(), static_library()]),
        ] {
            let [first, other] = &inputs;
            let options: &[&str] = if cfg!(target_os = "linux") {
                &["-std=c99", "-ldl"]
            } else {
                &["-std=c99"]
            };
            let program = compile(
                &cc,
                "ffi-tests/two_libraries.c",
                &format!("{program}{order}"),
                options,
                &[first, other],
            );
            assert_eq!(run(&mut Command::new(program)), "two libraries: ok\n");
        }
    }
}

/// The programs of the README: each prints a chain of 3 states.
#[test]
fn examples_release_a_chain() {
    let check = |program: PathBuf| {
        let said = run(&mut Command::new(program));
        let rows: Vec<Vec<f64>> = said
            .lines()
            .map(|line| {
                line.split_whitespace()
                    .filter_map(|word| word.parse().ok())
                    .take(3)
                    .collect()
            })
            .collect();
        assert_eq!(rows.len(), 3, "{said}");
        for row in rows {
            assert!(
                row.len() == 3 && (row.iter().sum::<f64>() - 1.0).abs() < 2e-4,
                "{said}"
            );
            assert!(row.iter().all(|x| *x > 0.0 && *x < 1.0), "{said}");
        }
    };
    if let Some(cc) = cc() {
        check(compile(
            &cc,
            "examples/c/first_chain.c",
            "first_chain_c",
            &["-std=c99"],
            &[&static_library()],
        ));
    }
    if let Some(cxx) = cxx() {
        check(compile(
            &cxx,
            "examples/c/first_chain.cpp",
            "first_chain_cpp",
            &["-std=c++17"],
            &[&static_library()],
        ));
    }
}
