//! Versions, layouts and metadata: what distributions and programs that are already compiled rely on.
use super::*;

/// Every number and field of the version in the header is Cargo.toml's, and so is the library's; one interface has one soname.
#[test]
fn versions_agree() {
    let header = fresh_header();
    let number = |name: &str| -> u32 {
        let line = header
            .lines()
            .find_map(|line| line.strip_prefix(&format!("#define {name} ")));
        line.and_then(|text| text.parse().ok())
            .unwrap_or_else(|| panic!("no number {name}"))
    };
    let version = env!("CARGO_PKG_VERSION");
    let [major, minor, patch] =
        ["MAJOR", "MINOR", "PATCH"].map(|part| number(&format!("DPM_VERSION_{part}")));
    assert_eq!(format!("{major}.{minor}.{patch}"), version, "cbindgen.toml");
    assert!(header.contains(&format!("#define DPM_VERSION \"{version}\"\n")));
    #[cfg(feature = "capi")] // the library's own word
    assert_eq!(
        i64::from(number("DPM_ABI_VERSION")),
        i64::from(dpmarkov::ffi::status::dpm_abi_version())
    );

    // The policy's table in CHANGELOG.md, which a new minor version or a new interface must extend.
    let family = if major == 0 {
        format!("0.{minor}")
    } else {
        major.to_string()
    };
    let row = format!(
        "| {family}.x | `libdpmarkov.so.{family}` | {} |",
        number("DPM_ABI_VERSION")
    );
    assert!(
        read("CHANGELOG.md").contains(&row),
        "CHANGELOG.md has no row: {row}"
    );

    let Some(cc) = cc() else { return };
    let source = place("version.c");
    let check = "#include \"dpmarkov.h\"\n#if DPM_VERSION_NUMBER < 1000 || DPM_VERSION_NUMBER != DPM_VERSION_MAJOR * 1000000 + DPM_VERSION_MINOR * 1000 + DPM_VERSION_PATCH\n#error\n#endif\n\
        int main(void) { return dpm_abi_version() != DPM_ABI_VERSION; }\n";
    std::fs::write(&source, check).expect("version.c");
    let source = source.to_str().expect("UTF-8");
    run(&mut Command::new(compile(
        &cc,
        source,
        "version",
        &["-std=c99"],
        &[&static_library()],
    )));
}

/// The shared library under its full name, with the links that the loader and the linker look for.
#[test]
#[cfg(target_os = "linux")]
fn the_shared_library_has_a_soname() {
    let lib = libraries();
    let full = format!("libdpmarkov.so.{}", env!("CARGO_PKG_VERSION"));
    let soname = match env!("CARGO_PKG_VERSION_MAJOR") {
        "0" => format!("libdpmarkov.so.0.{}", env!("CARGO_PKG_VERSION_MINOR")),
        major => format!("libdpmarkov.so.{major}"),
    };
    for link in ["libdpmarkov.so", &soname] {
        let target = std::fs::read_link(lib.join(link)).expect("a link");
        assert_eq!(target, Path::new(&full), "{link}");
    }
    let Some(readelf) = tool("READELF", "readelf") else {
        return;
    };
    let dynamic = run(Command::new(readelf).arg("-d").arg(lib.join(full)));
    assert!(
        dynamic.contains(&format!("soname: [{soname}]")),
        "{dynamic}"
    );
    // Not even the C library: whoever loads it has memcpy.
    assert!(!dynamic.contains("NEEDED"), "{dynamic}");
}

/// Sizes and offsets of every struct, which programs that are compiled rely on: ffi-tests/layout.txt, for 64-bit processors. A change of
/// a line there is a change of DPM_ABI_VERSION.
#[test]
#[cfg(target_pointer_width = "64")]
fn the_layout_of_every_struct() {
    let Some(cc) = cc() else { return };
    let (mut program, mut structs) = (
        String::from("#include <stdio.h>\n#include \"dpmarkov.h\"\nint main(void) {\n"),
        0,
    );
    let mut name = None;
    for line in fresh_header().lines() {
        if let Some(start) = line.strip_prefix("typedef struct ") {
            let found = start.strip_suffix(" {").expect("one line");
            program += &format!("printf(\"{found}: %zu bytes\\n\", sizeof({found}));\n");
            name = Some(found);
            structs += 1;
        } else if line.starts_with('}') {
            name = None;
        } else if let (Some(name), Some(declaration)) = (name, line.trim().strip_suffix(';')) {
            let field = declaration.split(['[', ';']).next().expect("a field");
            let field = field.rsplit([' ', '*']).next().expect("a field");
            let comment = line.trim_start().starts_with('*');
            if !comment {
                program += &format!(
                    "printf(\"  {field} %zu %zu\\n\", offsetof({name}, {field}), sizeof((({name} *)0)->{field}));\n"
                );
            }
        }
    }
    assert!(structs > 20, "{structs} structs");
    let source = place("layout.c");
    std::fs::write(&source, program + "return 0; }\n").expect("layout.c");
    let source = source.to_str().expect("UTF-8");
    let said = run(&mut Command::new(compile(
        &cc,
        source,
        "layout",
        &["-std=c99"],
        &[],
    )));
    let head = "# Structs of include/dpmarkov.h on 64-bit processors: bytes of the whole; offset and bytes of each field. Made by DPMARKOV_BLESS=1 cargo test --test capi.\n";
    let path = "ffi-tests/layout.txt";
    if std::env::var_os("DPMARKOV_BLESS").is_some() {
        std::fs::write(root().join(path), format!("{head}{said}")).expect(path);
    }
    assert!(
        read(path) == format!("{head}{said}"),
        "{path} differs: a new struct is DPMARKOV_BLESS=1, a changed one is a new DPM_ABI_VERSION too"
    );
}

/// What cargo-c reads of Cargo.toml. It is not built here (that takes longer than all tests): the fields are those of its version 0.10.24.
#[test]
fn metadata_for_cargo_c() {
    let listing = run(Command::new(env!("CARGO")).args([
        "metadata",
        "--no-deps",
        "--offline",
        "--locked",
        "--format-version=1",
    ]));
    let metadata: serde_json::Value = serde_json::from_str(&listing).expect("JSON");
    let package = &metadata["packages"][0];
    assert_eq!(package["name"], "dpmarkov");
    // Where this feature is missing the package is no C library to cargo-c, which turns it on; and it makes the crate types itself.
    assert!(package["features"]["capi"].is_array());
    let targets = package["targets"].as_array().expect("targets");
    let library = targets
        .iter()
        .find(|target| target["name"] == "dpmarkov" && target["kind"][0] == "lib");
    assert_eq!(
        library.expect("a library")["crate_types"],
        serde_json::json!(["lib"])
    );
    let capi = &package["metadata"]["capi"];
    assert_eq!(capi["header"]["name"], "dpmarkov");
    assert_eq!(capi["header"]["subdirectory"], false);
    assert_eq!(capi["header"]["generation"], false);
    // The header that is committed, at the top of the folder of headers.
    let assets = &capi["install"]["include"]["asset"];
    assert_eq!(
        assets,
        &serde_json::json!([{ "from": "include/**/*", "to": "" }])
    );
    assert!(root().join("include/dpmarkov.h").is_file());
    // The soname by cargo-c's own rule and the crate's version, as scripts/build-c.sh gives it.
    for field in [
        "version",
        "versioning",
        "version_suffix_components",
        "name",
        "install_subdir",
    ] {
        assert!(capi["library"][field].is_null(), "library.{field}");
    }
    assert_eq!(capi["library"]["rustflags"], "-Cpanic=abort");
}
