//! The header: current, valid, complete, and every code with its message.
use super::*;

/// The header as cbindgen makes it now; written down first where that is asked for, before any other test reads it.
pub fn fresh_header() -> &'static str {
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
            "integers",
            "counts",
            "support",
            "sparse",
            "privacy",
            "mechanism",
            "rows",
            "published",
            "urn",
            "polya",
            "geometric",
            "gaussian",
            "noisy",
            "sparse_releases",
            "sparse_noise",
            "compose",
            "chain",
            "structure",
            "passage",
            "group_inverse",
            "utility",
            "row_law",
            "row_error",
            "stationary_error",
            "stationary_estimate",
            "weighted_bound",
            "after_release",
            "published_error",
            "interval",
            "noisy_total",
            "debias",
            "stationary_interval",
            "distance",
            "plan",
            "ledger",
            "amounts",
            "permit",
            "report",
            "report_stream",
            "report_read",
            "merge",
            "merge_estimates",
            "learner_base",
            "learner_vote",
            "learner_couple",
            "learner_mode",
            "learner_choice",
            "learner_sampler",
            "learner_estimates",
            "learner_transitions",
            "learner_plan",
            "learner_expect",
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
pub fn declared(header: &str) -> Vec<String> {
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

pub fn symbols() -> Vec<String> {
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

/// The shared library exports the functions of the header and nothing else.
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
    assert!(sorted.iter().all(|code| (101..1100).contains(code)));
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
