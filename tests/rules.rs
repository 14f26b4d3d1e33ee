//! The rules of this code, read off the code itself.
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the core; none imports one that stands after it.
const LAYERS: &[&str] = &[
    "error",
    "domain",
    "special",
    "random",
    "counts",
    "privacy",
    "chain",
    "mechanism",
    "utility",
    "learner",
    "plan",
    "report",
    "ffi",
];
/// Files of numbers, as long as their tables are.
const TABLES: &[&str] = &["src/random/ziggurat_tables.rs"];
/// Lines of `const fn` that fill tables, which only the compiler runs.
const AT_COMPILE_TIME: &[&str] = &[
    // ffi/status.rs
    "out[i] = text[i];",
    // special/ln_gamma_ratio.rs
    "table[k] = 1.0 / (k + 2) as f64;",
    // special/incomplete/temme.rs
    "l[1] = 1.0;",
    "convolution += l[i] * l[k + 2 - i];",
    "l[k + 1] = 0.5 * (2.0 / (k + 2) as f64 * l[k] - convolution);",
    "weights[k] = (k + 1) as f64 * l[k + 1] - if k == 1 { 1.0 } else { 0.0 };",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let others = ["target", "node_modules", "dist", "__pycache__"];
        if others.contains(&name.as_ref())
            || (path.is_dir() && name.starts_with('.') && name != ".ci")
        {
            continue;
        }
        if path.is_dir() {
            walk(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// (path from the root, text) of every file below `folder`.
fn files(folder: &str) -> Vec<(String, String)> {
    let mut paths = Vec::new();
    walk(&root().join(folder), &mut paths);
    assert!(!paths.is_empty());
    let named = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("below the root");
        let name = name.to_string_lossy().replace('\\', "/");
        Some((name, fs::read_to_string(&path).ok()?))
    };
    paths.into_iter().filter_map(named).collect()
}

/// Every line of the library that is neither comment nor test: (file, line number, code).
fn core_lines() -> Vec<(String, usize, String)> {
    let mut lines = Vec::new();
    for (name, text) in files("src") {
        if name.starts_with("src/bin/") || name.ends_with("/tests.rs") {
            continue;
        }
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        for (i, line) in code.lines().enumerate() {
            let line = line.split("//").next().unwrap_or("").trim_end();
            lines.push((name.clone(), i + 1, line.to_owned()));
        }
    }
    assert!(lines.len() > 5000);
    lines
}

/// Fails with every line of the library of which `is_wrong` says so.
fn forbid(rule: &str, is_wrong: impl Fn(&str, &str) -> bool) {
    let found: Vec<String> = core_lines()
        .into_iter()
        .filter(|(file, _, line)| is_wrong(file, line))
        .filter(|(_, _, line)| !AT_COMPILE_TIME.contains(&line.trim()))
        .map(|(file, number, line)| format!("{file}:{number}: {}", line.trim()))
        .collect();
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}

#[test]
fn unsafe_code_lives_in_ffi() {
    forbid("unsafe code outside src/ffi", |file, line| {
        let word = ["unsafe ", "unsafe(", "unsafe{"];
        !file.starts_with("src/ffi/") && word.iter().any(|w| line.contains(w))
    });
}

#[test]
fn one_file_names_libm() {
    forbid("libm outside src/special/float.rs", |file, line| {
        file != "src/special/float.rs" && line.contains("libm")
    });
}

#[test]
fn the_core_does_not_panic() {
    let panics = [
        ".unwrap()",
        ".expect(",
        "panic!",
        "assert!",
        "assert_eq!",
        "assert_ne!",
        "todo!",
        "unimplemented!",
        "unreachable!",
    ];
    forbid("what can panic", |_, line| {
        let by_the_compiler = line.trim().starts_with("const ") && line.contains("= assert!(");
        !by_the_compiler && panics.iter().any(|p| line.contains(p))
    });
}

/// A slice pattern, `get` or an iterator cannot fail; `a[i]` can.
#[test]
fn the_core_does_not_index() {
    forbid("indexing", |_, line| {
        let bytes = line.as_bytes();
        bytes.windows(2).any(|pair| {
            let before = pair[0];
            pair[1] == b'[' && (before.is_ascii_alphanumeric() || b"_)]".contains(&before))
        })
    });
}

#[test]
fn no_layer_imports_one_above_it() {
    let rank = |module: &str| LAYERS.iter().position(|l| *l == module);
    forbid("an import from a higher layer", |file, line| {
        let module = file.trim_start_matches("src/");
        let module = module.split(['/', '.']).next().unwrap_or("");
        let Some(own) = rank(module) else {
            return false; // lib.rs
        };
        line.split("crate::").skip(1).any(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let used = rest.get(..end.unwrap_or(rest.len())).unwrap_or("");
            rank(used).is_some_and(|r| r > own)
        })
    });
}

#[test]
fn files_hold_one_idea() {
    let long: Vec<String> = files("src")
        .into_iter()
        .filter(|(name, text)| text.lines().count() > 500 && !TABLES.contains(&name.as_str()))
        .map(|(name, _)| name)
        .collect();
    assert!(long.is_empty(), "longer than 500 lines: {long:?}");
}

/// Nothing is left for later, and nothing refers to one machine.
#[test]
fn no_loose_ends() {
    let words = [
        "TODO", "FIXME", "XXX", "/home/", "/root/", "/Users/", "/work/",
    ];
    let mut found = Vec::new();
    for (name, text) in files(".") {
        if name == "tests/rules.rs" {
            continue;
        }
        for (i, line) in text.lines().enumerate() {
            if words.iter().any(|w| line.contains(w)) {
                found.push(format!("{name}:{}: {line}", i + 1));
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn every_reference_file_says_where_it_came_from() {
    let listed = fs::read_to_string(root().join("tests/data/README.md")).expect("the list");
    for (name, _) in files("tests/data") {
        let name = name.trim_start_matches("tests/data/");
        assert!(
            name == "README.md" || listed.contains(&format!("`{name}`")),
            "tests/data/README.md does not name {name}"
        );
    }
}
