//! What the library asks of the linker: nothing, and nothing in it can panic.
use super::*;

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

/// By the libraries' own symbols: what they show is on the list, what they ask for is memory functions and the compiler's routines for numbers
/// (a platform's `exp` would link here too), and no panic machinery is in them.
#[test]
#[cfg(target_os = "linux")]
fn the_libraries_show_the_interface_and_ask_for_memory_functions() {
    let Some(nm) = tool("NM", "nm") else { return };
    for library in ["libdpmarkov.a", "libdpmarkov.so"] {
        symbols_are_as_they_should(&nm, &libraries().join(library));
    }
}

#[cfg(target_os = "linux")]
fn symbols_are_as_they_should(nm: &OsStr, library: &Path) {
    run(Command::new("scripts/symbols.sh").arg(nm).arg(library));
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
        let names = run(Command::new(&nm).arg("-C").arg(&program));
        assert!(
            !names.contains("core::panicking") && !names.contains("begin_unwind"),
            "{names}"
        );
        symbols_are_as_they_should(&nm, &library);
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
    let bare_lto = rust_library(
        "second_library",
        "libsecond_lto.a",
        &["-C", "lto=fat", "-C", "panic=abort"],
    );
    let with_std = rust_library(
        "second_library",
        "libsecond_std.a",
        &["--cfg", "feature=\"std\""],
    );
    for (second, program) in [
        (bare, "two_bare"),
        (bare_lto, "two_bare_lto"),
        (with_std, "two_std"),
    ] {
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
